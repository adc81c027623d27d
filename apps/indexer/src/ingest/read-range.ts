import { InconsistentNodeError, type BlockHeader, type ChainEvent, type ChainNode } from '#chain';
import type { Address } from '#values';
import type { AppRegistry } from './app-registry.js';
import { checkBlooms } from './check-blooms.js';
import { RangeLogs, type BlockRange, type RangeRead } from './range-logs.js';

/** A range of blocks with everything that our contracts logged in it. */
export interface Batch {
  readonly from: BlockHeader;
  readonly to: BlockHeader;
  /** In chain order. */
  readonly events: readonly ChainEvent[];
  /** Of every block of the range, by number. */
  readonly headers: ReadonlyMap<number, BlockHeader>;
}

/** Contracts whose logs are read; events may bring more. */
export type Contracts = Pick<AppRegistry, 'addresses' | 'discover' | 'topics'>;

/**
 * The next range to read: all of it final, or none of it.
 *
 * @param blocks the most that may be read at once
 * @param latest number of the newest block
 * @param firstUnfinal the first block that may still be reorganised
 */
export function nextRange(from: number, blocks: number, latest: number, firstUnfinal: number): BlockRange {
  const last = from < firstUnfinal ? firstUnfinal - 1 : latest;
  return { from, to: Math.min(last, from + blocks - 1) };
}

/**
 * Reads a range of blocks: every header, and the logs of some contracts. Blocks that may change are asked for their logs
 * by hash, so that no answer is of another block than its header.
 *
 * @param latest the newest block, read before
 * @param firstUnfinal the first block that may still be reorganised
 * @throws NodeError when the node does not answer, or contradicts itself
 */
export async function readRange(
  node: ChainNode,
  contracts: Contracts,
  range: BlockRange,
  latest: BlockHeader,
  firstUnfinal: number,
): Promise<RangeRead> {
  const logs = new RangeLogs(range, contracts.topics);
  const addresses = contracts.addresses();
  if (range.to < firstUnfinal) {
    const [headers] = await Promise.all([
      node.headers(numbersOf(range)),
      addLogs(node, { range, headers: [], logs, isFinal: true }, addresses),
    ]);
    return { range, headers, logs, isFinal: true };
  }
  const isNewest = range.to === latest.number;
  const older = await node.headers(numbersOf({ from: range.from, to: isNewest ? range.to - 1 : range.to }));
  const read = { range, headers: isNewest ? [...older, latest] : older, logs, isFinal: false };
  await addLogs(node, read, addresses);
  return read;
}

/**
 * Completes what was read, when everything before it is known: adds the logs of contracts that were not known, then of
 * those that these brought, until there are no new ones; and proves that the answers fit together. Headers are a chain,
 * logs are of their headers' blocks, and none is missing that a header's bloom tells of.
 *
 * @throws InconsistentNodeError when the answers contradict each other
 */
export async function completeRange(node: ChainNode, contracts: Contracts, read: RangeRead): Promise<Batch> {
  const { range, headers, logs } = read;
  checkParents(headers);
  contracts.discover(logs.all());
  for (;;) {
    const missing = contracts.addresses().filter((address) => !logs.asked.has(address));
    if (missing.length === 0) break;
    contracts.discover(await addLogs(node, read, missing));
  }
  const byNumber = new Map(headers.map((header) => [header.number, header]));
  const [first, last] = [headers[0], headers.at(-1)];
  if (first === undefined || last === undefined) throw new Error('an empty range');
  const events = logs.inOrder();
  for (const event of events) {
    if (byNumber.get(event.blockNumber)?.hash !== event.blockHash) {
      throw new InconsistentNodeError(
        `a log of block ${event.blockNumber} is of another block than its header`,
      );
    }
  }
  await checkBlooms(node, read);
  if (!read.isFinal && (await node.header(range.to)).hash !== last.hash) {
    throw new InconsistentNodeError(`block ${range.to} changed while its range was read`);
  }
  return { from: first, to: last, events, headers: byNumber };
}

async function addLogs(
  node: ChainNode,
  { range, headers, logs, isFinal }: RangeRead,
  addresses: readonly Address[],
): Promise<ChainEvent[]> {
  const raw = isFinal
    ? await node.logs(addresses, logs.topics, range.from, range.to)
    : await node.logsOfBlocks(addresses, logs.topics, headers);
  return logs.add(addresses, raw);
}

function numbersOf({ from, to }: BlockRange): number[] {
  return Array.from({ length: to - from + 1 }, (_, i) => from + i);
}

function checkParents(headers: readonly BlockHeader[]): void {
  for (const [i, header] of headers.entries()) {
    const parent = headers[i - 1];
    if (parent !== undefined && header.parentHash !== parent.hash) {
      throw new InconsistentNodeError(`block ${header.number} is no child of block ${parent.number}`);
    }
  }
}

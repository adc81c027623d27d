import {
  EVENT_TOPICS,
  InconsistentNodeError,
  type BlockHeader,
  type ChainEvent,
  type ChainNode,
} from '#chain';
import type { Address } from '#values';
import type { AppRegistry } from './app-registry.js';
import { checkBlooms } from './check-blooms.js';
import { RangeLogs, type BlockRange } from './range-logs.js';

/** A range of blocks with everything that our contracts logged in it. */
export interface Batch {
  readonly from: BlockHeader;
  readonly to: BlockHeader;
  /** In chain order. */
  readonly events: readonly ChainEvent[];
  /** Of every block of the range, by number. */
  readonly headers: ReadonlyMap<number, BlockHeader>;
}

/** What was read of a range before its turn came: the logs of the contracts that were known then. */
export interface RangeRead {
  readonly range: BlockRange;
  readonly headers: readonly BlockHeader[];
  readonly logs: RangeLogs;
  /** Blocks of it may still be reorganised. */
  readonly isFinal: boolean;
}

/**
 * Reads a range of blocks: every header, and the logs of some contracts.
 *
 * @param latest the newest block, read before
 * @param firstUnfinal the first block that may still be reorganised
 * @throws NodeError when the node does not answer, or contradicts itself
 */
export async function readRange(
  node: ChainNode,
  addresses: readonly Address[],
  range: BlockRange,
  latest: BlockHeader,
  firstUnfinal: number,
): Promise<RangeRead> {
  const { from, to } = range;
  const isFinal = to < firstUnfinal;
  // The last header of a range that may change comes before its logs, and once more after them: see completeRange.
  const last = to === latest.number ? latest : isFinal ? null : await node.header(to);
  const numbers = Array.from({ length: to - from + (last === null ? 1 : 0) }, (_, i) => from + i);
  const logs = new RangeLogs(range);
  const [headers] = await Promise.all([node.headers(numbers), addLogs(node, logs, addresses)]);
  return { range, headers: last === null ? headers : [...headers, last], logs, isFinal };
}

/**
 * Completes what was read, when everything before it is in the registry: adds the logs of contracts that were not known,
 * then of those that these brought, until there are no new ones; and proves that the answers fit together. Headers are a
 * chain, logs are of their headers' blocks, and none is missing that a header's bloom tells of.
 *
 * @throws InconsistentNodeError when the answers contradict each other
 */
export async function completeRange(
  node: ChainNode,
  registry: AppRegistry,
  { range, headers, logs, isFinal }: RangeRead,
): Promise<Batch> {
  checkParents(headers);
  registry.discover(logs.all());
  for (;;) {
    const missing = registry.addresses().filter((address) => !logs.asked.has(address));
    if (missing.length === 0) break;
    registry.discover(await addLogs(node, logs, missing));
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
  await checkBlooms(node, headers, logs);
  if (!isFinal && (await node.header(range.to)).hash !== last.hash) {
    throw new InconsistentNodeError(`block ${range.to} changed while its range was read`);
  }
  return { from: first, to: last, events, headers: byNumber };
}

async function addLogs(
  node: ChainNode,
  logs: RangeLogs,
  addresses: readonly Address[],
): Promise<ChainEvent[]> {
  const { from, to } = logs.range;
  return logs.add(addresses, await node.logs(addresses, EVENT_TOPICS, from, to));
}

function checkParents(headers: readonly BlockHeader[]): void {
  for (const [i, header] of headers.entries()) {
    const parent = headers[i - 1];
    if (parent !== undefined && header.parentHash !== parent.hash) {
      throw new InconsistentNodeError(`block ${header.number} is no child of block ${parent.number}`);
    }
  }
}

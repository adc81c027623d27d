import type { Hex } from 'viem';
import {
  EVENT_TOPICS,
  decodeLog,
  type BlockHeader,
  type ChainEvent,
  type ChainNode,
  type RawLog,
} from '#chain';
import type { Address } from '#values';
import type { AppRegistry } from './app-registry.js';

/** A range of blocks with everything that our contracts logged in it. */
export interface Batch {
  readonly from: BlockHeader;
  readonly to: BlockHeader;
  /** In chain order. */
  readonly events: readonly ChainEvent[];
  /** Headers of the blocks with events, of the ends, and of every block that may still be reorganised. */
  readonly headers: ReadonlyMap<number, BlockHeader>;
}

/** The node's answers do not fit each other: its chain changed between them, or it is wrong. Asking again may help. */
export class InconsistentNodeError extends Error {
  override readonly name = 'InconsistentNodeError';
}

/**
 * Reads a range of blocks. Headers are read before the logs and the last one again after them: when it is the same
 * block, the logs are of the chain that the headers' parent hashes tie together.
 *
 * @param firstUnfinal from this block on every header is read
 * @throws InconsistentNodeError when the answers contradict each other
 * @throws RangeTooLargeError when the node wants a smaller range
 */
export async function fetchBatch(
  node: ChainNode,
  registry: AppRegistry,
  range: { readonly from: number; readonly to: number },
  firstUnfinal: number,
): Promise<Batch> {
  const { from, to } = range;
  const wanted = new Set([from, to]);
  for (let number = Math.max(from, firstUnfinal); number <= to; number += 1) wanted.add(number);
  const headers = await readHeaders(node, [...wanted]);
  checkParents(headers);

  const events = await readEvents(node, registry, from, to);
  const missing = [...new Set(events.map((event) => event.blockNumber))].filter(
    (number) => !headers.has(number),
  );
  for (const [number, header] of await readHeaders(node, missing)) headers.set(number, header);
  for (const event of events) {
    if (headerAt(headers, event.blockNumber).hash !== event.blockHash) {
      throw new InconsistentNodeError(
        `a log of block ${event.blockNumber} is of another block than its header`,
      );
    }
  }
  const last = headerAt(headers, to);
  if ((await node.header(to))?.hash !== last.hash) {
    throw new InconsistentNodeError(`block ${to} changed while its range was read`);
  }
  return { from: headerAt(headers, from), to: last, events, headers };
}

/** Reads the events of the contracts we know, then of those that these events brought, until there are no new ones. */
async function readEvents(
  node: ChainNode,
  registry: AppRegistry,
  from: number,
  to: number,
): Promise<ChainEvent[]> {
  const events = new Map<string, ChainEvent>();
  let addresses = registry.addresses();
  while (addresses.length > 0) {
    const fresh = decodeLogs(await node.logs(addresses, EVENT_TOPICS, from, to), addresses, from, to);
    for (const event of fresh) events.set(`${event.blockNumber}|${event.logIndex}`, event);
    addresses = registry.discover(fresh);
  }
  return [...events.values()].sort((a, b) => a.blockNumber - b.blockNumber || a.logIndex - b.logIndex);
}

function decodeLogs(
  logs: readonly RawLog[],
  addresses: readonly Address[],
  from: number,
  to: number,
): ChainEvent[] {
  const asked = new Set(addresses);
  const events: ChainEvent[] = [];
  for (const log of logs) {
    const event = decodeLog(log);
    if (event === null) continue;
    if (
      log.removed === true ||
      event.blockNumber < from ||
      event.blockNumber > to ||
      !asked.has(event.contract)
    ) {
      throw new InconsistentNodeError(
        `the node gave a log that was not asked for, of block ${event.blockNumber}`,
      );
    }
    events.push(event);
  }
  return events;
}

async function readHeaders(node: ChainNode, numbers: readonly number[]): Promise<Map<number, BlockHeader>> {
  const headers = new Map<number, BlockHeader>();
  for (const [i, header] of (await node.headers(numbers)).entries()) {
    const number = numbers[i];
    if (header === null || header.number !== number) {
      throw new InconsistentNodeError(`the node has no block ${String(number)}`);
    }
    headers.set(number, header);
  }
  return headers;
}

function checkParents(headers: ReadonlyMap<number, BlockHeader>): void {
  for (const header of headers.values()) {
    const parent: Hex | undefined = headers.get(header.number - 1)?.hash;
    if (parent !== undefined && parent !== header.parentHash) {
      throw new InconsistentNodeError(`block ${header.number} is no child of block ${header.number - 1}`);
    }
  }
}

function headerAt(headers: ReadonlyMap<number, BlockHeader>, number: number): BlockHeader {
  const header = headers.get(number);
  if (header === undefined) throw new InconsistentNodeError(`the node has no block ${number}`);
  return header;
}

import {
  EVENT_TOPICS,
  InconsistentNodeError,
  RangeTooLargeError,
  decodeLog,
  type ChainEvent,
  type ChainNode,
} from '#chain';
import type { Address } from '#values';
import { handleClaimed } from '../handlers/claimed.js';
import { handleRootSet } from '../handlers/root-set.js';
import { emptyRows, type Rows } from '../handlers/rows.js';
import type { HeadBlock } from '../store/move-head.js';

/**
 * Everything that distributors logged up to the indexed head, for programs that are added after their contracts
 * were at work.
 *
 * @returns null when the node's chain does not hold our head: a fork is to be resolved first
 * @throws InconsistentNodeError when the node's answers contradict each other
 */
export async function readDistributorHistory(
  node: ChainNode,
  distributors: readonly Address[],
  head: HeadBlock,
  range: { readonly startBlock: number; readonly maxRange: number },
): Promise<Rows | null> {
  const holdsHead = async (): Promise<boolean> =>
    (await node.latest()).number >= head.number && (await node.header(head.number)).hash === head.hash;
  if (!(await holdsHead())) return null;
  const events: ChainEvent[] = [];
  for (let from = range.startBlock; from <= head.number; from += range.maxRange) {
    const to = Math.min(head.number, from + range.maxRange - 1);
    events.push(...(await readEvents(node, distributors, from, to)));
  }
  const rows = emptyRows();
  const times = await readTimes(node, events);
  for (const event of events) {
    const time = times.get(event.blockNumber) ?? new Date(Number.NaN);
    if (event.name === 'RootSet') rows.rewardRoots.push(handleRootSet(event, time));
    if (event.name === 'Claimed') {
      const claim = handleClaimed(event, time);
      if (claim !== null) rows.rewardClaims.push(claim);
    }
  }
  // The same head before and after: the logs between are of its chain.
  return (await holdsHead()) ? rows : null;
}

async function readEvents(
  node: ChainNode,
  distributors: readonly Address[],
  from: number,
  to: number,
): Promise<ChainEvent[]> {
  try {
    const logs = await node.logs(distributors, EVENT_TOPICS, from, to);
    return logs.map(decodeLog).filter((event) => event !== null);
  } catch (error) {
    if (!(error instanceof RangeTooLargeError) || from === to) throw error;
    const middle = Math.floor((from + to) / 2);
    const first = await readEvents(node, distributors, from, middle);
    return [...first, ...(await readEvents(node, distributors, middle + 1, to))];
  }
}

async function readTimes(node: ChainNode, events: readonly ChainEvent[]): Promise<Map<number, Date>> {
  const hashes = new Map(events.map((event) => [event.blockNumber, event.blockHash]));
  const times = new Map<number, Date>();
  for (const header of await node.headers([...hashes.keys()])) {
    if (header.hash !== hashes.get(header.number))
      throw new InconsistentNodeError('a log of a distributor is of another block than its header');
    times.set(header.number, new Date(header.timestamp * 1_000));
  }
  return times;
}

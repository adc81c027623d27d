import {
  ContractReader,
  NodeRefusedError,
  readAnswer,
  readFeedSource,
  readFirstAnswerTime,
  readPhase,
  type BlockHeader,
  type ChainNode,
  type Feed,
  type FeedSource,
} from '@slipway/chain';
import type { FeedPhase } from '../registry/feed-phases.js';

/** Phases that are looked for one by one: a contract that says more is no proxy of a feed. */
const MAX_PHASES = 256;

/** Who answers for a proxy at a block; null before there is anyone. */
interface Moment {
  readonly block: number;
  readonly source: FeedSource | null;
}

/** A proxy of a feed, and the chain that it is on. */
export interface Proxy {
  readonly node: ChainNode;
  readonly feed: Feed;
  readonly factor: number;
}

/**
 * The phases of a proxy that began after a block, up to another. Each is found by asking for the state of blocks between them. Where
 * nodes do not have that any more, a phase is taken to begin with its aggregator's first answer, of which the time is kept, and what
 * the proxy answers at the last block is taken in beside.
 * @param before null: the index begins after that block
 */
export async function findPhases(
  proxy: Proxy,
  before: { readonly block: number; readonly source: FeedSource | null },
  upTo: number,
): Promise<FeedPhase[]> {
  const { feed } = proxy;
  const last = { block: upTo, source: await readFeedSource(at(proxy, upTo), feed.address) };
  if (isSame(before.source, last.source)) return [];
  let begins: Moment[];
  try {
    begins = await split(proxy, before, last);
  } catch (error) {
    if (!(error instanceof NodeRefusedError)) throw error;
    return guessPhases(proxy, before, last);
  }
  return Promise.all(begins.map((begin) => openPhase(proxy, begin)));
}

/** The phase that a proxy is in at a block with which the index begins; null: there is none, or it is not known any more. */
export async function firstPhase(proxy: Proxy, block: number): Promise<FeedPhase | null> {
  try {
    const source = await readFeedSource(at(proxy, block), proxy.feed.address);
    return source && phaseFrom(proxy, source, await proxy.node.header(block));
  } catch (error) {
    if (!(error instanceof NodeRefusedError)) throw error;
    return null;
  }
}

/** The blocks at which another answers than the block before, in a range at whose ends it is known who does. */
async function split(proxy: Proxy, low: Moment, high: Moment): Promise<Moment[]> {
  if (isSame(low.source, high.source)) return [];
  if (high.block - low.block <= 1) return [high];
  const block = Math.floor((low.block + high.block) / 2);
  const middle = { block, source: await readFeedSource(at(proxy, block), proxy.feed.address) };
  return [...(await split(proxy, low, middle)), ...(await split(proxy, middle, high))];
}

async function openPhase(proxy: Proxy, { block, source }: Moment): Promise<FeedPhase> {
  const { node, feed } = proxy;
  const header = await node.header(block);
  const none = { answer: 0n, updatedAt: header.timestamp };
  // Nobody answers from here on, as at the begin of a proxy whose aggregator is yet to come.
  if (source === null)
    return { ...phaseFrom(proxy, { aggregator: feed.address, phase: null }, header), opening: none };
  const opening = (await readAnswer(at(proxy, block), feed.address)) ?? none;
  return { ...phaseFrom(proxy, source, header), opening };
}

/** The last block's answer is known: from there on the price is no guess. */
async function guessPhases(proxy: Proxy, before: Moment, last: Moment): Promise<FeedPhase[]> {
  const { node } = proxy;
  const phases = new Map<number, FeedPhase>();
  let low = before.block + 1;
  for (const source of await sourcesBetween(proxy, before.source, last)) {
    const since = await readFirstAnswerTime(at(proxy, last.block), source.aggregator);
    const header = since === null ? await node.header(low) : await firstSince(node, since, low, last.block);
    low = header.number;
    phases.set(low, phaseFrom(proxy, source, header));
  }
  phases.set(last.block, await openPhase(proxy, last));
  return [...phases.values()];
}

/** All phases after one, up to another. Proxies without phases tell of the last one alone. */
async function sourcesBetween(
  proxy: Proxy,
  before: FeedSource | null,
  { block, source }: Moment,
): Promise<FeedSource[]> {
  if (source === null) return [];
  if (source.phase === null) return [source];
  const first = Math.max((before?.phase ?? 0) + 1, source.phase - MAX_PHASES);
  const phases = Array.from({ length: Math.max(0, source.phase - first) }, (_, i) => first + i);
  const aggregators = await Promise.all(
    phases.map((phase) => readPhase(at(proxy, block), proxy.feed.address, phase)),
  );
  const earlier = aggregators.flatMap((aggregator, i) => {
    const phase = phases[i];
    return aggregator === null || phase === undefined ? [] : [{ aggregator, phase }];
  });
  return [...earlier, source];
}

/** The first block of a range with a time or a later one; the last block where none has. */
async function firstSince(node: ChainNode, time: number, from: number, to: number): Promise<BlockHeader> {
  let [low, high] = [from, to];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if ((await node.header(middle)).timestamp >= time) high = middle;
    else low = middle + 1;
  }
  return node.header(low);
}

function at({ node }: Proxy, block: number): ContractReader {
  return new ContractReader(node, block);
}

function phaseFrom(
  { feed, factor }: Proxy,
  source: FeedSource,
  { number: fromBlock, hash: blockHash, timestamp: time }: BlockHeader,
): FeedPhase {
  const { address, decimals } = feed;
  return { ...source, factor, feed: address, decimals, fromBlock, blockHash, time, opening: null };
}

function isSame(a: FeedSource | null, b: FeedSource | null): boolean {
  return a?.aggregator === b?.aggregator && a?.phase === b?.phase;
}

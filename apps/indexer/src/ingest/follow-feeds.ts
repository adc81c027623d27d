import {
  ContractReader,
  NodeRefusedError,
  readAnswer,
  readFeedSource,
  type BlockHeader,
  type ChainNode,
  type Feed,
} from '@slipway/chain';
import type { Deployment } from '@slipway/protocols';
import { productOf } from '../fold/feed-prices.js';
import type { IndexState } from '../fold/fold-batch.js';
import { inTransaction, type Writer } from '../postgres/transaction.js';
import { FeedPhases, type FeedPhase } from '../registry/feed-phases.js';
import type { IndexerOptions } from '../registry/indexer-options.js';
import { addFeedPhases, forgetFeedPhases, servedUpTo } from '../tables/feed-phases.js';
import { findPhases, firstPhase, type Proxy } from './find-phases.js';

/** Phases that the tables do not have. */
interface Found {
  readonly phases: readonly FeedPhase[];
  /** From which block on they stand in the place of those that are known; null: those stay. */
  readonly since: number | null;
}

const NOTHING: Found = { phases: [], since: null };

/**
 * Notices when another contract answers for a feed. A proxy logs nothing of it: who answers is asked at each new head, and when it is
 * another one, at the blocks since the head before. Another feed in the settings holds from the next block on.
 */
export class FeedFollower {
  private readonly proxies: readonly Proxy[];
  private readonly names: string;
  /** Up to which block all phases are known; null before the first look. */
  private knownUpTo: number | null = null;
  /** An index of USD where settings have no feed, or the other way round: it stays as it is until it is built anew. */
  private isResting = false;

  constructor(
    private readonly writer: Writer,
    private readonly node: ChainNode,
    private readonly deployment: Deployment,
    private readonly options: IndexerOptions,
    private readonly orderRebuild: () => Promise<void> | undefined,
  ) {
    const { feeds, priceFeeds } = deployment;
    this.proxies = feeds.flatMap((feed, factor) => (feed.isProxy ? [{ node, feed, factor }] : []));
    this.names = priceFeeds.join();
  }

  /** What the tables do not have yet, up to the chain's newest block. */
  async look({ registry, head }: IndexState, { number: latest }: BlockHeader): Promise<Found> {
    const { feeds } = registry;
    if (this.isResting || (this.proxies.length === 0 && feeds.feeds.join() === this.names)) return NOTHING;
    this.knownUpTo ??= Math.max(head?.number ?? -1, await servedUpTo(this.writer.session));
    if (feeds.all.length === 0) return { phases: await this.history(latest), since: null };
    const from = Math.max(this.knownUpTo, this.options.startBlock - 1);
    if (latest <= from) return NOTHING;
    if (feeds.feeds.join() !== this.names) return this.replace(feeds, from + 1);
    const found = await Promise.all(
      this.proxies.map((proxy) => {
        const known = feeds.last(proxy.factor);
        const source = known === undefined || known.aggregator === known.feed ? null : known;
        return findPhases(proxy, { block: from, source }, latest);
      }),
    );
    return { phases: found.flat(), since: null };
  }

  /** Of an index that knows of no feed yet. */
  private async history(latest: number): Promise<FeedPhase[]> {
    const { startBlock } = this.options;
    const ofProxies = await Promise.all(
      this.proxies.map(async (proxy) => {
        const first = await firstPhase(proxy, startBlock);
        const before = { block: first === null ? startBlock - 1 : startBlock, source: first };
        const next = await findPhases(proxy, before, latest);
        return first === null ? next : [first, ...next];
      }),
    );
    const { feeds } = this.deployment;
    const plain = FeedPhases.of(feeds).all.filter(({ factor }) => feeds[factor]?.isProxy === false);
    return [...plain, ...ofProxies.flat()];
  }

  private async replace(known: FeedPhases, block: number): Promise<Found> {
    const { number: fromBlock, hash: blockHash, timestamp: time } = await this.node.header(block);
    const at = { fromBlock, blockHash, time };
    const { feeds } = this.deployment;
    const opened = await Promise.all(feeds.map((feed, factor) => this.open(feed, factor, at)));
    return { phases: known.replacedBy(opened, at), since: block };
  }

  private async open(
    feed: Feed,
    factor: number,
    at: Pick<FeedPhase, 'fromBlock' | 'blockHash' | 'time'>,
  ): Promise<FeedPhase> {
    const reader = new ContractReader(this.node, at.fromBlock);
    const { address, decimals, isProxy } = feed;
    const itself = { aggregator: address, phase: null };
    const phase = { ...at, factor, feed: address, decimals };
    try {
      const source = (isProxy ? await readFeedSource(reader, address) : null) ?? itself;
      return { ...phase, ...source, opening: await readAnswer(reader, address) };
    } catch (error) {
      if (!(error instanceof NodeRefusedError)) throw error;
      const source = isProxy ? await readFeedSource(await ContractReader.open(this.node), address) : null;
      return { ...phase, ...(source ?? itself), opening: null };
    }
  }

  /** @param isResting whether settings and index differ in having a feed at all */
  async rest(isResting: boolean): Promise<void> {
    this.isResting = isResting;
    if (isResting) await this.orderRebuild();
  }

  /**
   * Takes in what was found up to the chain's newest block, and forgets what left the chain.
   * @param headers of the range that is read
   * @returns whether the index is to go on from other phases
   */
  async settle(
    found: Found,
    state: IndexState,
    latest: BlockHeader,
    headers: readonly BlockHeader[],
  ): Promise<boolean> {
    const isOther = await this.note(found, latest);
    // Blocks were indexed without it.
    if (isOther && state.head !== null && state.registry.feeds.all.length === 0) await this.orderRebuild();
    return isOther || this.forgetReplaced(state, headers);
  }

  private async note({ phases, since }: Found, { number: latest }: BlockHeader): Promise<boolean> {
    const { session } = this.writer;
    if (phases.length > 0)
      await inTransaction(this.writer, async () => {
        if (since !== null) await forgetFeedPhases(session, since - 1);
        await addFeedPhases(session, phases);
      });
    this.knownUpTo = since ?? Math.max(this.knownUpTo ?? -1, latest);
    return phases.length > 0;
  }

  private async forgetReplaced({ registry }: IndexState, headers: readonly BlockHeader[]): Promise<boolean> {
    const [first, last] = [headers[0], headers.at(-1)];
    if (first === undefined || last === undefined) return false;
    const hashes = new Map(headers.map(({ number, hash }) => [number, hash]));
    const replaced = registry.feeds
      .within(first.number, last.number)
      .find(
        ({ fromBlock, blockHash }) =>
          (hashes.get(fromBlock) ?? blockHash) !== blockHash && blockHash !== '0x',
      );
    if (replaced === undefined) return false;
    await inTransaction(this.writer, () => forgetFeedPhases(this.writer.session, replaced.fromBlock - 1));
    this.knownUpTo = first.number - 1;
    return true;
  }

  /** What the feeds answer at the head's block where the index has another price, or none, in a line; null when both agree. */
  async findGap({ oraclePrice, head }: IndexState): Promise<string | null> {
    const { feeds } = this.deployment;
    if (this.isResting)
      return feeds.length === 0
        ? 'price_feed_changed: PRICE_FEED_ADDRESS names none, and the index has one: it has to be built anew'
        : 'price_feed_changed: PRICE_FEED_ADDRESS names one, and the index has none: it has to be built anew';
    if (feeds.length === 0 || head === null) return null;
    const reader = new ContractReader(this.node, head.number);
    const read = await Promise.all(feeds.map(({ address }) => readAnswer(reader, address)));
    const answers = read.map((one, i) => one && { ...one, decimals: feeds[i]?.decimals ?? 0 });
    const known = oraclePrice ?? 0n;
    const price = productOf(answers);
    // What a call failed at, or another block of that number, says nothing.
    if (read.includes(null) || (price <= 0n && known <= 0n) || price === known) return null;
    if ((await this.node.header(head.number)).hash !== head.hash) return null;
    const said = feeds.map(({ address }, i) => `${address} answers ${String(read[i]?.answer)}`);
    const found = `${said.join(', ')} at block ${head.number}, and the index has`;
    return known > 0n ? `price_differs: ${found} the price ${known}` : `price_missing: ${found} no price`;
  }

  /** The chain has other blocks after one. */
  forgetAfter(block: number): void {
    this.knownUpTo = block;
  }
}

import { Injectable } from '@nestjs/common';
import type { Address, AsOf, AsOfBlock } from '@slipway/domain';
import { MarketActivityService } from '../apps/market-activity.service.js';
import { CandlesService } from '../market/candles.service.js';
import { MarketService } from '../market/market.service.js';
import type { CandlesTopic, StateTopic, Topic } from './types/topics.js';
import { StreamRepository } from './stream.repository.js';

/** Candles that are read at once, and in all, for one frame's sake. */
const CANDLES_AT_ONCE = 1_000;
const MOST_CANDLES = 10_000;

/** Reads of candles that are made at the same time. */
const READS_AT_ONCE = 4;

/** Events of a snapshot. */
const SNAPSHOT_EVENTS = 20;

/** Tokens that are priced at once. */
const PRICES_AT_ONCE = 100;

/** Makes the bodies of frames: the shapes that the same reads have over HTTP. */
@Injectable()
export class StreamBodies {
  constructor(
    private readonly activity: MarketActivityService,
    private readonly candles: CandlesService,
    private readonly market: MarketService,
    private readonly repository: StreamRepository,
  ) {}

  /**
   * What listeners of topics are told of candles and prices: bodies by topic, none of hidden apps.
   *
   * @param since from when on candles changed
   * @param seq numbers what they are of
   * @param state the index revision that they are of at least
   */
  async readStates(
    topics: readonly StateTopic[],
    since: number,
    seq: number,
    state: number,
  ): Promise<{ candles: Map<string, string[]>; prices: Map<string, string | null> }> {
    const listed = await this.repository.findListed([...new Set(topics.map(({ token }) => token))], state);
    const candles = new Map<string, string[]>();
    const ofCandles = topics.filter((topic): topic is CandlesTopic => topic.kind === 'candles');
    for (let i = 0; i < ofCandles.length; i += READS_AT_ONCE)
      await Promise.all(
        ofCandles.slice(i, i + READS_AT_ONCE).map(async (topic) => {
          const isListed = listed.has(topic.token);
          candles.set(topic.name, isListed ? await this.readCandles(topic, since, seq, state) : []);
        }),
      );
    const ofPrices = topics.filter(({ kind }) => kind === 'price');
    const read = await this.readPrices(
      ofPrices.map(({ token }) => token).filter((token) => listed.has(token)),
      state,
    );
    const prices = new Map(ofPrices.map(({ name, token }) => [name, read.get(token) ?? null]));
    return { candles, prices };
  }

  /**
   * An app's candles from the one that holds a time on, as frames' bodies.
   *
   * @param revision numbers what they are of
   * @param state the index revision that they are of at least
   */
  async readCandles(
    { token, interval }: CandlesTopic,
    from: number,
    revision: number,
    state: number,
  ): Promise<string[]> {
    const bodies: string[] = [];
    for (let at = from; bodies.length < MOST_CANDLES;) {
      const query = {
        interval,
        currency: 'usd',
        fill: true,
        limit: CANDLES_AT_ONCE,
        from: new Date(at),
      } as const;
      const { asOf, body } = await this.readOf(state, () => this.candles.list(token, query));
      for (const candle of body.candles) {
        const { ...fields } = candle;
        const row = { tokenAddress: token, interval, revision, ...fields, ...blockOf(asOf) };
        bodies.push(JSON.stringify({ ...row, finality: 'pending' }));
      }
      const last = body.candles.at(-1);
      if (last === undefined || body.candles.length < CANDLES_AT_ONCE) break;
      at = new Date(last.openTime).getTime();
    }
    return bodies;
  }

  /** Prices of tokens, as frames' bodies. @param state the index revision that they are of at least */
  async readPrices(tokens: readonly Address[], state: number): Promise<Map<Address, string>> {
    const bodies = new Map<Address, string>();
    for (let i = 0; i < tokens.length; i += PRICES_AT_ONCE) {
      const page = tokens.slice(i, i + PRICES_AT_ONCE);
      const { asOf, body } = await this.readOf(state, () => this.market.listPrices(page));
      for (const { ...price } of body.prices)
        bodies.set(price.tokenAddress, JSON.stringify({ ...price, ...blockOf(asOf), finality: 'pending' }));
    }
    return bodies;
  }

  /**
   * What a listener of a topic begins with; of the head its own follower knows.
   *
   * @param final the last final block, for those that hear no others
   * @param state the index revision that it is of at least
   */
  async readSnapshot(topic: Topic, final: number | null, revision: number, state: number): Promise<object> {
    if (topic.kind === 'candles') {
      const { token, interval } = topic;
      const query = { interval, currency: 'usd', fill: true, limit: 2 } as const;
      const { asOf, body } = await this.readOf(state, () => this.candles.list(token, query));
      const candles = body.candles.map(({ ...fields }) => ({ revision, ...fields }));
      const { ...series } = body;
      return { topic: topic.name, ...blockOf(asOf), ...series, candles };
    }
    if (topic.kind === 'price') {
      const { asOf, body } = await this.readOf(state, () => this.market.listPrices([topic.token]));
      return { topic: topic.name, ...blockOf(asOf), price: body.prices[0] };
    }
    const type = topic.kind === 'apps' ? (['launch', 'graduation'] as const) : (['buy', 'sell'] as const);
    const token = topic.kind === 'app-trades' ? { token: topic.token } : {};
    const query = { type: [...type], limit: SNAPSHOT_EVENTS, ...token };
    const { asOf, body } = await this.readOf(state, () => this.activity.list(query));
    const activity = body.activity.filter(({ blockNumber }) => final === null || blockNumber <= final);
    return { topic: topic.name, ...blockOf(asOf), activity };
  }

  /** A state of the index at least: what a standby says that is behind it is not told, and the primary is asked. */
  private async readOf<T>(state: number, read: () => Promise<AsOf<T>>): Promise<AsOf<T>> {
    const found = await read();
    return Number(found.asOf.indexRevision) >= state ? found : this.repository.atPrimary(read);
  }
}

/** A version names its block by the hash. */
function blockOf({ block, version }: AsOfBlock): { block: number; blockHash: string } {
  return { block: Number(block), blockHash: `0x${version.slice(0, 64)}` };
}

import { Injectable } from '@nestjs/common';
import type { Address, AsOf, AsOfBlock } from '@slipway/domain';
import type { MarketActivityQueryDto } from '../../modules/apps/market-activity/market-activity.dto.js';
import { MarketActivityService } from '../../modules/apps/market-activity/market-activity.service.js';
import { CandlesService } from '../../modules/market/candles/candles.service.js';
import type { CandleDto, CandleInterval } from '../../modules/market/candles/candles.dto.js';
import { PricesService } from '../../modules/market/prices/prices.service.js';
import type { CandlesTopic, Topic } from './topics.js';
import { StreamRepository } from './stream.repository.js';

/** Candles that are read at once, and in all, for one frame's sake. */
const CANDLES_AT_ONCE = 1_000;
const MOST_CANDLES = 10_000;

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
    private readonly market: PricesService,
    private readonly repository: StreamRepository,
  ) {}

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
      const query = candlesFrom(interval, at);
      const { asOf, body } = await this.readOf(state, () => this.candles.list(token, query));
      bodies.push(...body.candles.map((candle) => candleBody(candle, { token, interval }, revision, asOf)));
      const last = body.candles.at(-1);
      if (last === undefined || body.candles.length < CANDLES_AT_ONCE) break;
      at = new Date(last.openTime).getTime();
    }
    return bodies;
  }

  /** The same of topics of one interval, by topic. */
  async readCandlesOfMany(
    topics: readonly CandlesTopic[],
    from: number,
    revision: number,
    state: number,
  ): Promise<[topic: string, bodies: string[]][]> {
    const [first] = topics;
    if (first === undefined) return [];
    const query = candlesFrom(first.interval, from);
    const tokens = topics.map(({ token }) => token);
    const { asOf, body } = await this.readOf(state, () => this.candles.listOfMany(tokens, query));
    return Promise.all(
      topics.map(async (topic): Promise<[string, string[]]> => {
        const page = body.get(topic.token) ?? [];
        const isCut = page.length >= CANDLES_AT_ONCE;
        return [
          topic.name,
          isCut
            ? await this.readCandles(topic, from, revision, state)
            : page.map((candle) => candleBody(candle, topic, revision, asOf)),
        ];
      }),
    );
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
   * What a subscriber of a topic begins with; of the head its own follower knows.
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
    const query = { ...activityQuery(topic), limit: SNAPSHOT_EVENTS };
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

/** What `GET /activity` is asked for a topic's events. */
function activityQuery(topic: Topic): Pick<MarketActivityQueryDto, 'type' | 'token' | 'wallet'> {
  if (topic.kind === 'wallet') return { wallet: topic.wallet };
  if (topic.kind === 'apps') return { type: ['launch', 'graduation'] };
  return { type: ['buy', 'sell'], ...(topic.kind === 'app-trades' && { token: topic.token }) };
}

const candlesFrom = (interval: CandleInterval, at: number) =>
  ({ interval, currency: 'usd', fill: true, limit: CANDLES_AT_ONCE, from: new Date(at) }) as const;

function candleBody(
  { ...fields }: CandleDto,
  { token, interval }: Pick<CandlesTopic, 'token' | 'interval'>,
  revision: number,
  asOf: AsOfBlock,
): string {
  const row = { tokenAddress: token, interval, revision, ...fields, ...blockOf(asOf) };
  return JSON.stringify({ ...row, finality: 'pending' });
}

function blockOf({ block, hash }: AsOfBlock): { block: number; blockHash: string } {
  return { block: Number(block), blockHash: `0x${hash}` };
}

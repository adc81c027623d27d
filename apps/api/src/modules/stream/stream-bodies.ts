import { Injectable } from '@nestjs/common';
import type { Address, AsOfBlock } from '@slipway/domain';
import { MarketActivityService, toMarketActivity } from '../apps/market-activity.service.js';
import { CandlesService } from '../market/candles.service.js';
import { MarketService } from '../market/market.service.js';
import type { CandlesTopic, Topic } from './topics.js';
import type { StreamEntry } from './recent-entries.js';
import type { HeadBody, OutboxRow, RetractBody } from './stream.types.js';

/** Candles that are read at once, and in all, for one frame's sake. */
const CANDLES_AT_ONCE = 1_000;
const MOST_CANDLES = 10_000;

/** Events of a snapshot. */
const SNAPSHOT_EVENTS = 20;

/** Tokens that are priced at once. */
const PRICES_AT_ONCE = 100;

type ActivityRow = Parameters<typeof toMarketActivity>[0];

/** Makes the bodies of frames: the shapes that the same reads have over HTTP. */
@Injectable()
export class StreamBodies {
  constructor(
    private readonly activity: MarketActivityService,
    private readonly candles: CandlesService,
    private readonly market: MarketService,
  ) {}

  /** An app's candles from the one that holds a time on, as frames' bodies. @param revision numbers what they are of */
  async readCandles({ token, interval }: CandlesTopic, from: number, revision: number): Promise<string[]> {
    const bodies: string[] = [];
    for (let at = from; bodies.length < MOST_CANDLES;) {
      const { asOf, body } = await this.candles.list(token, {
        ...{ interval, currency: 'usd', fill: true, limit: CANDLES_AT_ONCE },
        from: new Date(at),
      });
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

  /** Prices of tokens, as frames' bodies. */
  async readPrices(tokens: readonly Address[]): Promise<Map<Address, string>> {
    const bodies = new Map<Address, string>();
    for (let i = 0; i < tokens.length; i += PRICES_AT_ONCE) {
      const { asOf, body } = await this.market.listPrices(tokens.slice(i, i + PRICES_AT_ONCE));
      for (const { ...price } of body.prices)
        bodies.set(price.tokenAddress, JSON.stringify({ ...price, ...blockOf(asOf), finality: 'pending' }));
    }
    return bodies;
  }

  /** What a listener of a topic begins with; of the head its own follower knows. @param final the last final block, for those that hear no others */
  async readSnapshot(topic: Topic, final: number | null, revision: number): Promise<object> {
    if (topic.kind === 'candles') {
      const { token, interval } = topic;
      const query = { interval, currency: 'usd', fill: true, limit: 2 } as const;
      const { asOf, body } = await this.candles.list(token, query);
      const candles = body.candles.map(({ ...fields }) => ({ revision, ...fields }));
      const { ...series } = body;
      return { topic: topic.name, ...blockOf(asOf), ...series, candles };
    }
    if (topic.kind === 'price') {
      const { asOf, body } = await this.market.listPrices([topic.token]);
      return { topic: topic.name, ...blockOf(asOf), price: body.prices[0] };
    }
    const type = topic.kind === 'apps' ? (['launch', 'graduation'] as const) : (['buy', 'sell'] as const);
    const token = topic.kind === 'app-trades' ? { token: topic.token } : {};
    const { asOf, body } = await this.activity.list({ type: [...type], limit: SNAPSHOT_EVENTS, ...token });
    const activity = body.activity.filter(({ blockNumber }) => final === null || blockNumber <= final);
    return { topic: topic.name, ...blockOf(asOf), activity };
  }
}

/** A version names its block by the hash. */
function blockOf({ block, version }: AsOfBlock): { block: number; blockHash: string } {
  return { block: Number(block), blockHash: `0x${version.slice(0, 64)}` };
}

/** An entry of the outbox as listeners are told of it. */
export function toEntry({ seq, block, kind, body, isHidden }: OutboxRow): StreamEntry {
  const common = { seq, block, at: Date.now(), token: null, retract: null, json: '', isUndone: false };
  if (kind === 'retract') {
    const retract = body as RetractBody;
    const validTime = new Date(retract.validTime).getTime();
    return { ...common, event: kind, retract, time: validTime, since: validTime };
  }
  if (kind === 'head') {
    const { hash, time } = body as HeadBody;
    const json = JSON.stringify({ block, blockHash: hash, timestamp: new Date(time).toISOString() });
    const at = new Date(time).getTime();
    return { ...common, event: kind, json, time: at, since: at };
  }
  const row = body as ActivityRow;
  const time = new Date(row.timestamp).getTime();
  if (isHidden) return { ...common, event: 'skipped', time, since: time };
  const { ...item } = toMarketActivity(row);
  const json = JSON.stringify({ ...item, block, blockHash: `0x${row.blockHash ?? ''}` });
  return { ...common, event: kind, token: item.tokenAddress, json, time, since: time };
}

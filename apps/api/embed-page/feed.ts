import type { AppDetail, MarketActivity } from '@slipway/sdk';
import type { DrawnCandle } from '@slipway/sdk/chart';
import type { StreamPrice } from '@slipway/sdk/stream';
import type { EmbedData } from './embed-data.js';

export type App = Pick<
  AppDetail,
  'name' | 'symbol' | 'priceUsd' | 'priceInPlatform' | 'priceChange24h' | 'totalSupply' | 'hidden'
>;
export type Candle = DrawnCandle;
/** A price as the stream has it. */
export type Price = Pick<StreamPrice, 'priceUsd' | 'change24h'>;
export type Trade = Pick<
  MarketActivity,
  'type' | 'timestamp' | 'txHash' | 'logIndex' | 'valueUsd' | 'priceUsd'
>;

/** An error of the interface, or of the way to it. */
export class FeedError extends Error {
  constructor(
    readonly code: string,
    message: string,
  ) {
    super(message);
  }
}

const MOST_CANDLES = 300;
const MOST_TRADES = 10;

/** Reads of the interface for one chart. */
export class Feed {
  constructor(private readonly data: EmbedData) {}

  async readApp(): Promise<App> {
    const app = await this.get<App>(`/apps/${this.data.token}`);
    if (app.hidden) throw new FeedError('not_found', 'No app that is shown has this token.');
    return app;
  }

  async readCandles(limit = MOST_CANDLES): Promise<readonly Candle[]> {
    const path = `/candles/${this.data.token}?interval=${this.data.resolution}&limit=${limit}`;
    return (await this.get<{ candles: Candle[] }>(path)).candles;
  }

  async readTrades(): Promise<readonly Trade[]> {
    const path = `/activity?token=${this.data.token}&type=buy,sell&limit=${MOST_TRADES}`;
    return (await this.get<{ activity: Trade[] }>(path)).activity;
  }

  /** Opens the stream of what this chart shows. */
  listen(): EventSource {
    const { api, token, resolution, areSwapsShown } = this.data;
    const topics = [`candles:${token}:${resolution}`, `prices:${token}`];
    if (areSwapsShown) topics.push(`trades:${token}`);
    return new EventSource(`${api}/stream?topics=${topics.join(',')}`);
  }

  private async get<T>(path: string): Promise<T> {
    const response = await fetch(this.data.api + path, { referrerPolicy: 'no-referrer' }).catch(() => {
      throw new FeedError('unreachable', 'The market cannot be reached.');
    });
    const body = (await response.json().catch(() => null)) as {
      readonly error?: { readonly code: string; readonly message: string };
    } | null;
    if (response.ok && body !== null) return body as T;
    const { code = 'unreachable', message = 'The market cannot be reached.' } = body?.error ?? {};
    throw new FeedError(code, message);
  }
}

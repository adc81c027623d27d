import type { EmbedData } from './embed-data.js';

export interface App {
  readonly name: string;
  readonly symbol: string;
  readonly priceUsd: number | null;
  readonly priceChange24h: number | null;
  readonly totalSupply: string;
  readonly hidden: boolean;
}

export interface Candle {
  readonly openTime: string;
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
  readonly volumeUsd: number | null;
}

/** A price as the stream has it. */
export interface Price {
  readonly priceUsd: number | null;
  readonly change24h: number | null;
}

export interface Trade {
  readonly type: string;
  readonly timestamp: string;
  readonly txHash: string;
  readonly logIndex: number;
  readonly valueUsd: number | null;
  readonly priceUsd: number | null;
}

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

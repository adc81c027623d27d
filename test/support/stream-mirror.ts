import { StreamClient, type Frame } from './stream-client.js';

type Item = Record<string, unknown> & {
  readonly txHash: string;
  readonly logIndex: number;
  readonly blockNumber: number;
};
type Candle = Record<string, unknown> & { readonly openTime: string; readonly revision?: number };

/** Candles that a mirror keeps. */
export interface Series {
  readonly token: string;
  readonly interval: string;
}

type Price = Record<string, unknown> & { readonly tokenAddress: string };

/** What the mirror is compared with, and begins with: true at a block or later. */
export interface Reads {
  readonly trades: (block: number) => Promise<Item[]>;
  /** Launches and graduations. */
  readonly apps: (block: number) => Promise<Item[]>;
  readonly candles: (series: Series, block: number) => Promise<Candle[]>;
  readonly prices: (tokens: readonly string[], block: number) => Promise<Price[]>;
}

/** The snapshot of the head. */
interface Beginning {
  readonly finalBlock: number;
  readonly head: { readonly block: number } | null;
}

const keyOf = ({ txHash, logIndex }: Pick<Item, 'txHash' | 'logIndex'>): string => `${txHash}:${logIndex}`;
const nameOf = ({ token, interval }: Series): string => `candles:${token}:${interval}`;

/** Whether the other side closed the connection before it responded; one that refuses connections is another matter. */
function isCutOff(error: unknown): boolean {
  const { cause } = error as { readonly cause?: { readonly code?: unknown } };
  return cause?.code === 'UND_ERR_SOCKET' || cause?.code === 'ECONNRESET';
}

function describe(data: Frame['data']): string {
  const names = ['topic', 'block', 'blockHash', 'fromBlock', 'toBlock', 'validTime', 'openTime', 'reason'];
  return names.flatMap((name) => (name in data ? [`${name} ${String(data[name])}`] : [])).join(', ');
}

/** A listener that keeps the trades, launches and graduations of all apps, candles, and prices, as docs/build/stream.md says. */
export class StreamMirror {
  readonly trades = new Map<string, Item>();
  readonly apps = new Map<string, Item>();
  readonly prices = new Map<string, Price>();
  /** By topic, and by the time at which they open. */
  readonly candles: ReadonlyMap<string, Map<string, Candle>>;
  readonly events: string[] = [];
  /** What it was told and did, a line each: shown when a trial fails. */
  readonly journal: string[] = [];
  /** Since when it has each series: the reads have no more of it. */
  readonly since = new Map<string, string>();
  readonly frames: Frame[] = [];
  /** The newest block that it was told of. */
  block = -1;
  finalBlock = -1;
  /** Those of its candles: it has their prices as well. */
  readonly tokens: readonly string[];
  private client: StreamClient | null = null;
  private taken = 0;
  private lastId: string | null = null;

  constructor(
    private readonly finality: 'latest' | 'final',
    readonly series: readonly Series[],
    private readonly reads: Reads,
  ) {
    this.tokens = [...new Set(series.map(({ token }) => token))];
    this.candles = new Map(series.map((one) => [nameOf(one), new Map()]));
  }

  /**
   * Listens, from where it was cut off; not while there is no stream, which a 503 says. A server may close an idle connection just
   * when `fetch` takes it for a request: like an `EventSource`, the mirror comes again later.
   */
  async connect(origin: string): Promise<void> {
    const prices = this.tokens.map((token) => `prices:${token}`);
    const topics = ['head', 'trades', 'apps', ...this.series.map(nameOf), ...prices];
    const url = `${origin}/v1/stream?topics=${topics.join()}&finality=${this.finality}`;
    try {
      this.client = await StreamClient.open(url, this.lastId);
      this.taken = 0;
      this.journal.push(`listens at ${origin} after ${this.lastId ?? 'nothing'}`);
    } catch (error) {
      if (!String(error).startsWith('Error: 503') && !isCutOff(error)) throw error;
      this.journal.push(`no stream at ${origin}: ${String(error)}`);
    }
  }

  /** Is cut off, whatever is on its way. */
  cut(): void {
    this.client?.cut();
    this.client = null;
  }

  get isListening(): boolean {
    return this.client !== null && !this.client.isEnded;
  }

  /** Applies the frames that have come, at most so many. */
  async apply(most = Infinity): Promise<void> {
    for (let i = 0; i < most; i += 1) {
      const frame = this.client?.frames[this.taken];
      if (frame === undefined) return;
      this.taken += 1;
      await this.take(frame);
    }
  }

  private async take({ id, event, data }: Frame): Promise<void> {
    this.events.push(event);
    this.frames.push({ id, event, data });
    this.lastId = id ?? this.lastId;
    this.journal.push(`${id ?? ''} ${event} ${describe(data)}`);
    if (event === 'snapshot' && data['topic'] === 'head') await this.begin(data as unknown as Beginning);
    if (event === 'head') this.block = data['block'] as number;
    if (event === 'finalized') this.finalBlock = data['block'] as number;
    if (event === 'trade') this.trades.set(keyOf(data as Item), data as Item);
    if (event === 'launch' || event === 'graduation') this.apps.set(keyOf(data as Item), data as Item);
    if (event === 'price') this.prices.set(data['tokenAddress'] as string, data as Price);
    if (event === 'candle') this.keep(data as Candle & Frame['data']);
    if (event === 'retract') this.retract(data);
  }

  /** Begins anew with what the reads have. */
  private async begin({ finalBlock, head }: Beginning): Promise<void> {
    // A cached response may be of the block before.
    const block = head?.block ?? finalBlock;
    this.finalBlock = finalBlock;
    this.block = block;
    for (const kind of ['trades', 'apps'] as const) {
      this[kind].clear();
      for (const item of await this.reads[kind](block))
        if (this.finality === 'latest' || item.blockNumber <= finalBlock) this[kind].set(keyOf(item), item);
    }
    for (const price of await this.reads.prices(this.tokens, block))
      this.prices.set(price.tokenAddress, price);
    for (const series of this.series) {
      const candles = await this.reads.candles(series, block);
      const kept = this.candles.get(nameOf(series));
      kept?.clear();
      this.since.set(nameOf(series), candles[0]?.openTime ?? '');
      for (const candle of candles) kept?.set(candle.openTime, candle);
    }
  }

  private keep(candle: Candle): void {
    const series = { token: candle['tokenAddress'] as string, interval: candle['interval'] as string };
    const kept = this.candles.get(nameOf(series));
    const known = kept?.get(candle.openTime);
    if ((known?.revision ?? -1) <= (candle.revision ?? 0)) kept?.set(candle.openTime, candle);
  }

  private retract(data: Frame['data']): void {
    this.block = (data['fromBlock'] as number) - 1;
    for (const kind of ['trades', 'apps'] as const)
      for (const item of data[kind] as Item[]) this[kind].delete(keyOf(item));
    for (const kept of this.candles.values())
      for (const openTime of kept.keys()) if (openTime > (data['validTime'] as string)) kept.delete(openTime);
    for (const candle of data['candles'] as Candle[]) this.keep(candle);
  }
}

import { StreamClient, type Frame } from './stream-client.js';

type Item = Record<string, unknown> & {
  readonly txHash: string;
  readonly logIndex: number;
  readonly blockNumber: number;
};
type Candle = Record<string, unknown> & { readonly openTime: string; readonly revision?: number };

/** What the mirror is compared with, and begins with. */
export interface Reads {
  /** True at a block or later. */
  readonly trades: (block: number) => Promise<Item[]>;
  readonly candles: (block: number) => Promise<Candle[]>;
}

/** The snapshot of the head. */
interface Beginning {
  readonly finalBlock: number;
  readonly head: { readonly block: number } | null;
}

const keyOf = ({ txHash, logIndex }: Pick<Item, 'txHash' | 'logIndex'>): string => `${txHash}:${logIndex}`;

/** A listener that keeps the trades of all apps, and the candles of one, as docs/build/stream.md says. */
export class StreamMirror {
  readonly trades = new Map<string, Item>();
  readonly candles = new Map<string, Candle>();
  readonly events: string[] = [];
  readonly frames: Frame[] = [];
  /** The newest block that it was told of. */
  block = -1;
  finalBlock = -1;
  private client: StreamClient | null = null;
  private taken = 0;
  private lastId: string | null = null;

  constructor(
    private readonly query: string,
    private readonly reads: Reads,
  ) {}

  /** Listens, from where it was cut off. */
  async connect(origin: string): Promise<void> {
    this.client = await StreamClient.open(`${origin}/v1/stream?${this.query}`, this.lastId);
    this.taken = 0;
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
    if (event === 'snapshot' && data['topic'] === 'head') await this.begin(data as unknown as Beginning);
    if (event === 'head') this.block = data['block'] as number;
    if (event === 'finalized') this.finalBlock = data['block'] as number;
    if (event === 'trade') this.trades.set(keyOf(data as Item), data as Item);
    if (event === 'candle') this.keep(data as Candle);
    if (event === 'retract') this.retract(data);
  }

  /** Begins anew with what the reads have. */
  private async begin({ finalBlock, head }: Beginning): Promise<void> {
    // A cached response may be of the block before.
    const block = head?.block ?? finalBlock;
    const isFinal = this.query.includes('finality=final');
    this.finalBlock = finalBlock;
    this.trades.clear();
    this.candles.clear();
    for (const trade of await this.reads.trades(block))
      if (!isFinal || trade.blockNumber <= finalBlock) this.trades.set(keyOf(trade), trade);
    for (const candle of await this.reads.candles(block)) this.candles.set(candle.openTime, candle);
  }

  private keep(candle: Candle): void {
    const known = this.candles.get(candle.openTime);
    if ((known?.revision ?? -1) <= (candle.revision ?? 0)) this.candles.set(candle.openTime, candle);
  }

  private retract(data: Frame['data']): void {
    this.block = (data['fromBlock'] as number) - 1;
    for (const trade of data['trades'] as Item[]) this.trades.delete(keyOf(trade));
    for (const openTime of this.candles.keys())
      if (openTime > (data['validTime'] as string)) this.candles.delete(openTime);
    for (const candle of data['candles'] as Candle[]) this.keep(candle);
  }
}

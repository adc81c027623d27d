import {
  keyOf,
  type ActivityTopic,
  type CandleTopic,
  type StreamActivity,
  type StreamCandle,
  type StreamEvent,
  type StreamPrice,
} from './events.js';

export interface MirrorLimits {
  /** Trades, launches and graduations a topic. 100 by default. */
  readonly activity?: number | undefined;
  /** Candles a topic. 300 by default. */
  readonly candles?: number | undefined;
}

/** What a market looks like after the events so far. Retractions are applied, a reset empties it. */
export class MarketMirror {
  /** The newest block that it was told of; null before the first. */
  block: number | null = null;
  /** Up to here nothing is taken back any more. */
  finalBlock: number | null = null;
  private readonly lists = new Map<string, Map<string, StreamActivity>>();
  private readonly series = new Map<string, Map<string, StreamCandle>>();
  private readonly prices = new Map<string, StreamPrice>();
  private readonly mostActivity: number;
  private readonly mostCandles: number;

  constructor({ activity = 100, candles = 300 }: MirrorLimits = {}) {
    this.mostActivity = activity;
    this.mostCandles = candles;
  }

  /** Trades of `trades` or `trades:{token}`, launches and graduations of `apps`, both of `wallet:{address}`: newest first. */
  activity(topic: ActivityTopic): StreamActivity[] {
    return this.newestOf(topic);
  }

  /** Candles of `candles:{token}:{interval}`, oldest first. */
  candles(topic: CandleTopic): StreamCandle[] {
    return this.rowsOf(topic);
  }

  price(tokenAddress: string): StreamPrice | null {
    return this.prices.get(tokenAddress.toLowerCase()) ?? null;
  }

  /** Takes an event of `stream`. */
  apply({ event, data }: StreamEvent): void {
    switch (event) {
      case 'reset':
        this.clear();
        break;
      case 'snapshot':
        if (data.topic === 'head') this.finalBlock = data.finalBlock ?? null;
        this.block = data.head?.block ?? data.block ?? this.block;
        if (data.activity !== undefined) this.addActivity(data.topic, data.activity);
        if (data.candles !== undefined) this.addCandles(data.topic, data.candles);
        if (data.price !== undefined) this.prices.set(data.price.tokenAddress.toLowerCase(), data.price);
        break;
      case 'head':
        this.block = data.block;
        break;
      case 'finalized':
        this.finalBlock = data.block;
        break;
      case 'trade':
        this.addHeard(['trades', `trades:${data.tokenAddress}`, `wallet:${data.trader ?? ''}`], data);
        break;
      case 'launch':
      case 'graduation':
        this.addHeard(['apps', `wallet:${data.from ?? ''}`], data);
        break;
      case 'candle':
        this.addCandles(`candles:${data.tokenAddress}:${data.interval}`, [data]);
        break;
      case 'price':
        this.prices.set(data.tokenAddress.toLowerCase(), data);
        break;
      case 'retract':
        this.retract(data);
        break;
    }
  }

  /** Events of a topic from elsewhere, such as a longer history. */
  addActivity(topic: string, items: readonly StreamActivity[]): void {
    const list = entryOf(this.lists, topic);
    for (const item of items) list.set(keyOf(item), item);
    if (list.size <= this.mostActivity) return;
    for (const item of this.newestOf(topic).slice(this.mostActivity)) list.delete(keyOf(item));
  }

  /** Candles of a topic from elsewhere, such as a longer history. */
  addCandles(topic: string, rows: readonly StreamCandle[]): void {
    const series = entryOf(this.series, topic);
    for (const row of rows) {
      const known = series.get(row.openTime)?.revision ?? -1;
      if (known <= (row.revision ?? -1)) series.set(row.openTime, row);
    }
    if (series.size <= this.mostCandles) return;
    for (const row of this.rowsOf(topic).slice(0, -this.mostCandles)) series.delete(row.openTime);
  }

  private newestOf(topic: string): StreamActivity[] {
    return [...(this.lists.get(topic.toLowerCase())?.values() ?? [])].sort(newestFirst);
  }

  private rowsOf(topic: string): StreamCandle[] {
    const rows = [...(this.series.get(topic.toLowerCase())?.values() ?? [])];
    return rows.sort((a, b) => (a.openTime < b.openTime ? -1 : 1));
  }

  /** An event of those of some topics that are listened to: they began with a snapshot. */
  private addHeard(topics: readonly string[], item: StreamActivity): void {
    for (const topic of topics) if (this.lists.has(topic.toLowerCase())) this.addActivity(topic, [item]);
  }

  private retract(data: Extract<StreamEvent, { event: 'retract' }>['data']): void {
    this.block = data.fromBlock - 1;
    const gone = [...data.trades, ...data.apps].map(keyOf);
    for (const list of this.lists.values()) for (const key of gone) list.delete(key);
    for (const series of this.series.values())
      for (const openTime of series.keys()) if (openTime > data.validTime) series.delete(openTime);
    for (const row of data.candles) this.addCandles(`candles:${row.tokenAddress}:${row.interval}`, [row]);
  }

  private clear(): void {
    this.block = null;
    this.finalBlock = null;
    this.lists.clear();
    this.series.clear();
    this.prices.clear();
  }
}

function entryOf<T>(entries: Map<string, Map<string, T>>, topic: string): Map<string, T> {
  const key = topic.toLowerCase();
  const entry = entries.get(key) ?? new Map<string, T>();
  entries.set(key, entry);
  return entry;
}

function newestFirst(a: StreamActivity, b: StreamActivity): number {
  return b.blockNumber - a.blockNumber || b.logIndex - a.logIndex;
}

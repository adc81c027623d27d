import type { Candle, Feed, Price, Trade } from './feed.js';

/** How often the market is asked where no stream can be had. */
const POLL_MS = 15_000;

/** What a chart does with what it is told. */
export interface Listener {
  onCandle(candle: Candle): void;
  onPrice(price: Price): void;
  /** Newest first. */
  onTrades(trades: readonly Trade[]): void;
  /** The shown data may be out of date. */
  onStale(): void;
}

interface Snapshot {
  readonly candles?: readonly Candle[];
  readonly price?: Price;
  readonly activity?: readonly Trade[];
}

/**
 * Keeps a chart true while it can be seen. One that cannot holds no connection: a browser has six for all charts of a page.
 */
export class Live {
  private stream: EventSource | null = null;
  private poll: number | null = null;
  private isOnScreen = true;
  private wasAway = false;

  constructor(
    private readonly feed: Feed,
    private readonly listener: Listener,
  ) {}

  start(): void {
    new IntersectionObserver((entries) => {
      this.isOnScreen = entries.at(-1)?.isIntersecting ?? true;
      this.follow();
    }).observe(document.documentElement);
    document.addEventListener('visibilitychange', () => {
      this.follow();
    });
    this.follow();
  }

  private follow(): void {
    const isSeen = this.isOnScreen && document.visibilityState === 'visible';
    if (!isSeen) this.stop();
    else if (this.stream === null && this.poll === null) {
      if (this.wasAway) this.listener.onStale();
      this.listen();
    }
  }

  private stop(): void {
    this.wasAway ||= this.stream !== null || this.poll !== null;
    this.stream?.close();
    if (this.poll !== null) window.clearInterval(this.poll);
    [this.stream, this.poll] = [null, null];
  }

  private listen(): void {
    const { listener } = this;
    const stream = this.feed.listen();
    this.stream = stream;
    const on = (event: string, receive: (body: unknown) => void): void => {
      stream.addEventListener(event, ({ data }: MessageEvent<string>) => {
        receive(JSON.parse(data));
      });
    };
    on('snapshot', (body) => {
      const { candles = [], price, activity } = body as Snapshot;
      for (const candle of candles) listener.onCandle(candle);
      if (price !== undefined) listener.onPrice(price);
      if (activity !== undefined) listener.onTrades(activity);
    });
    on('candle', (candle) => {
      listener.onCandle(candle as Candle);
    });
    on('price', (price) => {
      listener.onPrice(price as Price);
    });
    on('trade', (trade) => {
      listener.onTrades([trade as Trade]);
    });
    // Blocks were taken back, or missed events are not known any more.
    for (const event of ['retract', 'reset'])
      on(event, () => {
        listener.onStale();
      });
    stream.addEventListener('error', () => {
      // A browser connects again by itself, unless it was refused.
      if (stream.readyState === EventSource.CLOSED) this.startPolling();
    });
  }

  private startPolling(): void {
    this.stream = null;
    this.poll ??= window.setInterval(() => {
      this.listener.onStale();
    }, POLL_MS);
  }
}

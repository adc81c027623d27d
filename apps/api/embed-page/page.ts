import { CandleChart, type ChartColours } from '@slipway/sdk/chart';
import { readEmbedData, type EmbedData } from './embed-data.js';
import { Feed, FeedError, type App, type Candle, type Trade } from './feed.js';
import { showApp, showError, showTrades } from './header.js';
import { Live } from './live.js';

/** That are shown. */
const MOST_TRADES = 10;

const WHOLE_TOKEN = 1e18;

const DARK: ChartColours = { text: '#93a0bb', grid: '#1d2740', up: '#2fd08c', down: '#ff6070' };
const LIGHT: ChartColours = { text: '#56627c', grid: '#e6ebf5', up: '#088a55', down: '#d02b41' };

/** A chart of one app that stays true while it is looked at. */
class Embed {
  private readonly feed: Feed;
  private app: App | null = null;
  private trades: readonly Trade[] = [];

  private constructor(
    private readonly data: EmbedData,
    private readonly chart: CandleChart,
    feed: Feed,
  ) {
    this.feed = feed;
  }

  static async open(data: EmbedData, place: HTMLElement): Promise<void> {
    const feed = new Feed(data);
    const [app, candles] = await Promise.all([feed.readApp(), feed.readCandles()]);
    const chart = new CandleChart(place, { colours: data.isLight ? LIGHT : DARK, volumesFrom: 0.82 });
    const embed = new Embed(data, chart, feed);
    embed.show(app, candles);
    document.body.classList.remove('waiting');
    await embed.readTrades();
    place.setAttribute('aria-label', describe(data, candles));
    tellParent({
      ...{ type: 'ready', tokenAddress: data.token, resolution: data.resolution },
      candles: candles.length,
    });
    embed.listen();
  }

  private show(app: App, candles: readonly Candle[]): void {
    this.showNumbers(app);
    const factor = this.data.chartType === 'market_cap' ? Number(app.totalSupply) / WHOLE_TOKEN : 1;
    this.chart.show(candles, factor);
  }

  private showNumbers(app: App): void {
    this.app = app;
    showApp(app);
    this.chart.showTrend(app.priceChange24h);
  }

  private async readTrades(): Promise<void> {
    if (!this.data.areSwapsShown) return;
    this.trades = [];
    this.addTrades(await this.feed.readTrades());
  }

  /** Puts trades before those that are shown; one that is told twice is there once. */
  private addTrades(trades: readonly Trade[]): void {
    const known = new Map(
      [...trades, ...this.trades].map((trade) => [`${trade.txHash} ${trade.logIndex}`, trade]),
    );
    this.trades = [...known.values()].slice(0, MOST_TRADES);
    showTrades(this.trades);
  }

  private listen(): void {
    new Live(this.feed, {
      onCandle: (candle) => {
        this.chart.update(candle);
      },
      onPrice: ({ priceUsd, change24h }) => {
        if (this.app !== null) this.showNumbers({ ...this.app, priceUsd, priceChange24h: change24h });
      },
      onTrades: (trades) => {
        this.addTrades(trades);
      },
      onStale: () => {
        this.refresh(() => this.reload());
      },
    }).start();
  }

  private async reload(): Promise<void> {
    const [app, candles] = await Promise.all([this.feed.readApp(), this.feed.readCandles()]);
    this.show(app, candles);
    await this.readTrades();
  }

  /** Shown data stays when it cannot be read anew. */
  private refresh(read: () => Promise<void>): void {
    read().catch(tellFailure);
  }
}

function describe({ resolution }: EmbedData, candles: readonly Candle[]): string {
  const last = candles.at(-1);
  return `${candles.length} candles of ${resolution}${last === undefined ? '' : `, the last until ${last.openTime}`}`;
}

function tellFailure(error: unknown): string {
  const [code, message] =
    error instanceof FeedError ? [error.code, error.message] : ['failed', 'The chart could not be drawn.'];
  tellParent({ type: 'error', code, message });
  return message;
}

const data = readEmbedData(document.body);
const place = document.getElementById('chart');
if (data.background !== null) document.body.style.backgroundColor = `#${data.background}`;
tellSize();
if (data.error !== null) tellParent({ type: 'error', code: 'invalid_request', message: data.error });
else if (place !== null)
  Embed.open(data, place).catch((error: unknown) => {
    showError(tellFailure(error));
  });

/** What the page that shows this one is told. All of it is public: any page may hear it. */
type ParentMessage =
  | {
      readonly type: 'ready';
      readonly tokenAddress: string;
      readonly resolution: string;
      readonly candles: number;
    }
  | { readonly type: 'resize'; readonly width: number; readonly height: number }
  | { readonly type: 'error'; readonly code: string; readonly message: string };

function tellParent(message: ParentMessage): void {
  if (window.parent !== window) window.parent.postMessage({ source: 'slipway', ...message }, '*');
}

/** Tells the size that the page takes, now and when it changes. */
function tellSize(): void {
  const page = document.documentElement;
  new ResizeObserver(() => {
    tellParent({ type: 'resize', width: page.clientWidth, height: page.scrollHeight });
  }).observe(page);
}

import {
  CandlestickSeries,
  ColorType,
  createChart,
  HistogramSeries,
  type AutoscaleInfo,
  type CandlestickData,
  type HistogramData,
  type IChartApi,
  type ISeriesApi,
  type UTCTimestamp,
} from 'lightweight-charts';
import { priceRange, unixSeconds } from './charts.js';
import { usdAxis } from './figures.js';
import type { Candle } from './generated/models.js';

/** Colours as `#rrggbb` or `rgb(r, g, b)`. */
export interface ChartColours {
  readonly text: string;
  readonly grid: string;
  readonly up: string;
  readonly down: string;
}

export interface ChartOptions {
  readonly colours: ChartColours;
  /** Bars left empty after the last candle; none by default. */
  readonly rightOffset?: number | undefined;
  /** Where volumes begin, as a part of the height from the top; 0.84 by default. */
  readonly volumesFrom?: number | undefined;
  /** Before each price of the axis; `$` by default. */
  readonly sign?: string | undefined;
}

/** So many candles are always shown whole. */
const FEW = 30;

/** What is drawn of a candle, of `listCandles` or of the stream. */
export type DrawnCandle = Pick<Candle, 'openTime' | 'open' | 'high' | 'low' | 'close' | 'volumeUsd'>;

/** Candles with their volumes below them, drawn by lightweight-charts, which has to be named beside the chart. */
export class CandleChart {
  /** When the candles that are shown begin, in seconds. */
  private times = new Set<number>();
  private newest = 0;
  private factor = 1;
  private colours: ChartColours;
  private readonly sign: string;
  private readonly chart: IChartApi;
  private readonly candles: ISeriesApi<'Candlestick'>;
  private readonly volumes: ISeriesApi<'Histogram'>;

  constructor(
    place: Parameters<typeof createChart>[0],
    { colours, rightOffset = 0, volumesFrom = 0.84, sign = '$' }: ChartOptions,
  ) {
    this.colours = colours;
    this.sign = sign;
    this.chart = createChart(place, {
      autoSize: true,
      // The library's own mark would bring a style, which a strict policy forbids.
      layout: { attributionLogo: false, fontFamily: 'system-ui, sans-serif' },
      rightPriceScale: { borderVisible: false },
      timeScale: { borderVisible: false, timeVisible: true, secondsVisible: false, rightOffset },
    });
    this.candles = this.chart.addSeries(CandlestickSeries, {
      // An app without trades is a level line.
      autoscaleInfoProvider: (original: () => AutoscaleInfo | null) => {
        const info = original();
        const own = info?.priceRange ?? null;
        if (info === null || own === null) return info;
        const { low, high } = priceRange([own.minValue, own.maxValue]);
        return { ...info, priceRange: { minValue: low, maxValue: high } };
      },
    });
    this.volumes = this.chart.addSeries(HistogramSeries, {
      ...{ priceScaleId: '', lastValueVisible: false, priceLineVisible: false },
    });
    this.volumes.priceScale().applyOptions({ scaleMargins: { top: volumesFrom, bottom: 0 } });
    this.candles.priceScale().applyOptions({ scaleMargins: { top: 0.08, bottom: 0.22 } });
    this.setColours(colours);
  }

  /** Volumes and the price at the axis take them when they are shown next. */
  setColours(colours: ChartColours): void {
    const { text, grid, up, down } = colours;
    this.colours = colours;
    this.chart.applyOptions({
      layout: { textColor: text, background: { type: ColorType.Solid, color: 'transparent' } },
      grid: { vertLines: { color: grid }, horzLines: { color: grid } },
    });
    this.candles.applyOptions({
      ...{ upColor: up, borderUpColor: up, wickUpColor: up },
      ...{ downColor: down, borderDownColor: down, wickDownColor: down },
    });
  }

  /**
   * Shows candles in place of the earlier ones.
   *
   * @param candles oldest first
   * @param factor of each price: 1, or the supply where market caps are shown
   */
  show(candles: readonly DrawnCandle[], factor = 1): void {
    const last = candles.at(-1);
    const { step: minMove, format } = usdAxis((last?.close ?? 0) * factor);
    const formatter = (price: number): string => format(price).replace('$', this.sign);
    this.factor = factor;
    this.candles.applyOptions({ priceFormat: { type: 'custom', minMove, formatter } });
    this.candles.setData(candles.map((candle) => this.toBar(candle)));
    this.volumes.setData(candles.map((candle) => this.toVolume(candle)));
    this.fit(candles.length);
    this.times = new Set(candles.map(timeOf));
    this.newest = last === undefined ? 0 : timeOf(last);
  }

  /** Shows a candle at its place: a new one, or one as it is now. */
  update(candle: DrawnCandle): void {
    const time = timeOf(candle);
    const isOlder = time < this.newest;
    // One from before the first that is shown has no place.
    if (isOlder && !this.times.has(time)) return;
    this.candles.update(this.toBar(candle), isOlder);
    this.volumes.update(this.toVolume(candle), isOlder);
    if (!this.times.has(time)) this.fit(this.times.size + 1);
    this.times.add(time);
    this.newest = Math.max(this.newest, time);
  }

  /** The price at the axis has the colour of a change, such as `priceChange24h`. */
  showTrend(change: number | null): void {
    const { up, down } = this.colours;
    this.candles.applyOptions({ priceLineColor: (change ?? 0) < 0 ? down : up });
  }

  remove(): void {
    this.chart.remove();
  }

  /** What a reader has scrolled to stays, unless this is another series, or one so short that all of it fits. */
  private fit(count: number): void {
    const change = Math.abs(count - this.times.size);
    if (change > 2 || (change > 0 && this.times.size < FEW)) this.chart.timeScale().fitContent();
  }

  private toBar(candle: DrawnCandle): CandlestickData<UTCTimestamp> {
    const [open, high] = [candle.open * this.factor, candle.high * this.factor];
    const [low, close] = [candle.low * this.factor, candle.close * this.factor];
    return { time: timeOf(candle), open, high, low, close };
  }

  private toVolume(candle: DrawnCandle): HistogramData<UTCTimestamp> {
    const { up, down } = this.colours;
    const color = translucent(candle.close < candle.open ? down : up);
    return { time: timeOf(candle), value: candle.volumeUsd ?? 0, color };
  }
}

function timeOf({ openTime }: DrawnCandle): UTCTimestamp {
  return unixSeconds(openTime) as UTCTimestamp;
}

/** 40 % of a colour. */
function translucent(colour: string): string {
  return colour.startsWith('#') ? `${colour}66` : colour.replace('rgb(', 'rgba(').replace(')', ', 0.4)');
}

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
  /** Told where the reader looks, when that changes and after candles were shown. */
  readonly onView?: ((view: ChartView) => void) | undefined;
}

/** Where a reader of a chart looks. */
export interface ChartView {
  /** Candles that lie before the view, and after it; below 0 where the view reaches beyond the first or the last one. */
  readonly before: number;
  readonly after: number;
  /** Candles that the view has room for. */
  readonly room: number;
}

/** So many candles are always shown whole. */
const FEW = 30;

/** What is drawn of a candle, of `listCandles` or of the stream. */
export type DrawnCandle = Pick<Candle, 'openTime' | 'open' | 'high' | 'low' | 'close' | 'volumeUsd'>;

/** Candles with their volumes below them, drawn by lightweight-charts, which has to be named beside the chart. */
export class CandleChart {
  /** When the candles that are shown begin, in seconds, oldest first. */
  private times: number[] = [];
  private factor = 1;
  private colours: ChartColours;
  /** While it shows others, where the reader looks is not known. */
  private isShowing = false;
  private readonly sign: string;
  private readonly rightOffset: number;
  private readonly onView: ((view: ChartView) => void) | null;
  private readonly chart: IChartApi;
  private readonly candles: ISeriesApi<'Candlestick'>;
  private readonly volumes: ISeriesApi<'Histogram'>;

  constructor(
    place: Parameters<typeof createChart>[0],
    { colours, rightOffset = 0, volumesFrom = 0.84, sign = '$', onView }: ChartOptions,
  ) {
    this.colours = colours;
    this.sign = sign;
    this.rightOffset = rightOffset;
    this.onView = onView ?? null;
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
    this.chart.timeScale().subscribeVisibleLogicalRangeChange(() => {
      this.tellView();
    });
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
   * @param isSame whether they are of the same series: others may have come before or after them, and the view stays where it is
   */
  show(candles: readonly DrawnCandle[], factor = 1, isSame = false): void {
    const last = candles.at(-1);
    const { step: minMove, format } = usdAxis((last?.close ?? 0) * factor);
    const formatter = (price: number): string => format(price).replace('$', this.sign);
    const [before, times] = [this.times, candles.map(timeOf)];
    const position = this.chart.timeScale().scrollPosition();
    const isKept = isSame && before.length >= FEW;
    this.isShowing = true;
    this.factor = factor;
    this.candles.applyOptions({ priceFormat: { type: 'custom', minMove, formatter } });
    this.candles.setData(candles.map((candle) => this.toBar(candle)));
    this.volumes.setData(candles.map((candle) => this.toVolume(candle)));
    this.times = times;
    if (isKept) this.chart.timeScale().scrollToPosition(keptPosition(position, before, times), false);
    else this.fit(before.length);
    this.isShowing = false;
    this.tellView();
  }

  /** Shows a candle at its place: a new one, or one as it is now. */
  update(candle: DrawnCandle): void {
    const time = timeOf(candle);
    const isOlder = time < (this.times.at(-1) ?? 0);
    const isKnown = this.times.includes(time);
    // One from before the first that is shown has no place.
    if (isOlder && !isKnown) return;
    this.candles.update(this.toBar(candle), isOlder);
    this.volumes.update(this.toVolume(candle), isOlder);
    if (isKnown) return;
    this.times.push(time);
    this.fit(this.times.length - 1);
  }

  /** Moves the view by so many candles: back in time where it is below 0. */
  scrollBy(candles: number): void {
    const scale = this.chart.timeScale();
    scale.scrollToPosition(scale.scrollPosition() + candles, false);
  }

  /** Moves the view to the first candle. */
  showFirst(): void {
    const { before } = this.view() ?? { before: 0 };
    this.scrollBy(-before);
  }

  /** Moves the view to the last candle. */
  showNewest(): void {
    this.chart.timeScale().scrollToPosition(this.rightOffset, false);
  }

  /** The price at the axis has the colour of a change, such as `priceChange24h`. */
  showTrend(change: number | null): void {
    const { up, down } = this.colours;
    this.candles.applyOptions({ priceLineColor: (change ?? 0) < 0 ? down : up });
  }

  /** Whether the last candle that is shown is the newest: its price stands at the axis then. */
  markNewest(isNewest: boolean): void {
    this.candles.applyOptions({ lastValueVisible: isNewest, priceLineVisible: isNewest });
  }

  remove(): void {
    this.chart.remove();
  }

  /** What a reader has scrolled to stays, unless this is another series, or one so short that all of it fits. */
  private fit(countBefore: number): void {
    const change = Math.abs(this.times.length - countBefore);
    if (change > 2 || (change > 0 && countBefore < FEW)) this.chart.timeScale().fitContent();
  }

  private tellView(): void {
    if (this.isShowing || this.onView === null) return;
    const view = this.view();
    if (view !== null) this.onView(view);
  }

  /** Null while the chart has no width, or no candles. */
  private view(): ChartView | null {
    const range = this.chart.timeScale().getVisibleLogicalRange();
    if (range === null) return null;
    const after = this.times.length - 1 - Math.floor(range.to);
    return { before: Math.ceil(range.from), after, room: Math.round(range.to - range.from) };
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

/**
 * Where a view stands, in candles from the last one to its right edge, once others are shown: where the last one was in view, as far from the new
 * last one, else over the same candles.
 */
function keptPosition(position: number, before: readonly number[], after: readonly number[]): number {
  if (position > -1 && (after.at(-1) ?? 0) >= (before.at(-1) ?? 0)) return position;
  const shared = before.find((time) => after.includes(time));
  if (shared === undefined) return position;
  const fromEnd = (times: readonly number[]): number => times.length - times.indexOf(shared);
  return position + fromEnd(before) - fromEnd(after);
}

function timeOf({ openTime }: DrawnCandle): UTCTimestamp {
  return unixSeconds(openTime) as UTCTimestamp;
}

/** 40 % of a colour. */
function translucent(colour: string): string {
  return colour.startsWith('#') ? `${colour}66` : colour.replace('rgb(', 'rgba(').replace(')', ', 0.4)');
}

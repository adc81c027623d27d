import {
  CandlestickSeries,
  ColorType,
  createChart,
  HistogramSeries,
  type AutoscaleInfo,
  type CandlestickData,
  type IChartApi,
  type ISeriesApi,
  type UTCTimestamp,
} from 'lightweight-charts';
import { priceRange, usdAxis } from '@slipway/sdk';
import type { Candle } from './feed.js';

interface Colours {
  readonly text: string;
  readonly grid: string;
  readonly up: string;
  readonly down: string;
}

const DARK: Colours = { text: '#93a0bb', grid: '#1d2740', up: '#2fd08c', down: '#ff6070' };
const LIGHT: Colours = { text: '#56627c', grid: '#e6ebf5', up: '#088a55', down: '#d02b41' };

/** Candles with their volumes below them. */
export class CandleChart {
  /** When the candles that are shown begin. */
  private times = new Set<number>();
  private newest = 0;
  private readonly chart: IChartApi;
  private readonly colours: Colours;
  private readonly candles: ISeriesApi<'Candlestick'>;
  private readonly volumes: ISeriesApi<'Histogram'>;

  /** @param factor of each price: 1, or the supply where market caps are shown */
  constructor(
    place: HTMLElement,
    isLight: boolean,
    private readonly factor: number,
  ) {
    this.colours = isLight ? LIGHT : DARK;
    const { text, grid, up, down } = this.colours;
    this.chart = createChart(place, {
      autoSize: true,
      // Named in the page itself: the library's mark would bring a style of its own, which the policy forbids.
      layout: {
        ...{ attributionLogo: false, textColor: text, fontFamily: 'system-ui, sans-serif' },
        background: { type: ColorType.Solid, color: 'transparent' },
      },
      grid: { vertLines: { color: grid }, horzLines: { color: grid } },
      rightPriceScale: { borderVisible: false },
      timeScale: { borderVisible: false, timeVisible: true, secondsVisible: false },
    });
    this.candles = this.chart.addSeries(CandlestickSeries, {
      ...{ upColor: up, borderUpColor: up, wickUpColor: up },
      ...{ downColor: down, borderDownColor: down, wickDownColor: down },
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
    this.volumes.priceScale().applyOptions({ scaleMargins: { top: 0.82, bottom: 0 } });
    this.candles.priceScale().applyOptions({ scaleMargins: { top: 0.08, bottom: 0.22 } });
  }

  /** Shows candles in place of the earlier ones. */
  show(candles: readonly Candle[]): void {
    const last = candles.at(-1);
    if (last !== undefined) this.fitDigits(last.close * this.factor);
    this.times = new Set(candles.map(timeOf));
    this.newest = last === undefined ? 0 : timeOf(last);
    this.candles.setData(candles.map((candle) => this.toBar(candle)));
    this.volumes.setData(candles.map((candle) => this.toVolume(candle)));
    this.chart.timeScale().fitContent();
  }

  /** Shows a candle at its place: a new one, or the last one as it is now. */
  update(candle: Candle): void {
    const time = timeOf(candle);
    const isOlder = time < this.newest;
    // One from before the first that is shown has no place.
    if (isOlder && !this.times.has(time)) return;
    this.times.add(time);
    this.newest = Math.max(this.newest, time);
    this.candles.update(this.toBar(candle), isOlder);
    this.volumes.update(this.toVolume(candle), isOlder);
  }

  /** The price at the axis has the colour of the change that the header tells. */
  showTrend(change: number | null): void {
    const { up, down } = this.colours;
    this.candles.applyOptions({ priceLineColor: (change ?? 0) < 0 ? down : up });
  }

  /** Four digits that count, however small the price is. */
  private fitDigits(price: number): void {
    const { step: minMove, format: formatter } = usdAxis(price);
    this.candles.applyOptions({ priceFormat: { type: 'custom', minMove, formatter } });
  }

  private toBar(candle: Candle): CandlestickData<UTCTimestamp> {
    const [open, high, low, close] = [candle.open, candle.high, candle.low, candle.close].map(
      (price) => price * this.factor,
    ) as [number, number, number, number];
    return { time: timeOf(candle), open, high, low, close };
  }

  private toVolume(candle: Candle): { time: UTCTimestamp; value: number; color: string } {
    const { up, down } = this.colours;
    const color = `${candle.close < candle.open ? down : up}66`;
    return { time: timeOf(candle), value: candle.volumeUsd ?? 0, color };
  }
}

function timeOf({ openTime }: Candle): UTCTimestamp {
  return (Date.parse(openTime) / 1_000) as UTCTimestamp;
}

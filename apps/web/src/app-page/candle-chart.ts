import type { StreamCandle } from '@slipway/sdk/stream';
import { priceRange, usdAxis } from '@slipway/sdk';
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

/** Candles with their volumes below them, in the page's colours. */
export class CandleChart {
  private readonly chart: IChartApi;
  private readonly candles: ISeriesApi<'Candlestick'>;
  private readonly volumes: ISeriesApi<'Histogram'>;
  private volumeColours: readonly [string, string] = ['', ''];
  private shown = 0;

  constructor(private readonly place: HTMLElement) {
    this.chart = createChart(place, {
      autoSize: true,
      // Named below the chart: the library's own mark would bring a style, which the policy forbids.
      layout: { attributionLogo: false, fontFamily: 'system-ui, sans-serif' },
      rightPriceScale: { borderVisible: false },
      timeScale: { borderVisible: false, timeVisible: true, secondsVisible: false, rightOffset: 3 },
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
    this.volumes.priceScale().applyOptions({ scaleMargins: { top: 0.84, bottom: 0 } });
    this.candles.priceScale().applyOptions({ scaleMargins: { top: 0.08, bottom: 0.22 } });
    this.readColours();
  }

  /** Takes the colours of the theme that the page has now. */
  readColours(): void {
    const style = getComputedStyle(this.place);
    const [text, grid, up, down] = ['muted', 'line', 'up', 'down'].map((name) =>
      resolveColour(style, `--${name}`),
    ) as [string, string, string, string];
    this.volumeColours = [up, down];
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
   * Shows candles in place of the earlier ones, oldest first.
   *
   * @param factor of each price: 1, or the supply where market caps are shown
   */
  show(candles: readonly StreamCandle[], factor: number): void {
    const last = candles.at(-1);
    const { step: minMove, format: formatter } = usdAxis((last?.close ?? 0) * factor);
    this.candles.applyOptions({ priceFormat: { type: 'custom', minMove, formatter } });
    this.candles.setData(candles.map((candle) => toBar(candle, factor)));
    this.volumes.setData(candles.map((candle) => this.toVolume(candle)));
    // What a reader has scrolled to stays, unless this is another series.
    if (Math.abs(candles.length - this.shown) > 2) this.chart.timeScale().fitContent();
    this.shown = candles.length;
  }

  /** The price at the axis has the colour of the change that the page tells. */
  showTrend(change: number | null): void {
    const [up, down] = this.volumeColours;
    this.candles.applyOptions({ priceLineColor: (change ?? 0) < 0 ? down : up });
  }

  remove(): void {
    this.chart.remove();
  }

  private toVolume(candle: StreamCandle): HistogramData<UTCTimestamp> {
    const colour = this.volumeColours[candle.close < candle.open ? 1 : 0];
    return { time: timeOf(candle), value: candle.volumeUsd ?? 0, color: withAlpha(colour) };
  }
}

function timeOf({ openTime }: StreamCandle): UTCTimestamp {
  return (Date.parse(openTime) / 1_000) as UTCTimestamp;
}

function toBar(candle: StreamCandle, factor: number): CandlestickData<UTCTimestamp> {
  const [open, high] = [candle.open * factor, candle.high * factor];
  return { time: timeOf(candle), open, high, low: candle.low * factor, close: candle.close * factor };
}

/** A variable as `rgb(..)`: the chart's library does not know `light-dark()`. */
function resolveColour(style: CSSStyleDeclaration, name: string): string {
  const probe = document.createElement('span');
  probe.style.color = style.getPropertyValue(name);
  document.body.append(probe);
  const { color } = getComputedStyle(probe);
  probe.remove();
  return color;
}

const withAlpha = (rgb: string): string => rgb.replace('rgb(', 'rgba(').replace(')', ', 0.4)');

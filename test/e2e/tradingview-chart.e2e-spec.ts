import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import type { CandlestickData, createChart, UTCTimestamp } from 'lightweight-charts';
import type { Browser } from 'playwright-core';
import { launchBrowser } from '../support/browser.js';
import { describeWith } from '../support/describe-with.js';
import { ServedMarket } from '../support/served-market.js';
import { until } from '../support/until.js';

const LIBRARY = path.resolve(
  import.meta.dirname,
  '../../node_modules/lightweight-charts/dist/lightweight-charts.standalone.production.js',
);

interface Library {
  readonly createChart: typeof createChart;
  readonly CandlestickSeries: Parameters<ReturnType<typeof createChart>['addSeries']>[0];
}

/** Of a browser, which draws in between. */
type NextFrame = (draw: () => void) => number;

/** What a page shows. */
interface Drawn {
  readonly bars: readonly CandlestickData[];
  /** Candles that it was told of since it began. */
  readonly told: number;
  readonly picture: string;
}

/** A canvas, in a program that knows no browser. */
interface Picture {
  readonly width: number;
  readonly height: number;
  getContext(kind: '2d'): {
    getImageData(x: number, y: number, width: number, height: number): { readonly data: Uint8ClampedArray };
  };
}

describeWith('chromium', 'a chart of lightweight-charts, in a browser', () => {
  let served: ServedMarket;
  let browser: Browser;
  let site: Server;

  beforeAll(async () => {
    browser = await launchBrowser();
    site = createServer((_request, response) => {
      response
        .writeHead(200, { 'Content-Type': 'text/html' })
        .end('<!doctype html><title>A chart</title><div id="chart"></div>');
    });
    await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve));
    served = await ServedMarket.start(73, async (market) => {
      await market.open(1);
      await market.act(25);
    });
    await served.serveHead();
  });

  afterAll(async () => {
    await browser.close();
    site.close();
    await served.stop();
  });

  /** What the reads have, as a chart of the library has it. */
  async function barsOf(token: string): Promise<CandlestickData[]> {
    const { body } = await served.get<{ candles: (CandlestickData & { openTime: string })[] }>(
      `/candles/${token}?interval=1h&limit=300`,
    );
    return body.candles.map(({ openTime, open, high, low, close }) => ({
      time: (Date.parse(openTime) / 1_000) as UTCTimestamp,
      ...{ open, high, low, close },
    }));
  }

  it('draws the bars of the UDF history, up to the price that the interface has', async () => {
    const token = served.market.tokens[0]!;
    const page = await browser.newPage();
    await page.goto(`http://127.0.0.1:${(site.address() as AddressInfo).port}/`);
    await page.addScriptTag({ path: LIBRARY });
    const drawn = await page.evaluate(
      async ([feed, symbol]) => {
        const get = async <T>(path: string): Promise<T> =>
          (await (await fetch(`${feed}/${path}`)).json()) as T;
        const now = await get<number>('time');
        const { pricescale } = await get<{ pricescale: number }>(`symbols?symbol=${symbol}`);
        const bars = await get<{ s: string; t: number[] } & Record<'o' | 'h' | 'l' | 'c', number[]>>(
          `history?symbol=${symbol}&resolution=60&from=0&to=${String(now + 3_600)}&countback=300`,
        );
        const { LightweightCharts } = globalThis as unknown as { LightweightCharts: Library };
        const chart = LightweightCharts.createChart('chart', { width: 600, height: 300 });
        const priceFormat = {
          type: 'price',
          precision: Math.log10(pricescale),
          minMove: 1 / pricescale,
        } as const;
        const series = chart.addSeries(LightweightCharts.CandlestickSeries, { priceFormat });
        series.setData(
          bars.t.map((time, i): CandlestickData => {
            const [open, high, low, close] = [bars.o[i]!, bars.h[i]!, bars.l[i]!, bars.c[i]!];
            return { time: time as UTCTimestamp, open, high, low, close };
          }),
        );
        chart.timeScale().fitContent();
        const { requestAnimationFrame: next } = globalThis as unknown as { requestAnimationFrame: NextFrame };
        await new Promise<void>((resolve) => next(() => next(resolve)));
        const picture = chart.takeScreenshot() as unknown as Picture;
        const { data } = picture.getContext('2d').getImageData(0, 0, picture.width, picture.height);
        const colours = new Set<string>();
        for (let i = 0; i < data.length; i += 4) colours.add(data.slice(i, i + 3).join());
        return {
          status: bars.s,
          bars: series.data().length,
          close: (series.data().at(-1) as CandlestickData).close,
          // What the library paints rising and falling candles with.
          isPainted: colours.has('38,166,154') || colours.has('239,83,80'),
        };
      },
      [`${served.api.origin}/v1/integrations/tradingview`, token] as const,
    );
    const { body } = await served.get<{ prices: { priceUsd: number }[] }>(`/prices?tokens=${token}`);
    expect(drawn).toMatchObject({ status: 'ok', isPainted: true, close: body.prices[0]!.priceUsd });
    expect(drawn.bars).toBeGreaterThan(1);
  });

  it('draws the candles that the stream tells of, and moves with a trade', async () => {
    const token = served.market.tokens[0]!;
    const page = await browser.newPage();
    await page.goto(`http://127.0.0.1:${(site.address() as AddressInfo).port}/`);
    await page.addScriptTag({ path: LIBRARY });
    await page.evaluate(
      async ([api, symbol]) => {
        interface Row extends Record<'open' | 'high' | 'low' | 'close', number> {
          readonly openTime: string;
        }
        const { LightweightCharts } = globalThis as unknown as { LightweightCharts: Library };
        const chart = LightweightCharts.createChart('chart', { width: 600, height: 300 });
        const series = chart.addSeries(LightweightCharts.CandlestickSeries, {
          priceFormat: { type: 'price', precision: 9, minMove: 1e-9 },
        });
        const toBar = ({ openTime, open, high, low, close }: Row): CandlestickData => ({
          time: (Date.parse(openTime) / 1_000) as UTCTimestamp,
          ...{ open, high, low, close },
        });
        const read = await fetch(`${api}/candles/${symbol}?interval=1h&limit=300`);
        const { candles } = (await read.json()) as { candles: Row[] };
        series.setData(candles.map(toBar));
        chart.timeScale().fitContent();
        const source = new EventSource(`${api}/stream?topics=candles:${symbol}:1h`);
        const draw = (row: Row): void => {
          const bar = toBar(row);
          // A row before the last one, which has changed.
          series.update(bar, bar.time < (series.data().at(-1) as CandlestickData).time);
        };
        const dataOf = (event: Event): unknown => JSON.parse((event as Event & { data: string }).data);
        Object.assign(globalThis, { drawn: { chart, series, told: 0 } });
        const { drawn } = globalThis as unknown as { drawn: { told: number } };
        source.addEventListener('candle', (event) => {
          draw(dataOf(event) as Row);
          drawn.told += 1;
        });
        await new Promise<void>((resolve, reject) => {
          source.addEventListener('error', () => {
            reject(new Error('no stream'));
          });
          source.addEventListener('snapshot', (event) => {
            for (const row of (dataOf(event) as { candles: Row[] }).candles) draw(row);
            resolve();
          });
        });
      },
      [`${served.api.origin}/v1`, token] as const,
    );
    const look = (): Promise<Drawn> =>
      page.evaluate(async () => {
        const { drawn } = globalThis as unknown as {
          drawn: {
            readonly chart: ReturnType<typeof createChart>;
            readonly series: { data(): readonly CandlestickData[] };
            readonly told: number;
          };
        };
        const { requestAnimationFrame: next } = globalThis as unknown as { requestAnimationFrame: NextFrame };
        await new Promise<void>((resolve) => next(() => next(resolve)));
        const bars = drawn.series.data();
        const picture = drawn.chart.takeScreenshot() as unknown as { toDataURL(): string };
        return { bars, told: drawn.told, picture: picture.toDataURL() };
      });
    const before = await look();
    expect(before.bars).toEqual(await barsOf(token));
    await served.fixture.buy(served.fixture.trader(2), token, 5_000n * 10n ** 18n);
    await served.serveHead();
    await until('the page is told of the trade', async () => (await look()).told > 0);
    const after = await look();
    expect(after.bars).toEqual(await barsOf(token));
    expect(after.bars.at(-1)!.close).toBeGreaterThan(before.bars.at(-1)!.close);
    expect(after.picture).not.toBe(before.picture);
    await page.close();
  });
});

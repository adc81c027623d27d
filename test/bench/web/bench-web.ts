import type { Browser } from 'playwright-core';
import { launchBrowser } from '../../support/browser.js';

/**
 * How soon the market page of a running local network can be used, in a browser that has never loaded it: what it came for is
 * shown, and no task longer than 50 ms runs any more. Beside it `/docs`, which is Swagger UI, in the same run.
 *
 *     npm run bench:web                          http://localhost:3000
 *     npm run bench:web -- http://localhost:3700
 */
const RUNS = 5;
const SETTLE_MS = 500;

interface Measured {
  readonly interactiveMs: number;
  readonly kilobytes: number;
}

const origin = process.argv[2] ?? 'http://localhost:3000';
const say = (line: string): void => void process.stdout.write(`${line}\n`);

/** Runs in the page: when the last long task ended, and how much came through the network. */
const READ_TIMINGS = `new Promise((resolve) => {
  const bytes = performance.getEntries().reduce((sum, { encodedBodySize = 0 }) => sum + encodedBodySize, 0);
  let lastMs = 0;
  const observer = new PerformanceObserver((list) => {
    for (const { startTime, duration } of list.getEntries()) lastMs = Math.max(lastMs, startTime + duration);
  });
  observer.observe({ type: 'longtask', buffered: true });
  setTimeout(() => resolve({ lastMs, bytes }), ${SETTLE_MS});
})`;

async function measure(browser: Browser, url: string, selector: string): Promise<Measured> {
  const context = await browser.newContext({ viewport: { width: 1_280, height: 860 } });
  const page = await context.newPage();
  await page.goto(url, { waitUntil: 'commit' });
  await page.locator(selector).first().waitFor();
  const shownMs = await page.evaluate<number>('performance.now()');
  const { lastMs, bytes } = await page.evaluate<{ lastMs: number; bytes: number }>(READ_TIMINGS);
  await context.close();
  return { interactiveMs: Math.max(shownMs, lastMs), kilobytes: bytes / 1_024 };
}

const median = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

async function main(): Promise<void> {
  const browser = await launchBrowser();
  try {
    const page = await browser.newPage();
    await page.goto(origin);
    const app = await page.locator('.card-link').first().getAttribute('href');
    const places = [
      { name: '/', url: origin, selector: '.card-link' },
      { name: '/app/{token}', url: `${origin}${app ?? ''}`, selector: '.chart canvas' },
      { name: '/docs (Swagger UI)', url: `${origin}/docs`, selector: '.opblock' },
    ];
    const measured = places.map((): Measured[] => []);
    // Round 0 warms the server.
    for (let run = 0; run <= RUNS; run += 1)
      for (const [i, { url, selector }] of places.entries()) {
        const result = await measure(browser, url, selector);
        if (run > 0) measured[i]?.push(result);
      }
    for (const [i, { name }] of places.entries()) {
      const rows = measured[i] ?? [];
      const ms = median(rows.map(({ interactiveMs }) => interactiveMs));
      const kilobytes = median(rows.map(({ kilobytes: size }) => size));
      say(`${name.padEnd(20)} ${ms.toFixed(0).padStart(6)} ms   ${kilobytes.toFixed(0).padStart(5)} KB`);
    }
    say(
      `Median of ${RUNS} loads each, in turn, without a cache; files and responses as they came, with Brotli.`,
    );
  } finally {
    await browser.close();
  }
}

await main();

import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { drawCandles, type ChartCandle } from './draw-candles.js';

// Draws the README's chart from what an API returns: the last days of the app with most trades.
//     npm run docs:chart -- http://localhost:3000/v1
const FILE = path.resolve('apps/devnet/candles.svg');

async function read<T>(url: string): Promise<T> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url} returned ${response.status}`);
  return (await response.json()) as T;
}

const base = process.argv[2] ?? 'http://localhost:3000/v1';
const { entries } = await read<{ entries: { address: string; symbol: string }[] }>(
  `${base}/leaderboards/apps?metric=trades&window=30d&limit=1`,
);
const app = entries[0];
if (app === undefined) throw new Error('nothing was traded yet');
const url = `${base}/candles/${app.address}?interval=4h&limit=150`;
const { candles } = await read<{ candles: ChartCandle[] }>(url);
await writeFile(FILE, drawCandles(`${app.symbol} in USD, 4h candles, volume below`, candles));
process.stdout.write(`${FILE}: ${candles.length} candles of ${app.symbol}\n`);

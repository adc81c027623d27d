import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { ApiProcess } from '../../support/api-process.js';
import { insertManyApps } from '../../support/many-apps.js';
import { OwnPostgres } from '../../support/own-postgres.js';
import { withClient } from '../../support/pg-client.js';
import { sumApps } from '../../support/sum-apps.js';
import { median } from '../median.js';
import type { Asked, Asking } from './ask-pictures.js';

/**
 * What pictures cost: cards drawn and painted a second, and what another client's cheap read takes meanwhile. Clients and API
 * share the machine; a card is asked for once, so that none is kept. Some 70 seconds. Fails when painting PNGs makes the read take
 * more than twice as long.
 *
 *     npm run bench:pictures
 */
const APPS = 4_000;
const ROUNDS = 3;
const SECONDS = 4;
const CONNECTIONS = 8;
const PAUSE_MS = 4;
/** Of a cheap read's p99 while PNGs are painted. */
const MAX_SLOWDOWN = 2;
const PAGE = 100;

const say = (line: string): void => void process.stdout.write(`${line}\n`);

async function ask(asking: Asking): Promise<Asked> {
  const worker = new Worker(new URL('./ask-pictures.js', import.meta.url), { workerData: asking });
  const [asked] = (await once(worker, 'message')) as [Asked];
  if (asked.refused > 0) say(`  ${asked.refused} were refused`);
  return asked;
}

async function listTokens({ origin }: ApiProcess): Promise<string[]> {
  const tokens: string[] = [];
  for (let cursor: string | null = ''; cursor !== null && tokens.length < APPS;) {
    const more: string = cursor === '' ? '' : `&cursor=${cursor}`;
    const response = await fetch(`${origin}/v1/apps?sort=newest&limit=${PAGE}${more}`);
    const page = (await response.json()) as { apps: { tokenAddress: string }[]; nextCursor: string | null };
    tokens.push(...page.apps.map(({ tokenAddress }) => tokenAddress));
    cursor = page.nextCursor;
  }
  return tokens;
}

/** The 99th percentile of a read that the cache has, in milliseconds. */
async function timeRead(url: string): Promise<number> {
  const until = performance.now() + (SECONDS - 0.5) * 1_000;
  const times: number[] = [];
  while (performance.now() < until) {
    const began = performance.now();
    await (await fetch(url)).arrayBuffer();
    times.push(performance.now() - began);
    await delay(PAUSE_MS);
  }
  return times.sort((a, b) => a - b)[Math.ceil(times.length * 0.99) - 1] ?? Number.NaN;
}

const postgres = await OwnPostgres.start();
const at = new Date(Math.floor(Date.now() / 1_000) * 1_000);
await withClient(postgres.url, async (client) => {
  await insertManyApps(client, APPS, at);
  await sumApps(client, at);
  await client.query(`UPDATE head SET level_at = now() + interval '2 hours'`);
  await client.query('VACUUM ANALYZE');
});
const api = await ApiProcess.start({
  DATABASE_URL: postgres.url,
  RATE_LIMIT_READ_PER_MINUTE: '100000000',
  RATE_LIMIT_HEAVY_PER_MINUTE: '100000000',
  LOG_LEVEL: 'error',
});
const tokens = await listTokens(api);
const cards = (file: string): string[] => tokens.map((token) => `/v1/apps/${token}/${file}`);
const [first = ''] = tokens;
const read = `${api.origin}/v1/prices?tokens=${first}`;
const flood = (paths: readonly string[]): Promise<Asked> =>
  ask({ port: api.port, paths, connections: CONNECTIONS, seconds: SECONDS });

// Programs and plans become warm.
await ask({ port: api.port, paths: cards('card.png?theme=light').slice(-20), connections: 1, seconds: 1 });

/** PNGs that were not asked for yet; the cache keeps 400. */
let painted = 0;
const freshPngs = (): string[] => {
  const paths = cards('card.png').slice(painted);
  painted += 500;
  return paths;
};

const rates = { svg: [] as number[], png: [] as number[], keptSvg: [] as number[], keptPng: [] as number[] };
const p99 = { idle: [] as number[], png: [] as number[], svg: [] as number[] };
const rateOf = ({ done, seconds }: Asked): number => done / seconds;

for (let round = 0; round < ROUNDS; round += 1) {
  p99.idle.push(await timeRead(read));
  const [pngs, whilePng] = await Promise.all([flood(freshPngs()), timeRead(read)]);
  rates.png.push(rateOf(pngs));
  p99.png.push(whilePng);
  const theme = round % 2 === 0 ? 'dark' : 'light';
  const fresh = cards(`card.svg?theme=${theme}`);
  const [svgs, whileSvg] = await Promise.all([flood(fresh), timeRead(read)]);
  rates.svg.push(rateOf(svgs));
  p99.svg.push(whileSvg);
  rates.keptSvg.push(rateOf(await flood([`/v1/apps/${first}/card.svg`])));
  rates.keptPng.push(rateOf(await flood([`/v1/apps/${first}/card.png`])));
}

const show = (values: readonly number[], digits: number): string =>
  `${median(values).toFixed(digits)} (${values.map((value) => value.toFixed(digits)).join(', ')})`;
say(`PNG cards painted a second:          ${show(rates.png, 1)}`);
say(`SVG cards drawn a second:            ${show(rates.svg, 0)}`);
say(`PNG cards that are kept, a second:   ${show(rates.keptPng, 0)}`);
say(`SVG cards that are kept, a second:   ${show(rates.keptSvg, 0)}`);
say(`p99 of a cheap read, idle:           ${show(p99.idle, 2)} ms`);
say(`p99 of it while PNGs are painted:    ${show(p99.png, 2)} ms`);
say(`p99 of it while SVGs are drawn:      ${show(p99.svg, 2)} ms`);

if (median(p99.png) > MAX_SLOWDOWN * median(p99.idle)) {
  say(`above ${MAX_SLOWDOWN} times idle`);
  process.exitCode = 1;
}
await api.stop();
await postgres.remove();

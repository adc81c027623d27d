import type pg from 'pg';
import { migrate } from '@slipway/database';
import { openBarePool } from '../bare-pool.js';
import { nameKeys, toNameSkeleton, foldSymbol } from '@slipway/name-matching';
import { openClient, withClient } from '../../support/pg-client.js';
import { startApi, type RunningApi } from '../../support/running-api.js';
import { LaunchpadFixture } from '../../support/launchpad-fixture.js';
import { seededRandom } from '../../support/market-activity.js';
import { OwnPostgres } from '../../support/own-postgres.js';
import { LAUNCH_RECORD } from '../../../apps/api/src/modules/preflight/preflight.sql.js';
import type { PreflightResultDto } from '../../../apps/api/src/modules/preflight/dto/preflight-result.dto.js';
import { mistype, pick } from './app-names.js';
import { loadApps } from './load-apps.js';

/**
 * How preflight does with a thousand apps and with a million.
 *
 *     npm run bench:preflight
 */
const SIZES = [1_000, 1_000_000] as const;
const RUNS = 5;
const LOOKUPS = 1_000;
const RESPONSES = 500;
const TYPOS = 1_000;
const WANTED = { ratio: 1.5, p99Ms: 50, recall: 0.95 };

interface Bench {
  readonly size: number;
  readonly names: readonly string[];
  readonly pool: pg.Pool;
  readonly api: RunningApi;
}

function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? NaN;
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await work();
  return performance.now() - started;
}

async function openBench(postgres: OwnPostgres, fixture: LaunchpadFixture, size: number): Promise<Bench> {
  await withClient(postgres.url, (admin) => admin.query(`CREATE DATABASE apps_${size}`));
  const url = new URL(postgres.url);
  url.pathname = `apps_${size}`;
  await migrate(url.href);
  const client = await openClient(url.href);
  await client.query(`INSERT INTO chain.deployment (chain_id, launchpad, platform_token, platform_symbol, price_feed,
      initial_virtual_platform, initial_virtual_token, initial_real_token, graduation_threshold, total_supply, fee_bps)
    VALUES (31337, '', '', 'SLIP', '', 1, 1, 1, 1, 1, 1)`);
  const { number, timestamp } = await fixture.client.getBlock();
  await client.query(
    `INSERT INTO chain.head (block_number, block_hash, block_time, level_at) VALUES ($1, '\\x00', to_timestamp($2), now())`,
    [Number(number), Number(timestamp)],
  );
  const started = performance.now();
  const names = await loadApps(client, size);
  const seconds = (performance.now() - started) / 1_000;
  await client.end();
  console.log(`${size.toLocaleString('en')} apps generated and indexed in ${seconds.toFixed(0)} s`);
  const pool = openBarePool({ url: url.href, role: 'slipway_api', size: 4 });
  return {
    size,
    names,
    pool,
    api: await startApi(url.href, { rpc: { http: [fixture.anvil.rpcUrl], ws: [] } }),
  };
}

/** Exact availability alone: its statement, half of the names taken. Milliseconds of the median. */
async function lookUp({ names: taken, pool }: Bench, seed: number): Promise<number> {
  const random = seededRandom(seed);
  const times: number[] = [];
  for (let i = 0; i < LOOKUPS; i += 1) {
    const name = i % 2 === 0 ? pick(random, taken) : `Fresh ${Math.floor(random() * 1e9)}`;
    const values = [nameKeys(name), toNameSkeleton(name), foldSymbol('QQQQ1'), `0x${'0'.repeat(40)}`];
    times.push(await timed(() => pool.query({ ...LAUNCH_RECORD, values })));
  }
  return quantile(times, 0.5);
}

async function ask(api: RunningApi, name: string, creator: string): Promise<PreflightResultDto> {
  const response = await api.post('/preflight/launch', {
    name,
    symbol: 'FRESH',
    description: 'A generated app.',
    imageUrl: 'https://example.com/icon.png',
    website: 'https://example.com',
    creator,
  });
  if (response.status !== 200) throw new Error(await response.text());
  return (await response.json()) as PreflightResultDto;
}

/** Whole responses over HTTP, a third each taken, mistyped and fresh, every one of another creator: milliseconds each. */
async function request({ names: taken, api }: Bench, seed: number): Promise<number[]> {
  const random = seededRandom(seed);
  const times: number[] = [];
  for (let i = 0; i < RESPONSES; i += 1) {
    const known = pick(random, taken);
    const name = [known, mistype(random, known), `Fresh ${Math.floor(random() * 1e9)}`][i % 3] ?? known;
    const creator = `0x${Math.floor(random() * 1e12)
      .toString(16)
      .padStart(40, '1')}`;
    times.push(await timed(() => ask(api, name, creator)));
  }
  return times;
}

/** Share of mistyped names, not taken themselves, that are warned of; and of warnings that name the original. */
async function recall({
  names: taken,
  api,
}: Bench): Promise<{ warned: number; named: number; asked: number }> {
  const random = seededRandom(99);
  let [warned, named, asked] = [0, 0, 0];
  while (asked < TYPOS) {
    const original = pick(random, taken);
    const result = await ask(api, mistype(random, original), `0x${'1'.repeat(40)}`);
    if (result.nameAvailable !== true) continue;
    asked += 1;
    const warning = result.warnings.find(({ code }) => code === 'similar_name');
    if (warning === undefined) continue;
    warned += 1;
    if (warning.message.includes(`"${original}"`)) named += 1;
  }
  return { warned: warned / asked, named: named / asked, asked };
}

const fixture = await LaunchpadFixture.start();
const postgres = await OwnPostgres.start();
try {
  const benches: Bench[] = [];
  for (const size of SIZES) benches.push(await openBench(postgres, fixture, size));
  for (const bench of benches) {
    await lookUp(bench, 1);
    await request(bench, 1);
  }
  const lookups = benches.map((): number[] => []);
  const durations = benches.map((): number[][] => []);
  for (let run = 0; run < RUNS; run += 1) {
    for (const [index, bench] of benches.entries()) {
      lookups[index]?.push(await lookUp(bench, run + 2));
      durations[index]?.push(await request(bench, run + 2));
    }
  }
  const [small = NaN, large = NaN] = lookups.map((times) => quantile(times, 0.5));
  console.log(
    `exact availability, median of ${RUNS} x ${LOOKUPS}: ${small.toFixed(3)} ms at 1,000, ` +
      `${large.toFixed(3)} ms at 1,000,000: ${(large / small).toFixed(2)} times (wanted: at most ${WANTED.ratio})`,
  );
  for (const [index, { size }] of benches.entries()) {
    const runs = durations[index] ?? [];
    const [p50 = NaN, p99 = NaN] = [0.5, 0.99].map((share) =>
      quantile(
        runs.map((run) => quantile(run, share)),
        0.5,
      ),
    );
    console.log(
      `whole responses at ${size.toLocaleString('en')}, median of ${RUNS} x ${RESPONSES}: p50 ${p50.toFixed(1)} ms, ` +
        `p99 ${p99.toFixed(1)} ms (wanted at a million: under ${WANTED.p99Ms})`,
    );
  }
  for (const bench of benches) {
    const { warned, named, asked } = await recall(bench);
    console.log(
      `similar_name at ${bench.size.toLocaleString('en')}: ${(warned * 100).toFixed(1)} % of ${asked} mistyped names warned of, ` +
        `${(named * 100).toFixed(1)} % naming the original (wanted: at least ${WANTED.recall * 100} %)`,
    );
  }
  for (const { api, pool } of benches) {
    await api.close();
    await pool.end();
  }
} finally {
  await postgres.remove();
  await fixture.stop();
}

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ApiProcess } from '../../support/api-process.js';
import { OwnPostgres } from '../../support/own-postgres.js';
import { captureResponse } from '../capture-response.js';
import { startServer } from './child.js';
import { generateMarket } from './generate-market.js';
import { loadPaths, type PathLoad } from './load-paths.js';
import type { MarketSize } from './market-size.js';
import { sampleRequests } from './sample-requests.js';
import { startWriter } from './event-writer.js';

/**
 * How fast the public reads are: warm against bare node:http that is asked the same and sends the same bytes, cold against node:http and pg with the
 * best SQL that we found, the large market against one of 1,000 trades, and cold while the indexer writes 2,000 events a
 * second against cold while it stands still. Those two at a pace that leaves the machine room for an indexer: clients who
 * take whatever there is would measure how it shares its cores.
 *
 *     npm run bench -- market                    2,000 apps, 5,000,000 trades
 *     npm run bench -- market 50000           2,000 apps, 50,000 trades
 *     npm run bench -- market 50000 sparkline,activity   of the reads, those with such a word in their name
 *     npm run bench -- market 1000000 '' 1000000 1000000   a million apps and wallets
 */
const RUNS = 5;
const SECONDS = 1;
const PACED = { seconds: 1.5, perSecond: 100 };
const SMALL: MarketSize = { apps: 2_000, trades: 1_000, wallets: 20 };
const LARGE: MarketSize = {
  apps: Number(process.argv[4] ?? 2_000),
  trades: Number(process.argv[2] ?? 5_000_000),
  wallets: Number(process.argv[5] ?? 20_000),
};
const WORDS = (process.argv[3] ?? '').split(',');
const REQUESTS = Object.entries(sampleRequests()).filter(([operation]) =>
  WORDS.some((word) => operation.includes(word)),
);

interface Contender {
  readonly name: 'warm' | 'bytes' | 'cold' | 'bare' | 'small' | 'quiet' | 'writing';
  readonly base: string;
  readonly paths: readonly string[];
  /** What must be so while it runs. */
  readonly before?: () => Promise<void>;
}

function median(loads: readonly PathLoad[], of: keyof PathLoad): number {
  const sorted = loads.map((load) => load[of]).sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

/** Runs all contenders in turn, several times, so that what else the machine does falls on each of them. */
async function measure(
  contenders: readonly Contender[],
  { seconds, perSecond }: { readonly seconds: number; readonly perSecond?: number } = { seconds: SECONDS },
): Promise<Map<string, PathLoad>> {
  const runs = new Map<string, PathLoad[]>();
  for (const { base, paths } of contenders) await loadPaths(base, paths, seconds, perSecond);
  for (let run = 0; run < RUNS; run += 1) {
    for (const { name, base, paths, before } of contenders) {
      await before?.();
      runs.set(name, [...(runs.get(name) ?? []), await loadPaths(base, paths, seconds, perSecond)]);
    }
  }
  return new Map(
    [...runs].map(([name, loads]) => [
      name,
      {
        perSecond: median(loads, 'perSecond'),
        p50: median(loads, 'p50'),
        p99: median(loads, 'p99'),
        bytes: median(loads, 'bytes'),
      },
    ]),
  );
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

async function makeMarket(size: MarketSize): Promise<OwnPostgres> {
  const began = performance.now();
  const postgres = await OwnPostgres.start({ shared_buffers: '1GB', max_wal_size: '8GB' });
  await generateMarket(postgres.url, size);
  const seconds = ((performance.now() - began) / 1_000).toFixed(0);
  say(`${size.apps} apps, ${size.wallets} wallets and ${size.trades} trades generated in ${seconds} s`);
  return postgres;
}

function startApi(postgres: OwnPostgres, cacheMegabytes: number): Promise<ApiProcess> {
  return ApiProcess.start({
    DATABASE_URL: postgres.url,
    READ_CACHE_MB: String(cacheMegabytes),
    RATE_LIMIT_READ_PER_MINUTE: '100000000',
    DATA_DIR: folder,
    LOG_LEVEL: 'error',
  });
}

const folder = mkdtempSync(join(tmpdir(), 'bench-market-'));
const stops: (() => unknown)[] = [
  () => {
    rmSync(folder, { recursive: true, force: true });
  },
];
try {
  const [small, large] = [await makeMarket(SMALL), await makeMarket(LARGE)];
  stops.unshift(
    () => small.remove(),
    () => large.remove(),
  );
  const warm = await startApi(large, 64);
  const cold = await startApi(large, 0);
  const coldSmall = await startApi(small, 0);
  const bare = await startServer('market/bare-pg-server', large.url);
  const bareOrigin = `http://127.0.0.1:${bare.port}`;
  stops.unshift(
    () => warm.stop(),
    () => cold.stop(),
    () => coldSmall.stop(),
    () => {
      bare.stop();
    },
  );

  // Programs are slower in their first seconds, whatever their code: all are driven through everything first.
  for (const [, requests] of REQUESTS)
    for (const base of [`${warm.origin}/v1`, `${cold.origin}/v1`, `${coldSmall.origin}/v1`, bareOrigin])
      await loadPaths(
        base,
        requests.map(({ path }) => path),
        SECONDS,
      );
  const results = new Map<string, Map<string, PathLoad>>();
  for (const [operation, requests] of REQUESTS) {
    const paths = requests.map(({ path }) => path);
    const response = await captureResponse(`${warm.origin}/v1${paths[20]!}`);
    const file = join(folder, 'response.json');
    writeFileSync(file, JSON.stringify(response));
    const bytes = await startServer('http/bare-server', file);
    results.set(
      operation,
      await measure([
        { name: 'warm', base: `${warm.origin}/v1`, paths: [paths[20]!] },
        { name: 'bytes', base: `http://127.0.0.1:${bytes.port}`, paths: [paths[20]!] },
        { name: 'cold', base: `${cold.origin}/v1`, paths },
        { name: 'bare', base: bareOrigin, paths },
        { name: 'small', base: `${coldSmall.origin}/v1`, paths },
      ]),
    );
    bytes.stop();
  }
  const writer = await startWriter(large.url, LARGE);
  stops.unshift(() => {
    writer.stop();
  });
  const measureWriting = (paths: readonly string[]): Promise<Map<string, PathLoad>> =>
    measure(
      [
        { name: 'quiet', base: `${cold.origin}/v1`, paths, before: () => writer.pause() },
        { name: 'writing', base: `${cold.origin}/v1`, paths, before: () => writer.resume() },
      ],
      PACED,
    );
  for (const [operation, requests] of REQUESTS) {
    const written = await measureWriting(requests.map(({ path }) => path));
    for (const [name, load] of written) results.get(operation)?.set(name, load);
  }
  report(results);
  const { blockTimes } = writer;
  const time = (part: number): string => (blockTimes[Math.floor(blockTimes.length * part)] ?? NaN).toFixed(0);
  say(
    `\n${blockTimes.length} blocks of 2,000 events written, one a second, in ${time(0.5)} ms each (p95 ${time(0.95)} ms)`,
  );
} finally {
  for (const stop of stops) await stop();
}

function report(results: ReadonlyMap<string, ReadonlyMap<string, PathLoad>>): void {
  const milliseconds = (value: number): string => value.toFixed(1);
  say(
    `\nMedians of ${RUNS} interleaved runs of ${SECONDS} s, 4 connections; cold: READ_CACHE_MB=0, 60 different requests.` +
      `\nQuiet and writing: runs of ${PACED.seconds} s at ${PACED.perSecond} requests/s.` +
      '\nWarm is requests/s against bare node:http with the same bytes; the rest is p99 in ms, and its ratio.\n',
  );
  say(
    '| Operation | Bytes | Warm/s | Bare/s | Ratio | Cold/s | Cold p99 | Bare + pg p99 | Ratio | 1,000 trades: bytes | p99 | Growth | Quiet p99 | Writing p99 | Ratio |',
  );
  say(`|${'---|'.repeat(15)}`);
  for (const [operation, loads] of results) {
    const of = (name: Contender['name']): PathLoad => loads.get(name)!;
    const [hot, bytes, cold, bare] = [of('warm'), of('bytes'), of('cold'), of('bare')];
    const [small, quiet, writing] = [of('small'), of('quiet'), of('writing')];
    const cells = [
      operation,
      cold.bytes.toFixed(0),
      hot.perSecond.toFixed(0),
      bytes.perSecond.toFixed(0),
      (hot.perSecond / bytes.perSecond).toFixed(2),
      cold.perSecond.toFixed(0),
      milliseconds(cold.p99),
      milliseconds(bare.p99),
      (cold.p99 / bare.p99).toFixed(2),
      small.bytes.toFixed(0),
      milliseconds(small.p99),
      (cold.p99 / small.p99).toFixed(2),
      milliseconds(quiet.p99),
      milliseconds(writing.p99),
      (writing.p99 / quiet.p99).toFixed(2),
    ];
    say(`| ${cells.join(' | ')} |`);
  }
}

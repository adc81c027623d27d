import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ApiProcess } from '../../support/api-process.js';
import { OwnPostgres } from '../../support/own-postgres.js';
import { startWriter } from '../market/event-writer.js';
import { generateMarket } from '../market/generate-market.js';
import { captureResponse } from '../capture-response.js';
import { runChild, startServer } from './child.js';

/**
 * How fast a warm cached response is, against bare node:http sending the same bytes and headers; of the sample API also while blocks come,
 * each of which ends the responses of the one before. Then of the API itself, both beside an indexer that writes a block of 1,000 buys a second.
 *
 *     npm run bench -- http                                    against the sample API of test/support
 *     npm run bench -- http writer                             beside the indexer alone
 *     npm run bench -- http http://127.0.0.1:3000/v1        against a running API (with limits out of the way)
 */
const RUNS = 5;
const SECONDS = 3;
const WARM_UP_SECONDS = 2;
const WANTED_RATIO = 0.5;

/** Milliseconds from a block to the next: none comes, as chains have them, and as a backfill writes them. */
const BLOCKS_EVERY_MS = [0, 1_000, 100];

interface Measured {
  readonly perSecond: number;
  readonly p50: number;
  readonly p99: number;
  readonly failed: number;
}

async function load(url: string, seconds: number): Promise<Measured> {
  const measured = JSON.parse(await runChild('load', url, String(seconds))) as Measured;
  if (measured.failed > 0)
    throw new Error(`${measured.failed} requests to ${url} failed: nothing can be compared`);
  return measured;
}

function median(runs: readonly Measured[]): Measured {
  const sorted = [...runs].sort((a, b) => a.perSecond - b.perSecond);
  const middle = sorted[Math.floor(sorted.length / 2)];
  if (middle === undefined) throw new Error('nothing was measured');
  return middle;
}

async function compare(url: string, blockEveryMs = 0): Promise<number> {
  const response = await captureResponse(url);
  const folder = mkdtempSync(join(tmpdir(), 'bench-http-'));
  const file = join(folder, 'response.json');
  writeFileSync(file, JSON.stringify(response));
  const bare = await startServer('bare-server', file);
  try {
    const bareUrl = `http://127.0.0.1:${bare.port}/`;
    await load(url, WARM_UP_SECONDS);
    await load(bareUrl, WARM_UP_SECONDS);
    const ours: Measured[] = [];
    const theirs: Measured[] = [];
    for (let run = 0; run < RUNS; run++) {
      ours.push(await load(url, SECONDS));
      theirs.push(await load(bareUrl, SECONDS));
    }
    return report(
      url,
      blockEveryMs,
      Buffer.from(response.body, 'base64').length,
      median(ours),
      median(theirs),
    );
  } finally {
    bare.stop();
    rmSync(folder, { recursive: true });
  }
}

function report(url: string, blockEveryMs: number, bytes: number, ours: Measured, theirs: Measured): number {
  const ratio = ours.perSecond / theirs.perSecond;
  const line = ({ perSecond, p50, p99 }: Measured): string =>
    `${Math.round(perSecond).toString().padStart(6)} requests/s, p50 ${p50} ms, p99 ${p99} ms`;
  process.stdout.write(
    [
      `GET ${new URL(url).pathname}${new URL(url).search} (${bytes} bytes, identity, 50 connections${blockEveryMs === 0 ? '' : `, a block each ${blockEveryMs} ms`})`,
      `  API, warm cache  ${line(ours)}`,
      `  bare node:http   ${line(theirs)}`,
      `  ratio            ${ratio.toFixed(2)} of bare (wanted: ${WANTED_RATIO}), medians of ${RUNS} interleaved runs`,
      '',
    ].join('\n'),
  );
  return ratio;
}

const LISTS = ['/apps?limit=50', '/prices'];

async function compareBesideWriter(): Promise<void> {
  const size = { apps: 2_000, trades: 50_000, wallets: 2_000 };
  const postgres = await OwnPostgres.start({ shared_buffers: '256MB' });
  const folder = mkdtempSync(join(tmpdir(), 'bench-http-'));
  const stops: (() => unknown)[] = [
    () => postgres.remove(),
    () => {
      rmSync(folder, { recursive: true });
    },
  ];
  try {
    await generateMarket(postgres.url, size);
    const unlimited = { RATE_LIMIT_READ_PER_MINUTE: '100000000', DATA_DIR: folder, LOG_LEVEL: 'error' };
    const api = await ApiProcess.start({ DATABASE_URL: postgres.url, ...unlimited });
    stops.unshift(() => api.stop());
    const writer = await startWriter(postgres.url, size);
    stops.unshift(() => {
      writer.stop();
    });
    for (const path of LISTS) judge(await compare(`${api.origin}/v1${path}`, 1_000));
  } finally {
    for (const stop of stops) await stop();
  }
}

function judge(ratio: number): void {
  if (ratio < WANTED_RATIO) process.exitCode = 1;
}

const baseUrl = process.argv[2] ?? '';
if (baseUrl === 'writer') await compareBesideWriter();
else if (baseUrl !== '') for (const path of LISTS) judge(await compare(baseUrl + path));
else {
  for (const blockEveryMs of BLOCKS_EVERY_MS) {
    const sample = await startServer('sample-server', String(blockEveryMs));
    try {
      for (const path of ['/samples?limit=50', '/samples/linked'])
        judge(await compare(`http://127.0.0.1:${sample.port}/v1${path}`, blockEveryMs));
    } finally {
      sample.stop();
    }
  }
  await compareBesideWriter();
}

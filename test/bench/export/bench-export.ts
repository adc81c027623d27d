import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { OwnPostgres } from '../../support/own-postgres.js';
import { peakMb } from '../../support/peak-mb.js';
import { generateMarket } from '../market/generate-market.js';
import { median } from '../median.js';
import { DuckDbRival } from './duckdb-rival.js';

/**
 * How fast final blocks are exported, of a market that is made up: `ops -- export` from its start to its end, against DuckDB that
 * copies the same rows of the same PostgreSQL into Parquet files of the same compression: the server writes them as CSV into a
 * pipe, `COPY (FROM read_csv(pipe)) TO parquet` reads it. Besides that DuckDB's COPY of rows that it has in its memory already, which
 * asks no PostgreSQL.
 *
 *     npm run bench -- export                    300,000 trades
 *     npm run bench -- export 1000000         another number of trades
 */
const RUNS = 5;
const WANTED = 0.5;
const trades = Number(process.argv[2] ?? 300_000);
const say = (line: string): void => void process.stdout.write(`${line}\n`);

interface Measured {
  readonly rows: number;
  readonly bytes: number;
  readonly seconds: number;
  readonly peakMb: number;
}

interface Manifest {
  readonly segments: readonly {
    readonly toBlock: number;
    readonly files: readonly {
      readonly set: string;
      readonly format: string;
      readonly rows: number;
      readonly bytes: number;
    }[];
  }[];
}

const readManifest = (folder: string): Manifest =>
  JSON.parse(readFileSync(path.join(folder, 'manifest.json'), 'utf8')) as Manifest;

/** A run of the program, its start included. */
async function runOurs(url: string, folder: string, ...words: string[]): Promise<Measured> {
  const began = performance.now();
  const child = spawn(process.execPath, ['dist/apps/ops/src/main.js', 'export', '--out', folder, ...words], {
    env: { PATH: process.env.PATH, DATABASE_URL: url },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  let peak = 0;
  const watch = setInterval(() => {
    // It may have ended since.
    if (child.exitCode === null && child.pid !== undefined) peak = Math.max(peak, peakMb(child.pid));
  }, 100);
  const [code] = (await once(child, 'exit')) as [number];
  clearInterval(watch);
  const seconds = (performance.now() - began) / 1_000;
  if (code !== 0) throw new Error(`the export ended with ${code}`);
  const files = readManifest(folder).segments.flatMap((segment) => segment.files);
  const rows = files
    .filter(({ format }) => format === files[0]?.format)
    .reduce((sum, file) => sum + file.rows, 0);
  return { rows, bytes: files.reduce((sum, file) => sum + file.bytes, 0), seconds, peakMb: peak };
}

const folders: string[] = [];

function makeFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'slipway-bench-export-'));
  folders.push(folder);
  return folder;
}

const postgres = await OwnPostgres.start({ shared_buffers: '512MB', max_wal_size: '4GB' });
const rival = await DuckDbRival.open(postgres.url);
try {
  await generateMarket(postgres.url, { apps: 2_000, trades, wallets: 20_000 });
  const warmed = makeFolder();
  const first = await runOurs(postgres.url, warmed, '--format', 'parquet');
  const lastBlock = readManifest(warmed).segments.at(-1)?.toBlock ?? -1;
  const theirRows = await rival.copyFromPostgres(makeFolder(), lastBlock);
  if (theirRows !== first.rows) throw new Error(`DuckDB has ${theirRows} rows, ours ${first.rows}`);
  const [ours, both, theirs, memory]: [Measured[], Measured[], number[], number[]] = [[], [], [], []];
  await rival.load(warmed);
  const timed = async (work: () => Promise<unknown>): Promise<number> => {
    const began = performance.now();
    await work();
    return (performance.now() - began) / 1_000;
  };
  for (let run = 0; run < RUNS; run += 1) {
    ours.push(await runOurs(postgres.url, makeFolder(), '--format', 'parquet'));
    theirs.push(await timed(() => rival.copyFromPostgres(makeFolder(), lastBlock)));
    both.push(await runOurs(postgres.url, makeFolder()));
    memory.push(await timed(() => rival.copyFromMemory(makeFolder())));
    for (const folder of folders.splice(1)) rmSync(folder, { recursive: true });
  }
  const seconds = (of: readonly Measured[]): number => median(of.map((one) => one.seconds));
  const line = (what: string, time: number): void => {
    say(`  ${what.padEnd(44)} ${time.toFixed(2).padStart(6)} s  ${Math.round(first.rows / time)} rows/s`);
  };
  const peak = (of: readonly Measured[]): number => Math.max(...of.map((one) => one.peakMb));
  say(
    `${trades} trades, ${first.rows} rows of all sets, ${(first.bytes / 1e6).toFixed(1)} MB of Parquet, ${((both[0]?.bytes ?? 0) / 1e6).toFixed(1)} MB with ndjson; medians of ${RUNS} runs in turn`,
  );
  line('ops -- export --format parquet', seconds(ours));
  line('ops -- export, Parquet and ndjson', seconds(both));
  line('DuckDB, COPY of the same rows of PostgreSQL', median(theirs));
  line('DuckDB, COPY of rows in its memory', median(memory));
  say(`  peak of ours ${peak(ours)} MB, with ndjson ${peak(both)} MB`);
  const ratio = median(theirs) / seconds(ours);
  say(
    `  rate of ours, of DuckDB's: ${ratio.toFixed(2)} (wanted: ${WANTED}); with ndjson ${(median(theirs) / seconds(both)).toFixed(2)}; of its memory's ${(median(memory) / seconds(ours)).toFixed(2)}`,
  );
  if (ratio < WANTED) process.exitCode = 1;
} finally {
  rival.close();
  await postgres.stop();
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
}

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { ExportFormat } from '../../../apps/ops/src/export/export-folder.js';
import { ExportRepository } from '../../../apps/ops/src/export/export.repository.js';
import { exportFinalBlocks, type ExportProgress } from '../../../apps/ops/src/export/exporter.js';
import { FileWriter } from '../../../apps/ops/src/export/file-writer.js';
import { OwnPostgres } from '../../support/own-postgres.js';
import { peakMb } from '../../support/peak-mb.js';
import { generateMarket } from '../market/generate-market.js';
import { median } from '../median.js';
import { DuckDbRival } from './duckdb-rival.js';

/**
 * How fast final blocks are exported, of a market that is made up: what `ops -- export` does, in this process and warm, against DuckDB that
 * copies the same rows of the same PostgreSQL into Parquet files of the same compression: the server writes them as CSV into a
 * pipe, `COPY (FROM read_csv(pipe)) TO parquet` reads it. Besides that DuckDB's COPY of rows that it has in its memory already, which
 * asks no PostgreSQL. The program itself runs once a format for its memory, its start included.
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
    readonly fromBlock: number;
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
  const child = spawn(process.execPath, ['dist/apps/ops/main.js', 'export', '--out', folder, ...words], {
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
const repository = await ExportRepository.connect(postgres.url);
const writer = new FileWriter();

function exportTo(folder: string, formats: readonly ExportFormat[]): Promise<ExportProgress> {
  const options = { folder, formats, segmentTransfers: 100_000, finalityBlocks: 64 };
  return exportFinalBlocks(repository, writer, options, () => undefined);
}

try {
  await generateMarket(postgres.url, { apps: 2_000, trades, wallets: 20_000 });
  const warmed = makeFolder();
  const first = await runOurs(postgres.url, warmed, '--format', 'parquet');
  const ranges = readManifest(warmed).segments;
  const theirRows = await rival.copyFromPostgres(makeFolder(), ranges);
  if (theirRows !== first.rows) throw new Error(`DuckDB has ${theirRows} rows, ours ${first.rows}`);
  const theProgram = await runOurs(postgres.url, makeFolder());
  const seconds: Record<'ours' | 'both' | 'theirs' | 'memory', number[]> = {
    ours: [],
    both: [],
    theirs: [],
    memory: [],
  };
  const contenders = {
    ours: (folder: string) => exportTo(folder, ['parquet']),
    theirs: (folder: string) => rival.copyFromPostgres(folder, ranges),
    both: (folder: string) => exportTo(folder, ['parquet', 'ndjson']),
    memory: (folder: string) => rival.copyFromMemory(folder),
  } as const;
  await rival.load(warmed);
  // The first run warms.
  for (let run = 0; run <= RUNS; run += 1)
    for (const [name, work] of Object.entries(contenders) as [
      keyof typeof contenders,
      (folder: string) => Promise<unknown>,
    ][]) {
      const folder = makeFolder();
      const began = performance.now();
      await work(folder);
      if (run > 0) seconds[name].push((performance.now() - began) / 1_000);
      rmSync(folder, { recursive: true });
    }
  const line = (what: string, time: number): void => {
    say(`  ${what.padEnd(44)} ${time.toFixed(2).padStart(6)} s  ${Math.round(first.rows / time)} rows/s`);
  };
  const [ours, both, theirs, memory] = [
    median(seconds.ours),
    median(seconds.both),
    median(seconds.theirs),
    median(seconds.memory),
  ];
  say(
    `${trades} trades, ${first.rows} rows of all sets, ${(first.bytes / 1e6).toFixed(1)} MB of Parquet, ${(theProgram.bytes / 1e6).toFixed(1)} MB with ndjson; medians of ${RUNS} runs in turn`,
  );
  line('ours, Parquet', ours);
  line('ours, Parquet and ndjson', both);
  line('DuckDB, COPY of the same rows of PostgreSQL', theirs);
  line('DuckDB, COPY of rows in its memory', memory);
  line('the program, Parquet, with its start', first.seconds);
  line('the program, both, with its start', theProgram.seconds);
  say(`  peak of the program ${first.peakMb} MB, with ndjson ${theProgram.peakMb} MB`);
  say(
    `  rate of ours, of DuckDB's: ${(theirs / ours).toFixed(2)} (wanted: ${WANTED}); with ndjson ${(theirs / both).toFixed(2)}; of its memory's ${(memory / ours).toFixed(2)}`,
  );
  if (theirs / ours < WANTED) process.exitCode = 1;
} finally {
  rival.close();
  await Promise.all([writer.close(), repository.close()]);
  await postgres.stop();
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
}

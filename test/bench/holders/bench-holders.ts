import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openWriter } from '../../../apps/indexer/src/leadership/writer-connection.js';
import { HolderCheckpoints } from '../../../apps/indexer/src/maintenance/holder-checkpoints.js';
import { ApiProcess } from '../../support/api-process.js';
import { seededRandom } from '../../support/market-activity.js';
import { OwnPostgres } from '../../support/own-postgres.js';
import { throwIt } from '../../support/throw-it.js';
import { generateMarket } from '../market/generate-market.js';
import { median } from '../median.js';
import { readSizes } from '../size/read-sizes.js';

/**
 * Holders of one app at random final blocks against those of the newest block, one request after the other, each from the database:
 * 99th percentile, medians of five interleaved runs. And what it takes on disk.
 *
 *     npm run bench -- holders                   1,000,000 trades of 20,000 wallets
 *     npm run bench -- holders 1000000 100000    of more wallets
 */
const RUNS = 5;
const REQUESTS = 200;
const WANTED = 3;
const FINALITY_BLOCKS = 64;
const TRADES = Number(process.argv[2] ?? 1_000_000);
const WALLETS = Number(process.argv[3] ?? 20_000);

const say = (line: string): void => void process.stdout.write(`${line}\n`);

interface Latency {
  readonly p50: number;
  readonly p99: number;
}

async function ask(urls: () => string): Promise<Latency> {
  const all: number[] = [];
  for (let i = 0; i < REQUESTS; i += 1) {
    const began = performance.now();
    const response = await fetch(urls());
    await response.text();
    if (response.status !== 200) throw new Error(`${response.url}: ${response.status}`);
    all.push(performance.now() - began);
  }
  all.sort((a, b) => a - b);
  const at = (part: number): number => all[Math.floor(part * all.length)] ?? 0;
  return { p50: at(0.5), p99: at(0.99) };
}

const folder = mkdtempSync(join(tmpdir(), 'bench-holders-'));
const postgres = await OwnPostgres.start({ shared_buffers: '1GB', max_wal_size: '8GB' });
try {
  await generateMarket(postgres.url, { apps: 1, trades: TRADES, wallets: WALLETS });
  const writer = await openWriter(postgres.url, throwIt);
  if (writer === null) throw new Error('a new database has a writer already');
  const checkpoints = new HolderCheckpoints(writer, FINALITY_BLOCKS);
  const began = performance.now();
  for (let made = -1, count = 0; made !== count;) {
    made = count;
    await checkpoints.makeSome();
    const { rows } = await writer.session.query<{ count: number }>(
      'SELECT count(*)::int + coalesce(max(block_number), 0) AS count FROM holder_checkpoints',
    );
    count = rows[0]?.count ?? 0;
  }
  const seconds = (performance.now() - began) / 1_000;
  const { rows } = await writer.session.query<{ token: string; last: number; made: number; holders: number }>(
    `SELECT address AS token, head.block_number::int AS last, (SELECT count(*)::int FROM holder_checkpoints) AS made,
      (SELECT holders FROM app_stats) AS holders
    FROM head, apps JOIN addresses ON id = token_id`,
  );
  await writer.session.end();
  const [found] = rows;
  if (found === undefined) throw new Error('there is no app');
  const { token, last, made, holders } = found;
  say(`${TRADES} transfers, ${holders} holders, ${made} checkpoints, made in ${seconds.toFixed(1)} s`);
  const client = await postgres.connect();
  const sizes = await readSizes(client);
  await client.end();
  const total = sizes.reduce((sum, { heap, keys }) => sum + heap + keys, 0);
  const key = sizes
    .flatMap(({ indexes }) => indexes)
    .find(({ name }) => name.endsWith('transfers_balances_idx'));
  const kept = sizes.find(({ name }) => name === 'holder_checkpoints');
  const more = (key?.bytes ?? 0) + (kept?.heap ?? 0) + (kept?.keys ?? 0);
  const each = (bytes: number): string => (bytes / TRADES).toFixed(0);
  say(
    `on disk ${each(more)} bytes a transfer: the key ${each(key?.bytes ?? 0)}, checkpoints ${each(more - (key?.bytes ?? 0))}`,
  );
  say(
    `  of this market ${each(total)} a trade, which has no ledger and few reserves; \`bench -- size\` has whole ones`,
  );
  const api = await ApiProcess.start({
    DATABASE_URL: postgres.url,
    READ_CACHE_MB: '0',
    RATE_LIMIT_READ_PER_MINUTE: '100000000',
    DATA_DIR: folder,
    LOG_LEVEL: 'error',
  });
  try {
    const random = seededRandom(47);
    const url = `${api.origin}/v1/apps/${token}/holders?limit=100`;
    const newest = (): string => url;
    const past = (): string => `${url}&block=${1 + Math.floor(random() * (last - FINALITY_BLOCKS - 2))}`;
    for (const urls of [newest, past]) await ask(urls);
    const runs: { newest: Latency; past: Latency }[] = [];
    for (let run = 0; run < RUNS; run += 1) runs.push({ newest: await ask(newest), past: await ask(past) });
    const of = (which: 'newest' | 'past', part: keyof Latency): number =>
      median(runs.map((run) => run[which][part]));
    for (const which of ['newest', 'past'] as const)
      say(`${which.padEnd(6)} p50 ${of(which, 'p50').toFixed(1)} ms, p99 ${of(which, 'p99').toFixed(1)} ms`);
    const ratio = of('past', 'p99') / of('newest', 'p99');
    say(`p99 of the past: ${ratio.toFixed(2)} times that of now (at most ${WANTED} wanted)`);
  } finally {
    await api.stop();
  }
} finally {
  await postgres.remove();
  rmSync(folder, { recursive: true, force: true });
}

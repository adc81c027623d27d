import { OwnPostgres } from '../../support/own-postgres.js';
import type { Distribution } from '../index/market-chain.js';
import { measureProgram } from '../index/measure-program.js';
import { startReplay } from '../index/replay.js';
import { readSizes, type TableSize } from './read-sizes.js';

/**
 * How many bytes of disk the index takes for a trade, all tables and keys together, when the real indexer has taken in a market:
 * 500 apps, 5,000 wallets, 70 % trades, 25 % transfers, 5 % others, ten events in a block of 12 seconds. Who trades what is
 * as in the local network's scenario, or uniform, or concentrated on a few.
 *
 *     npm run bench -- size                 1,000,000 trades, each distribution
 *     npm run bench -- size 100000       another number of trades
 */
const WANTED = 1_600;
/** Bytes a trade below which a table is in the sum only. */
const LEAST_SHOWN = 10;
const TRADES_OF_EVENTS = 0.7;
const EVENTS_PER_BLOCK = 10;
const SETTINGS = { shared_buffers: '1GB', max_wal_size: '8GB' };
const DISTRIBUTIONS: readonly Distribution[] = ['scenario', 'uniform', 'concentrated'];

const trades = Number(process.argv[2] ?? 1_000_000);
const say = (line: string): void => void process.stdout.write(`${line}\n`);

async function measure(distribution: Distribution): Promise<void> {
  const replay = await startReplay(Math.ceil(trades / TRADES_OF_EVENTS), distribution, EVENTS_PER_BLOCK);
  const postgres = await OwnPostgres.start(SETTINGS);
  const client = await postgres.connect();
  try {
    const { seconds } = await measureProgram({ folder: '.' }, replay, postgres.url, client);
    const { rows } = await client.query<{ count: number }>('SELECT count(*)::int AS count FROM chain.trades');
    tell(distribution, rows[0]?.count ?? 0, seconds, await readSizes(client));
  } finally {
    await client.end();
    await postgres.remove();
    replay.stop();
  }
}

function tell(distribution: Distribution, count: number, seconds: number, sizes: readonly TableSize[]): void {
  const perTrade = (bytes: number): string => (bytes / count).toFixed(1);
  const total = sizes.reduce((sum, { heap, keys }) => sum + heap + keys, 0);
  const wanted = distribution === 'scenario' ? ` (wanted: at most ${WANTED})` : '';
  say(
    `\n${distribution}: ${perTrade(total)} bytes a trade${wanted}, ${count} trades, ${(total / 2 ** 20).toFixed(0)} MB, indexed in ${seconds.toFixed(0)} s`,
  );
  for (const { name, rows, heap, keys, indexes } of sizes) {
    if (heap + keys < LEAST_SHOWN * count) continue;
    say(
      `  ${name.padEnd(16)} ${String(rows).padStart(9)} rows ${perTrade(heap).padStart(7)} B and ${perTrade(keys).padStart(7)} B of keys`,
    );
    for (const index of indexes) say(`      ${perTrade(index.bytes).padStart(7)} B  ${index.name}`);
  }
}

for (const distribution of DISTRIBUTIONS) await measure(distribution);

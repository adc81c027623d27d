import { fileURLToPath } from 'node:url';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import type { Batch } from '../../../apps/indexer/src/fold/fold-batch.js';
import { AddressIds } from '../../../apps/indexer/src/tables/address-ids.js';
import { AppRegistry } from '../../../apps/indexer/src/registry/app-registry.js';
import { addressesOf } from '../../../apps/indexer/src/fold/addresses-of.js';
import { foldBatch, type IndexState } from '../../../apps/indexer/src/fold/fold-batch.js';
import { confirmLevel } from '../../../apps/indexer/src/tables/head.js';
import { openBoards } from '../../../apps/indexer/src/tables/leaderboard-candidates.js';
import { writeBatch } from '../../../apps/indexer/src/tables/write-batch.js';
import { bindDeployment } from '../../../apps/indexer/src/tables/deployment.js';
import { inTransaction, type Writer } from '../../../apps/indexer/src/postgres/transaction.js';
import { openWriter } from '../../../apps/indexer/src/leadership/writer-connection.js';
import { migrate } from '@slipway/database';
import { toAddress } from '@slipway/domain';
import { OwnPostgres } from '../../support/own-postgres.js';
import { signIn, testWallet } from '../../support/wallet.js';
import { median } from '../median.js';
import { SYNTHETIC_DEPLOYMENT, SyntheticMarket } from './synthetic-market.js';
import { writeWithoutLedger } from './write-without-ledger.js';

/**
 * What the positions ledger costs the indexer, and what reading a portfolio costs, on one index of synthetic trades.
 *
 *     npm run bench:portfolio               1,000,000 trades
 *     npm run bench:portfolio -- 50000      fewer, to see that it runs
 *     npm run bench:portfolio -- 200000 1000000 1000000   a million apps and wallets
 */
const TRADES = Number(process.argv[2] ?? 1_000_000);
const APPS = Number(process.argv[3] ?? 1_000);
const WALLETS = Number(process.argv[4] ?? 20_000);
/** That the wallet with most holds. */
const MOST_TOKENS = 1_000;
const RUNS = 5;
const REQUESTS = 100;
/** Of reads that are shown beside those that are compared. */
const FEW_REQUESTS = 10;
const FINALITY_BLOCKS = 64;
const WANTED = { indexer: 0.8, firstPage: 2, wholeList: 1 };

const big = { wallet: testWallet(1), trades: Math.min(10_000, TRADES / 10), tokens: MOST_TOKENS };
const small = { wallet: testWallet(2), trades: 10, tokens: 10 };

type Write = typeof writeBatch;

/** As in a backfill, whose end is far away. */
const CHAIN = { newest: Number.MAX_SAFE_INTEGER, finalityBlocks: FINALITY_BLOCKS, levelAt: null };

/** An index that is written to and timed. */
class TimedIndex {
  private readonly addressIds = new AddressIds();
  private milliseconds = 0;

  private constructor(
    private readonly writer: Writer,
    private readonly write: Write,
    private state: IndexState,
  ) {}

  static async open(url: string, write: Write): Promise<TimedIndex> {
    await migrate(url);
    const writer = await openWriter(url, () => undefined);
    if (writer === null) throw new Error('the index has a writer already');
    await bindDeployment(writer.session, SYNTHETIC_DEPLOYMENT);
    // As an index that was level: its batches keep leaderboards as well.
    await inTransaction(writer, () => openBoards(writer.session));
    const registry = new AppRegistry(SYNTHETIC_DEPLOYMENT);
    const state = {
      registry,
      isBuilding: false,
      head: null,
      oraclePrice: null,
    };
    return new TimedIndex(writer, write, state);
  }

  async add(batch: Batch): Promise<void> {
    this.state.registry.discover(batch.events);
    const start = performance.now();
    const folded = await foldBatch(batch, this.state);
    const { session } = this.writer;
    const addresses = await this.addressIds.resolve(session, addressesOf(folded.rows));
    await inTransaction(this.writer, () => this.write(session, folded, CHAIN, addresses));
    this.state = folded.after;
    this.milliseconds += performance.now() - start;
  }

  /** Milliseconds since the last time it was asked. */
  takeTime(): number {
    const { milliseconds } = this;
    this.milliseconds = 0;
    return milliseconds;
  }

  async close(): Promise<void> {
    // The server's own cleaning may hold a table for longer than a writer would wait.
    await this.writer.session.query('SET lock_timeout = 0');
    await this.writer.session.query('SET statement_timeout = 0');
    // It would keep ours from finding rows to be old, too: it goes first.
    const workers = `SELECT FROM pg_stat_activity WHERE backend_type = 'autovacuum worker'`;
    while ((await this.writer.session.query(workers)).rowCount! > 0) await delay(500);
    await this.writer.session.query('VACUUM ANALYZE');
    // An index that was never level is not served.
    await confirmLevel(this.writer.session, new Date());
    await this.writer.session.end();
  }
}

/** Every batch goes to both indexes, one after the other, in turns. @returns the ratio of their speeds */
async function compareIndexers(withUrl: string, withoutUrl: string): Promise<number> {
  const regulars = [big, small].map(({ wallet, ...rest }) => ({
    address: toAddress(wallet.address),
    ...rest,
  }));
  const market = new SyntheticMarket(APPS, WALLETS, TRADES, regulars);
  const ours = await TimedIndex.open(withUrl, writeBatch);
  const bare = await TimedIndex.open(withoutUrl, writeWithoutLedger);
  const ratios: number[] = [];
  let done = 0;
  let turn = 0;
  for (const batch of market.batches()) {
    turn += 1;
    for (const index of turn % 2 === 0 ? [ours, bare] : [bare, ours]) await index.add(batch);
    const trades = batch.events.filter(({ name }) => name === 'Bought' || name === 'Sold').length;
    const fifth = Math.floor((RUNS * (done + trades)) / TRADES);
    if (fifth > Math.floor((RUNS * done) / TRADES)) {
      const [slow, fast] = [ours.takeTime(), bare.takeTime()];
      ratios.push(fast / slow);
      const perSecond = (time: number): number => Math.round((TRADES / RUNS / time) * 1_000);
      const speeds = `${perSecond(slow)} of ${perSecond(fast)}`;
      process.stdout.write(`  ${done + trades} trades: ${speeds} trades/s\n`);
    }
    done += trades;
  }
  await ours.close();
  await bare.close();
  const ratio = median(ratios);
  print(
    `indexer with the ledger, of its speed without (${TRADES} trades)`,
    ratio,
    `at least ${WANTED.indexer}`,
  );
  return ratio;
}

/** Reads over HTTP, from a process of its own. @returns the ratios of first pages, and of whole lists a position */
async function compareReads(databaseUrl: string): Promise<{ firstPage: number; wholeList: number }> {
  const script = fileURLToPath(new URL('./serve-api.js', import.meta.url));
  const child = spawn(process.execPath, [script, databaseUrl], { stdio: ['ignore', 'pipe', 'inherit'] });
  try {
    const ended = once(child, 'exit').then(([code]) => {
      throw new Error(`the API ended before it listened, with ${String(code)}`);
    });
    const [line] = (await Promise.race([once(child.stdout, 'data'), ended])) as [Buffer];
    const base = `http://127.0.0.1:${Number(line.toString())}/v1`;
    const post = (path: string, body: unknown): Promise<Response> =>
      fetch(base + path, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify(body),
      });
    const read = async ({ wallet }: typeof big, token: string, path: string): Promise<string> => {
      const url = `${base}/portfolio/${wallet.address}${path}`;
      const response = await fetch(url, { headers: { Authorization: `Bearer ${token}` } });
      const body = await response.text();
      if (response.status !== 200) throw new Error(`${path}: ${response.status} ${body}`);
      return body;
    };
    const tokens = { big: await signIn({ post }, big.wallet), small: await signIn({ post }, small.wallet) };
    const time = async (path: string, requests: number): Promise<{ big: number; small: number }> => {
      const runs = { big: [] as number[], small: [] as number[] };
      for (let run = 0; run <= RUNS; run += 1) {
        for (const who of ['big', 'small'] as const) {
          const took: number[] = [];
          for (let i = 0; i < requests; i += 1) {
            const start = performance.now();
            await read(who === 'big' ? big : small, tokens[who], path);
            took.push(performance.now() - start);
          }
          // The first run warms up.
          if (run > 0) runs[who].push(median(took));
        }
      }
      return { big: median(runs.big), small: median(runs.small) };
    };
    const held = async (who: 'big' | 'small'): Promise<number> => {
      const body = await read(who === 'big' ? big : small, tokens[who], '/positions');
      return (JSON.parse(body) as { positions: unknown[] }).positions.length;
    };
    const counts = { big: await held('big'), small: await held('small') };
    const names = `${big.trades} trades, ${counts.big} positions against ${small.trades} and ${counts.small}`;
    process.stdout.write(`GET /portfolio/{address}/positions, ${names}\n`);
    const page = await time('/positions?limit=20', REQUESTS);
    const whole = await time('/positions', REQUESTS);
    const perPosition = { big: whole.big / counts.big, small: whole.small / counts.small };
    const ms = (value: number): string => `${value.toFixed(value < 1 ? 4 : 2)} ms`;
    process.stdout.write(`  first page of 20: ${ms(page.big)} against ${ms(page.small)}\n`);
    process.stdout.write(`  whole: ${ms(whole.big)} against ${ms(whole.small)}\n`);
    print('first page', page.big / page.small, `at most ${WANTED.firstPage}`);
    print('whole list, a position', perPosition.big / perPosition.small, `at most ${WANTED.wholeList}`);
    for (const path of ['', '/history?period=30d', '/activity']) {
      const took = await time(path, FEW_REQUESTS);
      process.stdout.write(`  /portfolio/{address}${path}: ${ms(took.big)} against ${ms(took.small)}\n`);
    }
    return { firstPage: page.big / page.small, wholeList: perPosition.big / perPosition.small };
  } finally {
    child.kill();
  }
}

function print(what: string, ratio: number, wanted: string): void {
  process.stdout.write(
    `  ${what}: ratio ${ratio.toFixed(2)} (wanted: ${wanted}), medians of ${RUNS} interleaved runs\n`,
  );
}

async function createDatabase(postgres: OwnPostgres, name: string): Promise<string> {
  const client = await postgres.connect();
  await client.query(`CREATE DATABASE ${name}`);
  await client.end();
  const url = new URL(postgres.url);
  url.pathname = name;
  return url.href;
}

// As in the other benchmarks: the ledger's work is compared, not the latency of a disk, nor a small cache that two
// indexes of a million trades would share, nor how often whole pages are logged again after a checkpoint.
const postgres = await OwnPostgres.start({ shared_buffers: '1GB', max_wal_size: '8GB' });
try {
  const [withUrl, withoutUrl] = [
    await createDatabase(postgres, 'with_ledger'),
    await createDatabase(postgres, 'without_ledger'),
  ];
  const indexer = await compareIndexers(withUrl, withoutUrl);
  const { firstPage, wholeList } = await compareReads(withUrl);
  const kept = indexer >= WANTED.indexer && firstPage <= WANTED.firstPage && wholeList <= WANTED.wholeList;
  process.exitCode = kept ? 0 : 1;
} finally {
  await postgres.remove();
}

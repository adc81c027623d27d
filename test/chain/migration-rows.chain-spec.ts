import { migrate } from '@slipway/database';
import { readFileSync } from 'node:fs';
import type pg from 'pg';
import { copyIndexRows, findDifferingColumns } from '../support/compare-index-rows.js';
import { untilLevel } from '../support/index-level.js';
import { IndexerProcess } from '../support/indexer-process.js';
import { LaunchpadFixture } from '../support/launchpad-fixture.js';
import { MarketActivity, seededRandom } from '../support/market-activity.js';
import { openClient } from '../support/pg-client.js';
import { createEmptyDatabase, createTestDatabase, type TestDatabase } from '../support/postgres.js';
import { migrationNames, releaseUpTo } from '../support/release.js';

const names = await migrationNames();
const newest = names.at(-1)!;
const sql = readFileSync(`prisma/migrations/${newest}/migration.sql`, 'utf8');
const isFilled =
  !newest.endsWith('_baseline') && !/empties-the-index|INSERT INTO public.maintenance_jobs/.test(sql);

/** The rows that a migration fills are those that a fresh index has: names of columns say nothing of their values. */
describe('rows of an older index', () => {
  let fixture: LaunchpadFixture;
  let fresh: TestDatabase;
  let older: TestDatabase;
  let [ours, theirs]: pg.Client[] = [];

  beforeAll(async () => {
    fixture = await LaunchpadFixture.start();
    const market = new MarketActivity(fixture, seededRandom(63));
    await market.open(3);
    await market.graduate(market.tokens[0]!);
    await market.act(30);
    fresh = await createTestDatabase();
    ours = await openClient(fresh.url);
    const indexer = IndexerProcess.start({
      RPC_URL: fixture.anvil.rpcUrl,
      DATABASE_URL: fresh.url,
      INDEXER_POLL_MS: '50',
    });
    await untilLevel(ours, fixture.client);
    await indexer.end();
  });

  beforeEach(async () => {
    older = await createEmptyDatabase();
    theirs = await openClient(older.url);
  });

  afterEach(async () => {
    await theirs!.end();
    await older.drop();
  });

  afterAll(async () => {
    await ours!.end();
    await fresh.drop();
    await fixture.stop();
  });

  (isFilled ? it : it.skip)(
    isFilled ? `are filled by ${newest}` : `[skipped: ${newest} fills no rows]`,
    async () => {
      const before = await releaseUpTo(names.at(-2)!);
      await migrate(older.url, before.root);
      await before.remove();
      await copyIndexRows(ours!, theirs!);
      await migrate(older.url);
      expect(await findDifferingColumns(ours!, theirs!)).toEqual([]);
    },
  );

  it('are compared value by value: a wrong backfill is named', async () => {
    await migrate(older.url);
    const upgrade = async (value: string): Promise<string[]> => {
      await theirs!.query('ALTER TABLE chain.trades DROP COLUMN trader_id CASCADE');
      await copyIndexRows(ours!, theirs!);
      await theirs!.query('ALTER TABLE chain.trades ADD COLUMN trader_id integer');
      await theirs!.query(`UPDATE chain.trades t SET trader_id = ${value}`);
      return await findDifferingColumns(ours!, theirs!);
    };
    const entry = (order: string): string =>
      `(SELECT wallet_id FROM chain.ledger_entries e WHERE e.token_id = t.token_id ORDER BY block_number ${order} LIMIT 1)`;
    expect(await upgrade(entry(''))).toEqual(['trades.trader_id']);
    expect(await upgrade(entry('DESC'))).toEqual(['trades.trader_id']);
    await theirs!.query(
      'DROP SCHEMA IF EXISTS copy CASCADE; CREATE SCHEMA copy; CREATE TABLE copy.trades (block_number int, log_index int, trader_id int)',
    );
    for (const { block_number: block, log_index: log, trader_id: trader } of (
      await ours!.query<{ block_number: number; log_index: number; trader_id: number }>(
        'SELECT block_number, log_index, trader_id FROM chain.trades',
      )
    ).rows)
      await theirs!.query('INSERT INTO copy.trades VALUES ($1, $2, $3)', [block, log, trader]);
    const right =
      '(SELECT trader_id FROM copy.trades c WHERE (c.block_number, c.log_index) = (t.block_number, t.log_index))';
    expect(await upgrade(right)).toEqual([]);
  });
});

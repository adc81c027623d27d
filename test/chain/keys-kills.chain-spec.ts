import type pg from 'pg';
import { expectFreshIndex } from '../support/expect-fresh-index.js';
import { startFaultyNode, type FaultyNode, type RpcRequest } from '../support/faulty-node.js';
import { untilLevel } from '../support/index-level.js';
import { IndexerProcess } from '../support/indexer-process.js';
import { LaunchpadFixture } from '../support/launchpad-fixture.js';
import { MarketActivity, seededRandom } from '../support/market-activity.js';
import { openClient, withClient } from '../support/pg-client.js';
import { createTestDatabase, type TestDatabase } from '../support/postgres.js';
import { runOps } from '../support/run-ops.js';
import { until } from '../support/until.js';

/** More than the indexer reads before it takes keys off, and those that are not final yet. */
const BLOCKS = 450;

/** The node gives no later logs until a table is locked: the keys would else be there before that, where this process stands still. */
const HELD_AT = 100;

/** What only reads need is built at the end of a backfill, and of a rebuild. */
describe('an indexer that is killed while it builds keys', () => {
  let fixture: LaunchpadFixture;
  let node: FaultyNode;
  let database: TestDatabase;
  let client: pg.Client;
  let indexer: IndexerProcess | null = null;

  beforeAll(async () => {
    fixture = await LaunchpadFixture.start();
    const market = new MarketActivity(fixture, seededRandom(29));
    await market.open(3);
    await market.act(40);
    await fixture.client.mine({ blocks: BLOCKS, interval: 2 });
    await market.act(10);
    node = await startFaultyNode(fixture.anvil.rpcUrl);
    database = await createTestDatabase();
    client = await openClient(database.url);
  });

  beforeEach(() => {
    const isLater = ({ method, params }: RpcRequest): boolean =>
      method === 'eth_getLogs' && Number((params[0] as { toBlock?: string }).toBlock) > HELD_AT;
    node.choose = (requests) => (requests.some(isLater) ? 'http-500' : null);
  });

  afterEach(() => indexer?.end('SIGKILL'));

  afterAll(async () => {
    await client.end();
    await database.drop();
    await node.stop();
    await fixture.stop();
  });

  function start(): IndexerProcess {
    return (indexer = IndexerProcess.start({
      RPC_URL: node.url,
      DATABASE_URL: database.url,
      INDEXER_MAX_RANGE: '5',
      INDEXER_POLL_MS: '10',
    }));
  }

  async function deferred(schema: string): Promise<string[]> {
    const { rows } = await client.query<{ name: string }>(
      'SELECT name FROM deferred_keys WHERE schema_name = $1 ORDER BY name',
      [schema],
    );
    return rows.map(({ name }) => name);
  }

  /** The statements of an indexer that wait for a lock. */
  async function waiting(): Promise<string[]> {
    const { rows } = await client.query<{ query: string }>(
      `SELECT query FROM pg_stat_activity
      WHERE datname = current_database() AND wait_event_type = 'Lock' AND application_name LIKE 'slipway_indexer:%'`,
    );
    return rows.map(({ query }) => query);
  }

  /** Kills an indexer while a statement waits for a lock. @returns how many keys were left */
  async function killAt(schema: string, table: string, mode: string, statement: RegExp): Promise<number> {
    await withClient(database.url, async (locker) => {
      await locker.query(`BEGIN; LOCK TABLE ${schema}.${table} IN ${mode} MODE`);
      node.choose = () => null;
      const running = indexer?.hasEnded === false ? indexer : start();
      await until(`${table} is waited for`, async () =>
        (await waiting()).some((text) => statement.test(text)),
      );
      await running.end('SIGKILL');
      // The server ends the statement although the lock is still held: the next writer need not wait for it.
      await until('the statement has ended', async () => (await waiting()).length === 0);
    });
    return (await deferred(schema)).length;
  }

  /** The tables of the first key that is built, of one in the middle, and of the last. */
  async function tablesOfKeys(schema: string): Promise<string[]> {
    const { rows } = await client.query<{ table: string }>(
      `SELECT substring(definition FROM ' ON (?:\\w+\\.)?(\\w+) USING ') AS table FROM deferred_keys
      WHERE schema_name = $1 ORDER BY name`,
      [schema],
    );
    const places = [0, rows.length >> 1, rows.length - 1];
    return places.map((place) => rows[place]!.table);
  }

  /** Kills it at three of its keys; the first time it has just begun to read the chain. */
  async function killAtKeys(schema: string): Promise<void> {
    if (indexer?.hasEnded !== false) start();
    await until('keys are taken off', async () => (await deferred(schema)).length > 0);
    const left: number[] = [];
    for (const table of await tablesOfKeys(schema)) {
      left.push(await killAt(schema, table, 'SHARE UPDATE EXCLUSIVE', /CREATE INDEX/));
    }
    expect(left.at(-1)).toBeGreaterThan(0);
    // What one process built the next did not build again.
    expect(left).toEqual([...new Set(left)].sort((a, b) => b - a));
  }

  async function indexDefinitions(url: string): Promise<string[]> {
    return withClient(url, async (reader) => {
      const { rows } = await reader.query<{ definition: string }>(
        `SELECT pg_get_indexdef(indexrelid) AS definition FROM pg_index JOIN pg_class ON pg_class.oid = indexrelid
        WHERE relnamespace = 'chain'::regnamespace AND indisvalid ORDER BY definition`,
      );
      return rows.map(({ definition }) => definition);
    });
  }

  async function expectWhole(): Promise<void> {
    await untilLevel(client, fixture.client);
    expect(await deferred('chain')).toEqual([]);
    expect(await indexDefinitions(database.url)).toEqual(fullDefinitions);
    await expectFreshIndex(database.url, fixture.anvil.rpcUrl);
  }

  let fullDefinitions: string[];

  it('ends in the rows and keys of one that was not, after a first backfill', async () => {
    fullDefinitions = await indexDefinitions(database.url);
    await killAtKeys('chain');
    const { stdout } = await runOps({ DATABASE_URL: database.url }, 'index', 'status');
    expect(stdout).toMatch(/^keys +\d+ (is|are) yet to be built$/m);
    await killAt('chain', 'app_totals', 'SHARE', /INSERT INTO app_totals/);
    expect(await deferred('chain')).toEqual([]);
    start();
    await expectWhole();
  });

  it('goes on with a rebuild where it was, and ends in the same rows and keys', async () => {
    await client.query(`INSERT INTO maintenance_jobs (kind) VALUES ('rebuild')`);
    await client.query('UPDATE chain.candles SET trades = trades + 1000');
    const rebuilt = async (): Promise<string | null> => {
      const { rows } = await client.query<{ oid: string | null }>(
        `SELECT to_regnamespace('chain_next')::oid::text AS oid`,
      );
      return rows[0]!.oid;
    };
    start();
    await until('the rebuild has begun', async () => (await rebuilt()) !== null);
    const schema = await rebuilt();
    await killAtKeys('chain_next');
    await killAt('chain_next', 'app_totals', 'SHARE', /INSERT INTO app_totals/);
    expect(await rebuilt()).toBe(schema);
    const { log } = start();
    const isDone = async (): Promise<boolean> => {
      const { rows } = await client.query<{ succeeded: boolean | null }>(
        'SELECT succeeded FROM maintenance_jobs',
      );
      return rows[0]?.succeeded === true;
    };
    await until(() => `the rebuild is done\n${log}`, isDone);
    expect(await rebuilt()).toBeNull();
    await expectWhole();
  });
});

import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { askAgain } from '../support/ask-again.js';
import { awaitReceipt } from '../support/await-receipt.js';
import { expectFreshIndex } from '../support/expect-fresh-index.js';
import { dumpIndex } from '../support/index-fixture.js';
import { indexedBlock, untilLevel } from '../support/index-level.js';
import { IndexerProcess } from '../support/indexer-process.js';
import { LaunchpadFixture } from '../support/launchpad-fixture.js';
import { MarketActivity, seededRandom } from '../support/market-activity.js';
import { openClient } from '../support/pg-client.js';
import { createTestDatabase, type TestDatabase } from '../support/postgres.js';
import { startApi, type RunningApi } from '../support/running-api.js';
import { runOps } from '../support/run-ops.js';
import { until } from '../support/until.js';

/** Not the local network's: there a chain is followed wherever it goes. */
const CHAIN_ID = 4_242;
const FINALITY_BLOCKS = 4;

/** What happens during a rebuild leaves it a core, and later tests a short chain. */
const PAUSE_MS = 50;

describe('operators and the index', () => {
  let fixture: LaunchpadFixture;
  let market: MarketActivity;
  let database: TestDatabase;
  let client: pg.Client;
  let api: RunningApi;
  let indexer: IndexerProcess;

  beforeAll(async () => {
    fixture = await LaunchpadFixture.start(['--chain-id', String(CHAIN_ID)]);
    market = new MarketActivity(fixture, seededRandom(71));
    await market.open(2);
    await market.act(10);
    database = await createTestDatabase();
    client = await openClient(database.url);
    indexer = IndexerProcess.start({
      RPC_URL: fixture.anvil.rpcUrl,
      DATABASE_URL: database.url,
      CHAIN_ID: String(CHAIN_ID),
      FINALITY: String(FINALITY_BLOCKS),
      INDEXER_POLL_MS: '50',
    });
    await untilLevel(client, fixture.client);
    api = await startApi(database.url, { chainId: CHAIN_ID });
  });

  afterAll(async () => {
    await indexer.end();
    await api.close();
    await client.end();
    await database.drop();
    await fixture.stop();
  });

  async function writerEpoch(): Promise<number> {
    const { rows } = await client.query<{ epoch: string }>('SELECT epoch FROM index_writer');
    return Number(rows[0]?.epoch);
  }

  async function expectFresh(): Promise<void> {
    const options = { finalityBlocks: FINALITY_BLOCKS };
    await expectFreshIndex(database.url, fixture.anvil.rpcUrl, options, undefined, CHAIN_ID);
  }

  /** @throws what the command says when it fails */
  async function ops(...words: string[]): Promise<string> {
    const { code, stdout, stderr } = await runOps({ DATABASE_URL: database.url }, 'index', ...words);
    if (code !== 0) throw new Error(stderr);
    return stdout;
  }

  /** What the API says at once, or when a busy machine has time for it. */
  const ask = (path: string): Promise<Response> => askAgain(() => api.get(path));

  async function readiness(): Promise<{ status: number; body: string }> {
    const response = await fetch(`${api.origin}/health/ready`);
    return { status: response.status, body: await response.text() };
  }

  async function isHalted(): Promise<boolean> {
    return (await readiness()).body.includes('"indexer_halted"');
  }

  /** Names of indexes and constraints, and who may read: what a swap must not change. */
  async function catalogue(): Promise<string[]> {
    const { rows } = await client.query<{ line: string }>(`
      SELECT indexdef AS line FROM pg_indexes WHERE schemaname = 'chain'
      UNION ALL SELECT conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(oid) FROM pg_constraint
        WHERE connamespace = 'chain'::regnamespace
      UNION ALL SELECT relname || ' ' || relowner::regrole || ' ' || relacl::text || ' ' || relpersistence::text || coalesce(reloptions::text, '')
        FROM pg_class WHERE relnamespace = 'chain'::regnamespace AND relkind = 'r'
      UNION ALL SELECT oid::regprocedure::text FROM pg_proc WHERE pronamespace = 'chain'::regnamespace
      UNION ALL SELECT nspname || ' ' || nspacl::text FROM pg_namespace WHERE nspname LIKE 'chain%'
      UNION ALL SELECT table_name || '.' || column_name || ' ' || data_type || ' ' || coalesce(column_default, '')
        || ' ' || coalesce(collation_name, '') || is_nullable FROM information_schema.columns WHERE table_schema = 'chain'
      ORDER BY line`);
    return rows.map(({ line }) => line);
  }

  it('rebuild it beside the one that is served, and no request notices but by what was mended', async () => {
    const before = await catalogue();
    await client.query('UPDATE chain.candles SET trades = trades + 1000');
    const statuses = new Map<number, number>();
    const rebuilt = new AbortController();
    const asking = (async () => {
      while (!rebuilt.signal.aborted) {
        for (const route of ['/apps', '/prices', `/apps/${market.tokens[0]!}`, '/apps?sort=newest&limit=1']) {
          // A busy machine refuses some requests, which says nothing of the rebuild: they are made again.
          const { status } = await ask(route);
          statuses.set(status, (statuses.get(status) ?? 0) + 1);
        }
        await sleep(PAUSE_MS);
      }
    })();
    const trading = (async () => {
      while (!rebuilt.signal.aborted) {
        await market.act();
        await sleep(PAUSE_MS);
      }
    })();
    expect(await ops('rebuild')).toContain('the index is new');
    rebuilt.abort();
    await Promise.all([asking, trading]);
    expect([...statuses.keys()]).toEqual([200]);
    await untilLevel(client, fixture.client);
    await expectFresh();
    expect(await catalogue()).toEqual(before);
  });

  it('rebuild it once more, from what the first rebuild left, and are told how far it is', async () => {
    expect(await ops('rebuild')).toMatch(/100 % of the chain is read\nthe index is new/);
    await market.act();
    await untilLevel(client, fixture.client);
    await expectFresh();
  });

  it('rewind it to a block, and it comes back to where it was', async () => {
    const block = (await indexedBlock(client)) - 20;
    expect(await ops('rewind', String(block))).toContain(`the index stands at block ${block}`);
    await untilLevel(client, fixture.client);
    await expectFresh();
  });

  it('are told why a block cannot be rewound to', async () => {
    await expect(ops('rewind', '999999')).rejects.toThrow(/the index stands at block \d+: nothing to rewind/);
    await expect(ops('rewind', 'x')).rejects.toThrow(/must be a block number/);
  });

  it('are told when the database refuses a rewind, which is undone, and the index goes on', async () => {
    const before = await dumpIndex(database.url);
    const epoch = await writerEpoch();
    await client.query('BEGIN; LOCK TABLE chain.blocks IN SHARE MODE');
    await expect(ops('rewind', String((await indexedBlock(client)) - 20))).rejects.toThrow(
      /due to lock timeout/,
    );
    await client.query('ROLLBACK');
    expect(await dumpIndex(database.url)).toEqual(before);
    await market.act();
    await untilLevel(client, fixture.client);
    expect(await writerEpoch()).toBe(epoch);
    await expectFresh();
  });

  it('have a rewind done by the next writer when its connection is lost on the way', async () => {
    const epoch = await writerEpoch();
    await client.query('BEGIN; LOCK TABLE chain.blocks IN SHARE MODE');
    const rewound = ops('rewind', String((await indexedBlock(client)) - 20));
    // By the server alone: neither the rewind nor the next writer's waits for the table for longer than a second.
    await client.query(`
      DO $$ BEGIN LOOP
        PERFORM pg_terminate_backend(pid) FROM pg_locks JOIN pg_database ON pg_database.oid = database
          WHERE NOT granted AND relation = 'chain.blocks'::regclass AND datname = current_database();
        EXIT WHEN FOUND;
        PERFORM pg_sleep(0.01);
      END LOOP; END $$;
      ROLLBACK`);
    expect(await rewound).toContain('the index stands at block');
    expect(await writerEpoch()).toBe(epoch + 1);
    await untilLevel(client, fixture.client);
    await expectFresh();
  });

  it('may rewind for as long as it takes', async () => {
    await client.query(`
      CREATE FUNCTION public.refuse_limits() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        IF current_setting('statement_timeout') <> '0' THEN RAISE EXCEPTION 'limited'; END IF;
        RETURN NULL;
      END $$;
      CREATE TRIGGER refuse_limits AFTER DELETE ON chain.trades EXECUTE FUNCTION public.refuse_limits()`);
    const rewound = ops('rewind', String((await indexedBlock(client)) - 20));
    expect(await rewound).toContain('the index stands at block');
    await client.query('DROP FUNCTION public.refuse_limits CASCADE');
    await untilLevel(client, fixture.client);
    await expectFresh();
  });

  it('see it stand still when a final block is reorganised, and decide', async () => {
    await untilLevel(client, fixture.client);
    expect(await isHalted()).toBe(false);
    for (let i = 0; i < 10; i += 1) await market.publishPrice(BigInt(200_000_000 + i));
    await untilLevel(client, fixture.client);
    const block = await indexedBlock(client);
    const before = await dumpIndex(database.url);
    await fixture.reorganise(8);
    await market.publishPrice(99_000_000n);
    await until('it is known', isHalted);
    const { status, body } = await readiness();
    expect(status).toBe(200);
    expect(body).toContain("shares none of the index's last");
    await until('its log says so', () => indexer.log.includes('"message":"halted"'));
    const response = await ask('/apps');
    expect([response.status, response.headers.get('X-As-Of-Block')]).toEqual([200, String(block)]);
    expect(await dumpIndex(database.url)).toEqual(before);
    await expect(ops('rewind', String(block - 1))).rejects.toThrow(
      /cannot be proved to be of the node's chain/,
    );
    expect(await ops('rewind', String(block - 12))).toContain('the index stands at block');
    await untilLevel(client, fixture.client);
    await until('it goes on', async () => !(await isHalted()));
    await expectFresh();
  });

  it('are told how far back they have to go, though the last transaction before it stands where it stood', async () => {
    const shared = Number(await fixture.client.getBlockNumber());
    const token = market.tokens[0]!;
    await fixture.buy(fixture.trader(5), token, 10n ** 18n);
    for (let i = 0; i < 5; i += 1) await market.publishPrice(BigInt(300_000_000 + i));
    const [log] = await fixture.buy(fixture.trader(6), token, 10n ** 18n);
    const { transactionHash: hash, blockNumber } = log!;
    await fixture.client.mine({ blocks: 2 * FINALITY_BLOCKS });
    await untilLevel(client, fixture.client);
    await fixture.reorganise((await indexedBlock(client)) - shared, [
      [hash!, Number(blockNumber) - shared - 1],
    ]);
    expect((await awaitReceipt(fixture.client, hash!)).blockNumber).toBe(blockNumber);
    await market.publishPrice(99_000_000n);
    await until('it is known', isHalted);
    for (const block of [Number(blockNumber), shared + 1]) {
      await expect(ops('rewind', String(block))).rejects.toThrow(
        `block ${block} cannot be proved to be of the node's chain: the last that can is block ${shared}`,
      );
    }
    expect(await ops('rewind', String(shared))).toContain(`the index stands at block ${shared}`);
    await untilLevel(client, fixture.client);
    await until('it goes on', async () => !(await isHalted()));
    await expectFresh();
  });

  it('rewind it far back by the hashes that are kept for ever, below a fork that is as far', async () => {
    await fixture.client.mine({ blocks: 600 });
    const shared = Number(await fixture.client.getBlockNumber());
    const id = await fixture.client.snapshot();
    await market.publishPrice(97_000_000n);
    await fixture.client.mine({ blocks: 1_300 });
    await untilLevel(client, fixture.client);
    await expectFresh();
    await fixture.client.revert({ id });
    await market.publishPrice(96_000_000n);
    await fixture.client.mine({ blocks: 1_301 });
    await until('it is known', isHalted);
    const kept = shared - (shared % 256);
    await expect(ops('rewind', String(shared))).rejects.toThrow(`the last that can is block ${kept}`);
    const block = kept - 100;
    expect(await ops('rewind', String(block))).toContain(`the index stands at block ${block}`);
    await untilLevel(client, fixture.client);
    await until('it goes on', async () => !(await isHalted()));
    await expectFresh();
  });

  it('are sent to a rebuild when no hash that is kept is shared, as may be in an index from before', async () => {
    for (let i = 0; i < 8; i += 1) await market.publishPrice(BigInt(400_000_000 + i));
    await untilLevel(client, fixture.client);
    const block = await indexedBlock(client);
    await client.query('DELETE FROM chain.blocks WHERE number < $1', [block - FINALITY_BLOCKS]);
    await fixture.reorganise(8);
    await market.publishPrice(98_000_000n);
    await until('it is known', isHalted);
    await expect(ops('rewind', String(block - 20))).rejects.toThrow(
      /none whose hash the index keeps is of the node's chain; rebuild the index/,
    );
    expect(await ops('rebuild')).toContain('the index is new');
    await untilLevel(client, fixture.client);
    await until('it goes on', async () => !(await isHalted()));
    await expectFresh();
  });
});

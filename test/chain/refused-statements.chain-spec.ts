import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmdirSync, statSync, chownSync, chmodSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { describeError } from '../../apps/indexer/src/leadership/describe-error.js';
import { askAgain } from '../support/ask-again.js';
import { describeUnless } from '../support/describe-with.js';
import { expectFreshIndex } from '../support/expect-fresh-index.js';
import { IndexFixture } from '../support/index-fixture.js';
import { untilLevel } from '../support/index-level.js';
import { IndexerProcess } from '../support/indexer-process.js';
import { LaunchpadFixture } from '../support/launchpad-fixture.js';
import { MarketActivity, seededRandom } from '../support/market-activity.js';
import { openClient, withClient } from '../support/pg-client.js';
import { createTestDatabase, type TestDatabase } from '../support/postgres.js';
import { runOps } from '../support/run-ops.js';
import { startApi, type RunningApi } from '../support/running-api.js';
import { until } from '../support/until.js';

/** Tables that a batch with launches and trades writes: to fewer, the test has no hold on what it is about. */
const FEWEST_WRITTEN = 20;

describe('a batch of which the database refuses a statement', () => {
  let fixture: LaunchpadFixture;
  let market: MarketActivity;

  beforeAll(async () => {
    fixture = await LaunchpadFixture.start();
    market = new MarketActivity(fixture, seededRandom(57));
    await market.open(2);
    await market.act(20);
  });

  afterAll(() => fixture.stop());

  it('names the missing right and its table, whichever table it is', async () => {
    const indexed = await IndexFixture.open(fixture.anvil.rpcUrl);
    const { url } = indexed.database;
    try {
      await indexed.catchUp();
      const written = new Set<string>();
      for (const table of await tablesOf(url)) {
        await withClient(url, (owner) => owner.query(`REVOKE ALL ON chain.${table} FROM slipway_indexer`));
        await market.open(1);
        await market.act(2);
        const failure = await indexed.catchUp().then(
          () => null,
          (error: unknown) => describeError(error),
        );
        await withClient(url, (owner) => owner.query(`GRANT ALL ON chain.${table} TO slipway_indexer`));
        if (failure === null) continue;
        expect(failure).toBe(`insufficient_privilege: permission denied for table ${table}`);
        written.add(table);
        await indexed.catchUp();
      }
      expect(written.size).toBeGreaterThanOrEqual(FEWEST_WRITTEN);
      await expectFreshIndex(url, fixture.anvil.rpcUrl);
    } finally {
      await indexed.close();
    }
  });
});

async function tablesOf(url: string): Promise<string[]> {
  const { rows } = await withClient(url, (owner) =>
    owner.query<{ name: string }>(
      `SELECT relname AS name FROM pg_class WHERE relnamespace = 'chain'::regnamespace AND relkind = 'r' ORDER BY name`,
    ),
  );
  return rows.map(({ name }) => name);
}

describeUnless(
  process.getuid?.() === 0 ? null : 'it is not run by root, who alone may mount a small disk',
  'a database whose disk is full',
  () => {
    const CHAIN_ID = 4_243;
    const TABLESPACE = `small_${process.pid}`;
    let disk: string;
    let fixture: LaunchpadFixture;
    let market: MarketActivity;
    let database: TestDatabase;
    let client: pg.Client;
    let indexer: IndexerProcess;
    let api: RunningApi;

    beforeAll(async () => {
      fixture = await LaunchpadFixture.start(['--chain-id', String(CHAIN_ID)]);
      market = new MarketActivity(fixture, seededRandom(58));
      await market.open(2);
      await market.act(20);
      database = await createTestDatabase();
      client = await openClient(database.url);
      disk = mkdtempSync(path.join(tmpdir(), 'slipway-small-disk-'));
      execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=48m', 'tmpfs', disk]);
      const { rows } = await client.query<{ folder: string }>(
        `SELECT current_setting('data_directory') AS folder`,
      );
      const server = statSync(rows[0]!.folder);
      chownSync(disk, server.uid, server.gid);
      chmodSync(disk, 0o700);
      await client.query(`CREATE TABLESPACE ${TABLESPACE} LOCATION '${disk}'`);
      for (const kind of ['TABLE', 'INDEX'])
        await client.query(`ALTER ${kind} ALL IN TABLESPACE pg_default SET TABLESPACE ${TABLESPACE}`);
      indexer = IndexerProcess.start({
        RPC_URL: fixture.anvil.rpcUrl,
        DATABASE_URL: database.url,
        CHAIN_ID: String(CHAIN_ID),
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
      const { rows } = await withServer((server) =>
        server.query<{ gone: string }>(`DROP TABLESPACE ${TABLESPACE}`),
      );
      expect(rows).toEqual([]);
      execFileSync('umount', [disk]);
      rmdirSync(disk);
      await fixture.stop();
    });

    const withServer = <T>(use: (server: pg.Client) => Promise<T>): Promise<T> => {
      const url = new URL(database.url);
      url.pathname = 'postgres';
      return withClient(url.href, use);
    };

    /** Leaves no page: pieces of which each is half of the one before. */
    async function fillDisk(): Promise<void> {
      await client.query(`CREATE TABLE public.filler (piece text STORAGE EXTERNAL) TABLESPACE ${TABLESPACE}`);
      for (let kilobytes = 8_192; kilobytes >= 1; kilobytes /= kilobytes > 1 ? 2 : 4)
        for (let isFull = false; !isFull;)
          isFull = await client
            .query(`INSERT INTO public.filler VALUES (repeat('x', $1))`, [kilobytes * 1_024])
            .then(
              () => false,
              (error: unknown) => error instanceof pg.DatabaseError && error.code === '53100',
            );
    }

    interface Ready {
      readonly warnings: readonly string[];
      readonly checks: { readonly indexer: { readonly failing: { readonly error: string } | null } };
    }

    async function readiness(): Promise<Ready> {
      // A busy machine may be late to look at the database.
      const response = await askAgain(() => fetch(`${api.origin}/health/ready`));
      expect(response.status).toBe(200);
      return (await response.json()) as Ready;
    }

    it('is named in the log, in readiness and to operators; reads go on, and so does the index once there is space', async () => {
      await fillDisk();
      await until('it is told', async () => {
        await market.act(4);
        return (await readiness()).checks.indexer.failing?.error === 'disk_full';
      });
      expect((await readiness()).warnings).toContain('indexer_failing');
      const retries = (): string[] => indexer.log.split('\n').filter((line) => line.includes('"retrying"'));
      await until('it is logged', () => retries().length >= 2);
      for (const line of retries()) expect(line).toContain('"error":"disk_full: could not extend file');
      expect((await api.get('/apps')).status).toBe(200);
      const { stdout } = await runOps({ DATABASE_URL: database.url }, 'index', 'status');
      expect(stdout).toMatch(/^failing +since .*: disk_full: could not extend file/m);
      await client.query('DROP TABLE public.filler');
      await untilLevel(client, fixture.client);
      await until('it is over', async () => (await readiness()).checks.indexer.failing === null);
      await expectFreshIndex(database.url, fixture.anvil.rpcUrl, {}, undefined, CHAIN_ID);
    });
  },
);

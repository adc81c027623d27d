import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { migrate } from '@slipway/database';
import type pg from 'pg';
import { expectFreshIndex } from '../support/expect-fresh-index.js';
import { untilLevel } from '../support/index-level.js';
import { IndexerProcess } from '../support/indexer-process.js';
import { LaunchpadFixture } from '../support/launchpad-fixture.js';
import { MarketActivity, seededRandom } from '../support/market-activity.js';
import { openClient } from '../support/pg-client.js';
import { createEmptyDatabase, type TestDatabase } from '../support/postgres.js';
import { releaseWith, type Release } from '../support/release.js';
import { startApi } from '../support/running-api.js';

const PROGRAM = path.resolve('dist/apps/ops/db.js');

/** A migration of the next release, whose index is of another layout. */
const EMPTYING = '20991231000000_empty_index';
const EMPTYING_SQL = `-- empties-the-index: a layout of the next release
TRUNCATE chain.head, chain.deployment, chain.blocks;
UPDATE public.catalog SET revision = revision + 1;`;

/** What people decided in the older version, and what it has of the chain. */
const OLDER = `
  INSERT INTO flags (name, enabled) VALUES ('search', false);
  INSERT INTO origins (origin) VALUES ('https://shop.example');
  INSERT INTO revoked_tokens VALUES ('6f1c3c2e-8f0b-4c26-9d0d-3c7c6d1b2a10', now() + interval '1 hour');
  INSERT INTO chain.head (block_number, block_hash, block_time, level_at, revision)
  VALUES (12, decode(repeat('ab', 32), 'hex'), now(), now(), 77);
  SELECT setval('public.index_revision', 77);`;

describe('an index of an older version', () => {
  let fixture: LaunchpadFixture;
  let market: MarketActivity;
  let served: TestDatabase;
  let beside: TestDatabase;
  let client: pg.Client;
  let old: pg.Client;
  let next: Release;

  beforeAll(async () => {
    fixture = await LaunchpadFixture.start();
    market = new MarketActivity(fixture, seededRandom(62));
    await market.open(3);
    await market.graduate(market.tokens[0]!);
    await market.act(20);
    served = await createEmptyDatabase();
    beside = await createEmptyDatabase();
    next = await releaseWith(EMPTYING, EMPTYING_SQL);
    await migrate(served.url);
    old = await openClient(served.url);
    await old.query(OLDER);
    await old.query('INSERT INTO hidden_apps (token, reason) VALUES ($1, $2)', [market.tokens[1], 'a copy']);
    client = await openClient(beside.url);
  });

  afterAll(async () => {
    await old.end();
    await client.end();
    await served.drop();
    await beside.drop();
    await next.remove();
    await fixture.stop();
  });

  /** A command of the next release. */
  function db(...words: string[]): { code: number; output: string } {
    const env = { PATH: process.env['PATH'] ?? '', DATABASE_URL: served.url };
    const options = { env, cwd: next.root, encoding: 'utf8' } as const;
    const { status, stdout, stderr } = spawnSync(process.execPath, [PROGRAM, ...words], options);
    return { code: status ?? 1, output: stdout + stderr };
  }

  it('is not emptied by the way: the migration is refused with its block and size, and nothing of it done', async () => {
    const { code, output } = db('migrate');
    expect(code).toBe(1);
    expect(output).toMatch(
      new RegExp(`^${EMPTYING} empties the index, which ends at block 12 and takes [\\d.]+ MB`),
    );
    expect((await old.query('SELECT FROM chain.head')).rowCount).toBe(1);
    expect(db('status').output).toContain(EMPTYING);
  });

  it('is rebuilt beside the served one, with the space said first and all that people decided', async () => {
    expect(db('beside', served.url).output).toContain('must name another database');
    const { code, output } = db('beside', beside.url);
    expect({ code, output }).toMatchObject({ code: 0 });
    expect(output.split('\n')[0]).toMatch(/^the served index takes [\d.]+ MB \(.*\), up to block 12$/);
    expect(output).toMatch(/copied: .*1 of flags, 1 of origins, 1 of hidden_apps/);
    const indexer = IndexerProcess.start({
      RPC_URL: fixture.anvil.rpcUrl,
      DATABASE_URL: beside.url,
      INDEXER_POLL_MS: '50',
    });
    try {
      await untilLevel(client, fixture.client);
      await expectFreshIndex(beside.url, fixture.anvil.rpcUrl);
    } finally {
      await indexer.end();
    }
    expect((await old.query('SELECT FROM chain.head WHERE revision = 77')).rowCount).toBe(1);
  });

  it('is taken over: what was decided since is copied, and the API of this version serves it', async () => {
    await old.query(`DELETE FROM flags; INSERT INTO flags (name, enabled) VALUES ('claims', false)`);
    expect(db('beside', beside.url).output).toContain('no migration is pending');
    const api = await startApi(beside.url);
    try {
      expect(await (await api.get('/config/features')).json()).toMatchObject({ search: true, claims: false });
      const { apps } = (await (await api.get('/apps')).json()) as { apps: { tokenAddress: string }[] };
      expect(apps.map(({ tokenAddress }) => tokenAddress).sort()).toEqual(
        market.tokens.filter((token) => token !== market.tokens[1]).sort(),
      );
      expect((await client.query('SELECT FROM revoked_tokens')).rowCount).toBe(1);
    } finally {
      await api.close();
    }
  });

  it('is emptied in its place when that is asked for', async () => {
    expect(db('migrate', '--empty-index')).toMatchObject({ code: 0 });
    expect((await old.query('SELECT FROM chain.head')).rowCount).toBe(0);
    expect((await old.query('SELECT FROM flags')).rowCount).toBe(1);
  });
});

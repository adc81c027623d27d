import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DECISION_TABLES, NOT_DECISIONS, copyDecisions, migrate } from '@slipway/database';
import type pg from 'pg';
import { openClient } from '../../../../test/support/pg-client.js';
import {
  createEmptyDatabase,
  createTestDatabase,
  type TestDatabase,
} from '../../../../test/support/postgres.js';
import { migrationNames, releaseUpTo } from '../../../../test/support/release.js';
import { runOps, type OpsResult } from '../../../../test/support/run-ops.js';

/** A row of each table at the edge of what it holds. */
const FILL = [
  `INSERT INTO flags (name, enabled) VALUES ('stream', false)`,
  `INSERT INTO origins (origin) VALUES ('https://app.example.com')`,
  `INSERT INTO builders (name, key_hash, read_per_minute, heavy_per_minute, origins)
    VALUES ('ann', decode(repeat('ab', 32), 'hex'), 1000, 100, ARRAY['https://a.example.com', 'https://b.example.com'])`,
  `INSERT INTO hidden_apps (token, reason) VALUES ('0x' || repeat('1', 40), E'spam "quoted"\\n\\u2028 line')`,
  `DELETE FROM reserved_words WHERE ctid = (SELECT min(ctid) FROM reserved_words)`,
  `INSERT INTO blocked_creators (creator, reason) VALUES ('0x' || repeat('2', 40), 'fraud')`,
  `UPDATE launch_policy SET max_per_creator_per_24h = 7`,
  `INSERT INTO revoked_tokens (jti, expires_at) SELECT gen_random_uuid(), now() + interval '1 hour' FROM generate_series(1, 1234)`,
  `INSERT INTO programs (id, name, reward_token, reward_symbol, distributor, emissions_per_day, starts_at, ends_at, planned_ends_at,
      rule, eligibility, allocations_public)
    VALUES ('season-1', 'Season 1', '0x' || repeat('3', 40), 'SLIP', '0x' || repeat('4', 40), 10::numeric ^ 77, now(),
      now() + interval '1 day', now() + interval '1 day', 'list', 'all', true)`,
  `INSERT INTO program_list_entries VALUES ('season-1', '0x' || repeat('5', 40), 1)`,
  `INSERT INTO reward_trees (id, program_id, root, accounted_until, leaves, total, nodes)
    VALUES (41, 'season-1', decode(repeat('cd', 32), 'hex'), now(), 1, 123456789012345678901234567890, decode(repeat('cd', 32), 'hex'))`,
  `INSERT INTO reward_allocations VALUES (41, '0x' || repeat('5', 40), 123456789012345678901234567890, 0)`,
];

/** Of tables that an older release lacks. */
const FILL_NEWER: readonly (readonly [table: string, text: string])[] = [
  [
    'feed_phases',
    `INSERT INTO feed_phases VALUES (0, 12, decode(repeat('ab', 32), 'hex'), now(), '0x' || repeat('6', 40), '0x' || repeat('7', 40), 2, 8,
      200000000, now())`,
  ],
  [
    'webhook_subscriptions',
    `INSERT INTO webhook_subscriptions (id, builder, url, types, finality, min_usd, secret_sealed, sequence, planned_block, created_at_block)
      VALUES ('00000000-0000-4000-8000-000000000001', 'ann', 'https://a.example.com', ARRAY['trade'], 'final', 0.5, '\\x01', 2, 12, 11)`,
  ],
  [
    'webhook_filters',
    `INSERT INTO webhook_filters VALUES ('00000000-0000-4000-8000-000000000001', 'token', '0x' || repeat('1', 40))`,
  ],
  [
    'webhook_deliveries',
    `INSERT INTO webhook_deliveries (subscription_id, sequence, message_id, type, block_number, content_id, beginning, places)
      SELECT '00000000-0000-4000-8000-000000000001', n, 'msg_' || n, 'block', 12, '00000000-0000-4000-8000-000000000002', '{', '{1}'
      FROM generate_series(1, 2) n`,
  ],
  [
    'webhook_contents',
    `INSERT INTO webhook_contents VALUES ('00000000-0000-4000-8000-000000000002', now(), ARRAY[E'{"a":"\\u2028"}'])`,
  ],
  [
    'webhook_replays',
    `INSERT INTO webhook_replays (id, subscription_id, next_block, to_block) VALUES (41, '00000000-0000-4000-8000-000000000001', 1, 9)`,
  ],
  ['webhook_blocks', `INSERT INTO webhook_blocks VALUES (12, '\\x01')`],
];

const migrations = await migrationNames();

const hasTable = async (client: pg.Client, name: string): Promise<boolean> => {
  const { rows } = await client.query<{ has: boolean }>(
    `SELECT to_regclass('public.${name}') IS NOT NULL AS has`,
  );
  return rows[0]!.has;
};

async function fill(client: pg.Client): Promise<void> {
  for (const text of FILL) await client.query(text);
  for (const [table, text] of FILL_NEWER) if (await hasTable(client, table)) await client.query(text);
}

describe('ops backup', () => {
  let folder: string;
  let source: TestDatabase;
  let target: TestDatabase;
  let [filled, empty]: (pg.Client | undefined)[] = [];

  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'slipway-backup-'));
    source = await createTestDatabase();
    filled = await openClient(source.url);
    await fill(filled);
  });

  beforeEach(async () => {
    target = await createTestDatabase();
    empty = await openClient(target.url);
  });

  afterEach(async () => {
    await empty?.end();
    await target.drop();
  });

  afterAll(async () => {
    await filled?.end();
    await source.drop();
    await rm(folder, { recursive: true, force: true });
  });

  const ops = (database: TestDatabase, ...words: string[]): Promise<OpsResult> =>
    runOps({ DATABASE_URL: database.url }, 'backup', ...words);

  /** Values as PostgreSQL writes them, by column. A table that is not there has no rows. */
  async function contentOf(client: pg.Client | undefined): Promise<Record<string, unknown>> {
    const content: Record<string, unknown> = {};
    for (const { name } of DECISION_TABLES) {
      content[name] = [];
      if (!(await hasTable(client!, name))) continue;
      const { rows } = await client!.query<{ row: object }>(
        `SELECT (SELECT json_object_agg(key, value::text) FROM jsonb_each(to_jsonb(t))) AS row
        FROM public.${name} t ORDER BY t::text`,
      );
      content[name] = rows.map(({ row }) => row);
    }
    return content;
  }

  async function exported(name: string): Promise<string> {
    const file = path.join(folder, name);
    expect(await ops(source, 'export', file)).toMatchObject({ code: 0, stderr: '' });
    return file;
  }

  it('has every table of schema public, or says why not', async () => {
    const { rows } = await filled!.query<{ name: string }>(
      `SELECT relname AS name FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'r'
        AND relname <> '_prisma_migrations'`,
    );
    const known = [...DECISION_TABLES.map(({ name }) => name), ...Object.keys(NOT_DECISIONS)];
    expect(rows.map(({ name }) => name).sort()).toEqual(known.sort());
  });

  it('writes a file for its owner alone, which makes the same rows in an empty database', async () => {
    const file = await exported('whole.jsonl');
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect(await ops(target, 'import', file)).toMatchObject({ code: 0, stderr: '' });
    const content = await contentOf(filled);
    for (const rows of Object.values(content)) expect(rows).not.toEqual([]);
    expect(await contentOf(empty)).toEqual(content);
    // The next tree gets a number of its own.
    const { rows } = await empty!.query<{ id: string }>(`SELECT nextval('reward_trees_id_seq') AS id`);
    expect(rows).toEqual([{ id: '42' }]);
    expect(await ops(target, 'import', file)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('flags has rows') as string,
    });
  });

  it('has the rows that a move to another database copies, which can be repeated', async () => {
    for (let time = 0; time < 2; time++) await copyDecisions(source.url, target.url);
    expect(await contentOf(empty)).toEqual(await contentOf(filled));
    const { rows } = await empty!.query<{ id: string }>(`SELECT nextval('reward_trees_id_seq') AS id`);
    expect(rows).toEqual([{ id: '42' }]);
  });

  describe('of an older release', () => {
    let older: TestDatabase;
    let client: pg.Client;

    const makeOlder = async (migration: string): Promise<void> => {
      const release = await releaseUpTo(migration);
      older = await createEmptyDatabase();
      await migrate(older.url, release.root);
      await release.remove();
      client = await openClient(older.url);
      await fill(client);
    };

    afterEach(async () => {
      await client.end();
      await older.drop();
    });

    it.each(migrations)('has all of it after %s, and is imported into this one', async (migration) => {
      await makeOlder(migration);
      const content = await contentOf(client);
      const file = path.join(folder, `${migration}.jsonl`);
      expect(await ops(older, 'export', file)).toMatchObject({ code: 0, stderr: '' });
      expect(await ops(target, 'import', file)).toMatchObject({ code: 0, stderr: '' });
      expect(await contentOf(empty)).toMatchObject(content);
    });

    it('may lack a table and columns, which begin as declared', async () => {
      await makeOlder(migrations.at(-1)!);
      await client.query('DROP TABLE origins; ALTER TABLE flags DROP COLUMN changed_at');
      const file = path.join(folder, 'older.jsonl');
      expect(await ops(older, 'export', file)).toMatchObject({ code: 0, stderr: '' });
      expect(await ops(target, 'import', file)).toMatchObject({ code: 0, stderr: '' });
      expect(await contentOf(empty)).toMatchObject({ origins: [], programs: [expect.any(Object)] });
      const { rows } = await empty!.query('SELECT name, enabled, changed_at IS NULL AS lost FROM flags');
      expect(rows).toEqual([{ name: 'stream', enabled: false, lost: false }]);
    });
  });

  it('writes over no file', async () => {
    const file = await exported('once.jsonl');
    await writeFile(`${file}.unfinished`, '');
    expect((await ops(source, 'export', file)).code).toBe(1);
  });

  it.each<[string, (text: string) => string, string]>([
    ['was cut', (text) => text.slice(0, text.lastIndexOf('{"end"')), 'its end is missing'],
    ['was changed', (text) => text.replace('"spam', '"ham'), 'its hash differs'],
    ['lacks a row', (text) => text.replace(/\{"table":"origins".*\n/, ''), 'its hash differs'],
    [
      'has a row of another table',
      (text) => text.replace('"table":"origins"', '"table":"catalog"'),
      'is no row',
    ],
    ['is of another version', (text) => text.replace('"version":1', '"version":2'), 'has version 2, not 1'],
    ['is of another release', (text) => text.replace('"name,enabled,', '"name,'), 'flags has other columns'],
    ['is something else', () => 'hello\n', 'is no backup of Slipway'],
    ['is empty', () => '', 'is no backup of Slipway'],
  ])('imports nothing of a file that %s', async (what, change, words) => {
    const file = await exported(`${what.replaceAll(' ', '-')}.jsonl`);
    const text = await readFile(file, 'utf8');
    await writeFile(file, change(text));
    const before = await contentOf(empty);
    const result = await ops(target, 'import', file);
    expect([result.code, result.stderr]).toEqual([1, expect.stringContaining(words)]);
    expect(await contentOf(empty)).toEqual(before);
  });
});

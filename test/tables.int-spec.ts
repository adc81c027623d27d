import { readFile, readdir } from 'node:fs/promises';
import type pg from 'pg';
import { openClient } from './support/pg-client.js';
import { createTestDatabase, type TestDatabase } from './support/postgres.js';
import { findUnfilled } from './support/find-unfilled.js';
import { findTableMistakes, type TableRules } from './support/table-mistakes.js';

const READ_BY_API = 'slipway_api SELECT';
const READ_BY_API_DECIDED_BY_OPS = [READ_BY_API, 'slipway_ops DELETE, INSERT, SELECT, UPDATE'];

const RULES: TableRules = {
  grants: {
    blocked_creators: READ_BY_API_DECIDED_BY_OPS,
    builders: [
      READ_BY_API,
      'slipway_ops DELETE, INSERT, SELECT, UPDATE(has_webhooks), UPDATE(heavy_per_minute), UPDATE(key_hash), UPDATE(read_per_minute)',
    ],
    catalog: [READ_BY_API, 'slipway_ops SELECT, UPDATE', 'slipway_webhooks SELECT'],
    deferred_keys: ['slipway_indexer DELETE, INSERT, SELECT, UPDATE', 'slipway_ops SELECT'],
    flags: READ_BY_API_DECIDED_BY_OPS,
    feed_phases: [READ_BY_API, 'slipway_indexer DELETE, INSERT, SELECT', 'slipway_ops INSERT, SELECT'],
    hidden_apps: [
      READ_BY_API,
      'slipway_indexer SELECT(token)',
      'slipway_ops DELETE, INSERT, SELECT, UPDATE',
      'slipway_webhooks SELECT',
    ],
    index_findings: ['slipway_indexer DELETE, INSERT, SELECT', 'slipway_ops SELECT'],
    maintenance_jobs: [
      'slipway_indexer INSERT, SELECT, UPDATE',
      'slipway_ops INSERT, SELECT, UPDATE(cancelled_at)',
    ],
    index_standbys: ['slipway_indexer DELETE, INSERT, SELECT, UPDATE', 'slipway_ops SELECT'],
    index_writer: [READ_BY_API, 'slipway_indexer SELECT, UPDATE', 'slipway_ops SELECT'],
    launch_policy: [READ_BY_API, 'slipway_ops SELECT, UPDATE'],
    origins: [READ_BY_API, 'slipway_ops DELETE, INSERT, SELECT'],
    program_list_entries: ['slipway_ops INSERT, SELECT'],
    programs: [
      READ_BY_API,
      'slipway_indexer SELECT(distributor), SELECT(id)',
      'slipway_ops INSERT, SELECT, UPDATE(ends_at)',
      'slipway_webhooks SELECT(distributor), SELECT(reward_symbol), SELECT(reward_token)',
    ],
    reserved_words: [READ_BY_API, 'slipway_ops DELETE, INSERT, SELECT'],
    revoked_tokens: ['slipway_api DELETE, INSERT, SELECT', 'slipway_ops INSERT, SELECT'],
    reward_allocations: [READ_BY_API, 'slipway_ops INSERT, SELECT'],
    reward_trees: [
      READ_BY_API,
      'slipway_indexer SELECT(program_id), SELECT(root)',
      'slipway_ops INSERT, SELECT',
    ],
    sign_in_nonces: ['slipway_api DELETE, INSERT, SELECT, UPDATE(contract_checks)'],
    webhook_blocks: ['slipway_ops INSERT, SELECT', 'slipway_webhooks DELETE, INSERT, SELECT'],
    webhook_contents: ['slipway_ops INSERT, SELECT', 'slipway_webhooks DELETE, INSERT, SELECT'],
    webhook_deliveries: [
      'slipway_api SELECT, UPDATE(attempts), UPDATE(next_attempt_at)',
      'slipway_ops INSERT, SELECT, UPDATE(attempts), UPDATE(next_attempt_at)',
      'slipway_webhooks DELETE, INSERT, SELECT, UPDATE',
    ],
    webhook_filters: [
      'slipway_api DELETE, INSERT, SELECT',
      'slipway_ops INSERT, SELECT',
      'slipway_webhooks SELECT',
    ],
    webhook_replays: [
      'slipway_api INSERT, SELECT',
      'slipway_ops INSERT, SELECT',
      'slipway_webhooks DELETE, SELECT, UPDATE(next_block)',
    ],
    webhook_subscriptions: [
      [
        'slipway_api DELETE, INSERT, SELECT, UPDATE(finality), UPDATE(min_usd), UPDATE(paused_at), UPDATE(paused_reason)',
        'UPDATE(previous_secret_sealed), UPDATE(previous_until), UPDATE(secret_sealed), UPDATE(types), UPDATE(url)',
      ].join(', '),
      'slipway_ops DELETE, INSERT, SELECT, UPDATE(paused_at), UPDATE(paused_reason)',
      'slipway_webhooks SELECT, UPDATE(paused_at), UPDATE(paused_reason), UPDATE(planned_block), UPDATE(sequence)',
    ],
  },
  keptByRollback: {
    addresses: 'an address keeps its id, whatever names it; it is in no list by itself',
    deployment: 'what a database was indexed from holds for every block',
    reward_distributors: 'operators name distributors, not the chain; their roots and claims are rolled back',
    'app_stats.creator_id': 'is what the launch says',
    'app_stats.first_bytes': 'are of the address',
    'app_stats.launch_block': 'is what the launch says',
    'app_stats.launch_log_index': 'is what the launch says',
    'head.final_before': 'what is final is not rolled back',
    'head.fundings_from': 'is the first block of the index',
    outbox: 'is a log: a rollback adds to it what it takes back',
    outbox_state: 'says where that log ends',
    leaderboard_cut_offs: 'a cut-off holds whatever the sums are, unless too few stay above it',
  },
  prose: [
    'app_history.image_url',
    'app_history.name',
    'app_history.symbol',
    'apps.description',
    'apps.image_url',
    'apps.name',
    'apps.symbol',
    'apps.website',
    'blocked_creators.reason',
    'builders.name',
    'builders.origins',
    'deferred_keys.definition',
    'deployment.platform_symbol',
    'flags.name',
    'hidden_apps.reason',
    'maintenance_jobs.failure',
    'maintenance_jobs.kind',
    'maintenance_jobs.outcome',
    'index_findings.app',
    'index_findings.kind',
    'index_findings.what',
    'index_standbys.name',
    'index_writer.failure',
    'index_writer.halted_reason',
    'index_writer.holder',
    'index_writer.term_head',
    'origins.origin',
    'programs.eligibility',
    'programs.name',
    'programs.reward_symbol',
    'reserved_words.word',
    'sign_in_nonces.nonce',
  ],
};

/** What a migration adds that it does not have to fill, as `table` or `table.column`, and why. */
const FILLED: Readonly<Record<string, string>> = {
  'builders.has_webhooks': 'there were none',
  'index_writer.repair': 'nothing was repaired before',
  'oracle_prices.answers': 'there were no products of several feeds before',
  'head.reread_block': 'all blocks are read a second time then',
  'app_stats.supply': 'all apps had the same supply before, the deployment says it',
  'app_history.supply': 'likewise',
  'reserves.real_platform_reserve': 'all curves had virtual reserves before',
  curve_fees: 'no fee changed before',
  'head.fundings_from': 'an older index has none; it is built anew beside',
  fundings: 'likewise',
  liquidity_transfers: 'likewise',
  round_trips: 'likewise',
  holder_checkpoints: 'a level writer makes them of all blocks, and a read begins without one',
};

describe('the tables of the database', () => {
  let database: TestDatabase;
  let client: pg.Client;

  beforeEach(async () => {
    database = await createTestDatabase();
    client = await openClient(database.url);
  });

  afterEach(async () => {
    await client.end();
    await database.drop();
  });

  it('have owner, grants, collation, and a place in rollbacks and when the index is emptied', async () => {
    expect(await findTableMistakes(client, RULES)).toEqual([]);
  });

  it('of the chain are logged: a standby cannot read what is not', async () => {
    const { rows } = await client.query(
      `SELECT relname FROM pg_class WHERE relnamespace = 'chain'::regnamespace AND relkind = 'r' AND relpersistence <> 'p'`,
    );
    expect(rows).toEqual([]);
  });

  it('have the keys that the schema names with their readers, and no others', async () => {
    const { rows } = await client.query<{ name: string }>(
      `SELECT indexname AS name FROM pg_indexes WHERE schemaname = 'chain' ORDER BY 1`,
    );
    const keys = rows.map(({ name }) => name);
    const schema = await readFile('prisma/schema.prisma', 'utf8');
    const named = [...schema.matchAll(/^ +\/\/ ([\w*]+_(?:pkey|key|idx)(?:, [\w*]+)*): \S/gm)]
      .flatMap(([, cell]) => cell!.split(', '))
      .map((name) => new RegExp(`^${name.replace('*', '\\w+')}$`));
    expect(named.length).toBeGreaterThan(50);
    expect(keys.filter((key) => named.filter((name) => name.test(key)).length !== 1)).toEqual([]);
    expect(named.filter((name) => !keys.some((key) => name.test(key)))).toEqual([]);
  });

  it('are named when they lack them', async () => {
    await client.query(`
      CREATE TABLE chain.novel (token TEXT);
      CREATE TABLE public.decisions (word TEXT COLLATE "C");
      ALTER TABLE public.flags ADD COLUMN reason TEXT COLLATE "en-x-icu";
      ALTER TABLE chain.app_stats ADD COLUMN novelty INTEGER;
      GRANT UPDATE ON public.flags TO slipway_api`);
    expect(await findTableMistakes(client, RULES)).toEqual([
      expect.stringMatching(/^novel: is owned by \w+ instead of slipway_indexer$/),
      'novel: grants "" instead of "slipway_api SELECT; slipway_ops SELECT; slipway_webhooks SELECT"',
      'decisions: say in the test what each role may do with it',
      expect.stringMatching(
        /^flags: grants "slipway_api SELECT, UPDATE; .*" instead of "slipway_api SELECT; /,
      ),
      'flags.reason: is compared by collation "en-x-icu" instead of "C"',
      'novel.token: is compared by collation "default" instead of "C"',
      'app_stats.novelty: rollBack leaves it as it is',
      'novel: rollBack leaves it as it is',
    ]);
  });
});

describe('a migration that adds a table of the chain, or a column', () => {
  const rebuild = `INSERT INTO public.maintenance_jobs (kind) VALUES ('rebuild');`;

  it('fills it, or asks for a rebuild', async () => {
    const names = (await readdir('prisma/migrations')).filter((name) => /^\d+_(?!baseline$)/.test(name));
    for (const name of names) {
      const sql = await readFile(`prisma/migrations/${name}/migration.sql`, 'utf8');
      expect([name, findUnfilled(sql, FILLED)]).toEqual([name, []]);
    }
  });

  it('is named when it does not fill a table', () => {
    const create = 'CREATE TABLE "chain"."novel" (\n token TEXT\n);\nCREATE TABLE public.decisions ();';
    expect(findUnfilled(create, {})).toEqual(['novel: neither filled nor rebuilt']);
    expect(findUnfilled(`${create}\nINSERT INTO chain.novel SELECT token FROM chain.apps;`, {})).toEqual([]);
    expect(findUnfilled(`${create}\n${rebuild}`, {})).toEqual([]);
    expect(findUnfilled(create, { novel: 'of the next blocks only' })).toEqual([]);
    const other = `/* INSERT INTO chain.novel */ INSERT INTO chain.novel_parts SELECT 1;`;
    for (const form of [
      'create table chain.novel (token TEXT);',
      'CREATE UNLOGGED TABLE\n chain.novel ();',
      'SET LOCAL search_path = chain; CREATE TABLE novel ();',
    ])
      expect(findUnfilled(`${form}\n${other}`, {})).toEqual(['novel: neither filled nor rebuilt']);
  });

  it('is named when it does not fill a column', () => {
    const alter = `ALTER TABLE "chain"."apps" ADD COLUMN "one" INTEGER NOT NULL DEFAULT 0,
      ADD COLUMN IF NOT EXISTS two INTEGER,
      ADD three INTEGER GENERATED ALWAYS AS (one + 1) STORED;
      ALTER TABLE IF EXISTS ONLY public.flags ADD COLUMN reason TEXT;
      ALTER TABLE chain.apps ADD CONSTRAINT apps_one CHECK (one > 0);`;
    const all = ['apps.one', 'apps.two', 'flags.reason'].map((name) => `${name}: neither filled nor rebuilt`);
    expect(findUnfilled(alter, {})).toEqual(all);
    expect(findUnfilled(`${alter}\nUPDATE chain.apps SET one = 1 WHERE two IS NULL;`, {})).toEqual(
      all.slice(1),
    );
    expect(findUnfilled(`${alter}\nUPDATE chain.curves SET one = 1, two = 2;`, {})).toEqual(all);
    for (const vain of [
      'SET two = 2 WHERE one = 1',
      'SET one = one, two = 2',
      'SET one = 1, two = 2 WHERE false',
    ])
      expect(findUnfilled(`${alter}\nUPDATE chain.apps ${vain};`, {})).toContain(all[0]);
    expect(findUnfilled('set local search_path to chain; alter table apps add one INTEGER', {})).toEqual(
      all.slice(0, 1),
    );
    // What people decided is not rebuilt from the chain.
    expect(findUnfilled(`${alter}\n${rebuild}`, {})).toEqual(all.slice(2));
    expect(findUnfilled(alter, { 'apps.one': '', 'apps.two': '', 'flags.reason': '' })).toEqual([]);
  });
});

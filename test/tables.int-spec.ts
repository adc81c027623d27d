import { readFile, readdir } from 'node:fs/promises';
import pg from 'pg';
import { createTestDatabase, type TestDatabase } from './support/postgres.js';
import { findTableMistakes, type TableRules } from './support/table-mistakes.js';

const READ_BY_API = 'slipway_api SELECT';
const READ_BY_API_DECIDED_BY_OPS = [READ_BY_API, 'slipway_ops DELETE, INSERT, SELECT, UPDATE'];

const RULES: TableRules = {
  grants: {
    blocked_creators: READ_BY_API_DECIDED_BY_OPS,
    catalog: [READ_BY_API, 'slipway_ops SELECT, UPDATE'],
    flags: READ_BY_API_DECIDED_BY_OPS,
    hidden_apps: READ_BY_API_DECIDED_BY_OPS,
    index_orders: ['slipway_indexer SELECT, UPDATE', 'slipway_ops INSERT, SELECT, UPDATE(cancelled_at)'],
    index_standbys: ['slipway_indexer DELETE, INSERT, SELECT, UPDATE', 'slipway_ops SELECT'],
    index_writer: [READ_BY_API, 'slipway_indexer SELECT, UPDATE', 'slipway_ops SELECT'],
    launch_policy: [READ_BY_API, 'slipway_ops SELECT, UPDATE'],
    origins: [READ_BY_API, 'slipway_ops DELETE, INSERT, SELECT'],
    program_list_entries: ['slipway_ops INSERT, SELECT'],
    programs: [
      READ_BY_API,
      'slipway_indexer SELECT(distributor), SELECT(id)',
      'slipway_ops INSERT, SELECT, UPDATE(ends_at)',
    ],
    reserved_words: [READ_BY_API, 'slipway_ops DELETE, INSERT, SELECT'],
    revoked_tokens: ['slipway_api DELETE, INSERT, SELECT'],
    reward_allocations: [READ_BY_API, 'slipway_ops INSERT, SELECT'],
    reward_trees: [
      READ_BY_API,
      'slipway_indexer SELECT(program_id), SELECT(root)',
      'slipway_ops INSERT, SELECT',
    ],
    sign_in_nonces: ['slipway_api DELETE, INSERT, SELECT, UPDATE(contract_checks)'],
  },
  keptByRollback: {
    deployment: 'what a database was indexed from holds for every block',
    reward_distributors: 'operators name distributors, not the chain; their roots and claims are rolled back',
    board_floors: 'a cut-off holds whatever the sums are; addCandidates and setCutOffs keep it true',
  },
  prose: [
    'apps.description',
    'apps.image_url',
    'apps.name',
    'apps.symbol',
    'apps.website',
    'blocked_creators.reason',
    'deployment.platform_symbol',
    'flags.name',
    'hidden_apps.reason',
    'index_orders.failure',
    'index_orders.kind',
    'index_orders.outcome',
    'index_standbys.name',
    'index_writer.failure',
    'index_writer.halted_reason',
    'index_writer.holder',
    'index_writer.term_head',
    'origins.origin',
    'past_apps.image_url',
    'past_apps.name',
    'past_apps.symbol',
    'programs.eligibility',
    'programs.name',
    'programs.reward_symbol',
    'reserved_words.word',
    'sign_in_nonces.nonce',
  ],
};

/** Releases before this one had no database that is upgraded. */
const FIRST_RELEASE = '20261122000000';

/** New tables of the chain that need no backfill, and why. */
const FILLED_BY_THE_INDEXER: Readonly<Record<string, string>> = {};

describe('the tables of the database', () => {
  let database: TestDatabase;
  let client: pg.Client;

  beforeEach(async () => {
    database = await createTestDatabase();
    client = new pg.Client({ connectionString: database.url, options: '-c search_path=chain,public' });
    await client.connect();
  });

  afterEach(async () => {
    await client.end();
    await database.drop();
  });

  it('have owner, grants, collation, and a place in rollbacks and when the index is emptied', async () => {
    expect(await findTableMistakes(client, RULES)).toEqual([]);
  });

  it('are named when they lack them', async () => {
    await client.query(`
      CREATE TABLE chain.novel (token TEXT);
      CREATE TABLE public.decisions (word TEXT COLLATE "C");
      ALTER TABLE public.flags ADD COLUMN reason TEXT COLLATE "en-x-icu";
      GRANT UPDATE ON public.flags TO slipway_api`);
    expect(await findTableMistakes(client, RULES)).toEqual([
      expect.stringMatching(/^novel: is owned by \w+ instead of slipway_indexer$/),
      'novel: grants "" instead of "slipway_api SELECT; slipway_ops SELECT"',
      'decisions: say in the test what each role may do with it',
      expect.stringMatching(
        /^flags: grants "slipway_api SELECT, UPDATE; .*" instead of "slipway_api SELECT; /,
      ),
      'flags.reason: is compared by collation "en-x-icu" instead of "C"',
      'novel.token: is compared by collation "default" instead of "C"',
      'novel: rollBack leaves it as it is',
      'novel: startOver does not empty it',
    ]);
  });
});

describe('a migration that adds a table of the chain', () => {
  it('fills it, or orders a rebuild', async () => {
    const names = (await readdir('prisma/migrations')).filter(
      (name) => name > FIRST_RELEASE && !name.includes('.'),
    );
    expect(names.length).toBeGreaterThan(10);
    for (const name of names) {
      const sql = await readFile(`prisma/migrations/${name}/migration.sql`, 'utf8');
      expect(findEmptyTables(sql)).toEqual([]);
    }
  });

  it('is named when it does not', () => {
    const create = 'CREATE TABLE "chain"."novel" (\n token TEXT\n);\nCREATE TABLE public.decisions ();';
    expect(findEmptyTables(create)).toEqual(['novel: neither filled nor rebuilt']);
    expect(findEmptyTables(`${create}\nINSERT INTO chain.novel SELECT token FROM chain.apps;`)).toEqual([]);
    expect(findEmptyTables(`${create}\nINSERT INTO public.index_orders (kind) VALUES ('rebuild');`)).toEqual(
      [],
    );
  });
});

function findEmptyTables(sql: string): string[] {
  const plain = sql.replaceAll(/--.*$/gm, '').replaceAll('"', '');
  const created = [...plain.matchAll(/CREATE TABLE (?:IF NOT EXISTS )?chain\.(\w+)/g)].map(
    ([, name]) => name!,
  );
  if (/INSERT INTO (public\.)?index_orders/.test(plain)) return [];
  return created
    .filter((name) => !(name in FILLED_BY_THE_INDEXER) && !plain.includes(`INSERT INTO chain.${name}`))
    .map((name) => `${name}: neither filled nor rebuilt`);
}

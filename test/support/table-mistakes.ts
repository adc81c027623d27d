import type pg from 'pg';
import { rollBack, startOver } from '../../apps/indexer/src/rollback/roll-back.js';
import { Session } from '../../apps/indexer/src/postgres/session.js';
import { insertQuietApps } from './insert-quiet-apps.js';

/** What every table must have; a new one that has not is named by {@link findTableMistakes}. */
export interface TableRules {
  /** What each role may do with the tables of operators and of the API. */
  readonly grants: Readonly<Record<string, readonly string[]>>;
  /** Tables and columns of the chain (`table` or `table.column`) that a rollback need not change, and why. */
  readonly keptByRollback: Readonly<Record<string, string>>;
  /** Text for people, as `table.column`, compared with parameters alone. Only lists for operators are ordered by some of it. */
  readonly prose: readonly string[];
}

interface Table {
  readonly schema: 'chain' | 'public';
  readonly name: string;
  readonly owner: string;
  readonly grants: readonly string[];
  /** Another one after TRUNCATE. */
  readonly file: string;
  /** But those that PostgreSQL computes from others. */
  readonly columns: readonly string[];
}

const READERS = ['slipway_api SELECT', 'slipway_ops SELECT', 'slipway_webhooks SELECT'];

/**
 * Missing parts of the tables of a migrated, empty database, a line each. Changes no row that stays.
 *
 * @param client connected as the owner of everything, with `search_path=chain,public`
 */
export async function findTableMistakes(client: pg.Client, rules: TableRules): Promise<string[]> {
  const tables = await listTables(client);
  return [
    ...tables.flatMap((table) => checkAccess(table, rules)),
    ...(await checkCollations(client, rules)),
    ...(await checkRollback(client, tables, rules)),
    ...(await checkStartOver(client, tables)),
  ];
}

async function listTables(client: pg.Client): Promise<Table[]> {
  const { rows } = await client.query<Table>(
    `SELECT n.nspname AS schema, c.relname AS name, pg_get_userbyid(c.relowner) AS owner,
      pg_relation_filenode(c.oid)::text AS file, ARRAY(
        SELECT attname::text FROM pg_attribute
        WHERE attrelid = c.oid AND attnum > 0 AND NOT attisdropped AND attgenerated = '' ORDER BY attnum
      ) AS columns, ARRAY(
        SELECT grantee::regrole || ' ' || string_agg(privilege, ', ' ORDER BY privilege) FROM (
          SELECT grantee, privilege_type AS privilege FROM aclexplode(c.relacl)
          UNION ALL
          SELECT acl.grantee, acl.privilege_type || '(' || attname || ')'
          FROM pg_attribute, aclexplode(attacl) acl WHERE attrelid = c.oid
        ) acl
        WHERE grantee <> c.relowner GROUP BY grantee ORDER BY 1
      ) AS grants
    FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
    WHERE n.nspname IN ('chain', 'public') AND c.relkind IN ('r', 'p') AND c.relname <> '_prisma_migrations'
    ORDER BY 1, 2`,
  );
  return rows;
}

/** The indexer owns the chain's tables, which the others read; the tables beside them are granted one by one. */
function checkAccess({ schema, name, owner, grants }: Table, rules: TableRules): string[] {
  const expected = schema === 'chain' ? READERS : rules.grants[name];
  if (expected === undefined) return [`${name}: say in the test what each role may do with it`];
  const isOwned = schema === 'public' || owner === 'slipway_indexer';
  return [
    ...(isOwned ? [] : [`${name}: is owned by ${owner} instead of slipway_indexer`]),
    ...(String(grants) === String(expected)
      ? []
      : [`${name}: grants "${grants.join('; ')}" instead of "${expected.join('; ')}"`]),
  ];
}

/** Text is ordered and compared as bytes, so that every server has one order and every index can be used. */
async function checkCollations(client: pg.Client, { prose }: TableRules): Promise<string[]> {
  const { rows } = await client.query<{ name: string; collation: string }>(
    `SELECT c.relname || '.' || attname AS name, collname AS collation
    FROM pg_attribute JOIN pg_class c ON c.oid = attrelid JOIN pg_namespace n ON n.oid = c.relnamespace
      JOIN pg_collation co ON co.oid = attcollation
    WHERE nspname IN ('chain', 'public') AND c.relkind IN ('r', 'p') AND attnum > 0 AND collname <> 'C'
      AND c.relname <> '_prisma_migrations'
    ORDER BY 1`,
  );
  const others = rows.filter(({ name }) => !prose.includes(name));
  return others.map(
    ({ name, collation }) => `${name}: is compared by collation "${collation}" instead of "C"`,
  );
}

/** Takes back a market of one app. Looks for each table in the statements asked of the database for it. */
async function checkRollback(
  client: pg.Client,
  tables: readonly Table[],
  { keptByRollback }: TableRules,
): Promise<string[]> {
  const asked: string[] = [];
  const recording = new Proxy(client, {
    get: (target, key): unknown => {
      const value: unknown = Reflect.get(target, key, target);
      if (typeof value !== 'function') return value;
      return (...parameters: unknown[]): unknown => {
        const [statement] = parameters as [string | pg.QueryConfig];
        if (key === 'query') asked.push(typeof statement === 'string' ? statement : statement.text);
        return Reflect.apply(value, target, parameters);
      };
    },
  });
  await insertMarket(client);
  await client.query('BEGIN');
  await rollBack(new Session(recording), { number: 0, hash: '0x00', timestamp: 0 }, {
    initialVirtualPlatform: 0n,
    initialVirtualToken: 0n,
    initialRealToken: 0n,
  } as Parameters<typeof rollBack>[2]);
  await client.query('ROLLBACK');
  return tables
    .filter(({ schema, name }) => schema === 'chain' && !(name in keptByRollback))
    .flatMap((table) => findLeftBehind(table, asked))
    .filter((name) => !(name in keptByRollback))
    .map((name) => `${name}: rollBack leaves it as it is`);
}

/**
 * The table, when no statement changes it, or columns that none of those names which change its rows. Rows that are only
 * deleted leave nothing behind.
 */
function findLeftBehind({ name, columns }: Table, asked: readonly string[]): string[] {
  const changing = (verbs: string): string[] =>
    asked.filter((text) => new RegExp(`\\b(${verbs}) ${name}\\b`).test(text));
  if (changing('DELETE FROM|UPDATE|INSERT INTO|TRUNCATE').length === 0) return [name];
  const rewritten = changing('UPDATE|INSERT INTO');
  if (rewritten.length === 0) return [];
  const isNamed = (column: string): boolean =>
    rewritten.some((text) => new RegExp(`\\b${column}\\b`).test(text));
  return columns.filter((column) => !isNamed(column)).map((column) => `${name}.${column}`);
}

/** An app that was launched and traded in block 1. */
async function insertMarket(client: pg.Client): Promise<void> {
  await insertQuietApps(client, 1);
  await client.query(`
    INSERT INTO head (block_number, block_hash, block_time, level_at) VALUES (1, '\\x01', now(), now());
    UPDATE apps SET block_number = 1;
    INSERT INTO block_times (number, time) VALUES (1, now());
    INSERT INTO oracle_prices VALUES (1, 2, 25000000, now(), now());
    UPDATE transfers SET block_number = 1;
    UPDATE reserves SET block_number = 1;
    INSERT INTO trades (token_id, trader_id, is_buy, in_pool, block_number, log_index, tx_hash, platform_amount, fee, token_amount)
    SELECT token_id, recipient_id, true, false, 1, 1, '\\x01', 1, 0, 1 FROM transfers`);
}

async function checkStartOver(client: pg.Client, before: readonly Table[]): Promise<string[]> {
  await startOver(new Session(client));
  const after = new Map(
    (await listTables(client)).map(({ schema, name, file }) => [`${schema}.${name}`, file]),
  );
  return before
    .filter(({ schema, name, file }) => schema === 'chain' && after.get(`chain.${name}`) === file)
    .map(({ name }) => `${name}: startOver does not empty it`);
}

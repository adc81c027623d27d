import path from 'node:path';
import { childEnvironment, type Settings } from '@slipway/settings';
import { prepareEmbeddedPostgres, withClient } from './embedded-postgres.js';
import type { ProcessPlan } from './supervised-process.js';

/** The owner of the local database; `Settings`'s default DATABASE_URL names the same. */
const OWNER = 'local';
const DATABASE = 'local';

/** Each program logs in as itself, with the rights of its role only, as in production. */
const LOGINS = {
  api: 'slipway_api',
  indexer: 'slipway_indexer',
  ops: 'slipway_ops',
  webhooks: 'slipway_webhooks',
} as const;

export type Login = keyof typeof LOGINS;

const SETTINGS = {
  // A laptop's crash may cost the last moments, never the database's integrity; the chain has it all anyway.
  synchronous_commit: 'off',
  shared_buffers: '256MB',
  max_connections: '100',
  timezone: 'UTC',
};

/** PostgreSQL in the data folder, made at the first start. */
export async function postgresPlan(env: Settings, dataFolder: string): Promise<ProcessPlan> {
  const launch = await prepareEmbeddedPostgres({
    folder: path.join(dataFolder, 'postgres'),
    port: env.pgPort,
    user: OWNER,
    password: OWNER,
    settings: SETTINGS,
  });
  // Not the current folder: user postgres may have no way into it.
  return {
    ...launch,
    name: 'PostgreSQL',
    environment: childEnvironment({ LC_ALL: 'C' }),
    workingFolder: '/',
  };
}

/** The URL of the local database, or of `postgres`, which every server has, for administration. */
export function localUrl(
  { pgPort }: Settings,
  login: Login | typeof OWNER = OWNER,
  database = DATABASE,
): string {
  return `postgresql://${login}:${OWNER}@127.0.0.1:${pgPort}/${database}`;
}

export async function createLocalDatabase(env: Settings): Promise<void> {
  await withClient(localUrl(env, OWNER, 'postgres'), async (client) => {
    const { rowCount } = await client.query('select from pg_database where datname = $1', [DATABASE]);
    if (rowCount === 0) await client.query(`create database ${DATABASE}`);
  });
}

export async function dropLocalDatabase(env: Settings): Promise<void> {
  await withClient(localUrl(env, OWNER, 'postgres'), (client) =>
    client.query(`drop database ${DATABASE} with (force)`),
  );
}

/** After the migrations, which make the roles. */
export async function createLogins(env: Settings): Promise<void> {
  await withClient(localUrl(env), async (client) => {
    for (const [login, role] of Object.entries(LOGINS)) {
      const { rowCount } = await client.query('select from pg_roles where rolname = $1', [login]);
      if (rowCount === 0)
        await client.query(`create role ${login} login password '${OWNER}' in role ${role}`);
    }
  });
}

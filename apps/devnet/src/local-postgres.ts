import path from 'node:path';
import pg from 'pg';
import { childEnvironment, type Settings } from '#settings';
import { prepareEmbeddedPostgres } from './embedded-postgres.js';
import type { ProcessPlan } from './supervised-process.js';

/** The owner of the local database; `Settings`'s default DATABASE_URL names the same. */
const OWNER = 'local';
const DATABASE = 'local';

/** Each program logs in as itself, with the rights of its role only, as in production. */
const LOGINS = { api: 'slipway_api', indexer: 'slipway_indexer', ops: 'slipway_ops' } as const;

const SETTINGS = {
  // A laptop's crash may cost the last moments, never the database's integrity; the chain has it all anyway.
  synchronous_commit: 'off',
  shared_buffers: '256MB',
  max_connections: '100',
  timezone: 'UTC',
};

/** PostgreSQL in the data folder, made at the first start. */
export async function postgresPlan(env: Settings, dataFolder: string, logFile: string): Promise<ProcessPlan> {
  const options = {
    folder: path.join(dataFolder, 'postgres'),
    port: env.pgPort,
    user: OWNER,
    password: OWNER,
  };
  const launch = await prepareEmbeddedPostgres({ ...options, settings: SETTINGS });
  return {
    name: 'PostgreSQL',
    command: launch.command,
    args: launch.args,
    account: launch.account,
    environment: childEnvironment({ LC_ALL: 'C' }),
    // Not the current folder: user postgres may have no way into it.
    workingFolder: '/',
    logFile,
    stopSignal: launch.stopSignal,
  };
}

/** The URL for administration: every embedded server has the database `postgres`. */
export function maintenanceUrl(env: Settings): string {
  return localUrl(env, OWNER, 'postgres');
}

/** The owner's URL of the local database. */
export function ownerUrl(env: Settings): string {
  return localUrl(env, OWNER, DATABASE);
}

export function loginUrl(env: Settings, login: keyof typeof LOGINS): string {
  return localUrl(env, login, DATABASE);
}

export async function createLocalDatabase(env: Settings): Promise<void> {
  await withClient(maintenanceUrl(env), async (client) => {
    const { rowCount } = await client.query('select from pg_database where datname = $1', [DATABASE]);
    if (rowCount === 0) await client.query(`create database ${DATABASE}`);
  });
}

/** After the migrations, which make the roles. */
export async function createLogins(env: Settings): Promise<void> {
  await withClient(ownerUrl(env), async (client) => {
    for (const [login, role] of Object.entries(LOGINS)) {
      const { rowCount } = await client.query('select from pg_roles where rolname = $1', [login]);
      if (rowCount === 0)
        await client.query(`create role ${login} login password '${OWNER}' in role ${role}`);
    }
  });
}

async function withClient(url: string, use: (client: pg.Client) => Promise<void>): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await use(client);
  } finally {
    await client.end();
  }
}

function localUrl(env: Settings, login: string, database: string): string {
  return `postgresql://${login}:${OWNER}@127.0.0.1:${env.pgPort}/${database}`;
}

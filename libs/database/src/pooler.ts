import pg from 'pg';

/** A pooler stands where none may, or cannot do what ours has to. */
export class PoolerError extends Error {
  override readonly name = 'PoolerError';
}

const NEEDS_DIRECT =
  'DATABASE_URL leads to a connection pooler, and has to lead to PostgreSQL itself: the indexer, LISTEN and migrations need connections of their own. The API may name a pooler by DATABASE_POOLER_URL (docs/operate/pooler.md)';

const NEEDS_PREPARED =
  'the pooler of DATABASE_POOLER_URL does not keep prepared statements: it has to be PgBouncer 1.21 or later, with max_prepared_statements above 0 (docs/operate/pooler.md)';

/** Once, the other client may have been given another of the server's connections. */
const CHECK_ROUNDS = 3;

/** A statement's name that the server's connection does not know, or one that it has already. */
const FOREIGN_NAME = /^(26000|42P05)$/;

/** What a pooler says of settings of a connection. */
const UNSUPPORTED_PARAMETER = 'unsupported startup parameter';

/** Of a connection that PostgreSQL itself opened: poolers invent a process of their own. */
interface ToldProcess {
  readonly processID?: number | null;
}

/**
 * Refuses a connection that goes through a pooler: settings of a session, LISTEN and advisory locks would be lost there, or be
 * another client's.
 *
 * @throws PoolerError
 */
export async function expectDirect(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
  if (rows[0]?.pid !== (client as ToldProcess).processID) throw new PoolerError(NEEDS_DIRECT);
}

/** The same error, or what it means where a pooler refused the settings of a connection. */
export function explainPooler(error: unknown): unknown {
  const isRefused = error instanceof Error && error.message.includes(UNSUPPORTED_PARAMETER);
  return isRefused ? new PoolerError(NEEDS_DIRECT, { cause: error }) : error;
}

/** Connects, and looks whether it is to PostgreSQL itself. @throws PoolerError */
export async function tryDirect(config: pg.ClientConfig): Promise<void> {
  await withClient(config, expectDirect);
}

/**
 * Refuses a pooler's connection to a login whose sessions do not begin with what ours need: through a pooler a connection cannot
 * say so itself.
 *
 * @param wanted names and values of settings
 * @throws PoolerError that has the statements which set the missing ones
 */
export async function expectSettings(
  client: pg.ClientBase,
  wanted: Readonly<Record<string, string>>,
): Promise<void> {
  const { rows } = await client.query<{ login: string; name: string; value: string }>(
    `SELECT session_user AS login, name, coalesce(setting, current_setting(name)) AS value
    FROM unnest($1::text[]) WITH ORDINALITY AS wanted (name, place) LEFT JOIN pg_settings USING (name)
    ORDER BY place`,
    [Object.keys(wanted)],
  );
  const missing = rows.filter(({ name, value }) => value.replaceAll(' ', '') !== wanted[name]);
  if (missing.length === 0) return;
  const statements = missing.map(
    ({ login, name }) => `ALTER ROLE ${pg.escapeIdentifier(login)} SET ${name} = ${wanted[name] ?? ''};`,
  );
  throw new PoolerError(
    `the login of DATABASE_POOLER_URL lacks settings, which its role has to have (docs/operate/pooler.md): ${statements.join(' ')}`,
  );
}

/**
 * Looks whether a statement of one transaction is known in the next, though another client took the server's connection
 * meanwhile.
 *
 * @throws PoolerError
 */
export async function expectPreparedStatements(config: pg.ClientConfig): Promise<void> {
  await withClient(config, (one) =>
    withClient(config, async (other) => {
      try {
        for (let round = 0; round < CHECK_ROUNDS; round += 1) {
          const statement = { name: `pooler-check-${round}`, text: 'SELECT 1' };
          await one.query(statement);
          await other.query('BEGIN');
          await one.query(statement);
          await other.query(statement);
          await other.query('COMMIT');
        }
      } catch (error) {
        if (error instanceof pg.DatabaseError && FOREIGN_NAME.test(error.code ?? ''))
          throw new PoolerError(NEEDS_PREPARED, { cause: error });
        throw error;
      }
    }),
  );
}

async function withClient(
  config: pg.ClientConfig,
  work: (client: pg.Client) => Promise<void>,
): Promise<void> {
  const client = new pg.Client(config);
  // What breaks between two statements fails the next one.
  client.on('error', () => undefined);
  try {
    await client.connect();
    await work(client);
  } finally {
    await client.end();
  }
}

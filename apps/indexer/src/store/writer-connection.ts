import pg from 'pg';
import { connectionSettings } from '#database';

/** Names the right to write an index; any number will do that nothing else in the database uses. */
const WRITER_LOCK = 5_494_703;

/** A batch of a backfill may take longer than any statement of the API. */
const STATEMENT_TIMEOUT_MS = 120_000;

/**
 * Opens a connection that writes the index. The advisory lock belongs to this very connection, so that whoever can
 * still write holds it, and a writer that died has let go of it.
 *
 * @returns null when another process holds the lock
 */
export async function openWriter(
  databaseUrl: string,
  onError: (error: Error) => void,
): Promise<pg.Client | null> {
  const settings = connectionSettings({
    url: databaseUrl,
    role: 'slipway_indexer',
    statementTimeoutMs: STATEMENT_TIMEOUT_MS,
  });
  const client = new pg.Client(settings);
  client.on('error', onError);
  await client.connect();
  const { rows } = await client.query<{ locked: boolean }>('SELECT pg_try_advisory_lock($1) AS locked', [
    WRITER_LOCK,
  ]);
  if (rows[0]?.locked === true) return client;
  await client.end();
  return null;
}

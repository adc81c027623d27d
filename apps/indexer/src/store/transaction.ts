import type { ClientBase } from 'pg';

/** Runs work in one transaction on a connection: all of it is committed, or none. */
export async function inTransaction<T>(client: ClientBase, work: () => Promise<T>): Promise<T> {
  await client.query('BEGIN');
  try {
    const result = await work();
    await client.query('COMMIT');
    return result;
  } catch (error) {
    // A rollback on a lost connection fails too; the first error is the one that says why.
    await client.query('ROLLBACK').catch(() => undefined);
    throw error;
  }
}

import type { OwnPostgres } from './own-postgres.js';

/** Whether an API has read the head at a server just now: it is read where all reads go. */
export async function isReadFrom(server: OwnPostgres): Promise<boolean> {
  const client = await server.connect();
  try {
    const { rows } = await client.query(
      `SELECT FROM pg_stat_activity WHERE application_name = 'slipway_api' AND query LIKE '%index_writer%'
        AND state_change > clock_timestamp() - interval '500 milliseconds'`,
    );
    return rows.length > 0;
  } finally {
    await client.end();
  }
}

import { migrate } from '@slipway/database';
import { withClient } from './pg-client.js';

/** The migrated database that every suite's own one is cloned from. */
export const TEMPLATE_DATABASE = 'slipway_template';

/** Makes the template on a fresh server. No client connects to it afterwards: PostgreSQL clones only idle databases. */
export async function createTemplate(serverUrl: string): Promise<void> {
  await withClient(serverUrl, async (client) => {
    await client.query(`create database ${TEMPLATE_DATABASE}`);
    const url = new URL(serverUrl);
    url.pathname = TEMPLATE_DATABASE;
    await migrate(url.href);
    await client.query(`alter database ${TEMPLATE_DATABASE} with is_template true allow_connections false`);
    // The migration engine's idle connections would keep the first suites waiting.
    await client.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [
      TEMPLATE_DATABASE,
    ]);
  });
}

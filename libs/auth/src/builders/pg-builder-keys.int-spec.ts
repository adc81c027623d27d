import { ReadServers } from '@slipway/database';
import { ApiError } from '@slipway/http';
import type { Settings } from '@slipway/settings';
import { withClient } from '../../../../test/support/pg-client.js';
import { createTestDatabase } from '../../../../test/support/postgres.js';
import { until } from '../../../../test/support/until.js';
import { PgBuilderKeys } from './pg-builder-keys.js';

const KEY = `slw_${'k'.repeat(43)}`;

async function start(databaseUrl: string): Promise<PgBuilderKeys> {
  const keys = new PgBuilderKeys(
    { databaseUrl } as Settings,
    new ReadServers({ databaseUrl, databaseReadUrls: null }),
  );
  await keys.onModuleInit();
  return keys;
}

/** They are read again while a busy server takes longer than a read may. */
function hasRead(keys: PgBuilderKeys): boolean {
  try {
    keys.find(KEY);
    return true;
  } catch (error) {
    expect(error).toEqual(new ApiError('service_unavailable'));
    return false;
  }
}

describe('PgBuilderKeys', () => {
  it('refuses no key that it could not look for: the database was away when the process started', async () => {
    const keys = await start('postgres://nobody@127.0.0.1:1/none');
    try {
      expect(() => keys.find(KEY)).toThrow(new ApiError('service_unavailable'));
    } finally {
      await keys.onApplicationShutdown();
    }
  });

  it('knows no key that no builder has, once it has read them', async () => {
    const database = await createTestDatabase();
    const keys = await start(database.url);
    try {
      await until('it has read them', () => hasRead(keys));
      expect(keys.find(KEY)).toBeNull();
      const hash = "sha256('" + KEY + "'::bytea)";
      await withClient(database.url, (client) =>
        client.query(
          `INSERT INTO builders (name, key_hash, read_per_minute, heavy_per_minute) VALUES ('shop', ${hash}, 1, 1)`,
        ),
      );
      await until('it has read them again', () => keys.find(KEY) !== null);
      expect(keys.find(KEY)).toMatchObject({ name: 'shop' });
    } finally {
      await keys.onApplicationShutdown();
      await database.drop();
    }
  });
});

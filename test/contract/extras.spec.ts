import { EXTRAS } from '../../apps/api/src/extras/extras.js';
import { appWithout } from '../support/app-without.js';
import { IndexedDatabase } from '../support/indexed-database.js';
import { startApi } from '../support/running-api.js';

describe('without', () => {
  let database: IndexedDatabase;

  beforeAll(async () => {
    database = await IndexedDatabase.open('slipway_api');
  });

  afterAll(async () => {
    await database.close();
  });

  it.each(EXTRAS.map((extra) => [extra.name, extra] as const))('%s, the card is served', async (_, extra) => {
    const api = await startApi(database.url, {}, { root: appWithout([extra]) });
    try {
      const statuses = [
        '/apps',
        '/activity',
        '/config/features',
        '/rewards/programs',
        '/leaderboards/apps',
      ].map(async (path) => (await api.get(path)).status);
      expect(await Promise.all(statuses)).toEqual([200, 200, 200, 200, 200]);
    } finally {
      await api.close();
    }
  });
});

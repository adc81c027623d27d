import { PrismaService } from '@slipway/database';
import { IndexedDatabase } from '../support/indexed-database.js';
import { startApi, type RunningApi } from '../support/running-api.js';
import { COMPOSITIONS } from './contract-table.js';

const APPS = 40;

/** Statements of a request do not become more with what it asks for. */
describe.each(COMPOSITIONS)('a request to $of', ({ root }) => {
  let database: IndexedDatabase;
  let api: RunningApi;
  let statements: string[];

  beforeAll(async () => {
    database = await IndexedDatabase.open('slipway_api', APPS);
    api = await startApi(database.url, { readCacheMb: 0, finality: { blocks: 2, isByTag: false } }, { root });
    const prisma = api.app.get(PrismaService);
    const run = prisma.$run;
    Object.assign(prisma, {
      $run: (...call: Parameters<typeof run>) => {
        statements.push(call[0].name ?? call[0].text);
        return run(...call);
      },
    });
  });

  beforeEach(() => {
    statements = [];
  });

  afterAll(async () => {
    await api.close();
    await database.close();
  });

  const someOf = (count: number): string => database.tokens.slice(0, count).join();

  it.each<[string, (count: number) => string]>([
    ['/apps', (count) => `/apps?limit=${count}`],
    ['/apps by volume, with sparklines', (count) => `/apps?sort=volume&sparkline=24h&limit=${count}`],
    ['/apps of tokens', (count) => `/apps?tokens=${someOf(count)}`],
    ['/apps of tokens, with sparklines', (count) => `/apps?tokens=${someOf(count)}&sparkline=7d`],
    ['/prices', (count) => `/prices?tokens=${someOf(count)}`],
    ['/apps/search', (count) => `/apps/search?q=p&limit=${count}`],
    ['/activity', (count) => `/activity?limit=${count}`],
    ['/leaderboards/apps', (count) => `/leaderboards/apps?limit=${count}`],
    ['/leaderboards/traders', (count) => `/leaderboards/traders?limit=${count}`],
    ['/apps/{token}/holders', (count) => `/apps/${database.tokens[0]!}/holders?limit=${count}`],
    ['/apps/{token}/activity', (count) => `/apps/${database.tokens[0]!}/activity?limit=${count}`],
  ])('of %s makes one statement, for one item and for many', async (_what, targetOf) => {
    for (const count of [1, APPS]) {
      statements = [];
      expect((await api.get(targetOf(count))).status).toBe(200);
      expect([targetOf(count), statements]).toEqual([targetOf(count), [expect.any(String)]]);
    }
  });
});

import { IndexedDatabase } from '../../../../../test/support/indexed-database.js';
import { ActivityRepository } from './activity/activity.repository.js';
import { AppRepository } from './app/app.repository.js';
import { HoldersRepository } from './holders/holders.repository.js';
import { AppListRepository } from './list/list.repository.js';
import { SearchRepository } from './search/search.repository.js';

describe('repositories of apps', () => {
  let database: IndexedDatabase;
  let activity: ActivityRepository;
  let app: AppRepository;
  let holders: HoldersRepository;
  let list: AppListRepository;
  let search: SearchRepository;

  beforeAll(async () => {
    database = await IndexedDatabase.open('slipway_api');
    activity = new ActivityRepository(database.prisma);
    app = new AppRepository(database.prisma);
    holders = new HoldersRepository(database.prisma);
    list = new AppListRepository(database.prisma);
    search = new SearchRepository(database.prisma);
  });

  afterAll(() => database.close());

  describe('search', () => {
    const nothing = {
      addresses: null,
      symbolKey: '',
      nameKey: '',
      nameKeys: [],
      nameSkeleton: '',
      neighbours: [],
      typos: [],
      written: '',
    };

    it('finds apps by symbol before those by a part of the name', async () => {
      const found = await search.search({ ...nothing, symbolKey: 'p3', nameKey: '1' }, 10);
      expect(found?.items.map(({ symbol }) => symbol)).toEqual(['P3', 'P12', 'P11', 'P10', 'P1']);
    });

    it('leaves hidden apps out', async () => {
      const [token] = database.tokens;
      await database.admin.query(`INSERT INTO hidden_apps (token, reason) VALUES ($1, 'spam')`, [token]);
      expect((await search.search({ ...nothing, addresses: [token!, token!] }, 10))?.items).toEqual([]);
      await database.admin.query('DELETE FROM hidden_apps');
    });
  });

  describe('activity', () => {
    it('reads events, newest first, of a type, from below one of them', async () => {
      const [token] = database.tokens;
      const all = (await activity.readActivity(token!, null, null, 5))!.activity!;
      expect(all.map(({ type, logIndex }) => [type, logIndex])).toEqual([
        ['buy', 1],
        ['launch', 0],
      ]);
      const below = { ...all[0]!, block: all[0]!.blockNumber };
      expect((await activity.readActivity(token!, 'launch', null, 5))?.activity).toEqual([all[1]]);
      expect((await activity.readActivity(token!, null, below, 5))?.activity).toEqual([all[1]]);
    });

    it('knows no such app', async () => {
      expect(await activity.readActivity('0x00' as never, null, null, 5)).toMatchObject({ activity: null });
    });
  });

  describe('holders', () => {
    it('reads holders, richest first, from below one of them', async () => {
      const [token] = database.tokens;
      const page = (await holders.readHolders(token!, null, 5))!;
      expect(page).toMatchObject({ known: true, total: 3, supply: '1000000000000000000000000000' });
      expect(page.holders.map(([, balance, label]) => [balance, label])).toEqual([
        ['1000000000000000000000000000', 'curve'],
        ['1000000000000000000', 'creator'],
      ]);
      const [holder, balance] = page.holders[0]!;
      const below = { indexRevision: page.asOf.indexRevision, balance, holder };
      expect((await holders.readHolders(token!, below, 5))?.holders).toEqual(page.holders.slice(1));
    });

    it('knows no app, and no state that has passed', async () => {
      expect(await holders.readHolders('0x00' as never, null, 5)).toMatchObject({ known: false });
      const below = { indexRevision: '7', balance: '1', holder: '0x01' };
      expect(await holders.readHolders(database.tokens[0]!, below, 5)).toBeNull();
    });
  });

  describe('lists and pages', () => {
    const ALL = { stage: null, creator: null };

    it('ranks apps, and goes on below any of them', async () => {
      const all = (await list.rank('holders', ALL, 12))!;
      expect(all.items.map(({ holders }) => holders)).toEqual([14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3]);
      expect(all.items[0]).toMatchObject({
        name: 'Pocket 12',
        launchBlock: 12,
        pool: null,
        volumeUsd24h: '0',
      });
      expect(all.context).toMatchObject({ oraclePrice: '25000000', oraclePrice24h: '25000000' });
      const { rank, launchBlock: block, launchLogIndex: logIndex } = all.items[3]!;
      const below = { indexRevision: all.asOf.indexRevision, rank, block, logIndex };
      expect((await list.rankBelow('holders', ALL, below, 3))?.items).toEqual(all.items.slice(4, 7));
    });

    it('goes on in a state of the index that has passed, as apps were then', async () => {
      const first = (await list.rank('holders', ALL, 2))!;
      const { rank, launchBlock: block, launchLogIndex: logIndex } = first.items[1]!;
      const was = (await app.readApp(database.tokens[0]!))!.app!;
      await database.admin.query(`
        INSERT INTO head_history SELECT revision, block_number, block_hash, block_time, now(), 7, 8 FROM head;
        INSERT INTO app_history (token_id, revision, undone, name, symbol, creator_id, launched_at, block_number, log_index,
          real_platform_reserve, platform_reserve, token_reserve, volume_usd_24h, unpriced_24h, trending, holders)
        SELECT token_id, h.revision, false, a.name, symbol, a.creator_id, launched_at, a.block_number, log_index,
          real_platform_reserve, platform_reserve, token_reserve, volume_usd_24h, unpriced_24h, trending, holders
        FROM head h CROSS JOIN apps a JOIN app_stats USING (token_id) JOIN curves USING (token_id) WHERE a.block_number = 1;
        UPDATE app_stats SET holders = 1000 WHERE launch_block = 1;
        UPDATE head SET revision = revision + 1, block_number = block_number + 1`);
      const below = { indexRevision: first.asOf.indexRevision, rank, block, logIndex };
      const rest = (await list.rankBelow('holders', ALL, below, 12))!;
      expect(rest.items).toHaveLength(10);
      expect(rest.items.at(-1)).toMatchObject({
        token: was.token,
        holders: was.holders,
        tokenReserve: was.tokenReserve,
      });
      expect(rest.context).toMatchObject({ oraclePrice: '7', oraclePrice24h: '8' });
      expect(rest.asOf).toMatchObject({ block: 12n, indexRevision: first.asOf.indexRevision });
      expect((await list.rank('holders', ALL, 1))?.items[0]).toMatchObject({
        token: was.token,
        holders: 1000,
      });
    });

    it('lists the newest apps, of a creator, and leaves hidden ones out', async () => {
      const newest = (await list.listNewest(ALL, null, 3))!;
      expect(newest.items.map(({ launchBlock }) => launchBlock)).toEqual([12, 11, 10]);
      const { creator } = newest.items[0]!;
      const own = (await list.listNewest({ stage: null, creator }, null, 12))!;
      expect(new Set(own.items.map((app) => app.creator))).toEqual(new Set([creator]));
      await database.admin.query(`INSERT INTO hidden_apps (token, reason) VALUES ($1, 'spam')`, [
        database.tokens[11],
      ]);
      const seen = (await list.listNewest(ALL, { block: 12, logIndex: 1 }, 1))!;
      expect(seen.items.map(({ launchBlock }) => launchBlock)).toEqual([11]);
      expect((await app.readApp(database.tokens[11]!))?.app?.hidden).toBe(true);
    });

    it('knows that there is no app', async () => {
      expect(await app.readApp('0x00' as never)).toMatchObject({ app: null });
    });
  });
});

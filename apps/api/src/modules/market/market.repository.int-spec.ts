import type { PrismaService } from '@slipway/database';
import { MINUTES, slotOf, type Address } from '@slipway/domain';
import { IndexedDatabase } from '../../../../../test/support/indexed-database.js';
import { type CandlePage, type CandleRange, CandlesRepository } from './candles/candles.repository.js';
import { LeaderboardsRepository } from './leaderboards/leaderboards.repository.js';
import { CurvesRepository } from './curves/curves.repository.js';
import { PricesRepository } from './prices/prices.repository.js';

const repositoriesOf = (prisma: PrismaService) => ({
  boards: new LeaderboardsRepository(prisma),
  candles: new CandlesRepository(prisma),
  curves: new CurvesRepository(prisma),
  prices: new PricesRepository(prisma),
});

describe('repositories of markets', () => {
  let database: IndexedDatabase;
  let repositories: ReturnType<typeof repositoriesOf>;

  beforeAll(async () => {
    database = await IndexedDatabase.open('slipway_api');
    repositories = repositoriesOf(database.prisma);
  });

  afterAll(() => database.close());

  describe('prices', () => {
    it('reads the markets of tokens in the order asked, with the price feed', async () => {
      const [first, second] = database.tokens;
      const found = (await repositories.prices.readMarkets([second!, '0x00' as never, first!]))!;
      expect(found.markets.map(({ symbol }) => symbol)).toEqual(['P2', null, 'P1']);
      expect(found.oracle).toMatchObject({
        platformSymbol: 'SLIP',
        oraclePrice: '25000000',
        oraclePrice24h: '25000000',
      });
    });

    it('reads those with most volume', async () => {
      await database.admin.query('UPDATE app_stats SET volume_usd_24h = launch_block % 5');
      const { markets } = (await repositories.prices.readTopMarkets(3))!;
      expect(markets.map(({ symbol }) => symbol)).toEqual(['P9', 'P4', 'P8']);
    });
  });

  describe('curves', () => {
    it('reads the curve of an app, and none of another token', async () => {
      const token = database.tokens[0]!;
      const found = await repositories.curves.readCurves([token, '0x00' as never]);
      expect(Object.keys(found!.curves)).toEqual([token]);
      expect(found!.curves[token]).toMatchObject({
        virtualPlatformReserve: '30010000000000000000000',
        feePpm: 10_000,
        pool: null,
      });
    });
  });

  describe('candles', () => {
    const range = {
      interval: '1m',
      currency: 'usd',
      first: null,
      last: null,
      limit: 5,
      fill: false,
      finalityBlocks: 12,
    } as const;
    const minute = (time: number): number => slotOf(MINUTES, time);
    let token: Address;

    beforeAll(async () => {
      token = database.tokens[0]!;
      await database.admin.query(
        `INSERT INTO candles (token_id, slot, high, low, close, volume_platform, trades, buys)
        SELECT id, $2 + i, i, i, i, 1, i % 2, 0 FROM generate_series(1, 9) i JOIN addresses ON address = $1`,
        [token, minute(0)],
      );
      await database.admin.query(
        'INSERT INTO feed_candles SELECT $1 + i, 2, 2, 2, 2 FROM generate_series(2, 4, 2) i',
        [minute(0)],
      );
      await database.admin.query(
        `INSERT INTO reserves (token_id, block_number, log_index, in_pool, platform_reserve, token_reserve)
        SELECT id, 0, 0, false, 1, 4 FROM addresses WHERE address = $1`,
        [token],
      );
    });

    const read = async (more: Partial<CandleRange>): Promise<CandlePage> =>
      (await repositories.candles.readCandles({ ...range, token, ...more }))!.page!;

    it('reads intervals with a trade, oldest first, and what was before each', async () => {
      const page = await read({ limit: 2, last: 480 });
      expect(page.opens).toEqual([300, 420]);
      expect(page.candles.map(({ time }) => time)).toEqual([240, 300, 360, 420]);
      expect(page.feed.map(({ time }) => time)).toEqual([240]);
      expect(page.launch).toEqual({
        price: { units: 25n * 10n ** 26n, decimals: 28 },
        oraclePrice: 25_000_000n,
      });
      expect((await read({ first: 120, limit: 1 })).opens).toEqual([180]);
    });

    it('reads all of a page that is filled', async () => {
      const page = await read({ interval: '5m', fill: true, first: 0, limit: 2 });
      expect(page.opens).toEqual([0, 300]);
      expect(page.candles.map(({ time }) => time / 60)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
      const later = await read({ interval: '5m', fill: true, first: 300, last: 300 });
      expect(later.candles.map(({ time }) => time / 60)).toEqual([4, 5, 6, 7, 8, 9]);
      expect(later.feed.map(({ time }) => time / 60)).toEqual([4]);
    });

    it('begins with the app, in USD with the feed', async () => {
      const first = { fill: true, first: 0, limit: 1 };
      expect((await read({ ...first, currency: 'platform' })).opens).toEqual([60]);
      expect((await read(first)).opens).toEqual([120]);
    });

    it('knows no such app', async () => {
      expect(await repositories.candles.readCandles({ ...range, token: '0x00' as never })).toMatchObject({
        page: null,
      });
    });
  });

  describe('leaderboards', () => {
    it('reads the best of a board, highest first', async () => {
      await database.admin.query(`
        INSERT INTO app_totals SELECT token_id, 0, 0, 0, 1, 0, 0, 1, 0, 0, 1, 0, 0, 1 FROM apps;
        UPDATE app_stats SET traded_within = 0`);
      const holders = (await repositories.boards.readBoard('apps', 'holders', '7d', 2))!;
      expect(holders.entries.map(([, symbol, value]) => [symbol, value])).toEqual([
        ['P12', '14'],
        ['P11', '13'],
      ]);
      const { entries } = (await repositories.boards.readBoard('apps', 'market_cap', 'all', 1))!;
      expect(entries.map(([, symbol]) => symbol)).toEqual(['P12']);
    });
  });
});

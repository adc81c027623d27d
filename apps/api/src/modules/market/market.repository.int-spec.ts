import { IndexedDatabase } from '../../../../../test/support/indexed-database.js';
import { MarketRepository } from './market.repository.js';

describe('MarketRepository', () => {
  let database: IndexedDatabase;
  let repository: MarketRepository;

  beforeAll(async () => {
    database = await IndexedDatabase.open('slipway_api');
    repository = new MarketRepository(database.prisma);
  });

  afterAll(() => database.close());

  describe('prices', () => {
    it('reads the markets of tokens in the order asked, with the price feed', async () => {
      const [first, second] = database.tokens;
      const found = (await repository.readMarkets([second!, '0x00' as never, first!]))!;
      expect(found.markets.map(({ symbol }) => symbol)).toEqual(['P2', null, 'P1']);
      expect(found.oracle).toMatchObject({
        platformSymbol: 'SLIP',
        answer: '25000000',
        answer24h: '25000000',
      });
    });

    it('reads those with most volume', async () => {
      await database.admin.query('UPDATE app_stats SET volume_usd_24h = launch_block % 5');
      const { markets } = (await repository.readTopMarkets(3))!;
      expect(markets.map(({ symbol }) => symbol)).toEqual(['P9', 'P4', 'P8']);
    });
  });

  describe('curves', () => {
    it('reads the curve of an app, and none of another token', async () => {
      const found = await repository.readCurve(database.tokens[0]!);
      expect(found?.curve).toMatchObject({
        virtualPlatformReserve: '30010000000000000000000',
        feeBps: 100,
        pool: null,
      });
      expect(await repository.readCurve('0x00' as never)).toMatchObject({ curve: null });
    });
  });

  describe('candles', () => {
    const range = {
      seconds: 60,
      currency: 'usd',
      first: null,
      last: null,
      limit: 5,
      fill: false,
      finalityBlocks: 12,
    } as const;

    it('reads candles, oldest first, and the close before them', async () => {
      const [token] = database.tokens;
      await database.admin.query(
        `INSERT INTO candles (token_id, seconds, open_time, open_usd, high_usd, low_usd, close_usd, volume_platform, trades)
        SELECT id, 60, to_timestamp(i * 60), i, i, i, i, 1, 1
        FROM generate_series(1, 7) i JOIN addresses ON address = $1`,
        [token],
      );
      const { page } = (await repository.readCandles({ ...range, token: token! }))!;
      expect(page?.candles.map(([opens, , , , close]) => [opens, close])).toEqual(
        [3, 4, 5, 6, 7].map((i) => [i * 60, i]),
      );
      expect(page).toMatchObject({ earliest: 60, previousClose: 2 });
      const forward = await repository.readCandles({ ...range, token: token!, first: 120, limit: 1 });
      expect(forward?.page?.candles.map(([opens]) => opens)).toEqual([120]);
    });

    it('knows no such app', async () => {
      expect(await repository.readCandles({ ...range, token: '0x00' as never })).toMatchObject({
        page: null,
      });
    });
  });

  describe('leaderboards', () => {
    it('reads the best of a board, highest first', async () => {
      await database.admin.query(`
        INSERT INTO app_totals SELECT id, 0, 0, 0, 1, 0, 0, 1, 0, 0, 1, 0, 0, 1 FROM apps JOIN addresses ON address = token;
        UPDATE app_stats SET traded_within = 0`);
      const holders = (await repository.readBoard('apps', 'holders', '7d', 2))!;
      expect(holders.entries.map(([, symbol, value]) => [symbol, value])).toEqual([
        ['P12', '14'],
        ['P11', '13'],
      ]);
      const { entries } = (await repository.readBoard('apps', 'market_cap', 'all', 1))!;
      expect(entries.map(([, symbol]) => symbol)).toEqual(['P12']);
    });
  });
});

import { IndexedDatabase } from '../../../../../test/support/indexed-database.js';
import { CandlesRepository } from './candles.repository.js';

describe('CandlesRepository', () => {
  let database: IndexedDatabase;
  let repository: CandlesRepository;

  beforeAll(async () => {
    database = await IndexedDatabase.open('slipway_api');
    repository = new CandlesRepository(database.prisma);
  });

  afterAll(() => database.close());

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
      `INSERT INTO candles (token, seconds, open_time, open_usd, high_usd, low_usd, close_usd, volume_platform, trades)
      SELECT $1, 60, to_timestamp(i * 60), i, i, i, i, 1, 1 FROM generate_series(1, 7) i`,
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
    expect(await repository.readCandles({ ...range, token: '0x00' as never })).toMatchObject({ page: null });
  });
});

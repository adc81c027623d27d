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

  it('reads the markets of tokens in the order asked, with the price feed', async () => {
    const [first, second] = database.tokens;
    const found = (await repository.readMarkets([second!, '0x00' as never, first!]))!;
    expect(found.markets.map(({ symbol }) => symbol)).toEqual(['P2', null, 'P1']);
    expect(found.oracle).toMatchObject({ platformSymbol: 'SLIP', answer: '25000000', answer24h: '25000000' });
  });

  it('reads those with most volume', async () => {
    await database.admin.query('UPDATE app_stats SET volume_usd_24h = launch_block % 5');
    const { markets } = (await repository.readTopMarkets(3))!;
    expect(markets.map(({ symbol }) => symbol)).toEqual(['P9', 'P4', 'P8']);
  });
});

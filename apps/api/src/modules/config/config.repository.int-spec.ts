import { IndexedDatabase } from '../../../../../test/support/indexed-database.js';
import { ConfigRepository } from './config.repository.js';

describe('ConfigRepository', () => {
  let database: IndexedDatabase;
  let repository: ConfigRepository;

  beforeAll(async () => {
    database = await IndexedDatabase.open('slipway_api');
    repository = new ConfigRepository(database.prisma);
  });

  afterAll(() => database.close());

  it('reads the platform at the head', async () => {
    const found = await repository.readPlatform();
    expect(found?.platform).toMatchObject({
      chainId: 31337,
      platformSymbol: 'SLIP',
      oraclePrice: '25000000',
      maxPerCreatorPer24h: 5,
      lastLaunchCost: '100000000000000000000',
    });
    expect(found?.asOf).toMatchObject({ block: 12n, isLagging: false });
  });
});

import { IndexedDatabase } from '../../../../../test/support/indexed-database.js';
import { CurvesRepository } from './curves.repository.js';

describe('CurvesRepository', () => {
  let database: IndexedDatabase;
  let repository: CurvesRepository;

  beforeAll(async () => {
    database = await IndexedDatabase.open('slipway_api');
    repository = new CurvesRepository(database.prisma);
  });

  afterAll(() => database.close());

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

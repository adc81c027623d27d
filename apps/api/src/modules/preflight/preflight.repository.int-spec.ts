import { nameNeighbours } from '@slipway/name-matching';
import { IndexedDatabase } from '../../../../../test/support/indexed-database.js';
import { PreflightRepository } from './preflight.repository.js';

describe('PreflightRepository', () => {
  let database: IndexedDatabase;
  let repository: PreflightRepository;

  beforeAll(async () => {
    database = await IndexedDatabase.open('slipway_api');
    repository = new PreflightRepository(database.prisma);
  });

  afterAll(() => database.close());

  const lookup = {
    name: { keys: ['pocket 3'], skeleton: 'pocket 3' },
    similarTo: null,
    symbolKey: 'p3',
    creator: null,
  };

  it('knows names and symbols that are taken or reserved', async () => {
    const found = await repository.readRecord(lookup);
    expect(found?.record).toEqual({
      nameTaken: true,
      nameReserved: false,
      symbolTaken: true,
      symbolReserved: false,
      creatorBlocked: false,
      launchesIn24h: 0,
      maxPerCreatorPer24h: 5,
      platformSymbol: 'SLIP',
      neighbours: [],
    });
    expect(found?.asOf.block).toBe(12n);
    const reserved = await repository.readRecord({ ...lookup, name: null, symbolKey: 'BTC' });
    expect(reserved?.record).toMatchObject({ nameTaken: false, symbolTaken: false, symbolReserved: true });
  });

  it('lists names that are like one, oldest first', async () => {
    await database.admin.query('UPDATE apps SET name_neighbours = $1 WHERE block_number IN (4, 2)', [
      nameNeighbours('Pocket Atlas'),
    ]);
    const found = await repository.readRecord({ ...lookup, similarTo: 'Pocket Atlas' });
    expect(found?.record.neighbours.map(({ name }) => name)).toEqual(['Pocket 2', 'Pocket 4']);
  });
});

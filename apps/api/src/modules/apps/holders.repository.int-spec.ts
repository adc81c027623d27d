import { IndexedDatabase } from '../../../../../test/support/indexed-database.js';
import { HoldersRepository } from './holders.repository.js';

describe('HoldersRepository', () => {
  let database: IndexedDatabase;
  let repository: HoldersRepository;

  beforeAll(async () => {
    database = await IndexedDatabase.open('slipway_api');
    repository = new HoldersRepository(database.prisma);
  });

  afterAll(() => database.close());

  it('reads holders, richest first, from below one of them', async () => {
    const [token] = database.tokens;
    const page = (await repository.readHolders(token!, null, 5))!;
    expect(page).toMatchObject({ known: true, total: 3, supply: '1000000000000000000000000000' });
    expect(page.holders.map(([, balance, label]) => [balance, label])).toEqual([
      ['1000000000000000000000000000', 'curve'],
      ['1000000000000000000', 'creator'],
    ]);
    const [holder, balance] = page.holders[0]!;
    const below = { generation: page.asOf.generation, balance, holder };
    expect((await repository.readHolders(token!, below, 5))?.holders).toEqual(page.holders.slice(1));
  });

  it('knows no app, and no state that has passed', async () => {
    expect(await repository.readHolders('0x00' as never, null, 5)).toMatchObject({ known: false });
    const below = { generation: '7', balance: '1', holder: '0x01' };
    expect(await repository.readHolders(database.tokens[0]!, below, 5)).toBeNull();
  });
});

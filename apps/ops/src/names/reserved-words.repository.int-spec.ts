import { foldName, foldSymbol, toNameSkeleton } from '@slipway/name-matching';
import { IndexedDatabase } from '../../../../test/support/indexed-database.js';
import { ReservedWordsRepository } from './reserved-words.repository.js';

describe('ReservedWordsRepository', () => {
  let database: IndexedDatabase;
  let repository: ReservedWordsRepository;

  beforeAll(async () => {
    database = await IndexedDatabase.open('slipway_ops', 0);
    repository = new ReservedWordsRepository(database.prisma);
  });

  afterAll(() => database.close());

  it('begins with words that are kept by the keys that they are looked up by', async () => {
    const words = await database.prisma.client.reservedWord.findMany();
    expect(words.map(({ word }) => word)).toEqual(expect.arrayContaining(['Slipway', 'SLIP', 'BTC', 'ETH']));
    for (const { kind, word, key, skeleton } of words) {
      const isName = kind === 'name';
      expect([word, key]).toEqual([word, isName ? foldName(word) : foldSymbol(word)]);
      expect([word, skeleton]).toEqual([word, isName ? toNameSkeleton(word) : key]);
    }
  });

  it('reserves a word once whatever it looks like, and releases it', async () => {
    expect(await repository.reserve('name', 'Acme Corp')).toBe(true);
    expect(await repository.reserve('name', 'Аcmе соrp')).toBe(false);
    expect(await repository.reserve('symbol', 'ACME')).toBe(true);
    expect(await repository.list()).toContainEqual(
      expect.objectContaining({ kind: 'name', word: 'Acme Corp' }),
    );
    expect(await repository.release('name', 'acme corp')).toBe('Acme Corp');
    expect(await repository.release('name', 'acme corp')).toBeNull();
    expect(await repository.release('symbol', 'ACME')).toBe('ACME');
  });
});

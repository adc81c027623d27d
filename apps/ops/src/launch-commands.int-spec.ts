import { PrismaService } from '#database';
import { foldName, foldSymbol, toNameSkeleton } from '#names';
import { toAddress } from '#values';
import { createTestDatabase, type TestDatabase } from '../../../test/support/postgres.js';
import { runOps } from '../../../test/support/run-ops.js';
import { throwIt } from '../../../test/support/throw-it.js';
import { BlockedCreatorsRepository } from './creators/blocked-creators.repository.js';
import { readWord } from './names/read-word.js';
import { ReservedWordsRepository } from './names/reserved-words.repository.js';
import { LaunchPolicyRepository } from './policy/launch-policy.repository.js';

const WALLET = toAddress('0x70997970C51812dc3A010C7d01b50e0d17dc79C8');

describe('what operators decide about launches', () => {
  let database: TestDatabase;
  let prisma: PrismaService;

  beforeAll(async () => {
    database = await createTestDatabase();
    // With the operators' rights and no others.
    prisma = new PrismaService({ url: database.url, role: 'slipway_ops', size: 2 }, throwIt);
  });

  afterAll(async () => {
    await prisma.$close();
    await database.drop();
  });

  it('begins with words that are kept by the keys that they are looked up by', async () => {
    const words = await prisma.reservedWord.findMany();
    expect(words.map(({ word }) => word)).toEqual(expect.arrayContaining(['Slipway', 'SLIP', 'BTC', 'ETH']));
    for (const { kind, word, key, skeleton } of words) {
      const isName = kind === 'name';
      expect([word, key]).toEqual([word, isName ? foldName(word) : foldSymbol(word)]);
      expect([word, skeleton]).toEqual([word, isName ? toNameSkeleton(word) : key]);
    }
  });

  it('reserves a word once whatever it looks like, and releases it', async () => {
    const words = new ReservedWordsRepository(prisma);
    expect(await words.reserve('name', 'Acme Corp')).toBe(true);
    expect(await words.reserve('name', 'Аcmе соrp')).toBe(false);
    expect(await words.reserve('symbol', 'ACME')).toBe(true);
    expect(await words.list()).toContainEqual(expect.objectContaining({ kind: 'name', word: 'Acme Corp' }));
    expect(await words.release('name', 'acme corp')).toBe('Acme Corp');
    expect(await words.release('name', 'acme corp')).toBeNull();
    expect(await words.release('symbol', 'ACME')).toBe('ACME');
  });

  it('takes words that a launch could have, and no others', () => {
    expect(readWord('Acme', false)).toEqual({ kind: 'name', word: 'Acme' });
    expect(readWord('ACME', true)).toEqual({ kind: 'symbol', word: 'ACME' });
    for (const [text, isSymbol] of [
      ['', false],
      ['x'.repeat(33), false],
      ['\u200b', false],
      ['acme', true],
    ] as const) {
      expect(() => readWord(text, isSymbol)).toThrow('no launch could have');
    }
  });

  it('blocks creators with a reason, and unblocks them', async () => {
    const creators = new BlockedCreatorsRepository(prisma);
    await creators.block(WALLET, 'spam');
    await creators.block(WALLET, 'more spam');
    expect(await creators.list()).toMatchObject([{ creator: WALLET, reason: 'more spam' }]);
    expect(await creators.unblock(WALLET)).toBe(true);
    expect(await creators.unblock(WALLET)).toBe(false);
  });

  it('sets the policy by the program itself, which refuses nonsense', async () => {
    const policy = new LaunchPolicyRepository(prisma);
    expect(await policy.get()).toEqual({ maxPerCreatorPer24h: 5 });
    const set = (max: string): ReturnType<typeof runOps> =>
      runOps({ DATABASE_URL: database.url }, 'policy', 'set', '--max-per-creator-per-24h', max);
    const [done, refused] = await Promise.all([set('7'), set('0')]);
    expect(done.stdout).toBe('launches of a creator in 24 hours: 7\n');
    expect(refused).toMatchObject({ code: 1, stderr: 'must be a number from 1 to 1000000\n' });
    expect(await policy.get()).toEqual({ maxPerCreatorPer24h: 7 });
  });
});

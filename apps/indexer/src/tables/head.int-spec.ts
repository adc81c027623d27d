import { numberToHex } from 'viem';
import type { BlockHeader } from '@slipway/chain';
import { askForWriter } from '../../../../test/support/ask-for-writer.js';
import { createTestDatabase, type TestDatabase } from '../../../../test/support/postgres.js';
import { firstRecent, holdFinal, keepHashes, moveHead, replaceHashes } from './head.js';
import { listKept, listUnfinal } from './index-state.js';
import type { Writer } from '../postgres/transaction.js';

const CHAIN_HEAD = 5_000;

describe('the hashes that are kept', () => {
  let database: TestDatabase;
  let writer: Writer;

  beforeEach(async () => {
    database = await createTestDatabase();
    writer = (await askForWriter(database.url))!;
  });

  afterEach(async () => {
    await writer.session.end();
    await database.drop();
  });

  /** Blocks up to one, in batches, as the indexer writes them of a chain of {@link CHAIN_HEAD} blocks. */
  async function write(from: number, to: number, size: number, finality: number): Promise<void> {
    for (let first = from; first <= to; first += size) {
      const blocks = headers(first, Math.min(to, first + size - 1));
      const head = blocks.at(-1)!;
      const newest = Math.max(head.number, CHAIN_HEAD);
      await keepHashes(writer.session, blocks, { newest, firstUnfinal: head.number - finality });
      await moveHead(writer.session, head, null);
    }
  }

  const kept = async (): Promise<number[]> => (await listKept(writer.session)).map(({ number }) => number);

  /** All recent ones, and every 256th before. */
  const expected = (from: number, head: number, recent: number): number[] =>
    numbers(from, head).filter((number) => number >= head - recent || number % 256 === 0);

  it.each([
    [64, 2_000, 1_024],
    [64, 130, 1_024],
    [1_500, 2_000, 1_500],
  ])(
    'are those of the recent blocks and of every 256th (finality %i, batches of %i)',
    async (finality, size, recent) => {
      await write(100, CHAIN_HEAD, size, finality);
      expect(await kept()).toEqual(expected(100, CHAIN_HEAD, recent));
      await write(CHAIN_HEAD + 1, CHAIN_HEAD + 20, 1, finality);
      expect(await kept()).toEqual(expected(100, CHAIN_HEAD + 20, recent));
    },
  );

  it('are few in a backfill, and those of a fresh index after a rewind', async () => {
    await write(100, 2_099, 2_000, 64);
    expect((await kept()).length).toBeLessThan(100);
    await write(2_100, CHAIN_HEAD, 2_000, 64);
    await replaceHashes(writer.session, headers(firstRecent(3_000, 3_000 - 64), 3_000));
    expect(await kept()).toEqual(expected(100, 3_000, 1_024));
  });

  it('tell which blocks are not final, also when the head was taken back', async () => {
    await write(100, CHAIN_HEAD, 2_000, 64);
    const unfinal = async (): Promise<number[]> =>
      (await listUnfinal(writer.session, 64)).map(({ number }) => number);
    expect(await unfinal()).toEqual(numbers(CHAIN_HEAD - 64, CHAIN_HEAD).toReversed());
    await holdFinal(writer.session, CHAIN_HEAD - 10);
    expect(await unfinal()).toEqual(numbers(CHAIN_HEAD - 10, CHAIN_HEAD).toReversed());
    await holdFinal(writer.session, 0);
    expect((await unfinal()).length).toBe(65);
  });
});

function numbers(from: number, to: number): number[] {
  return Array.from({ length: to - from + 1 }, (_, i) => from + i);
}

function headers(from: number, to: number): BlockHeader[] {
  const hash = (number: number): `0x${string}` => numberToHex(number, { size: 32 });
  return numbers(from, to).map((number) => ({
    number,
    hash: hash(number),
    parentHash: hash(number - 1),
    timestamp: number,
    logsBloom: '0x',
  }));
}

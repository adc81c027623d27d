import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { SavedChain } from './saved-chain.js';

const block = (number: number, timestamp: number) =>
  `{"header":{"number":"0x${number.toString(16)}","timestamp":"0x${timestamp.toString(16)}"},"transactions":[{"input":"}]{\\"","ü":[]}]}`;
const chain = (...blocks: string[]) =>
  `{"block":{"number":"0x2"},"best_block_number":"0x2","blocks":[${blocks.join()}],"rest":[[{}]]}`;
const TEXT = chain(block(1, 8), block(0, 7), block(2, 9));

describe('a saved chain', () => {
  let folder: string;

  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'slipway-saved-'));
  });

  afterAll(() => rm(folder, { recursive: true }));

  async function read(content: string | Buffer): Promise<SavedChain | null> {
    const file = path.join(folder, 'state.json');
    await writeFile(file, content);
    return SavedChain.read(file);
  }

  it.each([
    ['first', chain(block(0, 50), block(0, 7), block(1, 8), block(2, 9))],
    ['in between', chain(block(1, 8), block(0, 60), block(0, 7), block(0, 50), block(2, 9))],
    ['last', chain(block(1, 8), block(0, 7), block(2, 9), block(0, 50))],
    ['nowhere', chain(block(1, 8), block(0, 7), block(2, 9))],
  ])('keeps the oldest block 0 and everything else, where others stand %s', async (_where, text) => {
    const saved = await read(text);
    expect(saved?.bestBlock).toBe(2n);
    const kept = JSON.parse(Buffer.concat(saved!.withoutForeignGenesis()).toString()) as {
      blocks: { header: { number: string; timestamp: string } }[];
    };
    expect(kept.blocks.map(({ header }) => Number(header.timestamp)).sort()).toEqual([7, 8, 9]);
  });

  it('is none when it was cut off anywhere, or is missing', async () => {
    const bytes = Buffer.from(TEXT);
    for (let length = 0; length < bytes.length; length += 1)
      expect([length, await read(bytes.subarray(0, length))]).toEqual([length, null]);
    expect(await SavedChain.read(path.join(folder, 'missing'))).toBeNull();
  });

  it('is none when a crash left parts of it unwritten', async () => {
    for (const text of [TEXT.replace('[[{}]]', '[1,\0\0\0]'), TEXT.replace('"input"', '"\0"')])
      expect(await read(text)).toBeNull();
  });
});

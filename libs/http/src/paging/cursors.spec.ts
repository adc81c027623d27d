import { createHash, randomBytes } from 'node:crypto';
import { CursorError } from '../errors/invalid-request.error.js';
import { CursorFormat } from './cursor-format.js';
import type { CursorKeys } from './cursor-keys.js';
import { Cursors } from './cursors.js';

interface Position {
  readonly block: bigint;
  readonly position: number;
}

function formatOf(list: string): CursorFormat<Position> {
  return new CursorFormat<Position>(
    list,
    ({ block, position }) => [block.toString(), position],
    ([block, position]) =>
      typeof block === 'string' && /^\d{1,20}$/.test(block) && typeof position === 'number'
        ? { block: BigInt(block), position }
        : null,
  );
}

const keysOf = (signer: Uint8Array, ...others: Uint8Array[]): CursorKeys => ({
  signer: () => signer,
  accepted: () => [signer, ...others],
});

const format = formatOf('apps.newest.1');
const content = { block: 123_456_789_012_345_678n, position: 20 };
const key = randomBytes(32);
const cursors = new Cursors(keysOf(key));

function refusalOf(text: string, list = format, reader = cursors): unknown {
  try {
    reader.decode(list, text);
    return 'accepted';
  } catch (error) {
    return error instanceof CursorError ? error.details.reason : error;
  }
}

describe('Cursors', () => {
  it('reads what it wrote, on every instance', () => {
    const text = cursors.encode(format, content);
    expect(cursors.decode(format, text)).toEqual(content);
    expect(new Cursors(keysOf(Buffer.from(key))).decode(format, text)).toEqual(content);
  });

  it('refuses a cursor of another list, version or deployment', () => {
    const text = cursors.encode(format, content);
    for (const list of ['apps.volume.1', 'apps.newest.2', 'apps.newest.1\n'])
      expect(refusalOf(text, formatOf(list))).toBe('cursor_invalid');
    expect(refusalOf(text, format, new Cursors(keysOf(randomBytes(32))))).toBe('cursor_invalid');
  });

  it('reads cursors of the previous key for as long as it is accepted', () => {
    const text = cursors.encode(format, content);
    const next = randomBytes(32);
    expect(new Cursors(keysOf(next, key)).decode(format, text)).toEqual(content);
    expect(refusalOf(text, format, new Cursors(keysOf(next)))).toBe('cursor_invalid');
  });

  it('refuses content that was made without the key', () => {
    const payload = Buffer.from(JSON.stringify(['7', -4]));
    const hash = createHash('sha256').update('apps.newest.1\n').update(payload).digest();
    for (const length of [0, 6, 18, 32]) {
      const forged = Buffer.concat([hash.subarray(0, length), payload]).toString('base64url');
      expect(refusalOf(forged)).toBe('cursor_invalid');
    }
  });

  it('refuses a cursor with any character changed, added or left out', () => {
    const text = cursors.encode(format, content);
    for (let index = 0; index < text.length; index++) {
      const other = text[index] === 'A' ? 'B' : 'A';
      expect(refusalOf(text.slice(0, index) + other + text.slice(index + 1))).toBe('cursor_invalid');
      expect(refusalOf(text.slice(0, index) + text.slice(index + 1))).toBe('cursor_invalid');
    }
    expect(refusalOf(`${text}A`)).toBe('cursor_invalid');
    expect(refusalOf(`${text}=`)).toBe('cursor_invalid');
  });

  it.each(['', ' ', 'null', '%00', '\0', 'e30', 'A'.repeat(10_000), 'A'.repeat(512), '../../etc/passwd'])(
    'refuses %j',
    (text) => {
      expect(refusalOf(text)).toBe('cursor_invalid');
    },
  );

  it('refuses content of ours that its list would not write', () => {
    const lax = new CursorFormat<readonly unknown[]>(
      'apps.newest.1',
      (values) => values as readonly string[],
      (values) => values,
    );
    expect(refusalOf(cursors.encode(lax, ['1; DROP TABLE apps', 1]))).toBe('cursor_invalid');
    expect(refusalOf(cursors.encode(lax, []))).toBe('cursor_invalid');
  });
});

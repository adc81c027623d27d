import { createHash, randomBytes } from 'node:crypto';
import { CursorError } from '../errors/invalid-request.error.js';
import type { PrimaryReads } from '../cache/primary-reads.js';
import { CursorAheadError } from '../errors/cursor-ahead.error.js';
import { CursorFormat, isCount, isTextOf } from './cursor-position.js';
import type { CursorKeys } from './cursor-keys.js';
import { Cursors } from './cursor-codec.js';

interface Position {
  readonly block: number;
  readonly rank: string;
}

function formatOf(list: string): CursorFormat<Position> {
  return new CursorFormat<Position>(list, { block: isCount, rank: isTextOf(/^\d{1,20}$/) });
}

const keysOf = (signer: Uint8Array, ...others: Uint8Array[]): CursorKeys => ({
  signer: () => signer,
  accepted: () => [signer, ...others],
});

const format = formatOf('apps.newest.1');
const content = { block: 20, rank: '123456789012345678' };
const key = randomBytes(32);
const at = (block: bigint, indexRevision = '0') => ({
  current: () => ({ block, indexRevision, time: new Date(0), hash: '', version: '' }),
});
const oneDatabase = primaryOf(false);
const cursorsOf = (keys: CursorKeys): Cursors => new Cursors(keys, at(0n), oneDatabase);
const cursors = cursorsOf(keysOf(key));

function primaryOf(areElsewhere: boolean, isInside = false): PrimaryReads {
  const run = <T>(work: () => Promise<T>): Promise<T> => work();
  return {
    areElsewhere: () => areElsewhere,
    isInside: () => isInside,
    block: () => Promise.resolve(0n),
    run,
  };
}

function refusalOf(text: string, list = format, reader = cursors, scope = 's'): unknown {
  try {
    reader.position(list, scope, text);
    return 'accepted';
  } catch (error) {
    return error instanceof CursorError ? error.details.reason : error;
  }
}

describe('Cursors', () => {
  it('reads what it wrote, on every instance', () => {
    const text = cursors.encode(format, 's', content);
    expect(cursors.position(format, 's', text)).toEqual(content);
    expect(cursorsOf(keysOf(Buffer.from(key))).position(format, 's', text)).toEqual(content);
  });

  it('refuses a cursor of another list, owner, version or deployment', () => {
    const text = cursors.encode(format, 's', content);
    for (const list of ['apps.volume.1', 'apps.newest.2', 'apps.newest.1\n'])
      expect(refusalOf(text, formatOf(list))).toBe('cursor_invalid');
    expect(refusalOf(text, format, cursors, 't')).toBe('cursor_invalid');
    expect(refusalOf(text, format, cursorsOf(keysOf(randomBytes(32))))).toBe('cursor_invalid');
  });

  it('reads cursors of the previous key for as long as it is accepted', () => {
    const text = cursors.encode(format, 's', content);
    const next = randomBytes(32);
    expect(cursorsOf(keysOf(next, key)).position(format, 's', text)).toEqual(content);
    expect(refusalOf(text, format, cursorsOf(keysOf(next)))).toBe('cursor_invalid');
  });

  it('refuses content that was made without the key', () => {
    const payload = Buffer.from(JSON.stringify(['s', 7, '4']));
    const hash = createHash('sha256').update('apps.newest.1\n').update(payload).digest();
    for (const length of [0, 6, 18, 32]) {
      const forged = Buffer.concat([hash.subarray(0, length), payload]).toString('base64url');
      expect(refusalOf(forged)).toBe('cursor_invalid');
    }
  });

  it('refuses a cursor with any character changed, added or left out', () => {
    const text = cursors.encode(format, 's', content);
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
    const lax = new CursorFormat<Position>('apps.newest.1', {
      block: (value): value is number => typeof value === 'number',
      rank: (value): value is string => typeof value === 'string',
    });
    for (const rank of ['1; DROP TABLE apps', '-1', ''])
      expect(refusalOf(cursors.encode(lax, 's', { block: 1, rank }))).toBe('cursor_invalid');
    expect(refusalOf(cursors.encode(lax, 's', { block: -1, rank: '1' }))).toBe('cursor_invalid');
  });

  it('are not written of a position that could not be read again', () => {
    const position = { rank: '4' } as Position;
    expect(() => cursors.encode(format, 's', position)).toThrow('apps.newest.1: no position has this block');
  });

  describe('of a later head than that of a standby', () => {
    const byBlock = new CursorFormat('test.blocks.1', {
      block: isCount,
      indexRevision: isTextOf(/^\d+$/),
    });
    const read = (reader: Cursors) =>
      [
        { block: 8, indexRevision: '11' },
        { block: 7, indexRevision: '12' },
      ].map((position) => () => reader.position(byBlock, 's', cursors.encode(byBlock, 's', position)));

    it('are not read until it is there', () => {
      for (const position of read(new Cursors(keysOf(key), at(7n, '11'), primaryOf(true))))
        expect(position).toThrow(CursorAheadError);
      const there = read(new Cursors(keysOf(key), at(8n, '12'), primaryOf(true)));
      expect(there.map((position) => position())).toEqual([
        { block: 8, indexRevision: '11' },
        { block: 7, indexRevision: '12' },
      ]);
    });

    it('are read where the primary is', () => {
      for (const primary of [primaryOf(false), primaryOf(true, true)])
        expect(read(new Cursors(keysOf(key), at(7n, '11'), primary)).map((position) => position())).toEqual([
          { block: 8, indexRevision: '11' },
          { block: 7, indexRevision: '12' },
        ]);
    });
  });
});

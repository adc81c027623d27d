import { CursorError } from '../errors/invalid-request.error.js';
import { CursorFormat } from './cursor-format.js';

interface Place {
  readonly block: bigint;
  readonly position: number;
}

function formatOf(list: string): CursorFormat<Place> {
  return new CursorFormat<Place>(
    list,
    ({ block, position }) => [block.toString(), position],
    ([block, position]) =>
      typeof block === 'string' && /^\d{1,20}$/.test(block) && typeof position === 'number'
        ? { block: BigInt(block), position }
        : null,
  );
}

const format = formatOf('apps.newest.1');
const place = { block: 123_456_789_012_345_678n, position: 20 };

function refusalOf(text: string): unknown {
  try {
    format.decode(text);
    return 'accepted';
  } catch (error) {
    return error instanceof CursorError ? error.details.reason : error;
  }
}

describe('CursorFormat', () => {
  it('reads what it wrote', () => {
    expect(format.decode(format.encode(place))).toEqual(place);
  });

  it('refuses a cursor of another list or version', () => {
    expect(refusalOf(formatOf('apps.volume.1').encode(place))).toBe('cursor_invalid');
    expect(refusalOf(formatOf('apps.newest.2').encode(place))).toBe('cursor_invalid');
  });

  it('refuses a cursor with any character changed, added or left out', () => {
    const text = format.encode(place);
    for (let index = 0; index < text.length; index++) {
      const other = text[index] === 'A' ? 'B' : 'A';
      expect(refusalOf(text.slice(0, index) + other + text.slice(index + 1))).toBe('cursor_invalid');
      expect(refusalOf(text.slice(0, index) + text.slice(index + 1))).toBe('cursor_invalid');
    }
    expect(refusalOf(`${text}A`)).toBe('cursor_invalid');
    expect(refusalOf(`${text}=`)).toBe('cursor_invalid');
  });

  it.each(['', ' ', 'null', '%00', '\0', 'e30', 'A'.repeat(10_000), '../../etc/passwd'])(
    'refuses %j',
    (text) => {
      expect(refusalOf(text)).toBe('cursor_invalid');
    },
  );

  it('refuses content that its list would not write', () => {
    const lax = new CursorFormat<readonly unknown[]>(
      'apps.newest.1',
      (values) => values as readonly string[],
      (values) => values,
    );
    expect(refusalOf(lax.encode(['1; DROP TABLE apps', 1]))).toBe('cursor_invalid');
    expect(refusalOf(lax.encode([]))).toBe('cursor_invalid');
  });
});

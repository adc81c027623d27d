import { CopyText } from './copy-text.js';

const write = (fill: (text: CopyText) => void): string => {
  const text = new CopyText();
  fill(text);
  return Buffer.concat(text.end()).toString();
};

describe('CopyText', () => {
  it.each([
    0,
    1,
    9,
    10,
    99,
    100,
    12_345,
    999_999_999,
    1_000_000_000,
    2 ** 31,
    2 ** 53 - 1,
    -1,
    -10,
    0.5,
    1e21,
  ])('writes %p as PostgreSQL reads it', (value) => {
    expect(
      write((text) => {
        text.number(value);
      }),
    ).toBe(String(value));
  });

  it('escapes what would end a cell or a row, and leaves any other text as it is', () => {
    const textOf = (text: string): string =>
      write((to) => {
        to.text(text);
      });
    expect(textOf('a\\b\tc\nd\re')).toBe('a\\\\b\\tc\\nd\\re');
    const strange = 'Ünïcode 名前 🚀 \u202E {"}[]~ ';
    expect(textOf(strange)).toBe(strange);
  });

  it('writes rows of cells, bytes and nulls', () => {
    const rows = write((text) => {
      text.number(7);
      text.endCell();
      text.null();
      text.endCell();
      text.bytes('0x00ff');
      text.endCell();
      text.endRow();
    });
    expect(rows).toBe('7\t\\N\t\\\\x00ff\n');
  });

  it('is whole where parts end, also with a text longer than one', () => {
    const texts = Array.from({ length: 3_000 }, (_, i) => 'ab✓'.repeat(i % 40));
    texts.push('✓'.repeat(50_000), 'x'.repeat(100_000));
    const written = write((text) => {
      for (const one of texts) {
        text.text(one);
        text.endCell();
        text.endRow();
      }
    });
    expect(written).toBe(texts.map((one) => `${one}\n`).join(''));
  });
});

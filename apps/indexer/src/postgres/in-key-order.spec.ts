import { inKeyOrder } from './in-key-order.js';

describe('inKeyOrder', () => {
  const rows = Array.from({ length: 2_000 }, (_, i) => ({
    token: `0x${((i * 7_919) % 97).toString(16).padStart(4, '0')}`,
    seconds: [60, 300, 3_600][i % 3]!,
    time: (i * 104_729) % 1_009,
    i,
  }));

  it('sorts by one part after the other, texts and numbers', () => {
    const expected = rows.toSorted(
      (a, b) =>
        (a.token < b.token ? -1 : Number(a.token > b.token)) || a.seconds - b.seconds || a.time - b.time,
    );
    const sorted = inKeyOrder(
      rows,
      ({ token }) => token,
      ({ seconds }) => seconds,
      ({ time }) => time,
    );
    expect(sorted).toEqual(expected);
  });

  it('leaves rows of one key as they come, and none out', () => {
    const sorted = inKeyOrder(rows, ({ seconds }) => seconds);
    expect(sorted).toEqual(rows.toSorted((a, b) => a.seconds - b.seconds || a.i - b.i));
    expect(inKeyOrder([], () => 0)).toEqual([]);
  });
});

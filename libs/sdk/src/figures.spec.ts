import { formatChange, formatCount, formatPrice, formatShare, formatUsd, usdAxis } from './figures.js';

describe('formatPrice', () => {
  it('is in platform tokens where there is none in USD', () => {
    expect(formatPrice(0.5, 2)).toBe('$0.50');
    expect(formatPrice(null, '0.00002667')).toBe('0.0₄2667 platform tokens');
    expect(formatPrice(null, null)).toBe('–');
  });
});

describe('formatUsd', () => {
  it.each([
    [0.00002627, '$0.0₄2627'],
    [1.5e-18, '$0.0₁₇15'],
    [0.0001234, '$0.0001234'],
    [0.001234, '$0.001234'],
    [0.1234, '$0.1234'],
    [0.5, '$0.50'],
    [0.99996, '$1.00'],
    [0, '$0.00'],
    [1, '$1.00'],
    [1_234.5, '$1,234.50'],
    [999_999.99, '$999,999.99'],
    [999_999.999, '$1M'],
    [4_200_000, '$4.2M'],
    [999_999_999, '$1B'],
    [999_990_000, '$999.99M'],
    [2e12, '$2T'],
    [999.999e12, '$1.00e15'],
    [1e42, '$1.00e42'],
    [-0.00002627, '−$0.0₄2627'],
    [-12, '−$12.00'],
  ])('%d is %s', (value, text) => {
    expect(formatUsd(value)).toBe(text);
  });

  it.each([[null], [undefined], [NaN], [Infinity]])('has a dash for %s', (value) => {
    expect(formatUsd(value)).toBe('–');
  });
});

/** The number that a reader takes from a text. */
function read(text: string): number {
  const [, digits = '', unit = ''] = /^[$+]?([0-9.,₀-₉]+)(.*?)%?$/.exec(text) ?? [];
  const plain = digits
    .replaceAll(',', '')
    .replace(/0([₀-₉]+)/, (_, count: string) =>
      '0'.repeat(Number(Array.from(count, (digit) => digit.charCodeAt(0) - 0x2080).join(''))),
    );
  const power = unit.startsWith('e') ? Number(unit.slice(1)) : 3 * ['', 'K', 'M', 'B', 'T'].indexOf(unit);
  return Number(`${plain}e${power}`);
}

/** Numbers of every size, those just below a power of ten among them. */
const SIZES = Array.from({ length: 79 }, (_, i) => i - 18).flatMap((exponent) =>
  [1, 1.0004999, 1.2345, 2.5, 5, 9.994999, 9.995, 9.9994999, 9.9999, 9.9999999].map((digits) =>
    Number(`${digits}e${exponent}`),
  ),
);

describe.each([
  ['formatUsd', formatUsd, 1e-18],
  ['formatCount', formatCount, 1],
  ['formatChange', (value: number): string => formatChange(value / 100), 0.01],
] as const)('%s of numbers from 10^-18 to 10^60', (_, format, least) => {
  const numbers = SIZES.filter((value) => value >= least);

  it('reads as the number, to half of its last place', () => {
    const wrong = numbers.filter((value) => {
      const places = value < 1 ? value * 5.001e-4 : Math.max(0.00501, value * 5.001e-3);
      const error = Math.abs(read(format(value)) - value);
      return (
        error >
        (format === formatCount && value < 100_000 ? 0.501 : Math.max(places, least === 0.01 ? 0.00501 : 0))
      );
    });
    expect(wrong.map((value) => [value, format(value)])).toEqual([]);
  });

  it('grows with it, is at most 13 characters long, and writes no number in two ways', () => {
    const texts = numbers.toSorted((a, b) => a - b).map((value) => format(value));
    const falls = texts.filter((text, i) => i > 0 && read(text) < read(texts[i - 1]!));
    expect(falls).toEqual([]);
    expect(texts.filter((text) => text.length > 13)).toEqual([]);
    const ways = new Map<number, Set<string>>();
    for (const text of texts) ways.set(read(text), (ways.get(read(text)) ?? new Set()).add(text));
    expect([...ways.values()].filter((way) => way.size > 1)).toEqual([]);
  });
});

describe('figures', () => {
  it('of changes have their sign', () => {
    expect([0.0523, -0.0523, 0, -0.00001, 15.3, 9.999_999, null].map(formatChange)).toEqual([
      '+5.23%',
      '−5.23%',
      '0.00%',
      '0.00%',
      '+1.53K%',
      '+1K%',
      '–',
    ]);
  });

  it('of shares are not whole before they are', () => {
    expect([-1e-18, 0, 0.6349, 0.29, 0.999_999_999_999_9, 1, null].map(formatShare)).toEqual([
      '0%',
      '0%',
      '63.4%',
      '29%',
      '99.9%',
      '100%',
      '–',
    ]);
  });

  it('of counts are whole', () => {
    expect([0, -0, -1_834, -1_234_567, 1_834, 99_999, 999_999, 1_234_567, null].map(formatCount)).toEqual([
      '0',
      '0',
      '−1,834',
      '−1.23M',
      '1,834',
      '99,999',
      '1M',
      '1.23M',
      '–',
    ]);
  });
});

describe('prices of an axis', () => {
  it.each([
    [0.00002627, [0.00002627, 0.00002, 0.00003], ['$0.0₄2627', '$0.0₄2000', '$0.0₄3000']],
    [0.5, [0.5, 0.45], ['$0.5000', '$0.4500']],
    [1_234, [1_234, 1_200.5, 0], ['$1,234.00', '$1,200.50', '$0.00']],
    [4_200_000, [4_200_000, 4_201_000, 900_000, 0], ['$4.200M', '$4.201M', '$0.900M', '$0.00']],
    [999e9, [999e9, 1_000e9, -1e9], ['$999.0B', '$1,000.0B', '−$1.0B']],
    [2e15, [2e15], ['$2.00e15']],
    [100, [-1e-17, -0.01], ['$0.00', '−$0.01']],
  ])('of about %d keep their zeros', (scale, prices, texts) => {
    expect(prices.map(usdAxis(scale).format)).toEqual(texts);
  });
});

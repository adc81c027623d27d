import { formatPercent, priceRange, sparklinePath, unixSeconds } from './charts.js';

describe('formatPercent', () => {
  it.each([
    [0.05, '5%'],
    [-0.123_45, '−12.35%'],
    [15, '1,500%'],
    [0, '0%'],
    [-1e-9, '0%'],
    [1e9, '100,000,000,000%'],
    [1.234_5e19, '1.23e21%'],
    [-1e60, '−1.00e62%'],
    [null, '–'],
    [Number.NaN, '–'],
  ])('writes %s as %s', (ratio, text) => {
    expect(formatPercent(ratio)).toBe(text);
  });
});

describe('unixSeconds', () => {
  it('has whole seconds', () => {
    expect(unixSeconds('2026-11-21T00:00:00.999Z')).toBe(1_795_219_200);
    expect(() => unixSeconds('yesterday')).toThrow('ISO 8601');
  });
});

describe('priceRange', () => {
  it('is what prices moved in, or 2 % of the highest', () => {
    expect(priceRange([3, 1, 2])).toEqual({ low: 1, high: 3 });
    expect(priceRange([100, 100])).toEqual({ low: 99, high: 101 });
    expect(priceRange([0])).toEqual({ low: 0, high: 0 });
  });
});

describe('sparklinePath', () => {
  const size = { width: 100, height: 10 };

  it.each<[string, (number | null)[], string]>([
    ['a line', [1, 3, 2], 'M0 10L50 0L100 5'],
    ['a gap', [1, null, 2, 3], 'M0 10h0M66.67 5L100 0'],
    ['what is no number', [1, NaN, 2, 3], 'M0 10h0M66.67 5L100 0'],
    ['what has no end', [Infinity, 2, 3], 'M50 10L100 0'],
    ['a young app', [null, null, 1, 2], 'M66.67 10L100 0'],
    ['a level line', [2, 2], 'M0 5L100 5'],
    ['an app whose price moved with the feed alone', [1_000, 1_001], 'M0 5.25L100 4.75'],
    ['no price at all', [0, 0], 'M0 5L100 5'],
    ['one value', [2], 'M0 5h0'],
    ['nothing known', [null, null], ''],
    ['nothing', [], ''],
    ['prices far apart', [1e-18, 1e9], 'M0 10L100 0'],
  ])('draws %s', (_what, values, path) => {
    expect(sparklinePath(values, size)).toBe(path);
  });
});

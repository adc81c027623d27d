import { formatAge, formatChange, formatCount, formatShare, shortAddress, trendOf } from './figures.js';

describe('figures', () => {
  it.each([
    [0.05, '+5.00%'],
    [-0.1234, '−12.34%'],
    [0.000_001, '0.00%'],
    [25, '+2.5K%'],
    [null, '–'],
  ])('the change %d reads %s', (ratio, text) => {
    expect(formatChange(ratio)).toBe(text);
  });

  it('a share is not whole before it is', () => {
    expect([0, 0.1234, 0.99999, 1].map(formatShare)).toEqual(['0%', '12.3%', '99.9%', '100%']);
  });

  it('counts and addresses are short', () => {
    expect([999, 9_999, 12_345].map(formatCount)).toEqual(['999', '9,999', '12.3K']);
    expect(shortAddress('0x52908400098527886E0F7030069857D2E4169EE7')).toBe('0x5290…9EE7');
  });

  it('an age has one unit', () => {
    const now = Date.parse('2026-11-23T12:00:00Z');
    const of = (seconds: number): string => formatAge(new Date(now - seconds * 1_000).toISOString(), now);
    expect([-5, 4, 59, 61, 7_200, 200_000].map(of)).toEqual(['now', 'now', '59 s', '1 min', '2 h', '2 d']);
  });

  it('a trend is a sign', () => {
    expect([1, -1, 0, null].map(trendOf)).toEqual(['up', 'down', 'flat', 'flat']);
  });
});

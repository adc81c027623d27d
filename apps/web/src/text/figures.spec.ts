import { formatAge, shortAddress, trendOf } from './figures.js';

describe('figures', () => {
  it('addresses are short', () => {
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

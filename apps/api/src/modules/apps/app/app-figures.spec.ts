import { toAllTimeHigh, toConcentration } from './app.service.js';

describe('toAllTimeHigh', () => {
  it('is the highest of what is kept, of the feed since the last event, and of the price now', () => {
    const high = { usd: 3, close: '2', oraclePrice: null };
    expect(toAllTimeHigh(high, 1)).toBe(3);
    expect(toAllTimeHigh({ ...high, oraclePrice: '400000000' }, 1)).toBe(8);
    // Kept values may be rounded.
    expect(toAllTimeHigh(high, 3.00000000000001)).toBe(3.00000000000001);
    expect(toAllTimeHigh({ ...high, usd: null }, null)).toBeNull();
    expect(toAllTimeHigh(null, null)).toBeNull();
  });
});

describe('toConcentration', () => {
  it('is of what the market does not hold, and 0 while it holds everything', () => {
    const held = { top10: '30', creator: '15', excluded: '40' };
    expect(toConcentration(held, '100')).toEqual({ top10Share: 0.5, creatorShare: 0.25 });
    const nothing = { top10: '0', creator: '0', excluded: '100' };
    expect(toConcentration(nothing, '100')).toEqual({ top10Share: 0, creatorShare: 0 });
  });
});

import { cacheKey } from './cache-key.js';

const LOWER = `0x${'ab'.repeat(20)}`;
const UPPER = `0x${'AB'.repeat(20)}`;

describe('cacheKey', () => {
  it('does not depend on the order of parameters', () => {
    expect(cacheKey('x', {}, { a: '1', b: '2' })).toBe(cacheKey('x', {}, { b: '2', a: '1' }));
  });

  it('does not depend on the case of addresses, alone or in a list', () => {
    expect(cacheKey('x', { t: UPPER }, { l: `${UPPER},${LOWER}` })).toBe(
      cacheKey('x', { t: LOWER }, { l: `${LOWER},${LOWER}` }),
    );
  });

  it('keeps apart operations, places, values and the case of other text', () => {
    const keys = [
      cacheKey('x', {}, { a: '1' }),
      cacheKey('y', {}, { a: '1' }),
      cacheKey('x', { a: '1' }, {}),
      cacheKey('x', {}, { a: '2' }),
      cacheKey('x', {}, { a: 'q' }),
      cacheKey('x', {}, { a: 'Q' }),
      cacheKey('x', {}, { a: '1","b":"2' }),
      cacheKey('x', {}, { a: '1', b: '2' }),
      cacheKey('x', {}, { a: LOWER }),
      cacheKey('x', {}, { a: LOWER.replace('0x', '0X') }),
    ];
    expect(new Set(keys).size).toBe(keys.length);
  });
});

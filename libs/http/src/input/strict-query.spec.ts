import { cpuOf } from '../../../../test/support/cpu-of.js';
import { readStrictQuery } from './strict-query.js';

describe('readStrictQuery', () => {
  it.each([
    ['', {}],
    ['a=1&b=2', { a: '1', b: '2' }],
    ['a', { a: '' }],
    ['a=', { a: '' }],
    ['a=b=c', { a: 'b=c' }],
    ['a=%C3%A9+x%2B', { a: 'é x+' }],
    ['&&a=1&', { a: '1' }],
  ])('%j is understood', (text, expected) => {
    const { values, issues } = readStrictQuery(text);
    expect(issues).toEqual([]);
    expect(Object.entries(values)).toEqual(Object.entries(expected));
  });

  it.each([
    ['q=%ZZ', 'q', 'percent-encoded'],
    ['q=%FF', 'q', 'percent-encoded'],
    ['q=a%00b', 'q', 'NUL'],
    ['q=%', 'q', 'percent-encoded'],
    ['%ZZ=1', '%ZZ', 'percent-encoded'],
    ['__proto__=1', '__proto__', 'not a parameter'],
    ['constructor=1', 'constructor', 'not a parameter'],
  ])('%j is refused by name', (text, path, message) => {
    expect(readStrictQuery(text).issues).toEqual([
      { path, message: expect.stringContaining(message) as string },
    ]);
  });

  it.each(['%&', 'a%=1&', '&', '=&', '__proto__&'])('takes little of the CPU for 15 KB of %s', (text) => {
    const query = text.repeat(15_000 / text.length);
    expect(cpuOf(() => readStrictQuery(query))).toBeLessThan(20);
  });

  it.each(['t=a&t=b', 't=a&%74=b', 't=a,b'])('joins what is sent more than once: %s', (text) => {
    const { values, issues, repeated } = readStrictQuery(text);
    expect([values['t'], issues]).toEqual(['a,b', []]);
    expect(repeated).toEqual(text === 't=a,b' ? [] : ['t']);
  });

  it('reads 128 parameters, and looks at no more', () => {
    const query = Array.from({ length: 4_000 }, (_, index) => `x${index}`).join('&');
    expect(Object.keys(readStrictQuery(query).values)).toHaveLength(128);
  });
});

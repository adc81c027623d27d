import { hashBytes, matchesTag } from './entity-tag.js';

describe('matchesTag', () => {
  it.each(['"abc"', 'W/"abc"', '*', '"x", "abc"', '"x",W/"abc" , "y"'])('%s names "abc"', (header) => {
    expect(matchesTag(header, '"abc"')).toBe(true);
  });

  it.each(['', '"ab"', 'abc', '"abc-gzip"', 'w/"abc"'])('%s does not', (header) => {
    expect(matchesTag(header, '"abc"')).toBe(false);
  });
});

describe('an If-None-Match of more than 4 KB', () => {
  it('is not searched', () => {
    expect(matchesTag(`${'"x",'.repeat(100)}"abc"`, '"abc"')).toBe(true);
    expect(matchesTag(`${'"x",'.repeat(3_000)}"abc"`, '"abc"')).toBe(false);
  });
});

describe('hashBytes', () => {
  it('is a function of the bytes', () => {
    expect(hashBytes(Buffer.from('a'))).toBe(hashBytes(Buffer.from('a')));
    expect(hashBytes(Buffer.from('a'))).not.toBe(hashBytes(Buffer.from('b')));
  });
});

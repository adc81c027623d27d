import { foldCase } from './fold-case.js';

describe('foldCase', () => {
  it.each([
    ['Straße', 'STRASSE'],
    ['ẞ', 'ss'],
    ['ΟΔΟΣ', 'οδος'],
    ['ﬃ', 'FFI'],
    ['ŉ', 'ʼN'],
    ['ǰ', 'J\u030c'],
    ['ᾳ', 'ΑΙ'],
    ['ᾼ', 'αι'],
    ['Ꭰ', 'ꭰ'],
    ['Ᏸ', 'ᏸ'],
    ['Ა', 'ა'],
    ['𐐀', '𐐨'],
    ['K', 'k'],
    ['ſ', 'S'],
  ])('folds %s as %s', (one, other) => {
    expect(foldCase(one)).toBe(foldCase(other));
  });

  it('depends on no language: a dotless i is not an i', () => {
    expect(foldCase('I')).toBe('i');
    expect(foldCase('ı')).not.toBe('i');
    expect(foldCase('İ')).toBe('i\u0307');
  });
});

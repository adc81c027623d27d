import fc from 'fast-check';
import { isFarTooLong, checkNameLength } from './name-length.js';

const FAMILY = '👨‍👩‍👧‍👦';

describe('checkNameLength', () => {
  it.each([
    ['nothing', '', 'too_short'],
    ['blanks', ' \u3000\u00a0\n', 'too_short'],
    ['one letter', 'a', null],
    ['32 letters', 'a'.repeat(32), null],
    ['33 letters', 'a'.repeat(33), 'too_long'],
    ['32 letters between blanks', ` ${'a'.repeat(32)}  `, null],
    ['32 letters that are two code points each', 'e\u0301'.repeat(32), null],
    ['32 letters of four bytes', '𐌰'.repeat(32), null],
    ['five families, 125 bytes', FAMILY.repeat(5), null],
    ['six families, 150 bytes', FAMILY.repeat(6), 'too_long'],
    ['a ligature that is 18 letters in NFKC, twice', 'ﷺ'.repeat(2), 'too_long'],
    ['one letter under 70 accents', `a${'\u0301'.repeat(70)}`, 'too_long'],
    ['32 mathematical letters of four bytes each', '\u{1d426}'.repeat(32), null],
    ['a letter between 30,000 blanks', `${' '.repeat(30_000)}a`, null],
    ['257 units that NFKC makes less of', '\u1100\u1161\u11a8'.repeat(86), 'too_long'],
  ])('%s', (_what, name, problem) => {
    expect(checkNameLength(name)).toBe(problem);
  });
});

describe('isFarTooLong', () => {
  it('says so of nothing that may be a name once it is normalised', () => {
    // Two units a byte is what NFKC saves at most: letters of mathematics, and letters with their marks.
    const letters = fc.constantFrom(
      '\u{1d426}',
      'e\u0302\u0301',
      '\u{1d41a}\u0308\u0304',
      '\u1100\u1161\u11a8',
      '\u03b1\u0313\u0301\u0345',
    );
    fc.assert(
      fc.property(fc.array(letters, { minLength: 60, maxLength: 140 }), (parts) => {
        const name = parts.join('');
        const bytes = Buffer.byteLength(name.normalize('NFKC'));
        expect(isFarTooLong(name) && bytes <= 128).toBe(false);
      }),
    );
  });
});

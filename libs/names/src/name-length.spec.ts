import { judgeNameLength } from './name-length.js';

const FAMILY = '👨‍👩‍👧‍👦';

describe('judgeNameLength', () => {
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
  ])('%s', (_what, name, problem) => {
    expect(judgeNameLength(name)).toBe(problem);
  });
});

/** Cherokee folds to its capitals, the letters it had first; all other scripts fold to small letters. */
const SMALL_CHEROKEE = /[\u{13F8}-\u{13FD}\u{AB70}-\u{ABBF}]/u;

const DOTLESS_I = 'ı';

const ASCII = /^[\0-\x7f]*$/;

/**
 * Unicode's full case folding (CaseFolding.txt, statuses C and F): `Straße` and `STRASSE` fold alike, a final sigma
 * as any sigma, whatever the language. JavaScript has no such function; letter by letter, small of capital of small
 * gives the same, since that order also takes apart capital sharp s.
 */
export function foldCase(text: string): string {
  if (ASCII.test(text)) return text.toLowerCase();
  return Array.from(text, foldLetter).join('');
}

function foldLetter(letter: string): string {
  // Its capital is a plain I in every language, which is not its own fold.
  if (letter === DOTLESS_I) return letter;
  if (SMALL_CHEROKEE.test(letter)) return letter.toUpperCase();
  const folded = letter.toLowerCase().toUpperCase().toLowerCase();
  return SMALL_CHEROKEE.test(folded) ? letter : folded;
}

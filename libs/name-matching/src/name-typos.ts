import { foldName } from './fold-name.js';

/** Shorter texts are one letter away from too much; a longer one is found by the neighbourhood of the whole name. */
const MIN_LENGTH = 2;
const MAX_LENGTH = 20;

/** With a letter other or less, a shorter text would be the start of every other name. */
const MIN_LENGTH_OTHER = 3;
const MIN_LENGTH_LESS = 4;

/** Letters that are tried in each place: one alphabet, and digits. A text of several alphabets is an odd one. */
const MAX_ALPHABET = 36;

/** Letters that are told apart in names, by what a text must have for them to be meant. */
const ALPHABETS: readonly (readonly [RegExp, readonly string[]])[] = [
  [/\p{Script=Latin}/u, foldAll('abcdefghijklmnopqrstuvwxyz')],
  [/\p{Nd}/u, foldAll('0123456789')],
  [/\p{Script=Cyrillic}/u, foldAll('абвгдежзийклмнопрстуфхцчшщъыьэюяё')],
  [/\p{Script=Greek}/u, foldAll('αβγδεζηθικλμνξοπρστυφχψω')],
];

/**
 * What a mistyped text may have been meant as, as keys ({@link foldName}): a letter doubled or too many, swapped with the
 * next, wrong, or missing, in this order. Names that begin so are found by look-ups in the order of names, so that nothing
 * is stored for them. At most about 1,500 keys; none of a text that is too short or too long.
 */
export function nameTypos(text: string): string[] {
  const key = foldName(text);
  // The skeleton's `rn` is put back to `m`, so that one wrong letter is one letter.
  const letters = Array.from(key.replaceAll('rn', 'm'));
  if (letters.length < MIN_LENGTH || letters.length > MAX_LENGTH) return [];
  const alphabet = [
    ...new Set(
      ALPHABETS.flatMap(([pattern, alphabetLetters]) => (pattern.test(text) ? alphabetLetters : [])),
    ),
  ].slice(0, MAX_ALPHABET);
  const meant = [
    ...(letters.length < MIN_LENGTH_LESS ? [] : letters.map((_, at) => letters.toSpliced(at, 1))),
    ...(letters.length < MIN_LENGTH_OTHER ? [] : othersOf(letters, alphabet)),
    ...letters.flatMap((_, at) => alphabet.map((letter) => letters.toSpliced(at, 0, letter))),
  ].map((one) => one.join('').replaceAll('m', 'rn').trim());
  return [...new Set(meant)].filter((one) => one !== key && one !== '');
}

function othersOf(letters: readonly string[], alphabet: readonly string[]): string[][] {
  return [
    ...letters.slice(1).map((_, at) => letters.toSpliced(at, 2, ...letters.slice(at, at + 2).reverse())),
    ...letters.flatMap((_, at) => alphabet.map((letter) => letters.toSpliced(at, 1, letter))),
  ];
}

function foldAll(letters: string): string[] {
  return Array.from(letters, (letter) => foldName(letter).replaceAll('rn', 'm'));
}

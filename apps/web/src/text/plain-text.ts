/** UTF-16 units of a stranger's text that are looked at. */
const MOST_UNITS = 4_096;

/** The joiner of an emoji stays: without it a family is three people. */
const INVISIBLE =
  /(?<joiner>(?<=\p{Extended_Pictographic}(?:\p{Emoji_Modifier}|\ufe0f)?)\u200d(?=\p{Extended_Pictographic}))|(?!\n)[\p{C}\p{Zl}\p{Zp}]/gu;

const PILED_MARKS = /(\p{M}{3})\p{M}+/gu;

/** Letters without a shape: fillers of Hangul, Braille's blank. */
const BLANK = /[\u115f\u1160\u2800\u3164\uffa0]/gu;

const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' });

/**
 * A stranger's text without controls, marks of direction and characters that cannot be seen. It is cut to a number of characters
 * as readers count them.
 */
export function plainText(text: string, most: number): string {
  const visible = text
    .slice(0, MOST_UNITS)
    .replace(INVISIBLE, (_match, joiner: string | undefined) => joiner ?? '')
    .replace(PILED_MARKS, '$1')
    .replace(BLANK, ' ')
    .trim();
  const characters = Array.from(segmenter.segment(visible), ({ segment }) => segment);
  return characters.length <= most ? visible : `${characters.slice(0, most - 1).join('')}…`;
}

/** What stands for a picture: one or two letters. */
export function initialsOf(name: string): string {
  const words = plainText(name, 64)
    .split(/[^\p{L}\p{N}\p{Extended_Pictographic}]+/u)
    .filter(Boolean);
  const first = (word = ''): string => Array.from(segmenter.segment(word))[0]?.segment ?? '';
  return (first(words[0]) + first(words[1])).toLocaleUpperCase('en') || '?';
}

/** Texts from chain are bounded where they are stored; this bounds the part read here, in UTF-16 units. */
const MOST_UNITS = 512;

/**
 * Controls, bidi and other format characters, surrogates, private use, unassigned; separators of lines and paragraphs. The
 * joiner of an emoji stays: without it a family is three people.
 */
const INVISIBLE =
  /(?<joiner>(?<=\p{Extended_Pictographic}(?:\p{Emoji_Modifier}|\ufe0f)?)\u200d(?=\p{Extended_Pictographic}))|[\p{C}\p{Zl}\p{Zp}]/gu;

/** More marks than any language puts on a letter. */
const PILED_MARKS = /(\p{M}{3})\p{M}+/gu;

/** Characters without a shape that are visible to no one though they are letters: fillers of Hangul, Braille's blank. */
const BLANK = /[\u115f\u1160\u2800\u3164\uffa0]/gu;

const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** A stranger's text as one line of visible characters, each as a reader counts them; empty when nothing is left. */
export function toGraphemes(text: string): string[] {
  const visible = text
    .slice(0, MOST_UNITS)
    .replace(INVISIBLE, (_match, joiner: string | undefined) => joiner ?? '')
    .replace(PILED_MARKS, '$1')
    .replace(BLANK, ' ')
    .replace(/[\s\p{Z}]+/gu, ' ')
    .trim();
  return Array.from(segmenter.segment(visible), ({ segment }) => segment);
}

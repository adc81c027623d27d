/** Longer names and symbols than these are cut off: an aggregator shows a line. */
const MAX_CHARACTERS = 64;

/** Controls, format characters, surrogates, private use; separators of lines and paragraphs. */
const INVISIBLE = /[\p{C}\p{Zl}\p{Zp}]+/gu;

/**
 * A stranger's name or symbol as one line of visible characters. Never empty, which aggregators stop at.
 *
 * @param instead of a text of which nothing is left
 */
export function toPlainText(text: string, instead: string): string {
  const visible = text.replace(INVISIBLE, '').replace(/\s+/gu, ' ').trim();
  const clipped = Array.from(visible).slice(0, MAX_CHARACTERS).join('').trim();
  return clipped === '' ? instead : clipped;
}

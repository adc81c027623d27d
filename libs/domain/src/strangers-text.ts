/**
 * Characters that would hide, split or turn around a text that quotes them: controls, separators of lines, lone surrogates,
 * private and unassigned characters, bidi controls; and all that is there but not seen (zero width, joiners, tags, selectors of
 * variants).
 */
const UNSEEN = /[\p{C}\p{Zl}\p{Zp}\p{Bidi_Control}\p{Default_Ignorable_Code_Point}]/gu;

const REPLACEMENT = '\u{FFFD}';

/**
 * **The** way in which a stranger's text stands in a message of ours: clipped to some characters, and each that a reader
 * would not see as U+FFFD. Data that is served as data is left as it is.
 */
export function showStrangersText(text: string, maxCharacters: number): string {
  return clip(text, maxCharacters).replaceAll(UNSEEN, REPLACEMENT);
}

/** The first code points of a text, of which no more than twice as many UTF-16 units are read: it may be of any length. */
export function clip(text: string, maxCodePoints: number): string {
  if (text.length <= maxCodePoints) return text;
  return Array.from(text.slice(0, 2 * maxCodePoints))
    .slice(0, maxCodePoints)
    .join('');
}

/** What could be taken for the end of a quotation. An apostrophe is none. */
const QUOTES = /[\p{Quotation_Mark}\u02BA\u02DD\u02EE\u05F4\u2033\u2036\u3003](?<!['\u2018\u2019])/gu;

/** A stranger's text in double quotes, of which it has none itself. */
export function quoteStrangersText(text: string, maxCharacters: number): string {
  return `"${showStrangersText(text, maxCharacters).replaceAll(QUOTES, REPLACEMENT)}"`;
}

/** A text again and again, up to a number of characters. */
export function fill(text: string, length: number): string {
  return text.repeat(Math.floor(length / text.length));
}

/** What a body may have, less the JSON around one text. */
export const BODY_ROOM = 32_000;

/** Texts that are dear to normalise, to take apart or to match. */
export const DEAR_TEXTS: readonly [what: string, text: string][] = [
  ['alternating marks', fill('\u0301\u0316', BODY_ROOM / 2)],
  ['letters under marks', fill('e\u0301\u0316', BODY_ROOM / 2)],
  ['ligatures of 18 letters', fill('\uFDFA', BODY_ROOM / 3)],
  ['Hangul in parts', fill('\u1100\u1161\u11A8', BODY_ROOM / 3)],
  ['joiners in Devanagari', fill('\u0915\u094D\u200D', BODY_ROOM / 3)],
  ['joiners apart', fill('\u0915\u200D ', BODY_ROOM / 3)],
  ['families', fill('\u{1F468}\u200D\u{1F469}\u200D', BODY_ROOM / 4)],
  ['flags', fill('\u{1F1E6}', BODY_ROOM / 4)],
  ['tags', fill('\u{E0061}', BODY_ROOM / 4)],
  ['blanks', fill(' ', BODY_ROOM)],
  ['blanks within', `a${fill(' ', BODY_ROOM)}b`],
  ['ideographic blanks', fill('\u3000', BODY_ROOM / 3)],
  ['zero width', fill('\u200B', BODY_ROOM / 3)],
  ['NUL', fill('\0', BODY_ROOM / 6)],
  ['surrogates alone', fill('\uD800', BODY_ROOM / 6)],
  ['letters of mathematics', fill('\u{1D426}', BODY_ROOM / 4)],
  ['words', fill('a ', BODY_ROOM)],
];

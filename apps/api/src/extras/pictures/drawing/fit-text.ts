import { toGraphemes } from './visible-text.js';

export type FontWeight = 500 | 700;

/** Metrics of the fonts that a picture is drawn with. */
export interface TextMeasure {
  /** Width of a text in ems. */
  widthOf(text: string, weight: FontWeight): number;
  /** Whether the fonts have every character of a grapheme. */
  covers(grapheme: string): boolean;
  /** A text in pieces that one font has. */
  runsOf(text: string): readonly TextRun[];
}

export interface TextRun {
  readonly text: string;
  /** The name of its font. */
  readonly family: string;
}

/** Takes the place of what the fonts do not have. */
export const REPLACEMENT = '◇';

const ELLIPSIS = '…';

/**
 * A stranger's text as the fonts can draw it: what they do not have is {@link REPLACEMENT}.
 *
 * @returns null when less than half of it could be read, or nothing is left
 */
export function toDrawable(text: string, measure: TextMeasure | null): readonly string[] | null {
  const graphemes = toGraphemes(text);
  if (graphemes.length === 0) return null;
  if (measure === null) return graphemes;
  const drawn = graphemes.map((grapheme) => (measure.covers(grapheme) ? grapheme : REPLACEMENT));
  const replaced = drawn.filter((grapheme, i) => grapheme !== graphemes[i]).length;
  return replaced * 2 > drawn.length ? null : drawn;
}

/** As many graphemes as fit into a width in ems, with an ellipsis where some do not. */
export function fitText(
  graphemes: readonly string[],
  widthEm: number,
  weight: FontWeight,
  measure: TextMeasure,
): string {
  const whole = graphemes.join('');
  if (measure.widthOf(whole, weight) <= widthEm) return whole;
  let left = widthEm - measure.widthOf(ELLIPSIS, weight);
  let fitted = '';
  for (const grapheme of graphemes) {
    left -= measure.widthOf(grapheme, weight);
    if (left < 0) break;
    fitted += grapheme;
  }
  return `${fitted.trimEnd()}${ELLIPSIS}`;
}

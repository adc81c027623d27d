import { LAUNCH_LIMITS } from '#names';
import { textOf } from '../candidate.js';
import type { Rule } from '../preflight.types.js';

const MAX = LAUNCH_LIMITS.descriptionMaxLength;

/** `too_long` of a description, counted in code points as JSON Schema counts. */
export const judgeDescriptionLength: Rule<'too_long'> = (candidate) =>
  isTooLong(textOf(candidate, 'description') ?? '')
    ? [{ code: 'too_long', field: 'description', message: `Must have at most ${MAX} characters.` }]
    : [];

/** A code point has at most two UTF-16 units, so that a long text need not be counted. */
function isTooLong(text: string): boolean {
  return text.length > 2 * MAX || Array.from(text).length > MAX;
}

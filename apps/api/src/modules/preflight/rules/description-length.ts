import { LAUNCH_LIMITS } from '#names';
import { textOf } from '../candidate.js';
import type { Rule } from '../preflight.types.js';

const MAX = LAUNCH_LIMITS.descriptionMaxLength;

/** `too_long` of a description, counted in code points as JSON Schema counts. */
export const judgeDescriptionLength: Rule<'too_long'> = (candidate) =>
  Array.from(textOf(candidate, 'description') ?? '').length > MAX
    ? [{ code: 'too_long', field: 'description', message: `Must have at most ${MAX} characters.` }]
    : [];

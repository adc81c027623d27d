import { findUrlProblems, LAUNCH_LIMITS, type UrlProblem } from '#names';
import { textOf } from '../candidate.js';
import type { Rule } from '../preflight.types.js';

const MESSAGES: Readonly<Record<UrlProblem, string>> = {
  invalid_format: 'Must be an absolute URL in ASCII.',
  too_long: `Must have at most ${LAUNCH_LIMITS.urlMaxLength} characters.`,
  url_not_allowed:
    'Must be an https URL without credentials, on a host name below a public suffix: no IP address, no local name.',
};

/** `invalid_format`, `too_long`, `url_not_allowed` of the two URLs, which an empty text is not one of. */
export const judgeUrls: Rule<UrlProblem> = (candidate) =>
  (['imageUrl', 'website'] as const).flatMap((field) => {
    const text = textOf(candidate, field) ?? '';
    if (text === '') return [];
    return findUrlProblems(text).map((code) => ({ code, field, message: MESSAGES[code] }));
  });

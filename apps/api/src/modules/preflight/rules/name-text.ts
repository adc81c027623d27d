import { hasOnlySeenCharacters, isFarTooLong, judgeNameLength, LAUNCH_LIMITS, mixesAlphabets } from '#names';
import { textOf } from '../candidate.js';
import type { PreflightIssue, Rule } from '../preflight.types.js';

const { nameMaxGraphemes, nameMaxBytes } = LAUNCH_LIMITS;

const LENGTH_MESSAGES = {
  too_short: 'Must have a character at least, other than blanks.',
  too_long: `Must have at most ${nameMaxGraphemes} characters, and at most ${nameMaxBytes} bytes in UTF-8.`,
} as const;

type NameCode = 'too_short' | 'too_long' | 'unsupported_characters';

/**
 * `too_short`, `too_long`, `unsupported_characters`: what a name may be written with. Of a text that no name can be as
 * long as, the characters are not looked at.
 */
export const judgeNameText: Rule<NameCode> = (candidate) => {
  const name = textOf(candidate, 'name');
  if (name === null) return [];
  const length = judgeNameLength(name);
  const issues: PreflightIssue<NameCode>[] = [];
  if (length !== null) issues.push({ code: length, field: 'name', message: LENGTH_MESSAGES[length] });
  const unsupported = isFarTooLong(name) ? null : findUnsupported(name);
  if (unsupported !== null) {
    issues.push({ code: 'unsupported_characters', field: 'name', message: unsupported });
  }
  return issues;
};

function findUnsupported(name: string): string | null {
  if (!hasOnlySeenCharacters(name)) return 'Must not contain control, invisible or unpaired characters.';
  return mixesAlphabets(name) ? 'Must not mix Latin with Cyrillic or Greek letters.' : null;
}

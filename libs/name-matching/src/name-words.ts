import { foldName } from './fold-name.js';
import { LAUNCH_LIMITS } from './launch-limits.js';

/** Later words of a name that it is found by; an honest name has a few, a hostile one 64. */
const MAX_WORDS = 16;

/** Letters of a name that are read, whose words are then as many keys: no honest name has more ({@link LAUNCH_LIMITS}). */
const MAX_LENGTH = LAUNCH_LIMITS.nameMaxBytes;

/** Where a later word may start: after a space (but not with punctuation), and inside `a_b` or `O'Hara`. */
const LATER_START = /(?<=\s)[^\s\p{P}]|(?<=[^\s\p{L}\p{M}\p{N}])[\p{L}\p{N}]/gu;

/**
 * The later words of a name, each with all that follows it, as keys ({@link foldName}): whatever begins like one of them
 * begins with a later word of the name. `Moon Garden Club` has `garden club` and `club`.
 */
export function nameWords(name: string): string[] {
  const text = name
    .slice(0, 2 * MAX_LENGTH)
    .toWellFormed()
    .normalize('NFKC')
    .trim()
    .slice(0, MAX_LENGTH);
  const starts = Array.from(text.matchAll(LATER_START), ({ index }) => index).filter((index) => index > 0);
  const keys = starts.slice(0, MAX_WORDS).map((start) => foldName(text.slice(start)));
  return [...new Set(keys)].filter((key) => key !== '');
}

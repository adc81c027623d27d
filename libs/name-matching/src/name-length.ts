import { LAUNCH_LIMITS } from './launch-limits.js';

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/**
 * UTF-16 units that a name may have as it is written. NFKC makes at least a byte of two of them: 𝐦 becomes m, e and its accent
 * é. So a longer text is too long whatever it becomes, and need not be normalised.
 */
const MAX_WRITTEN_LENGTH = 2 * LAUNCH_LIMITS.nameMaxBytes;

/** Whether a text without the blanks around it is longer than any name can be written: nothing else of it is checked. */
export function isFarTooLong(name: string): boolean {
  return name.trim().length > MAX_WRITTEN_LENGTH;
}

/** Whether a name's length is right: 1 to 32 grapheme clusters, and at most 128 bytes of UTF-8, trimmed and in NFKC. */
export function checkNameLength(name: string): 'too_short' | 'too_long' | null {
  if (isFarTooLong(name)) return 'too_long';
  const text = name.trim().normalize('NFKC').trim();
  if (text === '') return 'too_short';
  // A cluster has a byte at least, so that a long text need not be taken apart.
  if (new TextEncoder().encode(text).length > LAUNCH_LIMITS.nameMaxBytes) return 'too_long';
  return Array.from(graphemes.segment(text)).length > LAUNCH_LIMITS.nameMaxGraphemes ? 'too_long' : null;
}

import { LAUNCH_LIMITS } from './launch-limits.js';

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** Whether a name's length is right: 1 to 32 grapheme clusters, and at most 128 bytes of UTF-8, trimmed and in NFKC. */
export function judgeNameLength(name: string): 'too_short' | 'too_long' | null {
  const text = name.normalize('NFKC').trim();
  if (text === '') return 'too_short';
  // A cluster has a byte at least, so that a long text need not be taken apart.
  if (new TextEncoder().encode(text).length > LAUNCH_LIMITS.nameMaxBytes) return 'too_long';
  return Array.from(graphemes.segment(text)).length > LAUNCH_LIMITS.nameMaxGraphemes ? 'too_long' : null;
}

import { findUrlProblems, isUriText } from './public-url.js';

const REPLACEMENT = '\u{FFFD}';

/**
 * Text from the chain as it is safe to keep and serve: what a launch says was written by a stranger and checked by
 * nobody. NUL, which PostgreSQL cannot store, and lone surrogates, which UTF-8 cannot say, become U+FFFD; the rest
 * is clipped to a number of code points.
 */
export function cleanChainText(text: string, maxCodePoints: number): string {
  // Cut to twice the length in UTF-16 units first: a launch may carry 100 KB where 64 characters are kept.
  const clipped = Array.from(text.slice(0, maxCodePoints * 2))
    .slice(0, maxCodePoints)
    .join('');
  return clipped.toWellFormed().replaceAll('\0', REPLACEMENT);
}

/** A URL from the chain, or null unless it passes the rules of a launch. Only text within the alphabet is parsed. */
export function cleanChainUrl(text: string): string | null {
  return isUriText(text) && findUrlProblems(text).length === 0 ? text : null;
}

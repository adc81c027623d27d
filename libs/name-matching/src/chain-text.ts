import { clip } from '@slipway/domain';
import { findUrlProblems, isUriText } from './public-url.js';

const REPLACEMENT = '\u{FFFD}';

/**
 * A stranger's text from the chain as it is safe to keep and serve: clipped to a number of code points. NUL, which
 * PostgreSQL cannot store, and lone surrogates, which UTF-8 cannot say, become U+FFFD.
 */
export function cleanChainText(text: string, maxCodePoints: number): string {
  return clip(text, maxCodePoints).toWellFormed().replaceAll('\0', REPLACEMENT);
}

/** A URL from the chain, or null unless it passes the rules of a launch. Only text within the alphabet is parsed. */
export function cleanChainUrl(text: string): string | null {
  return isUriText(text) && findUrlProblems(text).length === 0 ? text : null;
}

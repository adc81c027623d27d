import { ADDRESS_PATTERN } from '#values';
import { SYMBOL_PATTERN, textOf } from '../candidate.js';
import type { Rule } from '../preflight.types.js';

const PATTERNS = [
  ['symbol', SYMBOL_PATTERN, 'Must be 2 to 10 capital letters A-Z or digits.'],
  ['creator', ADDRESS_PATTERN, 'Must be an address: 0x and 40 hexadecimal digits.'],
] as const;

/** `invalid_format` of symbol and creator: the patterns of the schema. */
export const judgeFormat: Rule<'invalid_format'> = (candidate) =>
  PATTERNS.filter(([field, pattern]) => {
    const text = textOf(candidate, field);
    return text !== null && !pattern.test(text);
  }).map(([field, , message]) => ({ code: 'invalid_format', field, message }));

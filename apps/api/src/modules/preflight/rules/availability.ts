import type { Rule } from '../preflight.types.js';

const FINDINGS = [
  ['nameTaken', 'name_taken', 'name', 'An app has this name, or one that looks like it.'],
  ['nameReserved', 'reserved', 'name', 'This name, or one that looks like it, is reserved.'],
  ['symbolTaken', 'symbol_taken', 'symbol', 'An app has this symbol, or one that looks like it.'],
  ['symbolReserved', 'reserved', 'symbol', 'This symbol, or one that looks like it, is reserved.'],
] as const;

/** `name_taken`, `symbol_taken`, `reserved`: by what names and symbols are compared by, so that look-alikes count. */
export const judgeAvailability: Rule<'reserved' | 'name_taken' | 'symbol_taken'> = (_candidate, facts) =>
  FINDINGS.filter(([fact]) => facts[fact]).map(([, code, field, message]) => ({ code, field, message }));

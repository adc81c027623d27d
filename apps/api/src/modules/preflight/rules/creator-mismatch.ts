import { parseAddress } from '#values';
import { textOf } from '../candidate.js';
import type { Rule } from '../preflight.types.js';

/** `creator_mismatch`: somebody signed in, and it is not the creator. */
export const judgeCreatorMismatch: Rule<'creator_mismatch'> = (candidate, { caller }) => {
  const creator = parseAddress(textOf(candidate, 'creator') ?? '');
  if (caller === null || creator === null || creator === caller) return [];
  const message = `The token that was sent is of another wallet: ${caller}.`;
  return [{ code: 'creator_mismatch', field: 'creator', message }];
};

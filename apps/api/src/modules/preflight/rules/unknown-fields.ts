import type { Rule } from '../preflight.types.js';

const MAX_REPORTED = 20;
const MAX_NAME_LENGTH = 64;

/** `unknown_field`: at most 20 of them, their names clipped, since both are whatever was sent. */
export const judgeUnknownFields: Rule<'unknown_field'> = ({ unknown }) =>
  unknown.slice(0, MAX_REPORTED).map((name) => ({
    code: 'unknown_field',
    field: Array.from(name.toWellFormed()).slice(0, MAX_NAME_LENGTH).join(''),
    message: 'Not a field of a launch; it is ignored.',
  }));

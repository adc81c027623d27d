import { showStrangersText } from '#values';
import type { Rule } from '../preflight.types.js';

const MAX_NAME_LENGTH = 64;

/** `unknown_field`: their names clipped, since they are whatever was sent. */
export const judgeUnknownFields: Rule<'unknown_field'> = ({ unknown }) =>
  unknown.map((name) => ({
    code: 'unknown_field',
    field: showStrangersText(name, MAX_NAME_LENGTH),
    message: 'Not a field of a launch; it is ignored.',
  }));

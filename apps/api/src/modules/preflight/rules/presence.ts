import { CANDIDATE_FIELDS, type Rule } from '../preflight.types.js';

const REQUIRED = ['name', 'symbol', 'creator'] as const;

/** `required`, `invalid_type`: the fields a launch must have are there, and every known one is a string. */
export const judgePresence: Rule<'required' | 'invalid_type'> = ({ fields }) => [
  ...REQUIRED.filter((field) => fields[field].is === 'missing').map((field) => ({
    code: 'required' as const,
    field,
    message: `A launch needs a ${field}.`,
  })),
  ...CANDIDATE_FIELDS.filter((field) => fields[field].is === 'other').map((field) => ({
    code: 'invalid_type' as const,
    field,
    message: 'Must be a string.',
  })),
];

import type { Rule } from '../preflight.types.js';

const DETAILS = [
  ['description', 'missing_description', 'Apps with a description are found more easily.'],
  ['imageUrl', 'missing_image', 'Apps without an image are shown with a placeholder.'],
  ['website', 'missing_website', 'Apps with a website are trusted more.'],
] as const;

/** `missing_description`, `missing_image`, `missing_website`: what a launch may lack, but should not. */
export const judgeMissingDetails: Rule<'missing_description' | 'missing_image' | 'missing_website'> = ({
  fields,
}) =>
  DETAILS.filter(([field]) => {
    const value = fields[field];
    return value.is === 'missing' || (value.is === 'text' && value.text === '');
  }).map(([field, code, message]) => ({ code, field, message }));

import type { RequestIssue } from '../errors/invalid-request.error.js';

/** Names that JavaScript gives a meaning of its own; the validator would drop them in silence. */
const FORBIDDEN_NAMES = new Set(['__proto__', 'constructor', 'prototype']);

/**
 * What no body may hold wherever it is: NUL, which PostgreSQL's text cannot, and names that JavaScript reads as
 * something else. The depth of the body is already bounded.
 */
export function findForbiddenText(value: unknown, path = ''): RequestIssue[] {
  if (typeof value === 'string')
    return value.includes('\0') ? [{ path, message: 'must not contain NUL' }] : [];
  if (Array.isArray(value))
    return value.flatMap((item, index) => findForbiddenText(item, `${path}[${index}]`));
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, item]) => {
    const child = path === '' ? name : `${path}.${name}`;
    const isForbidden = FORBIDDEN_NAMES.has(name) || name.includes('\0');
    if (isForbidden) return [{ path: child, message: 'is not a parameter of this operation' }];
    return findForbiddenText(item, child);
  });
}

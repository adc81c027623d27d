import { UNKNOWN_NAME, type RequestIssue } from '../errors/invalid-request.error.js';

/**
 * What no body may hold wherever it is: NUL, which PostgreSQL's text cannot, and names that every
 * JavaScript object has, which the validator would drop in silence. The depth of the body is already bounded.
 */
export function findForbiddenText(value: unknown, path = ''): RequestIssue[] {
  if (typeof value === 'string')
    return value.includes('\0') ? [{ path, message: 'must not contain NUL' }] : [];
  if (Array.isArray(value))
    return value.flatMap((item, index) => findForbiddenText(item, `${path}[${index}]`));
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, item]) => {
    const child = path === '' ? name : `${path}.${name}`;
    const isForbidden = name in Object.prototype || name.includes('\0');
    if (isForbidden) return [{ path: child, message: UNKNOWN_NAME }];
    return findForbiddenText(item, child);
  });
}

import type { RequestIssue } from '../errors/invalid-request.error.js';

interface StrictQuery {
  readonly values: Readonly<Record<string, string>>;
  readonly issues: readonly RequestIssue[];
}

/**
 * Reads a query string in which each parameter appears once, as valid percent-encoded UTF-8 without NUL.
 * Everything else is an issue under the parameter's name.
 */
export function readStrictQuery(text: string): StrictQuery {
  const values = Object.create(null) as Record<string, string>;
  const issues = new Map<string, RequestIssue>();
  for (const pair of text.split('&')) {
    if (pair === '') continue;
    const equals = pair.indexOf('=');
    const rawName = equals === -1 ? pair : pair.slice(0, equals);
    const name = decode(rawName) ?? rawName;
    const value = decode(equals === -1 ? '' : pair.slice(equals + 1));
    const message = judge(name, value, name in values);
    if (message !== null) issues.set(name, { path: name, message });
    values[name] = value ?? '';
  }
  return { values, issues: [...issues.values()] };
}

function judge(name: string, value: string | null, isRepeated: boolean): string | null {
  if (isRepeated) return 'must be sent once';
  if (value === null || decode(name.replaceAll('%', '%25')) === null)
    return 'is not valid percent-encoded UTF-8';
  if (value.includes('\0') || name.includes('\0')) return 'must not contain NUL';
  return null;
}

function decode(text: string): string | null {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return null;
  }
}

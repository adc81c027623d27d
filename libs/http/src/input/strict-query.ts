import { UNKNOWN_NAME, type RequestIssue } from '../errors/invalid-request.error.js';
import { isDecodable } from '../message/percent-encoding.js';

/** Parameters that are read: among so many, one is unknown or there twice, whatever operation it is. */
export const MAX_PARAMETERS = 100;

interface StrictQuery {
  readonly values: Readonly<Record<string, string>>;
  readonly issues: readonly RequestIssue[];
}

/**
 * Reads a query string in which each parameter appears once, as valid percent-encoded UTF-8 without NUL.
 * Everything else is an issue under the parameter's name. Of more than a hundred, the others are not looked at.
 */
export function readStrictQuery(text: string): StrictQuery {
  const values = Object.create(null) as Record<string, string>;
  const issues = new Map<string, RequestIssue>();
  for (const pair of firstPairs(text)) {
    const [rawName = '', ...rest] = pair.split('=');
    const decodedName = decode(rawName);
    const value = decode(rest.join('='));
    const name = decodedName ?? rawName;
    const message = checkParameter(decodedName, value, name in values);
    if (message !== null) issues.set(name, { path: name, message });
    values[name] = value ?? '';
  }
  return { values, issues: [...issues.values()] };
}

/** The first hundred parameters that are not empty, without cutting the rest apart. */
function firstPairs(text: string): string[] {
  const pairs: string[] = [];
  for (let from = 0; from < text.length && pairs.length < MAX_PARAMETERS;) {
    const next = text.indexOf('&', from);
    const end = next === -1 ? text.length : next;
    if (end > from) pairs.push(text.slice(from, end));
    from = end + 1;
  }
  return pairs;
}

function checkParameter(name: string | null, value: string | null, isRepeated: boolean): string | null {
  if (isRepeated) return 'must be sent once';
  if (name === null || value === null) return 'is not valid percent-encoded UTF-8';
  // The validator would take these for what every object has, and drop them in silence.
  if (name in Object.prototype) return UNKNOWN_NAME;
  if (name.includes('\0') || value.includes('\0')) return 'must not contain NUL';
  return null;
}

function decode(text: string): string | null {
  const spaced = text.replaceAll('+', ' ');
  return isDecodable(spaced) ? decodeURIComponent(spaced) : null;
}

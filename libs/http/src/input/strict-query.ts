import { UNKNOWN_NAME, type RequestIssue } from '../errors/invalid-request.error.js';
import { isDecodable } from '../message/percent-encoding.js';

/** Names that are reported. No operation has as many parameters. */
export const MAX_PARAMETERS = 100;

/** Parameters that are read: one item more than the longest list has, and each other parameter of its operation. */
const MAX_PAIRS = 128;

interface StrictQuery {
  readonly values: Readonly<Record<string, string>>;
  readonly issues: readonly RequestIssue[];
  /** Names of parameters sent more than once. Their values are joined by commas, as a list is written in one. */
  readonly repeated: readonly string[];
}

/**
 * Reads a query string of valid percent-encoded UTF-8 without NUL. Everything else is an issue under the parameter's name.
 * Of more than 128 parameters, the others are not looked at.
 */
export function readStrictQuery(text: string): StrictQuery {
  const values = Object.create(null) as Record<string, string>;
  const issues = new Map<string, RequestIssue>();
  const repeated = new Set<string>();
  for (const pair of firstPairs(text)) {
    const [rawName = '', ...rest] = pair.split('=');
    const decodedName = decode(rawName);
    const value = decode(rest.join('='));
    const name = decodedName ?? rawName;
    const message = checkParameter(decodedName, value);
    if (message !== null) issues.set(name, { path: name, message });
    const before = values[name];
    if (before !== undefined) repeated.add(name);
    values[name] = before === undefined ? (value ?? '') : `${before},${value ?? ''}`;
  }
  return { values, issues: [...issues.values()], repeated: [...repeated] };
}

/** The first parameters that are not empty, without cutting the rest apart. */
function firstPairs(text: string): string[] {
  const pairs: string[] = [];
  for (let from = 0; from < text.length && pairs.length < MAX_PAIRS;) {
    const next = text.indexOf('&', from);
    const end = next === -1 ? text.length : next;
    if (end > from) pairs.push(text.slice(from, end));
    from = end + 1;
  }
  return pairs;
}

function checkParameter(name: string | null, value: string | null): string | null {
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

import { foldSymbol, checkNameLength, LAUNCH_LIMITS, nameKeys, toNameSkeleton } from '@slipway/name-matching';
import { parseAddress } from '@slipway/domain';
import {
  CANDIDATE_FIELDS,
  type Candidate,
  type CandidateField,
  type CandidateLookup,
  type FieldValue,
} from './types/preflight.types.js';

/** A symbol that may be launched: docs/http-contract.md section 2, LaunchCandidate. */
export const SYMBOL_PATTERN = new RegExp(LAUNCH_LIMITS.symbolPattern);

/** Unknown fields that are told of at most. */
const MAX_UNKNOWN = 20;

/** Takes a JSON object apart; null for any other value. */
export function readCandidate(body: unknown): Candidate | null {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return null;
  const values = body as Readonly<Record<string, unknown>>;
  const fields = Object.fromEntries(CANDIDATE_FIELDS.map((field) => [field, readField(values[field])]));
  const known = new Set<string>(CANDIDATE_FIELDS);
  return {
    fields: fields as Record<CandidateField, FieldValue>,
    unknown: Object.keys(values)
      .filter((name) => !known.has(name))
      .slice(0, MAX_UNKNOWN),
  };
}

/** A field's text; null when there is none. */
export function textOf({ fields }: Candidate, field: CandidateField): string | null {
  const value = fields[field];
  return value.is === 'text' ? value.text : null;
}

/** What to look up: only what could be a name, symbol or creator at all. */
export function toLookup(candidate: Candidate): CandidateLookup {
  const name = textOf(candidate, 'name');
  const symbol = textOf(candidate, 'symbol');
  const isName = name !== null && checkNameLength(name) === null;
  return {
    name: isName ? { keys: nameKeys(name), skeleton: toNameSkeleton(name) } : null,
    similarTo: isName ? name : null,
    symbolKey: symbol !== null && SYMBOL_PATTERN.test(symbol) ? foldSymbol(symbol) : null,
    creator: parseAddress(textOf(candidate, 'creator') ?? ''),
  };
}

function readField(value: unknown): FieldValue {
  if (value === undefined) return { is: 'missing' };
  return typeof value === 'string' ? { is: 'text', text: value } : { is: 'other' };
}

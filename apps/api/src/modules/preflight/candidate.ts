import { type Address, parseAddress } from '@slipway/domain';
import { checkNameLength, foldSymbol, LAUNCH_LIMITS, nameKeys, toNameSkeleton } from '@slipway/name-matching';
import type { CandidateLookup, LaunchRecord } from './preflight.repository.js';

/** The fields of a candidate, in the order that issues are listed in. */
export const CANDIDATE_FIELDS = ['name', 'symbol', 'description', 'imageUrl', 'website', 'creator'] as const;

export type CandidateField = (typeof CANDIDATE_FIELDS)[number];

/** Codes that stop a launch (docs/http-contract.md section 3, Preflight). */
export type BlockingCode =
  | 'required'
  | 'invalid_type'
  | 'invalid_format'
  | 'too_short'
  | 'too_long'
  | 'unsupported_characters'
  | 'reserved'
  | 'name_taken'
  | 'symbol_taken'
  | 'url_not_allowed'
  | 'creator_blocked'
  | 'launch_rate_exceeded'
  | 'launches_paused';

/** Codes that do not. */
export type WarningCode =
  | 'missing_description'
  | 'missing_image'
  | 'missing_website'
  | 'similar_name'
  | 'insufficient_balance'
  | 'insufficient_allowance'
  | 'cost_unavailable'
  | 'creator_mismatch'
  | 'unknown_field';

/** Something to say about a candidate. */
export interface PreflightIssue<Code extends string = BlockingCode | WarningCode> {
  readonly code: Code;
  /** The field, `launch` for the launch as a whole, or the name of a field we do not know. */
  readonly field: string;
  readonly message: string;
}

/** A field as it came: its text, or why there is none. */
type FieldValue =
  { readonly is: 'text'; readonly text: string } | { readonly is: 'missing' } | { readonly is: 'other' };

/** A candidate as it came, before it is checked. */
export interface Candidate {
  readonly fields: Readonly<Record<CandidateField, FieldValue>>;
  /** Names of other fields, in the order sent: the first of them. */
  readonly unknown: readonly string[];
}

/** What a candidate is checked against. */
export interface LaunchContext extends LaunchRecord {
  readonly launchesPaused: boolean;
  /** Null when the chain could not be asked. Amounts in wei. */
  readonly funds: {
    readonly cost: bigint;
    readonly creator: { readonly balance: bigint; readonly allowance: bigint } | null;
  } | null;
  /** The wallet of the token that was sent. */
  readonly caller: Address | null;
}

/** One rule: its issues with a candidate, in any order. */
export type Rule<Code extends string> = (
  candidate: Candidate,
  context: LaunchContext,
) => PreflightIssue<Code>[];

/** An issue, or none. */
export const issueIf = <Code extends string>(
  isFound: boolean,
  code: Code,
  field: string,
  message: string,
): PreflightIssue<Code>[] => (isFound ? [{ code, field, message }] : []);

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

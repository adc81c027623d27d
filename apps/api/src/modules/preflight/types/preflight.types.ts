import type { Address } from '@slipway/domain';

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
export type FieldValue =
  { readonly is: 'text'; readonly text: string } | { readonly is: 'missing' } | { readonly is: 'other' };

/** A candidate as it came, before it is checked. */
export interface Candidate {
  readonly fields: Readonly<Record<CandidateField, FieldValue>>;
  /** Names of other fields, in the order sent: the first of them. */
  readonly unknown: readonly string[];
}

/** What a candidate is looked up by; null is not looked up, since no such name, symbol or creator can be. */
export interface CandidateLookup {
  readonly name: { readonly keys: readonly string[]; readonly skeleton: string } | null;
  /** The name itself, for those like it. */
  readonly similarTo: string | null;
  readonly symbolKey: string | null;
  readonly creator: Address | null;
}

/** The name of an app, with what it is compared by (libs/name-matching), as the index keeps them. */
export interface KnownName {
  readonly name: string;
  readonly key: string;
  readonly skeleton: string;
}

/** What the database knows of a candidate at a block. False and zero where nothing was looked up. */
export interface LaunchRecord {
  readonly nameTaken: boolean;
  readonly nameReserved: boolean;
  readonly symbolTaken: boolean;
  readonly symbolReserved: boolean;
  readonly creatorBlocked: boolean;
  /** The creator's launches in the 24 hours up to the block, counted up to the most that are allowed. */
  readonly launchesIn24h: number;
  readonly maxPerCreatorPer24h: number;
  /** Apps whose names may be like the candidate's, oldest first; empty when looking took too long. */
  readonly neighbours: readonly KnownName[];
  readonly platformSymbol: string;
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

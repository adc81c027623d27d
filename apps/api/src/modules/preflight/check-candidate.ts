import { BLOCKING_RULES } from './blocking-rules.js';
import type { PreflightResultDto } from './preflight.dto.js';
import {
  type BlockingCode,
  type Candidate,
  CANDIDATE_FIELDS,
  type LaunchContext,
  type PreflightIssue,
} from './candidate.js';
import { WARNING_RULES } from './warning-rules.js';

/** A launch as a whole comes after its fields, and names that are no field of a launch come last. */
const FIELD_ORDER: readonly string[] = [...CANDIDATE_FIELDS, 'launch'];

/** Checks a candidate by every rule at once. Pure: the same candidate and context give the same result. */
export function checkCandidate(candidate: Candidate, context: LaunchContext): PreflightResultDto {
  const errors = BLOCKING_RULES.flatMap((rule) => rule(candidate, context)).sort(inContractOrder);
  const warnings = WARNING_RULES.flatMap((rule) => rule(candidate, context)).sort(inContractOrder);
  const nameAvailable = isAvailable('name', errors);
  const symbolAvailable = isAvailable('symbol', errors);
  return {
    ok: errors.length === 0,
    errors,
    warnings,
    ...(nameAvailable !== null && { nameAvailable }),
    ...(symbolAvailable !== null && { symbolAvailable }),
    ...(context.funds !== null && { estimatedPlatformCost: context.funds.cost.toString() }),
  };
}

const UNAVAILABLE: readonly BlockingCode[] = ['name_taken', 'symbol_taken', 'reserved'];

/** Null for a field that is missing or malformed, with which there is no launch. */
function isAvailable(
  field: 'name' | 'symbol',
  errors: readonly PreflightIssue<BlockingCode>[],
): boolean | null {
  const found = errors.filter((issue) => issue.field === field);
  if (found.some(({ code }) => UNAVAILABLE.includes(code))) return false;
  return found.length === 0 ? true : null;
}

/** By field as the contract lists them, then by code; unknown fields stay in the order sent. */
function inContractOrder(one: PreflightIssue, other: PreflightIssue): number {
  const place = (issue: PreflightIssue): number =>
    issue.code === 'unknown_field' ? FIELD_ORDER.length : FIELD_ORDER.indexOf(issue.field);
  return place(one) - place(other) || compareText(one.code, other.code);
}

function compareText(one: string, other: string): number {
  return one < other ? -1 : Number(one > other);
}

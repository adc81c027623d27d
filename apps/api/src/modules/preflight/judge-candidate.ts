import type { PreflightResultDto } from './dto/preflight-result.dto.js';
import {
  CANDIDATE_FIELDS,
  type BlockingCode,
  type Candidate,
  type PreflightFacts,
  type PreflightIssue,
  type Rule,
  type WarningCode,
} from './preflight.types.js';
import { judgeAvailability } from './rules/availability.js';
import { judgeCreatorMismatch } from './rules/creator-mismatch.js';
import { judgeCreatorStanding } from './rules/creator-standing.js';
import { judgeDescriptionLength } from './rules/description-length.js';
import { judgeFormat } from './rules/format.js';
import { judgeFunds } from './rules/funds.js';
import { judgeLaunchesPaused } from './rules/launches-paused.js';
import { judgeMissingDetails } from './rules/missing-details.js';
import { judgeNameText } from './rules/name-text.js';
import { judgePresence } from './rules/presence.js';
import { judgeSimilarName } from './rules/similar-name.js';
import { judgeUnknownFields } from './rules/unknown-fields.js';
import { judgeUrls } from './rules/urls.js';

const BLOCKING_RULES: readonly Rule<BlockingCode>[] = [
  judgePresence,
  judgeFormat,
  judgeNameText,
  judgeDescriptionLength,
  judgeUrls,
  judgeAvailability,
  judgeCreatorStanding,
  judgeLaunchesPaused,
];

const WARNING_RULES: readonly Rule<WarningCode>[] = [
  judgeMissingDetails,
  judgeSimilarName,
  judgeFunds,
  judgeCreatorMismatch,
  judgeUnknownFields,
];

/** A launch as a whole comes after its fields, and what is no field of a launch comes last. */
const FIELD_ORDER: readonly string[] = [...CANDIDATE_FIELDS, 'launch'];

/** Judges a candidate by every rule at once. Pure: the same candidate and facts give the same result. */
export function judgeCandidate(candidate: Candidate, facts: PreflightFacts): PreflightResultDto {
  const errors = BLOCKING_RULES.flatMap((rule) => rule(candidate, facts)).sort(inContractOrder);
  const warnings = WARNING_RULES.flatMap((rule) => rule(candidate, facts)).sort(inContractOrder);
  const nameAvailable = judgeAvailable('name', errors);
  const symbolAvailable = judgeAvailable('symbol', errors);
  return {
    ok: errors.length === 0,
    errors,
    warnings,
    ...(nameAvailable !== null && { nameAvailable }),
    ...(symbolAvailable !== null && { symbolAvailable }),
    ...(facts.funds !== null && { estimatedPlatformCost: facts.funds.cost.toString() }),
  };
}

const UNAVAILABLE: readonly BlockingCode[] = ['name_taken', 'symbol_taken', 'reserved'];

/** Null for a field that nobody could launch with: missing or malformed. */
function judgeAvailable(
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

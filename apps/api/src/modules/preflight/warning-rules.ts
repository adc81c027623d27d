import { foldName, keyDistance, nameKeys, toNameSkeleton } from '@slipway/name-matching';
import {
  TOKEN_DECIMALS,
  parseAddress,
  quoteStrangersText,
  showStrangersText,
  toDecimalString,
} from '@slipway/domain';
import { issueIf, type Rule, textOf, type WarningCode } from './candidate.js';
import type { KnownName } from './preflight.repository.js';

const DETAILS = [
  ['description', 'missing_description', 'Apps with a description are found more easily.'],
  ['imageUrl', 'missing_image', 'Apps without an image are shown with a placeholder.'],
  ['website', 'missing_website', 'Apps with a website are trusted more.'],
] as const;

const checkDetails: Rule<WarningCode> = ({ fields }) =>
  DETAILS.flatMap(([field, code, message]) => {
    const value = fields[field];
    return issueIf(
      value.is === 'missing' || (value.is === 'text' && value.text === ''),
      code,
      field,
      message,
    );
  });

/** More than the index keeps of a name. */
const MAX_QUOTED_LENGTH = 128;

/** One slip away from an existing app's name, and not that name. Names the nearest, then the oldest. */
const checkSimilarName: Rule<WarningCode> = (candidate, { neighbours }) => {
  const name = textOf(candidate, 'name');
  const similar = name === null || neighbours.length === 0 ? null : findNearest(name, neighbours);
  if (similar === null) return [];
  const quoted = quoteStrangersText(similar.name, MAX_QUOTED_LENGTH);
  return issueIf(true, 'similar_name', 'name', `Close to the name of an existing app: ${quoted}.`);
};

/** The candidate is folded once; its neighbours were when they were indexed. */
function findNearest(name: string, neighbours: readonly KnownName[]): KnownName | null {
  const [key, keys, skeleton] = [foldName(name), nameKeys(name), toNameSkeleton(name)];
  const [nearest] = neighbours
    .filter((known) => !keys.includes(known.key) && known.skeleton !== skeleton)
    .map((known) => ({ known, distance: keyDistance(key, known.key) ?? Infinity }))
    .filter(({ distance }) => distance < Infinity)
    .sort((one, other) => one.distance - other.distance);
  return nearest?.known ?? null;
}

/** Balance and allowance, by how much they are too low. */
const checkFunds: Rule<WarningCode> = (_candidate, { funds, platformSymbol }) => {
  const unknown = 'The chain could not be asked what a launch costs; ask again shortly.';
  if (funds === null) return issueIf(true, 'cost_unavailable', 'launch', unknown);
  const { cost, creator } = funds;
  if (creator === null) return [];
  return [
    ['insufficient_balance', "The creator's balance", creator.balance] as const,
    ['insufficient_allowance', "The creator's allowance for the launchpad", creator.allowance] as const,
  ].flatMap(([code, what, amount]) => {
    if (amount >= cost) return [];
    const message = `${what} is ${toTokens(cost - amount, platformSymbol)} below the cost.`;
    return issueIf(true, code, 'creator', message);
  });
};

function toTokens(wei: bigint, symbol: string): string {
  return `${toDecimalString({ numerator: wei, denominator: 10n ** BigInt(TOKEN_DECIMALS) })} ${symbol}`;
}

const checkCaller: Rule<WarningCode> = (candidate, { caller }) => {
  const creator = parseAddress(textOf(candidate, 'creator') ?? '');
  const differs = caller !== null && creator !== null && creator !== caller;
  const message = `The token that was sent is of another wallet: ${caller ?? ''}.`;
  return issueIf(differs, 'creator_mismatch', 'creator', message);
};

const MAX_FIELD_LENGTH = 64;

/** Names of unknown fields are clipped: they are a stranger's text. */
const checkUnknownFields: Rule<WarningCode> = ({ unknown }) =>
  unknown.flatMap((name) => {
    const field = showStrangersText(name, MAX_FIELD_LENGTH);
    return issueIf(true, 'unknown_field', field, 'Not a field of a launch; it is ignored.');
  });

/** What does not stop a launch. */
export const WARNING_RULES: readonly Rule<WarningCode>[] = [
  checkDetails,
  checkSimilarName,
  checkFunds,
  checkCaller,
  checkUnknownFields,
];

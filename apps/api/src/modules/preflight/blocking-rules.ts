import {
  LAUNCH_LIMITS,
  findUrlProblems,
  hasOnlySeenCharacters,
  isFarTooLong,
  checkNameLength,
  mixesAlphabets,
  type UrlProblem,
} from '@slipway/name-matching';
import { ADDRESS_PATTERN } from '@slipway/domain';
import {
  type BlockingCode,
  CANDIDATE_FIELDS,
  issueIf,
  type Rule,
  SYMBOL_PATTERN,
  textOf,
} from './candidate.js';

const { nameMaxGraphemes, nameMaxBytes, descriptionMaxLength, urlMaxLength } = LAUNCH_LIMITS;

const REQUIRED = ['name', 'symbol', 'creator'] as const;

/** The fields a launch must have are there, and every known one is a string. */
const checkPresence: Rule<BlockingCode> = ({ fields }) => [
  ...REQUIRED.flatMap((field) =>
    issueIf(fields[field].is === 'missing', 'required', field, `A launch needs a ${field}.`),
  ),
  ...CANDIDATE_FIELDS.flatMap((field) =>
    issueIf(fields[field].is === 'other', 'invalid_type', field, 'Must be a string.'),
  ),
];

const PATTERNS = [
  ['symbol', SYMBOL_PATTERN, 'Must be 2 to 10 capital letters A-Z or digits.'],
  ['creator', ADDRESS_PATTERN, 'Must be an address: 0x and 40 hexadecimal digits.'],
] as const;

const checkFormat: Rule<BlockingCode> = (candidate) =>
  PATTERNS.flatMap(([field, pattern, message]) => {
    const text = textOf(candidate, field);
    return issueIf(text !== null && !pattern.test(text), 'invalid_format', field, message);
  });

const LENGTH_MESSAGES = {
  too_short: 'Must have a character at least, other than blanks.',
  too_long: `Must have at most ${nameMaxGraphemes} characters, and at most ${nameMaxBytes} bytes in UTF-8.`,
} as const;

/** What a name may be written with. The characters of a text that no name can be as long as are not looked at. */
const checkName: Rule<BlockingCode> = (candidate) => {
  const name = textOf(candidate, 'name');
  if (name === null) return [];
  const length = checkNameLength(name);
  const unsupported = isFarTooLong(name) ? null : findUnsupported(name);
  return [
    ...(length === null ? [] : issueIf(true, length, 'name', LENGTH_MESSAGES[length])),
    ...(unsupported === null ? [] : issueIf(true, 'unsupported_characters', 'name', unsupported)),
  ];
};

function findUnsupported(name: string): string | null {
  if (!hasOnlySeenCharacters(name)) return 'Must not contain control, invisible or unpaired characters.';
  return mixesAlphabets(name) ? 'Must not mix Latin with Cyrillic or Greek letters.' : null;
}

/** Counted in code points, as JSON Schema counts. One has at most two UTF-16 units, so that a long text need not be counted. */
const checkDescription: Rule<BlockingCode> = (candidate) => {
  const text = textOf(candidate, 'description') ?? '';
  const isTooLong = text.length > 2 * descriptionMaxLength || Array.from(text).length > descriptionMaxLength;
  return issueIf(
    isTooLong,
    'too_long',
    'description',
    `Must have at most ${descriptionMaxLength} characters.`,
  );
};

const URL_MESSAGES: Readonly<Record<UrlProblem, string>> = {
  invalid_format: 'Must be an absolute URL in ASCII.',
  too_long: `Must have at most ${urlMaxLength} characters.`,
  url_not_allowed:
    'Must be an https URL without credentials, on a host name below a public suffix: no IP address, no local name.',
};

/** An empty text is no URL, and none is needed. */
const checkUrls: Rule<BlockingCode> = (candidate) =>
  (['imageUrl', 'website'] as const).flatMap((field) => {
    const text = textOf(candidate, field) ?? '';
    return (text === '' ? [] : findUrlProblems(text)).map((code) => ({
      code,
      field,
      message: URL_MESSAGES[code],
    }));
  });

const AVAILABILITY = [
  ['nameTaken', 'name_taken', 'name', 'An app has this name, or one that looks like it.'],
  ['nameReserved', 'reserved', 'name', 'This name, or one that looks like it, is reserved.'],
  ['symbolTaken', 'symbol_taken', 'symbol', 'An app has this symbol, or one that looks like it.'],
  ['symbolReserved', 'reserved', 'symbol', 'This symbol, or one that looks like it, is reserved.'],
] as const;

const checkAvailability: Rule<BlockingCode> = (_candidate, context) =>
  AVAILABILITY.flatMap(([found, code, field, message]) => issueIf(context[found], code, field, message));

/** Whether this creator may launch one more app now. */
const checkPermission: Rule<BlockingCode> = (_candidate, context) => {
  const { creatorBlocked, launchesIn24h, maxPerCreatorPer24h: max, launchesPaused } = context;
  const exceeded = `This wallet has launched ${max} apps in 24 hours, the most that it may.`;
  const paused = 'Launches are paused for now; see GET /config/features.';
  return [
    ...issueIf(creatorBlocked, 'creator_blocked', 'creator', 'This wallet may not launch apps here.'),
    ...issueIf(launchesIn24h >= max, 'launch_rate_exceeded', 'creator', exceeded),
    ...issueIf(launchesPaused, 'launches_paused', 'launch', paused),
  ];
};

/** What stops a launch. */
export const BLOCKING_RULES: readonly Rule<BlockingCode>[] = [
  checkPresence,
  checkFormat,
  checkName,
  checkDescription,
  checkUrls,
  checkAvailability,
  checkPermission,
];

import { foldName, nameNeighbours, toNameSkeleton } from '@slipway/name-matching';
import { cpuOf } from '../../../../../test/support/cpu-of.js';
import { DEAR_TEXTS, fill } from '../../../../../test/support/dear-texts.js';
import { type LaunchContext, readCandidate, toLookup } from './candidate.js';
import type { PreflightResultDto } from './preflight.dto.js';
import type { KnownName } from './preflight.repository.js';
import { checkCandidate } from './check-candidate.js';

const NOTHING_KNOWN: LaunchContext = {
  nameTaken: false,
  nameReserved: false,
  symbolTaken: false,
  symbolReserved: false,
  creatorBlocked: false,
  launchesIn24h: 0,
  maxPerCreatorPer24h: 5,
  neighbours: [],
  platformSymbol: 'SLIP',
  launchesPaused: false,
  funds: null,
  caller: null,
};

/** Ten times what any of it takes on an idle machine, a twentieth of what the dearest once took. */
const BOUND_MS = 50;

function known(name: string): KnownName {
  return { name, key: foldName(name), skeleton: toNameSkeleton(name) };
}

function check(body: object, context: Partial<LaunchContext> = {}): PreflightResultDto {
  const candidate = readCandidate(body);
  if (candidate === null) throw new Error('the body is an object');
  const { similarTo } = toLookup(candidate);
  if (similarTo !== null) nameNeighbours(similarTo);
  return checkCandidate(candidate, { ...NOTHING_KNOWN, ...context });
}

const codes = ({ errors }: PreflightResultDto, field: string): string[] =>
  errors.filter((issue) => issue.field === field).map(({ code }) => code);

describe('what a hostile candidate costs', () => {
  it.each(DEAR_TEXTS)('a name of %s', (_what, name) => {
    expect(cpuOf(() => check({ name }))).toBeLessThan(BOUND_MS);
    expect(codes(check({ name }), 'name')).toEqual([name.trim() === '' ? 'too_short' : 'too_long']);
  });

  it.each(DEAR_TEXTS)('a symbol and a description of %s', (_what, text) => {
    expect(cpuOf(() => check({ name: 'a', symbol: text, description: text }))).toBeLessThan(BOUND_MS);
    const result = check({ name: 'a', symbol: text, description: text });
    expect(codes(result, 'symbol')).toEqual(['invalid_format']);
    expect(codes(result, 'description')).toEqual(['too_long']);
  });

  it('a name as long as it may be, beside a hundred like it', () => {
    const name = fill('\u0389', 64 * 1);
    const neighbours = Array.from({ length: 100 }, (_, index) => known(`${name.slice(1)}${index}`));
    expect(cpuOf(() => check({ name }, { neighbours }))).toBeLessThan(BOUND_MS);
  });

  it('names twenty of 4,000 unknown fields', () => {
    const body = Object.fromEntries(Array.from({ length: 4_000 }, (_, index) => [`x${index}`, 1]));
    expect(cpuOf(() => check(body))).toBeLessThan(BOUND_MS);
    const unknown = check(body).warnings.filter(({ code }) => code === 'unknown_field');
    expect(unknown.map(({ field }) => field)).toEqual(Array.from({ length: 20 }, (_, index) => `x${index}`));
  });
});

describe('the funds of a creator', () => {
  const address = `0x${'0'.repeat(39)}1`;

  it.each([
    ['more than the cost', 6n, 7n, []],
    ['the cost', 5n, 5n, []],
    ['less', 4n, 3n, ['insufficient_allowance', 'insufficient_balance']],
  ])('are %s', (_what, balance, allowance, expected) => {
    const funds = { cost: 5n, creator: { balance, allowance } };
    const { warnings } = check({ creator: address }, { funds });
    expect(warnings.filter(({ field }) => field === 'creator').map(({ code }) => code)).toEqual(expected);
  });

  it('are told by how much they are too low', () => {
    const { warnings } = check({}, { funds: { cost: 5n, creator: { balance: 3n, allowance: 5n } } });
    expect(warnings.map(({ message }) => message)).toContain(
      "The creator's balance is 0.000000000000000002 SLIP below the cost.",
    );
  });
});

describe("strangers' text in messages", () => {
  const INVISIBLE = '\u{E0061}\u202e\u2066\u200b\u200d\ufeff\u0000\u2028\u00ad\ufe0f\u3164';

  it('quotes the name of an app without what is not seen', () => {
    const neighbours = [known(`Tide${INVISIBLE}pool`)];
    const { warnings } = check({ name: 'Tidepol' }, { neighbours });
    const { message } = warnings.find(({ code }) => code === 'similar_name') ?? { message: '' };
    expect(message).toContain('Tide');
    expect(message).not.toMatch(/[\p{C}\p{Default_Ignorable_Code_Point}\p{Zl}]/u);
  });

  it('names an unknown field without what is not seen', () => {
    const { warnings } = check({ [`a${INVISIBLE}b`]: 1 });
    const { field } = warnings.find(({ code }) => code === 'unknown_field') ?? { field: '' };
    expect(field).toBe(`a${'\ufffd'.repeat(11)}b`);
  });
});

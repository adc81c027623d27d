import type { ListEntry, NewProgram, ProgramRule } from '@slipway/reward-programs';
import { toAddress, type Address } from '@slipway/domain';
import { ACCOUNT, localAccount } from '../chain/accounts.js';
import { LOCAL_ADDRESSES } from '../chain/local-addresses.js';

/** An app that account #1 trades. */
export interface TradedApp {
  readonly token: Address;
  readonly symbol: string;
}

/** A program of the local network with what funds it. */
export interface PlannedProgram {
  readonly program: NewProgram;
  readonly list: readonly ListEntry[];
  /** All that it will ever pay, in wei. */
  readonly budget: bigint;
}

/** Three programs of the protocol and four of apps. */
export const PROGRAM_COUNT = 7;

/** Apps that the programs of apps are about. */
export const PROGRAM_APPS = 3;

const DAY_MS = 24 * 3_600_000;
const HOUR_MS = 3_600_000;
const WHOLE = 10n ** 18n;
const LISTED_ACCOUNTS = 30;

interface Sketch {
  /** The whole name; of an app's program what comes after its symbol. */
  readonly words: string;
  readonly app?: TradedApp;
  /** Platform tokens a day, on these days from now. */
  readonly emits: {
    readonly rule: ProgramRule;
    readonly days: readonly [number, number];
    readonly daily: number;
  };
  readonly eligibility: string;
  readonly isPublic?: boolean;
}

/**
 * The programs of the local network: of the protocol and of apps, running, ended and yet to come.
 *
 * @param apps at least {@link PROGRAM_APPS}
 * @param distributors {@link PROGRAM_COUNT} of them
 */
export function planPrograms(
  apps: readonly TradedApp[],
  distributors: readonly Address[],
  now: Date,
): PlannedProgram[] {
  const hour = Math.floor(now.getTime() / HOUR_MS) * HOUR_MS;
  return sketches(apps).map(({ words, app, emits, eligibility, isPublic = false }, i) => {
    const {
      rule,
      daily,
      days: [from, to],
    } = emits;
    const name = app === undefined ? words : `${app.symbol} ${words}`;
    const distributor = distributors[i];
    if (distributor === undefined) throw new RangeError(`no distributor for ${name}`);
    const emissionsPerDay = BigInt(daily) * WHOLE;
    const budget = emissionsPerDay * BigInt(to - from);
    const program: NewProgram = {
      id: name
        .toLowerCase()
        .replaceAll(/[^a-z0-9 ]/g, '')
        .replaceAll(' ', '-'),
      name,
      tokenAddress: app?.token ?? null,
      rewardToken: toAddress(LOCAL_ADDRESSES.platformToken),
      distributor,
      emissionsPerDay,
      startsAt: new Date(hour + from * DAY_MS),
      endsAt: new Date(hour + to * DAY_MS),
      rule,
      eligibility,
      allocationsPublic: isPublic,
    };
    return { program, list: rule === 'list' ? shareOut(budget) : [], budget };
  });
}

function sketches(apps: readonly TradedApp[]): Sketch[] {
  const [first, second, third] = apps;
  if (first === undefined || second === undefined || third === undefined)
    throw new RangeError(`programs need ${PROGRAM_APPS} apps`);
  return [
    {
      words: 'Early traders',
      emits: { rule: 'volume', days: [-29, -15], daily: 1_500 },
      eligibility: 'Everybody who traded an app in the first two weeks, by volume.',
      isPublic: true,
    },
    {
      words: 'Genesis airdrop',
      emits: { rule: 'list', days: [-10, 20], daily: 500 },
      eligibility: 'The first thirty wallets, vesting over thirty days.',
      isPublic: true,
    },
    {
      words: 'Trader rewards',
      emits: { rule: 'volume', days: [-21, 9], daily: 2_000 },
      eligibility: "Everybody who buys or sells any app, by each day's volume.",
    },
    {
      words: 'holders',
      app: first,
      emits: { rule: 'balance', days: [-12, 18], daily: 300 },
      eligibility: `Holders of ${first.symbol}, by their balance over each day.`,
    },
    {
      words: 'holders',
      app: second,
      emits: { rule: 'balance', days: [-8, 22], daily: 200 },
      eligibility: `Holders of ${second.symbol}, by their balance over each day.`,
    },
    {
      words: 'traders',
      app: third,
      emits: { rule: 'volume', days: [-14, 16], daily: 250 },
      eligibility: `Everybody who trades ${third.symbol}, by each day's volume.`,
    },
    {
      words: 'season two',
      app: third,
      emits: { rule: 'balance', days: [7, 37], daily: 400 },
      eligibility: `Holders of ${third.symbol} from next week on.`,
    },
  ];
}

/** The list of the airdrop: accounts #1 to #30, the earlier ones more, #9 nothing. */
function shareOut(budget: bigint): ListEntry[] {
  const numbers = Array.from({ length: LISTED_ACCOUNTS }, (_, i) => i + 1).filter((i) => i !== ACCOUNT.idle);
  const weightOf = (number: number): bigint => BigInt(2 * LISTED_ACCOUNTS - number);
  const total = numbers.reduce((sum, number) => sum + weightOf(number), 0n);
  return numbers.map((number) => ({
    account: toAddress(localAccount(number).address),
    amount: (budget * weightOf(number)) / total,
  }));
}

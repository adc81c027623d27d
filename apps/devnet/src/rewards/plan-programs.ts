import type { ListEntry, NewProgram, ProgramRule } from '#programs';
import { toAddress, type Address } from '#values';
import { ACCOUNT, localAccount } from '../chain/accounts.js';
import { LOCAL_ADDRESSES } from '../local-addresses.js';

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
  readonly id: string;
  readonly name: string;
  readonly app?: TradedApp;
  readonly rule: ProgramRule;
  /** Days from now. */
  readonly from: number;
  readonly to: number;
  /** Platform tokens a day. */
  readonly daily: number;
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
  return sketches(apps).map((sketch, i) => {
    const distributor = distributors[i];
    if (distributor === undefined) throw new RangeError(`no distributor for ${sketch.id}`);
    const emissionsPerDay = BigInt(sketch.daily) * WHOLE;
    const budget = emissionsPerDay * BigInt(sketch.to - sketch.from);
    const program: NewProgram = {
      id: sketch.id,
      name: sketch.name,
      tokenAddress: sketch.app?.token ?? null,
      rewardToken: toAddress(LOCAL_ADDRESSES.platformToken),
      distributor,
      emissionsPerDay,
      startsAt: new Date(hour + sketch.from * DAY_MS),
      endsAt: new Date(hour + sketch.to * DAY_MS),
      rule: sketch.rule,
      eligibility: sketch.eligibility,
      allocationsPublic: sketch.isPublic ?? false,
    };
    return { program, list: sketch.rule === 'list' ? shareOut(budget) : [], budget };
  });
}

function sketches(apps: readonly TradedApp[]): Sketch[] {
  const [first, second, third] = apps;
  if (first === undefined || second === undefined || third === undefined)
    throw new RangeError(`programs need ${PROGRAM_APPS} apps`);
  const idOf = (app: TradedApp): string => app.symbol.toLowerCase().replaceAll(/[^a-z0-9]/g, '');
  return [
    {
      id: 'early-traders',
      name: 'Early traders',
      rule: 'volume',
      from: -29,
      to: -15,
      daily: 1_500,
      eligibility: 'Everybody who traded an app in the first two weeks, by volume.',
      isPublic: true,
    },
    {
      id: 'genesis-airdrop',
      name: 'Genesis airdrop',
      rule: 'list',
      from: -10,
      to: 20,
      daily: 500,
      eligibility: 'The first thirty wallets, vesting over thirty days.',
      isPublic: true,
    },
    {
      id: 'trader-rewards',
      name: 'Trader rewards',
      rule: 'volume',
      from: -21,
      to: 9,
      daily: 2_000,
      eligibility: "Everybody who buys or sells any app, by each day's volume.",
    },
    {
      id: `${idOf(first)}-holders`,
      name: `${first.symbol} holders`,
      app: first,
      rule: 'balance',
      from: -12,
      to: 18,
      daily: 300,
      eligibility: `Holders of ${first.symbol}, by their balance over each day.`,
    },
    {
      id: `${idOf(second)}-holders`,
      name: `${second.symbol} holders`,
      app: second,
      rule: 'balance',
      from: -8,
      to: 22,
      daily: 200,
      eligibility: `Holders of ${second.symbol}, by their balance over each day.`,
    },
    {
      id: `${idOf(third)}-traders`,
      name: `${third.symbol} traders`,
      app: third,
      rule: 'volume',
      from: -14,
      to: 16,
      daily: 250,
      eligibility: `Everybody who trades ${third.symbol}, by each day's volume.`,
    },
    {
      id: `${idOf(third)}-season-two`,
      name: `${third.symbol} season two`,
      app: third,
      rule: 'balance',
      from: 7,
      to: 37,
      daily: 400,
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

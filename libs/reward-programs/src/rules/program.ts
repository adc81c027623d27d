import type { Address } from '@slipway/domain';

/** How a program decides who earns how much: see `rules/`. */
export const PROGRAM_RULES = ['balance', 'volume', 'list'] as const;
export type ProgramRule = (typeof PROGRAM_RULES)[number];

/** What a program spends, and when. */
export interface ProgramPlan {
  /** In wei of the reward token. */
  readonly emissionsPerDay: bigint;
  readonly startsAt: Date;
  /** It spends nothing from then on. */
  readonly endsAt: Date;
  /** When it was to end, before an operator ended it early. */
  readonly plannedEndsAt: Date;
}

/** A reward program as operators decide on it. */
export interface Program extends ProgramPlan {
  /** `^[a-z0-9][a-z0-9-]{0,63}$` */
  readonly id: string;
  readonly name: string;
  /** The app that it is about; null for a program of the protocol. */
  readonly tokenAddress: Address | null;
  readonly rewardToken: Address;
  readonly rewardSymbol: string;
  readonly distributor: Address;
  readonly rule: ProgramRule;
  readonly eligibility: string;
  /** Whether all may read what each account was allocated. */
  readonly allocationsPublic: boolean;
}

/** A mistake in what an operator asked for; the message says what to do about it. */
export class ProgramError extends Error {
  override readonly name = 'ProgramError';
}

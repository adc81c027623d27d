import type { ProgramPlan } from './program.js';

/** A day of a program, counted from its start; the last one may be shorter, and spends less in proportion. */
export interface ProgramDay {
  /** Unix seconds. */
  readonly from: number;
  /** Not included. */
  readonly to: number;
  /** In wei, rounded down. */
  readonly emission: bigint;
}

const DAY_SECONDS = 86_400;

/**
 * The days of a program that have ended at a time. Only whole days are shared out: what an account earned on a day then
 * does not depend on when a tree was published, and never shrinks.
 */
export function endedDays(plan: ProgramPlan, until: Date): ProgramDay[] {
  const end = seconds(plan.endsAt);
  const days: ProgramDay[] = [];
  for (let from = seconds(plan.startsAt); from < end; from += DAY_SECONDS) {
    const to = Math.min(from + DAY_SECONDS, end);
    if (to > seconds(until)) break;
    days.push({ from, to, emission: emissionOf(plan, from, to) });
  }
  return days;
}

/** What a program spends over its whole time as it was planned, in wei. */
export function plannedEmissions(plan: ProgramPlan): bigint {
  return sumOf(endedDays({ ...plan, endsAt: plan.plannedEndsAt }, plan.plannedEndsAt));
}

export function sumOf(days: readonly ProgramDay[]): bigint {
  return days.reduce((sum, day) => sum + day.emission, 0n);
}

function emissionOf({ emissionsPerDay }: ProgramPlan, from: number, to: number): bigint {
  return (emissionsPerDay * BigInt(to - from)) / BigInt(DAY_SECONDS);
}

function seconds(time: Date): number {
  return Math.floor(time.getTime() / 1_000);
}

/** A length of candles that is kept. Others are made of these when they are read. */
export interface CandlePeriod {
  readonly seconds: number;
  /** The slot that begins at the Unix epoch. Each length has slots of its own, up to `lastSlot`: one number says both. */
  readonly epochSlot: number;
  readonly lastSlot: number;
}

/** Slots of days, and of hours: they reach the year 369,000, and 17,000; minutes, up to 2^31, 5,500. */
const SLOTS = 2 ** 27;

export const DAYS: CandlePeriod = { seconds: 86_400, epochSlot: 0, lastSlot: SLOTS - 1 };
export const HOURS: CandlePeriod = { seconds: 3_600, epochSlot: SLOTS, lastSlot: 2 * SLOTS - 1 };
export const MINUTES: CandlePeriod = { seconds: 60, epochSlot: 2 * SLOTS, lastSlot: 2 ** 31 - 1 };

/** Kept lengths, shortest first. Each divides the next. */
export const CANDLE_PERIODS: readonly CandlePeriod[] = [MINUTES, HOURS, DAYS];

/** The slot that holds a time, in seconds since the Unix epoch: days start at 00:00 UTC. */
export function slotOf({ seconds, epochSlot }: CandlePeriod, time: number): number {
  return epochSlot + Math.floor(time / seconds);
}

/** When a slot begins, in seconds. */
export function slotStart({ seconds, epochSlot }: CandlePeriod, slot: number): number {
  return (slot - epochSlot) * seconds;
}

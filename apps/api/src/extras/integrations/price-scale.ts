/** Digits that a price shows, beside zeros at its begin. */
const DIGITS = 6;
const MIN_DECIMALS = 2;
/** A double counts no further. */
const MAX_DECIMALS = 15;

/** How many parts a dollar has on a chart of a price: enough that small prices do not all look like 0. */
export function priceScale(priceUsd: number | null): number {
  if (priceUsd === null || priceUsd <= 0) return 10 ** MAX_DECIMALS;
  const decimals = DIGITS - 1 - Math.floor(Math.log10(priceUsd));
  return 10 ** Math.min(Math.max(decimals, MIN_DECIMALS), MAX_DECIMALS);
}

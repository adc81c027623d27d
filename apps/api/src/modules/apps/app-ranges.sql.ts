import { RANK_BY } from './app-ranks.sql.js';
import type { AppRange, AppRanges, RankedSort } from './types/apps.types.js';

/** Apps that a page looks at when not each of them belongs to it. Fewer than asked may be found: the cursor goes on below. */
export const MOST_LOOKED_AT = 1_000;

/** In the order of their parameters, each with the sort that orders by the same. */
const SORT_OF: Record<AppRange, RankedSort> = {
  marketCapUsd: 'market_cap',
  volume24hUsd: 'volume',
  holders: 'holders',
};

/** The ranges that were asked for, in the order of their parameters. */
export const rangesOf = (ranges: AppRanges): AppRange[] =>
  (Object.keys(SORT_OF) as AppRange[]).filter((range) => ranges[range] !== undefined);

export const rangeValues = (ranges: AppRanges): string[] =>
  rangesOf(ranges).map((range) => ranges[range] ?? '0');

/**
 * The lowest value of a range, as what its apps rank by. USD of volumes have 26 decimals; a market cap is a price times the
 * feed's and the supply, null without a price.
 */
const LOWEST: Record<AppRange, (value: string, oraclePrice: string) => string> = {
  marketCapUsd: (value, oraclePrice) =>
    `(SELECT ${value}::numeric * 1e26 / nullif(greatest(${oraclePrice}, 0) * total_supply, 0) FROM deployment)`,
  volume24hUsd: (value) => `${value}::numeric * 1e26`,
  holders: (value) => `${value}::int`,
};

/** How apps are told from those out of range. */
export interface RangeConditions {
  /** Of the range that a sort has in its own order: below it nothing is. */
  readonly bound: (of: string) => string;
  /** Of the others. */
  readonly fits: (of: string) => string;
}

/**
 * @param sort null for an order by none of them
 * @param own parameters before those of the ranges
 * @param oraclePrice SQL: the feed's price that market caps are by
 */
export function rangeConditions(
  ranges: AppRanges,
  sort: RankedSort | null,
  own: number,
  oraclePrice: string,
): RangeConditions {
  const conditions = rangesOf(ranges).map((range, place) => ({
    isOwn: SORT_OF[range] === sort,
    holds: (of: string) =>
      `${RANK_BY[SORT_OF[range]](of)} >= ${LOWEST[range](`$${own + 1 + place}`, oraclePrice)}`,
  }));
  const all = (isOwn: boolean) => (of: string) =>
    ['true', ...conditions.filter((one) => one.isOwn === isOwn).map(({ holds }) => holds(of))].join(' AND ');
  return { bound: all(true), fits: all(false) };
}

/** Whether a page may have to look at apps that do not belong to it. */
export const isSieved = (ranges: AppRanges, sort: RankedSort | null): boolean =>
  rangesOf(ranges).some((range) => SORT_OF[range] !== sort);

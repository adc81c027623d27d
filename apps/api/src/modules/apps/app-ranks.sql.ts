import type { RankedSort } from './types/apps.types.js';

/**
 * What an app ranks by, -1 where it is unknown. A volume with an unpriced trade ranks by its known part. Every app has the same supply and the feed's price, so that prices rank as market
 * caps do. They have the same curve too, so that the platform reserve ranks as progress does. Graduated apps are all at its end.
 */
export const RANK_BY: Record<RankedSort, (of: string) => string> = {
  trending: (of) => `${of}.trending`,
  market_cap: (of) => `coalesce(${of}.platform_reserve / nullif(${of}.token_reserve, 0), -1)`,
  volume: (of) => `${of}.volume_usd_24h`,
  holders: (of) => `${of}.holders`,
  price_change: (of) => `coalesce(
    (${of}.platform_reserve * ${of}.token_reserve_24h) / nullif(${of}.token_reserve * ${of}.platform_reserve_24h, 0), -1)`,
  curve_progress: (of) => `CASE WHEN ${of}.is_graduated THEN 1e78 ELSE ${of}.platform_reserve END`,
  last_trade: (of) => `${of}.last_trade_block`,
};

const AS_INTEGER = 'least(greatest($3::numeric, -1), 2147483647)::int';

/** The rank of a cursor, $3, as what an index orders by: a column's own type only. */
export const rankOfCursor = (sort: RankedSort): string =>
  sort === 'holders' || sort === 'last_trade' ? AS_INTEGER : '$3::numeric';

import { UNIT_WITHOUT_FEED, lastBlockUpTo } from '@slipway/database';

/** The last block that is not in the 24 hours that end at a time. */
export const dayBefore = (time: string): string =>
  lastBlockUpTo(`${time}::timestamptz - interval '24 hours'`);

/**
 * What trades add to the 24 hours that end at a time, or take from them again. With it, the epoch of the last trade that stays.
 * Trades of a block share their weight.
 * @param epoch that weights are relative to: no trade is more than four epochs older
 */
export const sumsOf = (
  sign: '' | '-',
  epoch: string,
  bounds: (block: string) => string,
  where = 'true',
): string => `
  SELECT token_id, ${sign}coalesce(sum(platform_amount * coalesce(oracle_price, ${UNIT_WITHOUT_FEED})), 0) AS volume,
    ${sign}coalesce(sum(coalesce(net_amount, platform_amount) * coalesce(oracle_price, ${UNIT_WITHOUT_FEED}) * weight), 0) AS trending,
    ${sign === '' ? 'decay_epoch(max(time))' : 'NULL::bigint'} AS epoch,
    ${sign}count(*) AS trades, ${sign}count(*) FILTER (WHERE oracle_price IS NULL) AS unpriced
  FROM trades JOIN (
    SELECT number, time, oracle_price, decay_weight(time, ${epoch}) AS weight
    FROM block_times WHERE ${bounds('number')} OFFSET 0
  ) AS blocks ON number = block_number
  WHERE ${bounds('block_number')} AND ${where} GROUP BY token_id`;

export const TRENDING_COLUMNS = '(trending, trending_sum, trending_epoch)';

/**
 * Values of {@link TRENDING_COLUMNS}. A sum is relative to the epoch of its last trade: it stays the same while none comes and
 * none falls out. Its rank is that of the sum whatever epoch it is relative to.
 * @param total relative to an epoch
 * @param last epoch of the last trade
 */
export const trendingOf = (total: string, epoch: string, last: string): string => `(
  SELECT decay_rank(total, last), total, CASE WHEN total = 0 THEN 0 ELSE last END
  FROM (SELECT decay_shift(${total}, ${epoch} - ${last}) AS total, ${last} AS last OFFSET 0) sum
)`;

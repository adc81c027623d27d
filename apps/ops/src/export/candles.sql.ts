import type { CandlePeriod } from '@slipway/domain';

/** SQL: when the newest event up to a block happened, in seconds: what happened before that time is in blocks up to it. 0 before the first. */
const timeOf = (block: number): string => `coalesce(floor(extract(epoch FROM greatest(
  (SELECT time FROM block_times WHERE number <= ${block} ORDER BY number DESC LIMIT 1),
  (SELECT time FROM oracle_prices WHERE block_number <= ${block} ORDER BY block_number DESC, log_index DESC LIMIT 1)
)))::bigint, 0)`;

/** Significant digits of a price as it is kept, as `toDecimalPrice` of libs/domain has them. */
const DIGITS = 28;

const decimal = (value: string): string => `trim_scale(${value})::text`;

/**
 * Kept candles that ended, by the events up to one block, and had not by those up to another: no later block changes them. Prices
 * are those that the API computes of them (candle-series.ts): a candle opens where the one before it closed, and in USD the feed's
 * prices count too, also after the app's last event in it.
 *
 * @param before the last block of the range before, -1 for the first range
 */
export const CANDLES_SQL = (periods: readonly CandlePeriod[], before: number, toBlock: number): string => `
  WITH span AS MATERIALIZED (SELECT ${timeOf(before)} AS since, ${timeOf(toBlock)} AS until),
  periods (seconds, epoch_slot) AS (VALUES ${periods.map(({ seconds, epochSlot }) => `(${seconds}::bigint, ${epochSlot}::bigint)`).join(', ')}),
  ended AS MATERIALIZED (
    SELECT DISTINCT r.token_id, p.seconds, p.epoch_slot, floor(extract(epoch FROM b.time))::bigint / p.seconds * p.seconds AS opens
    FROM span CROSS JOIN periods p
      JOIN block_times b ON b.time >= to_timestamp(span.since / p.seconds * p.seconds) AND b.time < to_timestamp(span.until / p.seconds * p.seconds)
      JOIN reserves r ON r.block_number = b.number
  ), kept AS MATERIALIZED (
    SELECT c.*, e.seconds, e.opens, e.epoch_slot FROM ended e
      JOIN candles c ON c.token_id = e.token_id AND c.slot = (e.opens / e.seconds + e.epoch_slot)::int
  ), feed_slots AS MATERIALIZED (
    SELECT k.slot, said.open, said.close, (
      SELECT f.close FROM feed_candles f WHERE f.slot < k.slot AND f.slot >= k.epoch_slot ORDER BY f.slot DESC LIMIT 1
    ) AS before FROM (SELECT DISTINCT slot, epoch_slot FROM kept) k LEFT JOIN feed_candles said ON said.slot = k.slot
  ), states AS MATERIALIZED (
    SELECT k.*, coalesce(last.close, launch.price) AS open, feed.before AS feed_before,
      CASE WHEN last.close IS NULL THEN coalesce(launch.oracle_price, feed.open) ELSE coalesce(feed.before, feed.open) END AS open_feed,
      coalesce(feed.close, feed.before) AS close_feed, tail.high AS tail_high, tail.low AS tail_low
    FROM kept k JOIN feed_slots feed USING (slot)
    LEFT JOIN LATERAL (
      SELECT p.close FROM candles p WHERE p.token_id = k.token_id AND p.slot < k.slot AND p.slot >= k.epoch_slot ORDER BY p.slot DESC LIMIT 1
    ) last ON true
    LEFT JOIN LATERAL (
      SELECT div(r.platform_reserve * ('1e' || decimals)::numeric, r.token_reserve) * ('1e-' || decimals)::numeric AS price, (
          SELECT o.price FROM oracle_prices o WHERE o.block_number <= r.block_number AND o.price > 0 ORDER BY o.block_number DESC LIMIT 1
        ) AS oracle_price
      FROM (SELECT * FROM reserves WHERE token_id = k.token_id ORDER BY block_number, log_index LIMIT 1) r
        CROSS JOIN LATERAL (
          SELECT greatest(0, ${DIGITS} - length(r.platform_reserve::text) + length(r.token_reserve::text)) AS decimals
        ) digits
    ) launch ON last.close IS NULL
    LEFT JOIN LATERAL (
      SELECT max(o.price) AS high, min(o.price) AS low FROM (
        SELECT r.block_number FROM reserves r WHERE r.token_id = k.token_id AND r.block_number <= (
          SELECT b.number FROM block_times b WHERE b.time < to_timestamp(k.opens + k.seconds) ORDER BY b.time DESC, b.number DESC LIMIT 1
        ) ORDER BY r.block_number DESC LIMIT 1
      ) event JOIN oracle_prices o ON o.block_number > event.block_number AND o.price > 0
        AND o.time >= to_timestamp(k.opens) AND o.time < to_timestamp(k.opens + k.seconds)
    ) tail ON feed.close IS NOT NULL
  ), priced AS (
    SELECT s.*, coalesce(s.high, s.close) AS top, coalesce(s.low, s.close) AS bottom,
      CASE WHEN s.close_feed IS NOT NULL THEN s.open * s.open_feed * 1e-8::numeric END AS open_usd,
      CASE WHEN s.open_feed IS NOT NULL THEN s.close * s.close_feed * 1e-8::numeric END AS close_usd
    FROM states s
  )
  SELECT token.address, p.seconds::int, to_timestamp(p.opens),
    ${decimal('p.open')}, ${decimal('greatest(p.top, p.open)')}, ${decimal('least(p.bottom, p.open)')}, ${decimal('p.close')},
    ${decimal('p.open_usd')},
    CASE WHEN p.open_usd IS NOT NULL THEN ${decimal('greatest(coalesce(p.high_usd::numeric, p.top * p.feed_before * 1e-8::numeric), p.open_usd, p.close_usd, p.close * p.tail_high * 1e-8::numeric)')} END,
    CASE WHEN p.open_usd IS NOT NULL THEN ${decimal('least(coalesce(p.low_usd::numeric, p.bottom * p.feed_before * 1e-8::numeric), p.open_usd, p.close_usd, p.close * p.tail_low * 1e-8::numeric)')} END,
    ${decimal('p.close_usd')}, p.volume_platform::text,
    ${decimal('CASE WHEN p.high_usd IS NULL AND p.feed_before IS NOT NULL THEN p.volume_platform * p.feed_before ELSE p.volume_usd END * 1e-26::numeric')},
    p.trades
  FROM priced p JOIN addresses token ON token.id = p.token_id
  WHERE p.open IS NOT NULL
  ORDER BY 3, 2, 1`;

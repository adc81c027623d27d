import { ONE_USD, ZERO_ADDRESS } from '@slipway/domain';
import { idOfAddress } from './addresses.js';

/**
 * SQL: the last block up to a time that has transfers, trades or reserves; -1 before the first. Times do not fall from block
 * to block: all events up to a time are those up to this block.
 */
export const lastBlockUpTo = (time: string): string =>
  `coalesce((SELECT number FROM block_times WHERE time <= ${time} ORDER BY time DESC, number DESC LIMIT 1), -1)`;

/** SQL: the feed's price at the end of a block; null where there was none, or none that can be used. */
export const oraclePriceAt = (block: string): string => `(
  SELECT CASE WHEN said.price > 0 THEN said.price END FROM oracle_prices said WHERE said.block_number <= ${block}
  ORDER BY said.block_number DESC, said.log_index DESC LIMIT 1
)`;

/** SQL: what stands in the place of a price where an index has no feed, so that it ranks by platform tokens; null where it has one. */
export const UNIT_WITHOUT_FEED = `(SELECT CASE WHEN price_feeds = '{}' THEN ${ONE_USD} END FROM deployment)`;

/** SQL: an app's reserves at the end of a block, to be joined; no row before its launch. */
export const reservesAt = (tokenId: string, block: string): string => `(
  SELECT moved.platform_reserve, moved.token_reserve, moved.real_platform_reserve, moved.block_number FROM reserves moved
  WHERE moved.token_id = ${tokenId} AND moved.block_number <= ${block}
  ORDER BY moved.block_number DESC, moved.log_index DESC LIMIT 1
)`;

/** SQL: what trades on all curves pay at the end of a block, in millionths, of deployment d. */
export const feePpmAt = (block: string): string => `coalesce((
  SELECT changed.fee_ppm FROM curve_fees changed WHERE changed.block_number <= ${block}
  ORDER BY changed.block_number DESC, changed.log_index DESC LIMIT 1
), d.fee_ppm)`;

/** SQL: an app's total supply now, of deployment d and the app's statistics s: its own, or that of all. */
export const SUPPLY = 'coalesce(s.supply, d.total_supply)';

/** SQL: the same at the end of a block: without what was minted and burned since. */
export const supplyAt = (
  block: string,
): string => `CASE WHEN s.supply IS NULL THEN d.total_supply ELSE s.supply - coalesce((
  SELECT sum(CASE WHEN moved.sender_id = zero.id THEN moved.amount ELSE 0 END - CASE WHEN moved.recipient_id = zero.id THEN moved.amount ELSE 0 END)
  FROM transfers moved CROSS JOIN (SELECT ${idOfAddress(`'${ZERO_ADDRESS}'`)} AS id) zero
  WHERE moved.block_number > ${block} AND moved.token_id = s.token_id AND zero.id IN (moved.sender_id, moved.recipient_id)
), 0) END`;

/**
 * SQL: an app's balances above zero at the end of a final block: those of its last checkpoint, and what moved since. It costs as
 * much as there are holders, and transfers of up to half as many, or 5,000.
 */
export const balancesAt = (tokenId: string, block: string): string => {
  // Sums of few are added to balances of many: a sum of every holder's would take three times as long.
  const moved = (side: string, sign: string): string => `
    SELECT ${side}_id, ${sign}amount FROM transfers WHERE amount > 0 AND token_id = ${tokenId} AND block_number <= ${block}
      AND block_number > coalesce((SELECT block_number FROM checkpoint), -1)`;
  return `(
  WITH checkpoint AS MATERIALIZED (
    SELECT * FROM holder_checkpoints WHERE token_id = ${tokenId} AND block_number <= ${block} ORDER BY block_number DESC LIMIT 1
  ), balances AS (
    SELECT holder_id, coalesce(held.balance, 0) + coalesce(changed.amount, 0) AS balance FROM (
      SELECT unnest(holder_ids) AS holder_id, unnest(balances) AS balance FROM checkpoint
    ) held FULL JOIN (
      SELECT holder_id, sum(amount) AS amount FROM (${moved('sender', '-')} UNION ALL ${moved('recipient', '')}) sides (holder_id, amount)
      WHERE holder_id IS DISTINCT FROM ${idOfAddress(`'${ZERO_ADDRESS}'`)} GROUP BY holder_id
    ) changed USING (holder_id)
  )
  SELECT * FROM balances WHERE balance > 0
)`;
};

/**
 * SQL: the first block that a reorganisation may still reach, of the index whose head is h. Blocks before `final_before` stay final
 * when a reorganisation takes the head back.
 *
 * @param finalityBlocks how far a reorganisation may reach
 */
export const firstUnfinal = (finalityBlocks: string): string =>
  `greatest(h.block_number - ${finalityBlocks}::bigint, h.final_before)`;

/**
 * SQL: when the newest event happened whose block is final, as `firstUnfinal` has it: what happened before that time cannot change
 * any more. Null before the first.
 */
export const finalTime = (finalityBlocks: string): string => `(
  SELECT max(time) FROM head h CROSS JOIN LATERAL (
    SELECT ${firstUnfinal(finalityBlocks)} AS block
  ) final CROSS JOIN LATERAL (
    (SELECT time FROM block_times WHERE number < final.block ORDER BY number DESC LIMIT 1)
    UNION ALL
    (SELECT time FROM oracle_prices WHERE block_number < final.block ORDER BY block_number DESC, log_index DESC LIMIT 1)
  ) events
)`;

/** SQL: the same of a row of `oracle_prices`, as an array. */
export const ANSWERED_AT = `CASE WHEN answers IS NULL THEN ARRAY[updated_at] ELSE ARRAY(
  SELECT to_timestamp((said.answer ->> 'updatedAt')::float8) FROM jsonb_array_elements(answers) WITH ORDINALITY said (answer, place)
  ORDER BY place) END`;

/** When each of the feeds answered; null before the first answer. */
export type AnsweredAt = readonly (string | Date | null)[] | null;

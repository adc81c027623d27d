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

/** SQL: an app's reserves at the end of a block, to be joined; no row before its launch. */
export const reservesAt = (tokenId: string, block: string): string => `(
  SELECT moved.platform_reserve, moved.token_reserve FROM reserves moved
  WHERE moved.token_id = ${tokenId} AND moved.block_number <= ${block}
  ORDER BY moved.block_number DESC, moved.log_index DESC LIMIT 1
)`;

/**
 * SQL: the first block that a reorganisation may still reach, of the index whose head is h. Blocks before `final_before` stay final
 * when a reorganisation takes the head back.
 *
 * @param finalityBlocks how far a reorganisation may reach
 */
export const firstUnfinal = (finalityBlocks: string): string =>
  `greatest(h.block_number - ${finalityBlocks}::bigint, h.final_before)`;

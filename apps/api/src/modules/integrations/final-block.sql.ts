/**
 * SQL: the newest block that no reorganisation reaches, of the index whose head is h; below 0 while there is none. Blocks before
 * `final_before` stay final when a reorganisation takes the head back.
 *
 * @param finalityBlocks how far a reorganisation may reach
 */
export const finalBlock = (finalityBlocks: string): string =>
  `(greatest(h.block_number - ${finalityBlocks}::bigint, h.final_before) - 1)`;

/**
 * SQL: number and time of the newest block up to one whose time is known: one with events, or one that was the head some minutes ago
 * at most.
 *
 * @param block the newest final one
 */
export const lastKnownBlock = (block: string): string => `(
  SELECT known.number, known.time FROM (
    (SELECT b.number, b.time FROM block_times b WHERE b.number <= ${block} ORDER BY b.number DESC LIMIT 1)
    UNION ALL
    (SELECT p.block_number, p.block_time FROM head_history_rows p WHERE p.block_number <= ${block} ORDER BY p.index_revision DESC LIMIT 1)
  ) known ORDER BY known.number DESC LIMIT 1)`;

/**
 * SQL: the newest block that no reorganisation reaches, of the index whose head is h; below 0 while there is none. Blocks before
 * `final_before` stay final when a reorganisation takes the head back.
 *
 * @param finalityBlocks how far a reorganisation may reach
 */
export const finalBlock = (finalityBlocks: string): string =>
  `(greatest(h.block_number - ${finalityBlocks}::bigint, h.final_before) - 1)`;

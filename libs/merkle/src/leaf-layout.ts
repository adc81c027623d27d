// How leaves lie in bytes. Imports nothing, as the thread that grows trees starts with all of this.

export const ADDRESS_BYTES = 20;
export const WORD_BYTES = 32;
/** Account and reward: what a tree may hold once. */
export const KEY_BYTES = 2 * ADDRESS_BYTES;
export const LEAF_BYTES = KEY_BYTES + WORD_BYTES;

/** So that an index and 32 bits of a hash fit in one double (see sort-by-key). */
export const MAX_LEAVES = 2 ** 21;

/** Leaves one after another, 72 bytes each: account, reward, amount (big-endian). */
export type ClaimLeaves = Uint8Array<ArrayBuffer>;

export function countLeaves(leaves: ClaimLeaves): number {
  return leaves.length / LEAF_BYTES;
}

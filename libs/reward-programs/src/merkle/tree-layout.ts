// How leaves and nodes lie in bytes. Imports nothing, as the thread that grows trees starts with all of this.

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

/** A node as `0x` and 64 hex digits. */
export type NodeHex = `0x${string}`;

/** The text of one of a tree's nodes. */
export function nodeHex(nodes: Uint8Array, node: number): NodeHex {
  const offset = nodes.byteOffset + node * WORD_BYTES;
  return `0x${Buffer.from(nodes.buffer, offset, WORD_BYTES).toString('hex')}`;
}

/** The root of a tree. */
export function rootOf(nodes: Uint8Array): NodeHex {
  return nodeHex(nodes, 0);
}

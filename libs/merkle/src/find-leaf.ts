import type { Address } from '#values';
import { ADDRESS_BYTES, KEY_BYTES, LEAF_BYTES, countLeaves } from './leaf-layout.js';
import type { ClaimTree } from './grow-tree.js';

/** The place of an account's leaf in a tree, by bisection; null when it has none. */
export function findLeaf({ leaves }: ClaimTree, account: Address, reward: Address): number | null {
  const key = Buffer.alloc(KEY_BYTES);
  key.write(account.slice(2), 'hex');
  key.write(reward.slice(2), ADDRESS_BYTES, 'hex');
  let low = 0;
  let high = countLeaves(leaves) - 1;
  while (low <= high) {
    const middle = (low + high) >>> 1;
    const offset = middle * LEAF_BYTES;
    const order = key.compare(leaves, offset, offset + KEY_BYTES);
    if (order === 0) return middle;
    if (order < 0) high = middle - 1;
    else low = middle + 1;
  }
  return null;
}

import {
  ADDRESS_BYTES,
  KEY_BYTES,
  LEAF_BYTES,
  WORD_BYTES,
  countLeaves,
  type ClaimLeaves,
} from './leaf-layout.js';
import { compareBytes } from './compare-bytes.js';
import { keccak } from './keccak.js';
import { sortByKey } from './sort-by-key.js';

/** An OpenZeppelin `standard-v1` tree over claims. */
export interface ClaimTree {
  /** Sorted by account, then reward. */
  readonly leaves: ClaimLeaves;
  /** All 2n - 1 nodes of 32 bytes, the root first, the children of node i at 2i + 1 and 2i + 2. */
  readonly nodes: Uint8Array<ArrayBuffer>;
  /** Which node each leaf is. */
  readonly nodeIndexes: Uint32Array<ArrayBuffer>;
}

/** Two leaves are of the same account and reward: this is one of them. It crosses threads, and so knows bytes alone. */
export class DuplicateLeafError extends Error {
  override readonly name = 'DuplicateLeafError';

  constructor(readonly leaf: ClaimLeaves) {
    super('two leaves are of the same account and reward');
  }
}

/** `abi.encode(address, address, uint256)`: each address in the low 20 bytes of its word. */
const ENCODED_BYTES = 3 * WORD_BYTES;
const ADDRESS_PADDING = WORD_BYTES - ADDRESS_BYTES;

/**
 * Grows the tree over leaves in any order. Leaf hashes are laid out largest first at the end of the nodes, as
 * OpenZeppelin's library does, so that root and proofs are the same.
 *
 * @throws DuplicateLeafError when two leaves are of the same account and reward
 */
export function growTree(unsorted: ClaimLeaves): ClaimTree {
  const leaves = sortLeaves(unsorted);
  const count = countLeaves(leaves);
  const hashes = hashLeaves(leaves, count);
  const order = sortByKey({ bytes: hashes, stride: WORD_BYTES, start: 0, length: WORD_BYTES, count });
  const nodes = new Uint8Array((2 * count - 1) * WORD_BYTES);
  const nodeIndexes = new Uint32Array(count);
  for (const [place, leaf] of order.entries()) {
    const node = 2 * count - 2 - place;
    nodes.set(hashes.subarray(leaf * WORD_BYTES, (leaf + 1) * WORD_BYTES), node * WORD_BYTES);
    nodeIndexes[leaf] = node;
  }
  hashParents(nodes, count - 2);
  return { leaves, nodes, nodeIndexes };
}

function sortLeaves(unsorted: ClaimLeaves): ClaimLeaves {
  const count = countLeaves(unsorted);
  const order = sortByKey({ bytes: unsorted, stride: LEAF_BYTES, start: 0, length: KEY_BYTES, count });
  const leaves = new Uint8Array(unsorted.length);
  for (const [place, leaf] of order.entries()) {
    leaves.set(unsorted.subarray(leaf * LEAF_BYTES, (leaf + 1) * LEAF_BYTES), place * LEAF_BYTES);
  }
  for (let place = 1; place < count; place += 1) {
    if (compareBytes(leaves, (place - 1) * LEAF_BYTES, place * LEAF_BYTES, KEY_BYTES) === 0) {
      throw new DuplicateLeafError(leaves.slice(place * LEAF_BYTES, (place + 1) * LEAF_BYTES));
    }
  }
  return leaves;
}

/** Hashes leaves twice, so that no leaf can be taken for the 64 bytes of two nodes. */
function hashLeaves(leaves: ClaimLeaves, count: number): Uint8Array {
  const hashes = new Uint8Array(count * WORD_BYTES);
  const encoded = new Uint8Array(ENCODED_BYTES);
  for (let i = 0; i < count; i += 1) {
    const offset = i * LEAF_BYTES;
    encoded.set(leaves.subarray(offset, offset + ADDRESS_BYTES), ADDRESS_PADDING);
    encoded.set(leaves.subarray(offset + ADDRESS_BYTES, offset + KEY_BYTES), WORD_BYTES + ADDRESS_PADDING);
    encoded.set(leaves.subarray(offset + KEY_BYTES, offset + LEAF_BYTES), 2 * WORD_BYTES);
    hashes.set(keccak(keccak(encoded)), i * WORD_BYTES);
  }
  return hashes;
}

/** Fills the nodes up to `last` from their children, deepest first. */
function hashParents(nodes: Uint8Array, last: number): void {
  for (let node = last; node >= 0; node -= 1) {
    nodes.set(hashChildren(nodes, node), node * WORD_BYTES);
  }
}

const pair = new Uint8Array(2 * WORD_BYTES);

/** The hash of a node's two children, the smaller one first. */
export function hashChildren(nodes: Uint8Array, node: number): Uint8Array {
  const left = (2 * node + 1) * WORD_BYTES;
  const right = left + WORD_BYTES;
  if (compareBytes(nodes, left, right, WORD_BYTES) <= 0) {
    return keccak(nodes.subarray(left, right + WORD_BYTES));
  }
  pair.set(nodes.subarray(right, right + WORD_BYTES));
  pair.set(nodes.subarray(left, right), WORD_BYTES);
  return keccak(pair);
}

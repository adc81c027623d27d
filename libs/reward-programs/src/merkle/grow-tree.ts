import {
  ADDRESS_BYTES,
  KEY_BYTES,
  LEAF_BYTES,
  WORD_BYTES,
  countLeaves,
  type ClaimLeaves,
} from './tree-layout.js';
import { keccak } from './keccak.js';
import { compareBytes, sortByKey } from './sort-by-key.js';

/** An OpenZeppelin `standard-v1` tree over claims. */
export interface ClaimTree {
  /** Sorted by account, then reward. */
  readonly leaves: ClaimLeaves;
  /** All 2n - 1 nodes of 32 bytes, the root first. The children of node i are at 2i + 1 and 2i + 2. */
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

/** Claims and hashes are copied by words of 32 bits, in loops: a view or an iterator for each would cost more than a hash. */
const WORD = 4;
const LEAF = LEAF_BYTES / WORD;
const KEY = KEY_BYTES / WORD;
const ADDRESS = ADDRESS_BYTES / WORD;
const HASH = WORD_BYTES / WORD;

/**
 * Grows the tree over leaves in any order. Leaf hashes are laid out largest first at the end of the nodes, as OpenZeppelin's
 * library does. So root and proofs are the same.
 *
 * @throws DuplicateLeafError when two leaves are of the same account and reward
 */
export function growTree(unsorted: ClaimLeaves): ClaimTree {
  const leaves = sortLeaves(unsorted);
  const count = countLeaves(leaves);
  const hashes = hashLeaves(leaves, count);
  const order = sortByKey(hashes, WORD_BYTES, WORD_BYTES);
  const nodes = new Uint8Array((2 * count - 1) * WORD_BYTES);
  const nodeIndexes = new Uint32Array(count);
  const [from, to] = [wordsOf(hashes), wordsOf(nodes)];
  for (let position = 0, node = 2 * count - 2; position < count; position += 1, node -= 1) {
    const leaf = order[position] ?? 0;
    copyWords(from, leaf * HASH, to, node * HASH, HASH);
    nodeIndexes[leaf] = node;
  }
  hashInnerNodes(nodes, count);
  return { leaves, nodes, nodeIndexes };
}

function sortLeaves(unsorted: ClaimLeaves): ClaimLeaves {
  const count = countLeaves(unsorted);
  const order = sortByKey(unsorted, LEAF_BYTES, KEY_BYTES);
  const leaves = new Uint8Array(unsorted.length);
  const [from, to] = [wordsOf(unsorted), wordsOf(leaves)];
  for (let position = 0; position < count; position += 1) {
    copyWords(from, (order[position] ?? 0) * LEAF, to, position * LEAF, LEAF);
  }
  for (let position = 1; position < count; position += 1) {
    if (compareBytes(leaves, (position - 1) * LEAF_BYTES, position * LEAF_BYTES, KEY_BYTES) === 0) {
      throw new DuplicateLeafError(leaves.slice(position * LEAF_BYTES, (position + 1) * LEAF_BYTES));
    }
  }
  return leaves;
}

/** Hashes leaves twice, so that no leaf can be taken for the 64 bytes of two nodes. */
function hashLeaves(leaves: ClaimLeaves, count: number): Uint8Array {
  const hashes = new Uint8Array(count * WORD_BYTES);
  // `abi.encode(address, address, uint256)`: each address at the end of its word.
  const encoded = new Uint8Array(3 * WORD_BYTES);
  const [from, to] = [wordsOf(leaves), wordsOf(encoded)];
  for (let i = 0; i < count; i += 1) {
    const leaf = i * LEAF;
    copyWords(from, leaf, to, HASH - ADDRESS, ADDRESS);
    copyWords(from, leaf + ADDRESS, to, 2 * HASH - ADDRESS, ADDRESS);
    copyWords(from, leaf + KEY, to, 2 * HASH, HASH);
    hashes.set(keccak(keccak(encoded)), i * WORD_BYTES);
  }
  return hashes;
}

/** Each inner node is the hash of its two children, the smaller one first. */
function hashInnerNodes(nodes: Uint8Array, count: number): void {
  const pair = new Uint8Array(2 * WORD_BYTES);
  const [from, to] = [wordsOf(nodes), wordsOf(pair)];
  for (let node = count - 2; node >= 0; node -= 1) {
    const left = 2 * node + 1;
    const isLeftLower = compareBytes(nodes, left * WORD_BYTES, (left + 1) * WORD_BYTES, WORD_BYTES) <= 0;
    copyWords(from, left * HASH, to, isLeftLower ? 0 : HASH, HASH);
    copyWords(from, (left + 1) * HASH, to, isLeftLower ? HASH : 0, HASH);
    nodes.set(keccak(pair), node * WORD_BYTES);
  }
}

function wordsOf(bytes: Uint8Array): Uint32Array {
  return new Uint32Array(bytes.buffer, bytes.byteOffset, bytes.byteLength / WORD);
}

function copyWords(from: Uint32Array, start: number, to: Uint32Array, at: number, count: number): void {
  for (let i = 0; i < count; i += 1) to[at + i] = from[start + i] ?? 0;
}

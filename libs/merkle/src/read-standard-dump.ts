import { encodeAbiParameters, hexToBytes } from 'viem/utils';
import { WORD_BYTES } from './leaf-layout.js';
import { childHasher } from './grow-tree.js';
import { keccak } from './keccak.js';
import { MerkleTreeError } from './merkle-tree.error.js';

/** A dump whose every hash was checked. */
export interface StandardTree {
  readonly leafEncoding: readonly string[];
  /** Root first, 32 bytes a node. */
  readonly nodes: Uint8Array;
  readonly values: readonly { readonly value: readonly unknown[]; readonly treeIndex: number }[];
}

const NODE = /^0x[0-9a-fA-F]{64}$/;

/**
 * Reads a tree that OpenZeppelin's library dumped, over leaves of any ABI types, and checks all of its hashes.
 *
 * @throws MerkleTreeError when it is no `standard-v1` dump, or a hash, an index or a leaf is wrong. `simple-v1` is
 *     refused: its leaves are hashed once or not at all, so that a pair of nodes can pass for a leaf.
 */
export function readStandardDump(dump: unknown): StandardTree {
  const { format, leafEncoding, tree, values } = (dump ?? {}) as Readonly<Record<string, unknown>>;
  if (format !== 'standard-v1') throw new MerkleTreeError('not a standard-v1 dump');
  if (!isTexts(leafEncoding) || !isTexts(tree) || !Array.isArray(values))
    throw new MerkleTreeError('a standard-v1 dump has leafEncoding, tree and values');
  if (tree.length % 2 === 0 || values.length !== (tree.length + 1) / 2)
    throw new MerkleTreeError('a tree of n leaves has 2n - 1 nodes and n values');

  const nodes = Buffer.alloc(tree.length * WORD_BYTES);
  for (const [i, text] of tree.entries()) {
    if (!NODE.test(text)) throw new MerkleTreeError(`node ${i} is not 32 bytes of hex`);
    nodes.write(text.slice(2), i * WORD_BYTES, 'hex');
  }
  const hashChildren = childHasher(nodes);
  for (let node = values.length - 2; node >= 0; node -= 1) {
    if (!holds(nodes, node, hashChildren(node)))
      throw new MerkleTreeError(`node ${node} is not the hash of its children`);
  }
  return { leafEncoding, nodes, values: readValues(values, leafEncoding, nodes) };
}

function readValues(
  values: readonly unknown[],
  leafEncoding: readonly string[],
  nodes: Uint8Array,
): StandardTree['values'] {
  const seen = new Set<number>();
  return values.map((entry, i) => {
    const { value, treeIndex } = (entry ?? {}) as Readonly<Record<string, unknown>>;
    if (!Array.isArray(value) || typeof treeIndex !== 'number')
      throw new MerkleTreeError(`value ${i} has no value and treeIndex`);
    const isLeaf = Number.isInteger(treeIndex) && treeIndex >= values.length - 1;
    if (!isLeaf || seen.has(treeIndex) || !holds(nodes, treeIndex, hashValue(value, i, leafEncoding)))
      throw new MerkleTreeError(`value ${i} is not the leaf at its treeIndex`);
    seen.add(treeIndex);
    return { value, treeIndex };
  });
}

function hashValue(value: readonly unknown[], place: number, leafEncoding: readonly string[]): Uint8Array {
  try {
    const types = leafEncoding.map((type) => ({ type }));
    return keccak(keccak(hexToBytes(encodeAbiParameters(types, value))));
  } catch (error) {
    throw new MerkleTreeError(`value ${place} is not of the types that leafEncoding says`, { cause: error });
  }
}

function holds(nodes: Uint8Array, node: number, hash: Uint8Array): boolean {
  return Buffer.compare(nodes.subarray(node * WORD_BYTES, (node + 1) * WORD_BYTES), hash) === 0;
}

function isTexts(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((item) => typeof item === 'string');
}

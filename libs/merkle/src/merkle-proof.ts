import { WORD_BYTES } from './leaf-layout.js';
import { keccak } from './keccak.js';

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

/** The proof of a node: its sibling, its parent's sibling, and so on up to the root's children. */
export function sliceProof(nodes: Uint8Array, node: number): NodeHex[] {
  const proof: NodeHex[] = [];
  // Counted from one, a node's sibling differs in the last bit, and its parent is half of it.
  for (let place = node + 1; place > 1; place >>= 1) proof.push(nodeHex(nodes, (place ^ 1) - 1));
  return proof;
}

/** Whether a proof leads from a leaf's hash to a root, as OpenZeppelin's `MerkleProof.verify` says. */
export function verifyProof(root: NodeHex, leafHash: Uint8Array, proof: readonly NodeHex[]): boolean {
  let node = Buffer.from(leafHash);
  for (const text of proof) {
    const sibling = Buffer.from(text.slice(2), 'hex');
    const [low, high] = Buffer.compare(node, sibling) <= 0 ? [node, sibling] : [sibling, node];
    node = Buffer.from(keccak(Buffer.concat([low, high])));
  }
  return `0x${node.toString('hex')}` === root.toLowerCase();
}

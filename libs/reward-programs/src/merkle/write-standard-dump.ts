import { LEAF_ENCODING, type ClaimLeaf } from './claim-leaves.js';
import { nodeHex, WORD_BYTES } from './tree-layout.js';

/** A leaf with the node that it is. */
export type PlacedLeaf = ClaimLeaf & { readonly nodeIndex: number };

/** Pieces of a tree, as they come from where it is kept. */
export interface TreePieces {
  /** All nodes, root first, cut between nodes. */
  readonly nodes: AsyncIterable<Uint8Array> | Iterable<Uint8Array>;
  readonly leaves: AsyncIterable<readonly PlacedLeaf[]> | Iterable<readonly PlacedLeaf[]>;
}

/** Writes a tree as the JSON that OpenZeppelin's `StandardMerkleTree.load` reads, piece by piece: it may be long. */
export async function* writeStandardDump({ nodes, leaves }: TreePieces): AsyncGenerator<string> {
  yield `{"format":"standard-v1","leafEncoding":${JSON.stringify(LEAF_ENCODING)},"tree":[`;
  let separator = '';
  for await (const piece of nodes) {
    const texts = Array.from({ length: piece.length / WORD_BYTES }, (_, i) => `"${nodeHex(piece, i)}"`);
    yield separator + texts.join(',');
    separator = ',';
  }
  yield '],"values":[';
  separator = '';
  for await (const piece of leaves) {
    yield separator + piece.map(toValue).join(',');
    separator = ',';
  }
  yield ']}';
}

function toValue({ account, reward, amount, nodeIndex }: PlacedLeaf): string {
  return `{"value":["${account}","${reward}","${amount}"],"treeIndex":${nodeIndex}}`;
}

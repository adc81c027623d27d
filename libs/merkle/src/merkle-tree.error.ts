/** Leaves or a dump that no tree can be made of; the message says what is wrong with them. */
export class MerkleTreeError extends Error {
  override readonly name = 'MerkleTreeError';
}

export { buildClaimTree } from './build-claim-tree.js';
export { LEAF_ENCODING, type ClaimLeaf } from './claim-leaf.js';
export { decodeLeaf } from './claim-leaves.js';
export { findLeaf } from './find-leaf.js';
export type { ClaimTree } from './grow-tree.js';
export { countLeaves } from './leaf-layout.js';
export { rootOf, sliceProof, verifyProof, type NodeHex } from './merkle-proof.js';
export { writeStandardDump, type PlacedLeaf } from './write-standard-dump.js';

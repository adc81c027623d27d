export { buildClaimTree } from './build-claim-tree.js';
export { decodeLeaf, LEAF_ENCODING, type ClaimLeaf } from './claim-leaves.js';
export type { ClaimTree } from './grow-tree.js';
export { countLeaves, rootOf, type NodeHex } from './tree-layout.js';
export { writeStandardDump, type PlacedLeaf } from './write-standard-dump.js';

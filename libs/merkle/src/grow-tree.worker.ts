import { parentPort, workerData } from 'node:worker_threads';
import type { GrownTree } from './build-claim-tree.js';
import type { ClaimLeaves } from './claim-leaves.js';
import { growTree } from './grow-tree.js';
import { loadKeccak } from './keccak.js';
import { MerkleTreeError } from './merkle-tree.error.js';

/** The thread of `buildClaimTree`: leaves in, tree out, without a copy of either. */
function answer(grown: GrownTree, transfer: ArrayBuffer[]): void {
  parentPort?.postMessage(grown, transfer);
}

const keccak = await loadKeccak();
try {
  const tree = growTree(workerData as ClaimLeaves, keccak);
  answer({ tree }, [tree.leaves.buffer, tree.nodes.buffer, tree.nodeIndexes.buffer]);
} catch (error) {
  if (!(error instanceof MerkleTreeError)) throw error;
  answer({ refused: error.message }, []);
}

import { parentPort, workerData } from 'node:worker_threads';
import type { GrownTree } from './build-claim-tree.js';
import { DuplicateLeafError, growTree } from './grow-tree.js';
import type { ClaimLeaves } from './leaf-layout.js';

/** The thread of `buildClaimTree`: leaves in, tree out, without a copy of either. It imports little: it starts each time. */
function answer(grown: GrownTree, transfer: ArrayBuffer[]): void {
  parentPort?.postMessage(grown, transfer);
}

try {
  const tree = growTree(workerData as ClaimLeaves);
  answer({ tree }, [tree.leaves.buffer, tree.nodes.buffer, tree.nodeIndexes.buffer]);
} catch (error) {
  if (!(error instanceof DuplicateLeafError)) throw error;
  answer({ duplicate: error.leaf }, []);
}

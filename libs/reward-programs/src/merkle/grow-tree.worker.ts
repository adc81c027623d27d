import { parentPort } from 'node:worker_threads';
import type { GrownTree } from './build-claim-tree.js';
import { DuplicateLeafError, growTree } from './grow-tree.js';
import type { ClaimLeaves } from './tree-layout.js';

/** The thread of `buildClaimTree`: leaves in, tree out, without a copy of either. It imports little: it starts each time. */
function send(grown: GrownTree, transfer: ArrayBuffer[]): void {
  parentPort?.postMessage(grown, transfer);
}

parentPort?.once('message', (leaves: ClaimLeaves) => {
  try {
    const tree = growTree(leaves);
    send({ tree }, [tree.leaves.buffer, tree.nodes.buffer, tree.nodeIndexes.buffer]);
  } catch (error) {
    if (!(error instanceof DuplicateLeafError)) throw error;
    send({ duplicate: error.leaf }, []);
  }
});

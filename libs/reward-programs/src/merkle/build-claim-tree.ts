import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { decodeLeaf, encodeLeaves, MerkleTreeError, type ClaimLeaf } from './claim-leaves.js';
import type { ClaimTree } from './grow-tree.js';
import type { ClaimLeaves } from './tree-layout.js';

/** What the worker returns: a tree, or a leaf of which there is another. */
export type GrownTree = { readonly tree: ClaimTree } | { readonly duplicate: ClaimLeaves };

/**
 * Builds a tree in a thread of its own: hashing a million leaves takes seconds, in which a process should go on.
 *
 * @throws MerkleTreeError for leaves that no tree can be made of: none, too many, twice the same account and reward,
 *     an amount of zero
 */
export async function buildClaimTree(leaves: Iterable<ClaimLeaf>): Promise<ClaimTree> {
  // Always the compiled worker: threads know nothing of what runs TypeScript sources. It starts while leaves are encoded.
  const worker = new Worker(new URL(import.meta.resolve('@slipway/reward-programs/worker')));
  try {
    const bytes = encodeLeaves(leaves);
    worker.postMessage(bytes, [bytes.buffer]);
    const [grown] = (await once(worker, 'message')) as [GrownTree];
    if ('tree' in grown) return grown.tree;
    const { account, reward } = decodeLeaf(grown.duplicate, 0);
    throw new MerkleTreeError(`${account} has two leaves for the reward ${reward}`);
  } finally {
    await worker.terminate();
  }
}

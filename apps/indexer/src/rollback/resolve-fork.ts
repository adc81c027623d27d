import { InconsistentNodeError, type BlockHeader, type ChainNode, type Deployment } from '#chain';
import type { IndexerOptions } from '../registry/indexer-options.js';
import { findAncestor } from './find-ancestor.js';
import { holdFinal } from '../tables/head.js';
import { listUnfinal } from '../tables/index-state.js';
import { rollBack, startOver } from './roll-back.js';
import { inTransaction, type Writer } from '../postgres/transaction.js';

/** The node's chain left a block that was final: going on would rewrite what was promised never to change. */
export class FinalityViolationError extends Error {
  override readonly name = 'FinalityViolationError';
}

/** What became of a fork: nothing when the node only lags. */
export type Fork =
  { readonly kind: 'node-behind' } | { readonly kind: 'rolled-back'; readonly block: number };

/**
 * Takes the index back to the last block that it shares with the node's chain, which does not go on from the index's
 * head: the node lags, or the chain was reorganised.
 *
 * @param latest the node's newest block
 * @throws FinalityViolationError when the chain shares no block that may change
 */
export async function resolveFork(
  writer: Writer,
  node: ChainNode,
  deployment: Deployment,
  { local, startBlock, finalityBlocks }: IndexerOptions,
  latest: BlockHeader,
): Promise<Fork> {
  const { session } = writer;
  const unfinal = await listUnfinal(session, finalityBlocks);
  const comparable = unfinal.filter(({ number }) => number <= latest.number);
  // So low a chain does not say which of our blocks it has.
  if (comparable.length === 0 && !local) return { kind: 'node-behind' };
  const ancestor = await findAncestor(node, comparable);
  if (ancestor !== null && ancestor.number >= latest.number && !local) return { kind: 'node-behind' };
  if (ancestor !== null && ancestor.number === unfinal[0]?.number && !local) {
    throw new InconsistentNodeError(`block ${ancestor.number + 1} is no child of block ${ancestor.number}`);
  }
  const first = unfinal.at(-1)?.number ?? startBlock;
  const wasAllUnfinal = first <= startBlock;
  if (ancestor === null && !local && !wasAllUnfinal) {
    throw new FinalityViolationError(
      `the node's chain shares none of the index's last ${unfinal.length} blocks, from ${first}`,
    );
  }
  await inTransaction(writer, async () => {
    if (ancestor === null) return startOver(session);
    await rollBack(session, ancestor, deployment);
    await holdFinal(session, first);
  });
  return { kind: 'rolled-back', block: ancestor?.number ?? startBlock - 1 };
}

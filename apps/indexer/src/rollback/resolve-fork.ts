import { InconsistentNodeError, type BlockHeader, type ChainNode } from '@slipway/chain';
import { type Deployment } from '@slipway/protocols';
import type { IndexerOptions } from '../registry/indexer-options.js';
import { forgetFeedPhases } from '../tables/feed-phases.js';
import { holdFinal, type HashedBlock } from '../tables/head.js';
import { listUnfinal } from '../tables/index-state.js';
import { IndexHaltedError } from './halted.js';
import { rollBack, startOver } from './roll-back.js';
import { inTransaction, type Writer } from '../postgres/transaction.js';

const HEADERS_AT_ONCE = 32;

/** The node's chain left a block that was final: going on would rewrite blocks that were promised never to change. */
export class FinalityViolationError extends IndexHaltedError {
  override readonly name = 'FinalityViolationError';
}

/** A local chain may be put back to an earlier block. It has to stay lower for so many looks, and so long: a backend may lag. */
const LOOKS_BEFORE_BELIEVED = 10;
const BELIEVED_AFTER_MS = 5_000;

/** Whether a chain that is lower than the index has been so for long. */
export class LowerChain {
  private looks = 0;
  private since = 0;

  /** The chain is lower, in every block that it has as the index. @param now in milliseconds */
  isLasting(now: number): boolean {
    if (this.looks === 0) this.since = now;
    this.looks += 1;
    return this.looks >= LOOKS_BEFORE_BELIEVED && now - this.since >= BELIEVED_AFTER_MS;
  }

  reset(): void {
    this.looks = 0;
  }
}

export type Fork =
  { readonly kind: 'node-behind' } | { readonly kind: 'rolled-back'; readonly block: number };

/**
 * Takes the index back to the last block that it shares with the node's chain, unless the node lags. A chain that is lower shows
 * no fork by that; only of a local one it is believed, when it stays lower for long.
 * @param isLower whether that is so of a chain that shares all its blocks with the index
 * @throws FinalityViolationError when the chain shares no block that may change
 */
export async function resolveFork(
  writer: Writer,
  node: ChainNode,
  deployment: Deployment,
  { local, startBlock, finalityBlocks }: IndexerOptions,
  latest: BlockHeader,
  isLower: () => boolean,
): Promise<Fork> {
  const { session } = writer;
  const unfinal = await listUnfinal(session, finalityBlocks);
  const comparable = unfinal.filter(({ number }) => number <= latest.number);
  // So low a chain does not say which of our blocks it has.
  if (comparable.length === 0 && !local) return { kind: 'node-behind' };
  const ancestor = await findAncestor(node, comparable);
  const isShared = ancestor !== null && ancestor.number >= latest.number;
  if (isShared && !(local && isLower())) return { kind: 'node-behind' };
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
    await forgetFeedPhases(session, ancestor?.number ?? -1);
    if (ancestor === null) return startOver(session);
    await rollBack(session, ancestor, deployment);
    await holdFinal(session, first);
  });
  return { kind: 'rolled-back', block: ancestor?.number ?? startBlock - 1 };
}

/**
 * The newest block that the index and the node's chain share; null when there is none.
 * @param hashes the index's blocks that the node's chain is high enough to have, newest first
 */
async function findAncestor(node: ChainNode, hashes: readonly HashedBlock[]): Promise<BlockHeader | null> {
  let above: BlockHeader | null = null;
  for (let i = 0; i < hashes.length; i += HEADERS_AT_ONCE) {
    const some = hashes.slice(i, i + HEADERS_AT_ONCE);
    for (const [j, header] of (await node.headers(some.map((block) => block.number))).entries()) {
      if (above !== null && above.number === header.number + 1 && above.parentHash !== header.hash) {
        throw new InconsistentNodeError(`block ${above.number} is no child of block ${header.number}`);
      }
      if (header.hash === some[j]?.hash) return header;
      above = header;
    }
  }
  return null;
}

import { InconsistentNodeError, type BlockHeader, type ChainNode } from '@slipway/chain';
import { type Deployment } from '@slipway/protocols';
import { firstUnfinal, type IndexerOptions } from '../registry/indexer-options.js';
import { firstRecent, holdFinal, replaceHashes, type HashedBlock } from '../tables/head.js';
import { listKept, readHead } from '../tables/index-state.js';
import { rollBack } from './roll-back.js';
import { inTransaction, type Writer } from '../postgres/transaction.js';

/** The index cannot be taken back to that block. */
export class RewindRefusedError extends Error {
  override readonly name = 'RewindRefusedError';
}

/**
 * Takes the index back to a block of the node's chain, final or not. A kept hash at or above the block proves it.
 * @returns the new head
 * @throws RewindRefusedError when the block is not below the head, or cannot be proved to be of the node's chain
 */
export async function rewindIndex(
  writer: Writer,
  node: ChainNode,
  deployment: Deployment,
  options: IndexerOptions,
  block: number,
): Promise<BlockHeader> {
  const { session } = writer;
  const { startBlock } = options;
  const head = await readHead(session);
  if (head === null || block >= head.number || block < startBlock) {
    const where = head === null ? 'is empty' : `stands at block ${head.number}`;
    throw new RewindRefusedError(`the index ${where}: nothing to rewind to block ${block}`);
  }
  const kept = await listKept(session);
  const proof = kept.find(({ number }) => number >= block) ?? head;
  const first = Math.max(startBlock, firstRecent(block, firstUnfinal(options, block)));
  const headers = await readHeaders(node, first, block, proof.number);
  if (headers.at(-1)?.hash !== proof.hash) throw await refusal(node, kept, block, proof.number);
  const recent = headers.slice(0, block - first + 1);
  const target = recent.at(-1);
  if (target === undefined) throw new Error('no headers');
  // An operator waits for it, however much there is to undo.
  const rewind = (): Promise<void> =>
    session.withoutTimeouts(async () => {
      await rollBack(session, target, deployment);
      await replaceHashes(session, recent);
      await holdFinal(session, 0);
    });
  await inTransaction(writer, rewind);
  return target;
}

/** Headers of a range, and of a block at its end or above it, in one question: from one node. */
async function readHeaders(
  node: ChainNode,
  from: number,
  to: number,
  above: number,
): Promise<readonly BlockHeader[]> {
  const numbers = Array.from({ length: to - from + 1 }, (_, i) => from + i);
  const headers = await node.headers(above === to ? numbers : [...numbers, above]);
  for (const [i, header] of headers.entries()) {
    const below = headers[i - 1];
    if (below?.number === header.number - 1 && below.hash !== header.parentHash) {
      node.penalise();
      throw new InconsistentNodeError(`block ${header.number} is no child of block ${below.number}`);
    }
  }
  return headers;
}

/** Says how far the index can be taken back instead. @param above a kept block that the node's chain does not have */
async function refusal(
  node: ChainNode,
  kept: readonly HashedBlock[],
  block: number,
  above: number,
): Promise<RewindRefusedError> {
  const shared = await findLastShared(
    node,
    kept.filter(({ number }) => number < above),
  );
  const instead =
    shared === null
      ? "none whose hash the index keeps is of the node's chain; rebuild the index"
      : `the last that can is block ${shared}`;
  return new RewindRefusedError(`block ${block} cannot be proved to be of the node's chain: ${instead}`);
}

/** The newest of some blocks that the node's chain has too: it has all below one that it has. */
async function findLastShared(node: ChainNode, blocks: readonly HashedBlock[]): Promise<number | null> {
  const middle = Math.floor(blocks.length / 2);
  const one = blocks[middle];
  if (one === undefined) return null;
  const { hash } = await node.header(one.number);
  if (hash !== one.hash) return findLastShared(node, blocks.slice(0, middle));
  return (await findLastShared(node, blocks.slice(middle + 1))) ?? one.number;
}

import type { BlockHeader, ChainNode, Deployment } from '#chain';
import type { IndexerOptions } from './indexer.js';
import { replaceHashes } from './store/move-head.js';
import { findLastTransaction, listHashes, readState } from './store/read-state.js';
import { rollBack } from './store/roll-back.js';
import { inTransaction } from './store/transaction.js';
import type { Writer } from './store/writer-connection.js';

/** The index cannot be taken back to that block. */
export class RewindRefusedError extends Error {
  override readonly name = 'RewindRefusedError';
}

/**
 * Takes the index back to a block of the node's chain, final or not. What is left has to be of that chain: by the
 * block's hash where it is kept, else by the last transaction that the index has up to it.
 *
 * @returns the new head
 * @throws RewindRefusedError when the block is not below the head, or is another in the node's chain
 */
export async function rewindIndex(
  writer: Writer,
  node: ChainNode,
  deployment: Deployment,
  { startBlock, finalityBlocks }: IndexerOptions,
  block: number,
): Promise<BlockHeader> {
  const { head } = await readState(writer.session, deployment);
  if (head === null || block >= head.number || block < startBlock) {
    const where = head === null ? 'is empty' : `stands at block ${head.number}`;
    throw new RewindRefusedError(`the index ${where}: nothing to rewind to block ${block}`);
  }
  const first = Math.max(startBlock, block - finalityBlocks);
  const headers = await node.headers(Array.from({ length: block - first + 1 }, (_, i) => first + i));
  const target = headers.at(-1);
  if (target === undefined || !(await isShared(writer, node, target))) {
    throw new RewindRefusedError(`block ${block} is another in the node's chain: choose a lower one`);
  }
  await inTransaction(writer, async () => {
    await rollBack(writer.session, target, deployment);
    await replaceHashes(writer.session, headers);
  });
  return target;
}

async function isShared(
  { session }: Writer,
  node: ChainNode,
  { number, hash }: BlockHeader,
): Promise<boolean> {
  const kept = (await listHashes(session)).find((one) => one.number === number);
  if (kept !== undefined) return kept.hash === hash;
  const last = await findLastTransaction(session, number);
  return last === null || (await node.blockOfTransaction(last.hash, number)) === last.blockNumber;
}

import type { Hex } from 'viem';
import { InconsistentNodeError, type BlockHeader, type ChainNode } from '#chain';

const HEADERS_AT_ONCE = 32;

/**
 * The newest block that the index and the node's chain share. A node that lacks a block below its newest, or whose chain
 * does not go on from the shared block, proves nothing.
 *
 * @param hashes the index's blocks that the node's chain is high enough to have, newest first
 * @returns null when none of them is in the node's chain
 */
export async function findAncestor(
  node: ChainNode,
  hashes: readonly { readonly number: number; readonly hash: Hex }[],
): Promise<BlockHeader | null> {
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

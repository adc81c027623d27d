import type { Hex } from 'viem';
import type { BlockHeader, ChainNode } from '#chain';

const HEADERS_AT_ONCE = 32;

/**
 * The newest block that the index and the node's chain share.
 *
 * @param hashes the index's blocks, newest first
 * @returns null when none of them is in the node's chain
 */
export async function findAncestor(
  node: ChainNode,
  hashes: readonly { readonly number: number; readonly hash: Hex }[],
): Promise<BlockHeader | null> {
  for (let i = 0; i < hashes.length; i += HEADERS_AT_ONCE) {
    const some = hashes.slice(i, i + HEADERS_AT_ONCE);
    const headers = await node.headers(some.map((block) => block.number));
    const shared = headers.find((header, j) => header !== null && header.hash === some[j]?.hash);
    if (shared) return shared;
  }
  return null;
}

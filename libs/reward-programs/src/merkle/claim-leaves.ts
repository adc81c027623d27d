import { toAddress, type Address } from '@slipway/domain';
import {
  ADDRESS_BYTES,
  KEY_BYTES,
  LEAF_BYTES,
  MAX_LEAVES,
  WORD_BYTES,
  type ClaimLeaves,
} from './tree-layout.js';

/** What one account may claim of one reward token, all in all: a leaf of a distributor's tree. */
export interface ClaimLeaf {
  readonly account: Address;
  readonly reward: Address;
  /** Cumulative, in wei, above zero. */
  readonly amount: bigint;
}

/** The ABI types that a leaf is hashed as: `keccak256(bytes.concat(keccak256(abi.encode(account, reward, amount))))`. */
export const LEAF_ENCODING = ['address', 'address', 'uint256'] as const;

/** Leaves that no tree can be made of; the message names the mistake. */
export class MerkleTreeError extends Error {
  override readonly name = 'MerkleTreeError';
}

const MAX_AMOUNT = 2n ** 256n - 1n;

/** Hex is read in pieces, since each reading costs more than the digits of one leaf. */
const LEAVES_A_PIECE = 256;

/**
 * Lays leaves out as bytes, in the order given.
 *
 * @throws MerkleTreeError for none or too many, for an amount of zero or beyond uint256
 */
export function encodeLeaves(leaves: Iterable<ClaimLeaf>): ClaimLeaves {
  let bytes = Buffer.alloc(LEAVES_A_PIECE * LEAF_BYTES);
  let hex = '';
  let written = 0;
  let count = 0;
  const write = (): void => {
    if (count * LEAF_BYTES > bytes.length) bytes = Buffer.concat([bytes], bytes.length * 2);
    written += bytes.write(hex, written, 'hex');
    hex = '';
  };
  for (const { account, reward, amount } of leaves) {
    if (amount <= 0n || amount > MAX_AMOUNT)
      throw new MerkleTreeError(`the amount of ${account} must be from 1 to 2^256-1`);
    if (count === MAX_LEAVES) throw new MerkleTreeError(`a tree has at most ${MAX_LEAVES} leaves`);
    hex += account.slice(2) + reward.slice(2) + amount.toString(16).padStart(2 * WORD_BYTES, '0');
    count += 1;
    if (count % LEAVES_A_PIECE === 0) write();
  }
  if (count === 0) throw new MerkleTreeError('a tree needs at least one leaf');
  write();
  return new Uint8Array(bytes.subarray(0, written));
}

/** The leaf at a position in the bytes. */
export function decodeLeaf(leaves: ClaimLeaves, position: number): ClaimLeaf {
  const leaf = Buffer.from(leaves.buffer, leaves.byteOffset + position * LEAF_BYTES, LEAF_BYTES);
  return {
    account: toAddress(`0x${leaf.toString('hex', 0, ADDRESS_BYTES)}`),
    reward: toAddress(`0x${leaf.toString('hex', ADDRESS_BYTES, KEY_BYTES)}`),
    amount: BigInt(`0x${leaf.toString('hex', KEY_BYTES)}`),
  };
}

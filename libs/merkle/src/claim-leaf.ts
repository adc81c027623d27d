import type { Address } from '#values';

/** What one account may claim of one reward token, all in all: a leaf of a distributor's tree. */
export interface ClaimLeaf {
  readonly account: Address;
  readonly reward: Address;
  /** Cumulative, in wei, above zero. */
  readonly amount: bigint;
}

/** The ABI types that a leaf is hashed as: `keccak256(bytes.concat(keccak256(abi.encode(account, reward, amount))))`. */
export const LEAF_ENCODING = ['address', 'address', 'uint256'] as const;

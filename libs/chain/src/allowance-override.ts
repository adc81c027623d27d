import { concat, keccak256, numberToHex, pad, type Hex } from 'viem';
import type { Address } from '@slipway/domain';

/** The state of an `eth_call` that is other than the block's (geth's and most nodes' third parameter). */
export type StateOverrides = Readonly<
  Record<Address, { readonly stateDiff?: Readonly<Record<Hex, Hex>>; readonly balance?: Hex }>
>;

export interface Approval {
  readonly token: Address;
  readonly owner: Address;
  readonly spender: Address;
  /** In wei. */
  readonly amount: bigint;
}

/** Slots at which contracts declare `mapping(owner => mapping(spender => amount))`; OpenZeppelin's ERC20 does so at 1. */
const FIRST_SLOTS = Array.from({ length: 16 }, (_, slot) => numberToHex(slot, { size: 32 }));

/** ERC-7201 `openzeppelin.storage.ERC20`, whose second member it is. */
const OPENZEPPELIN_UPGRADEABLE: Hex = '0x52c63247e1f47db19d5ce0460030c497f067ca4cebf71ba98eeadabe20bace01';

/**
 * An allowance as if it was given. Where a token keeps allowances is its own business, so each customary place is set. Whether
 * one of them was right is what the token's `allowance` says under the same overrides. A place is a hash of the wallets: nothing
 * else is kept at a wrong one.
 */
export function overrideAllowance({ token, owner, spender, amount }: Approval): StateOverrides {
  const value = numberToHex(amount, { size: 32 });
  const places = [...FIRST_SLOTS, OPENZEPPELIN_UPGRADEABLE].map((slot) =>
    keccak256(concat([pad(spender), keccak256(concat([pad(owner), slot]))])),
  );
  return { [token]: { stateDiff: Object.fromEntries(places.map((place) => [place, value])) } };
}

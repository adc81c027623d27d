import type { Address } from '@slipway/domain';
import type { TransferRow } from '../decode/rows.js';

/** Whether an address keeps a position at a block: every one does that is neither a market nor a grave. */
export type IsWallet = (address: Address, blockNumber: number) => boolean;

/** How the balance of every wallet moved that a token's transfers of one transaction touch. */
export function netFlows(transfers: readonly TransferRow[], isWallet: IsWallet): Map<Address, bigint> {
  const nets = new Map<Address, bigint>();
  const add = (wallet: Address, blockNumber: number, amount: bigint): void => {
    if (isWallet(wallet, blockNumber)) nets.set(wallet, (nets.get(wallet) ?? 0n) + amount);
  };
  for (const { sender, recipient, amount, blockNumber } of transfers) {
    if (amount === 0n) continue;
    add(sender, blockNumber, -amount);
    add(recipient, blockNumber, amount);
  }
  return nets;
}

export interface Moved {
  readonly wallet: Address;
  readonly by: bigint;
}

/** The wallets that end poorer (-1) or richer (1), the most first, equal ones by address as a number. */
export function movedWallets(nets: ReadonlyMap<Address, bigint>, sign: -1n | 1n): Moved[] {
  return [...nets]
    .map(([wallet, net]) => ({ wallet, by: net * sign }))
    .filter(({ by }) => by > 0n)
    .sort(
      (a, b) => Number(b.by > a.by) - Number(a.by > b.by) || (BigInt(a.wallet) < BigInt(b.wallet) ? -1 : 1),
    );
}

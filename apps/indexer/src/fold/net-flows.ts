import type { Address } from '@slipway/domain';
import type { TransferRow } from '../decode/rows.js';

/** Whether an address keeps a position at a block: every one does that is neither a market nor a grave. */
export type IsWallet = (address: Address, blockNumber: number) => boolean;

/** What a transfer moved. */
type Movement = Pick<TransferRow, 'sender' | 'recipient' | 'amount' | 'blockNumber'>;

/** How the balance of every wallet moved that a token's transfers of one transaction touch. */
export function netFlows(transfers: readonly Movement[], isWallet: IsWallet): Map<Address, bigint> {
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

/** A wallet that tokens pass through keeps, or adds, at most one part of so many. */
const PARTS = 1_000n;

/**
 * Wallets that a transaction's tokens only pass through, such as a router that keeps what rounding leaves: their nets are within
 * 0.1 % of what came in or went out. Other wallets' nets, all one way, come to at least half of that.
 */
export function passedThrough(
  transfers: readonly Movement[],
  nets: ReadonlyMap<Address, bigint>,
): ReadonlySet<Address> {
  const moved = [...nets].filter(([, net]) => net !== 0n);
  if (moved.length < 2) return new Set();
  const [into, out] = [new Map<Address, bigint>(), new Map<Address, bigint>()];
  for (const { sender, recipient, amount } of transfers) {
    if (sender === recipient) continue;
    into.set(recipient, (into.get(recipient) ?? 0n) + amount);
    out.set(sender, (out.get(sender) ?? 0n) + amount);
  }
  const through = (wallet: Address): bigint => max(into.get(wallet) ?? 0n, out.get(wallet) ?? 0n);
  const keepers = moved.filter(([wallet, net]) => max(net, -net) * PARTS > through(wallet));
  const sumOf = (sign: bigint): bigint => keepers.reduce((all, [, net]) => all + max(net * sign, 0n), 0n);
  const kept = max(sumOf(1n), sumOf(-1n));
  return new Set(
    moved.flatMap(([wallet, net]) =>
      max(net, -net) * PARTS <= through(wallet) && through(wallet) <= 2n * kept ? [wallet] : [],
    ),
  );
}

function max(a: bigint, b: bigint): bigint {
  return a > b ? a : b;
}

/**
 * The wallets that end poorer (-1) or richer (1), the most first, equal ones by address as a number.
 * @param passed those that count as if their net were none
 */
export function movedWallets(
  nets: ReadonlyMap<Address, bigint>,
  sign: -1n | 1n,
  passed: ReadonlySet<Address>,
): Moved[] {
  return [...nets]
    .filter(([wallet]) => !passed.has(wallet))
    .map(([wallet, net]) => ({ wallet, by: net * sign }))
    .filter(({ by }) => by > 0n)
    .sort(
      (a, b) => Number(b.by > a.by) - Number(a.by > b.by) || (BigInt(a.wallet) < BigInt(b.wallet) ? -1 : 1),
    );
}

import type { Hex } from 'viem';
import type { Moved, Place, Traded } from './raw-logs.js';

/** A trade, or a wallet's part of one. */
export interface Dealing extends Place {
  readonly wallet: Hex;
  readonly isBuy: boolean;
  readonly platform: bigint;
  readonly tokens: bigint;
}

/** How much richer each wallet is. */
export function netsOf(moved: readonly Moved[], isWallet: (address: Hex) => boolean): Map<Hex, bigint> {
  const nets = new Map<Hex, bigint>();
  for (const { from, to, value } of moved) {
    if (isWallet(from)) nets.set(from, (nets.get(from) ?? 0n) - value);
    if (isWallet(to)) nets.set(to, (nets.get(to) ?? 0n) + value);
  }
  return nets;
}

/**
 * Wallets that tokens only pass through: they keep at most 0.1 % of it, while others' nets of one side are half of that at least
 * (docs/design/figures.md).
 */
export function passersOf(moved: readonly Moved[], nets: ReadonlyMap<Hex, bigint>): ReadonlySet<Hex> {
  const changed = [...nets].filter(([, net]) => net !== 0n);
  const others = moved.filter(({ from, to }) => from !== to);
  const through = new Map(
    changed.map(([wallet]) => {
      const came = sum(others.filter(({ to }) => to === wallet).map(({ value }) => value));
      const went = sum(others.filter(({ from }) => from === wallet).map(({ value }) => value));
      return [wallet, came > went ? came : went];
    }),
  );
  const keepsLittle = ([wallet, net]: readonly [Hex, bigint]): boolean =>
    size(net) * 1_000n <= through.get(wallet)!;
  const large = changed.filter((one) => !keepsLittle(one)).map(([, net]) => net);
  const [gained, lost] = [sum(large.filter((net) => net > 0n)), -sum(large.filter((net) => net < 0n))];
  const most = gained > lost ? gained : lost;
  const passers = changed.filter((one) => keepsLittle(one) && through.get(one[0])! <= 2n * most);
  return new Set(changed.length < 2 ? [] : passers.map(([wallet]) => wallet));
}

/**
 * Whose the trades of one app in one transaction are (docs/http-contract.md, Positions): buys are shared by those who end richer, sales
 * by those who end poorer, by how much; where nobody does, by those of the other side, else they are whose the event says.
 */
export function whoTraded(
  trades: readonly Traded[],
  moved: readonly Moved[],
  isWallet: (address: Hex) => boolean,
): { readonly dealings: readonly Dealing[]; readonly trades: readonly Dealing[] } {
  const nets = netsOf(moved, isWallet);
  const passers = passersOf(moved, nets);
  const traders = [...nets]
    .filter(([wallet, net]) => net !== 0n && !passers.has(wallet))
    .toSorted(([one, a], [other, b]) => compare(size(b), size(a)) || compare(BigInt(one), BigInt(other)));
  const [richer, poorer] = [traders.filter(([, net]) => net > 0n), traders.filter(([, net]) => net < 0n)];
  const dealings: Dealing[] = [];
  const whole: Dealing[] = [];
  for (const isBuy of [true, false]) {
    const own = trades.filter((trade) => trade.isBuy === isBuy);
    const [first, second] = isBuy ? [richer, poorer] : [poorer, richer];
    const sharers = first.length > 0 ? first : second;
    const ofFirst = own.map(({ named, ...trade }) => ({ ...trade, wallet: sharers[0]?.[0] ?? named }));
    whole.push(...ofFirst);
    dealings.push(...(sharers.length < 2 ? ofFirst : partsOf(own, sharers)));
  }
  const inOrder = (some: readonly Dealing[]): Dealing[] => some.toSorted((a, b) => a.index - b.index);
  return { dealings: inOrder(dealings), trades: inOrder(whole) };
}

/** All trades of a side are one of each sharer, at the place of the last. */
function partsOf(trades: readonly Traded[], sharers: readonly (readonly [Hex, bigint])[]): Dealing[] {
  const last = trades.at(-1);
  if (last === undefined) return [];
  const { block, time, hash, index, isBuy } = last;
  const all = sum(sharers.map(([, net]) => size(net)));
  return sharers.map(([wallet, net]) => ({
    ...{ block, time, hash, index, wallet, isBuy },
    platform: (sum(trades.map(({ platform }) => platform)) * size(net)) / all,
    tokens: (sum(trades.map(({ tokens }) => tokens)) * size(net)) / all,
  }));
}

const compare = (a: bigint, b: bigint): number => Number(a > b) - Number(a < b);
const sum = (amounts: readonly bigint[]): bigint => amounts.reduce((all, amount) => all + amount, 0n);
const size = (amount: bigint): bigint => (amount < 0n ? -amount : amount);

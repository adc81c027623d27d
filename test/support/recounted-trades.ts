import type { Address } from 'viem';
import { Fraction } from './fraction.js';
import { isLater, type EventLog, type Log, type RecountedChain } from './recounted-chain.js';

export type Moved = Log & { readonly from: Address; readonly to: Address; readonly value: bigint };
export type Traded = Log & {
  readonly isBuy: boolean;
  /** The event's trader: whom the launchpad names, or the pair paid. */
  readonly payee: Address;
  /** App tokens that left the venue, and those that it counted as come in. */
  readonly out: bigint;
  readonly into: bigint;
  readonly venue: Address;
  readonly gross: bigint;
  readonly net: bigint;
};

export async function readTrades(
  chain: RecountedChain,
  token: Address,
  graduation: EventLog | undefined,
): Promise<Traded[]> {
  const trades: Traded[] = [];
  for (const name of ['Bought', 'Sold'] as const) {
    for (const log of await chain.logs(name, chain.launchpad)) {
      const { trader, tokenAmount, platformAmount, fee } = log.args;
      if (log.args.token !== token) continue;
      const isBuy = name === 'Bought';
      const tokens = isBuy ? { out: tokenAmount!, into: 0n } : { out: 0n, into: tokenAmount! };
      const amounts = { ...tokens, gross: platformAmount!, net: platformAmount! - fee! };
      trades.push({ ...log, ...amounts, isBuy, venue: chain.launchpad, payee: trader! });
    }
  }
  const pair = graduation?.args.pair;
  if (pair === undefined) return trades;
  const platformToken = await chain.read<Address>(chain.launchpad, 'platformToken');
  const isFirst = token.toLowerCase() < platformToken.toLowerCase();
  for (const log of await chain.logs('Swap', pair)) {
    if (!isLater(log, graduation!)) continue;
    const { amount0In, amount0Out, amount1In, amount1Out, to } = log.args;
    const net = [amount0Out! - amount0In!, amount1Out! - amount1In!] as const;
    const [tokens, platform] = isFirst ? net : [net[1], net[0]];
    if (tokens * platform >= 0n) continue;
    const paid = platform < 0n ? -platform : platform;
    const [out, into] = isFirst ? [amount0Out!, amount0In!] : [amount1Out!, amount1In!];
    const amounts = { out, into, gross: paid, net: paid };
    trades.push({ ...log, ...amounts, isBuy: tokens > 0n, venue: pair, payee: to! });
  }
  return trades;
}

export interface Transaction {
  readonly block: bigint;
  readonly transfers: Moved[];
  readonly trades: Traded[];
}

export function byTransaction(transfers: readonly Moved[], trades: readonly Traded[]): Transaction[] {
  const found = new Map<string, Transaction>();
  for (const log of [...transfers, ...trades].sort((a, b) => (isLater(a, b) ? 1 : -1))) {
    const known = found.get(log.transactionHash) ?? { block: log.blockNumber, transfers: [], trades: [] };
    found.set(log.transactionHash, known);
    if ('isBuy' in log) known.trades.push(log);
    else known.transfers.push(log);
  }
  return [...found.values()];
}

/** What a transaction does to a wallet's holding at one place. */
export interface Flow {
  readonly logIndex: number;
  readonly isIn: boolean;
  readonly tokens: Fraction;
  /** Platform tokens in wei: a buy's gross, a sale's after the fee; null of what came or went beside the trades. */
  readonly platform: Fraction | null;
}

/**
 * docs/http-contract.md section 3, Positions: the sales of a transaction are shared among the wallets that end poorer. Its buys are shared
 * among those that end richer, by net amount. Proceeds and cost are shared likewise; where no wallet's net changed, each event's
 * trader has it. One that ends within 0.1 % of what passed through it, while others' nets take the other side, is no trader. The
 * flows are those of the transaction: what a pair had been given before is sold by no wallet. What the contract leaves open: where
 * all that changed ended on one side, these wallets have both sides; shared trades are at the place of the last of them; what moved
 * beside the trades is netted, at the place of the last transfer that went that way without a trade.
 */
export function shareOut(
  { transfers, trades }: Transaction,
  isWallet: (address: Address) => boolean,
): Map<Address, Flow[]> {
  const [net, into, out] = [
    new Map<Address, bigint>(),
    new Map<Address, bigint>(),
    new Map<Address, bigint>(),
  ];
  const add = (to: Map<Address, bigint>, address: Address, amount: bigint): unknown =>
    to.set(address, (to.get(address) ?? 0n) + amount);
  const arrived = new Map<Address, bigint>();
  for (const { from, to, value } of transfers) {
    if (isWallet(from)) add(net, from, -value);
    if (isWallet(to)) add(net, to, value);
    add(arrived, to, value);
    if (from === to) continue;
    add(out, from, value);
    add(into, to, value);
  }
  const carried = new Map<Traded, bigint>();
  for (const trade of trades) {
    const came = arrived.get(trade.venue) ?? 0n;
    const used = trade.into < came ? trade.into : came;
    arrived.set(trade.venue, came - used);
    const flow = trade.isBuy ? trade.out - used : used - trade.out;
    carried.set(trade, flow < 0n ? 0n : flow);
  }
  const through = (wallet: Address): number =>
    Math.max(Number(into.get(wallet) ?? 0n), Number(out.get(wallet) ?? 0n));
  const isSmall = ([wallet, amount]: readonly [Address, bigint]): boolean =>
    Math.abs(Number(amount)) * 1_000 <= through(wallet);
  const moved = [...net].filter(([, amount]) => amount !== 0n);
  const large = moved.filter((one) => !isSmall(one)).map(([, amount]) => Number(amount));
  const otherSide = Math.max(
    large.filter((amount) => amount > 0).reduce((sum, amount) => sum + amount, 0),
    large.filter((amount) => amount < 0).reduce((sum, amount) => sum - amount, 0),
  );
  const traders = moved.filter((one) => !isSmall(one) || through(one[0]) > 2 * otherSide);
  const poorer = traders.filter(([, amount]) => amount < 0n);
  const richer = traders.filter(([, amount]) => amount > 0n);

  const flows = new Map<Address, Flow[]>([...net.keys()].map((wallet) => [wallet, []]));
  const push = (wallet: Address, flow: Flow): unknown =>
    flows.set(wallet, [...(flows.get(wallet) ?? []), flow]);
  for (const isBuy of [true, false]) {
    const ofSide = trades.filter((trade) => trade.isBuy === isBuy);
    const own = isBuy ? richer : poorer;
    const sharers = own.length > 0 ? own : isBuy ? poorer : richer;
    const all = sharers.reduce((sum, [, amount]) => sum + amount, 0n);
    for (const trade of ofSide) {
      const [tokens, platform] = [carried.get(trade)!, isBuy ? trade.gross : trade.net];
      const logIndex = sharers.length > 1 ? ofSide.at(-1)!.logIndex : trade.logIndex;
      const shares =
        sharers.length === 0
          ? [[trade.payee, Fraction.of(1n, 1n)] as const]
          : sharers.map(
              ([wallet, amount]) =>
                [wallet, Fraction.of(all < 0n ? -amount : amount, all < 0n ? -all : all)] as const,
            );
      if (tokens === 0n) continue;
      for (const [wallet, share] of shares)
        push(wallet, {
          logIndex,
          isIn: isBuy,
          tokens: share.times(Fraction.of(tokens, 1n)),
          platform: share.times(Fraction.of(platform, 1n)),
        });
    }
  }
  for (const [wallet, own] of flows) {
    const traded = own.reduce(
      (sum, { isIn, tokens }) => (isIn ? sum.plus(tokens) : sum.minus(tokens)),
      Fraction.ZERO,
    );
    const beside = Fraction.of(net.get(wallet) ?? 0n, 1n).minus(traded);
    if (beside.isZero) continue;
    const isIn = beside.isPositive;
    const ofTrades = new Set(trades.flatMap(({ out: bought, into: sold }) => [bought, sold]));
    const last = transfers.findLast(
      ({ from, to, value }) =>
        (isIn ? to : from) === wallet && from !== to && (trades.length === 0 || !ofTrades.has(value)),
    );
    const logIndex = last?.logIndex ?? (isIn ? -1 : Infinity);
    own.push({ logIndex, isIn, tokens: isIn ? beside : Fraction.ZERO.minus(beside), platform: null });
  }
  return flows;
}

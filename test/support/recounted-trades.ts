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

export interface Deal {
  readonly bought: Fraction;
  /** Platform token in wei: gross. */
  readonly cost: Fraction;
  readonly sold: Fraction;
  /** Platform token in wei, after the fee. */
  readonly proceeds: Fraction;
  /** What came in beside the trades; below zero: went out. */
  readonly beside: Fraction;
}

/**
 * docs/http-contract.md section 3, Positions: the sales of a transaction are shared among the wallets that end poorer. Its buys are shared
 * among those that end richer, by net amount. Proceeds and cost are shared likewise; where no wallet's net changed, each event's
 * trader has it. The flows are those of the transaction: what a pair had been given before is sold by no wallet. What the
 * contract leaves open: where all that changed ended on one side, these wallets have both sides.
 */
export function shareOut(
  { transfers, trades }: Transaction,
  isWallet: (address: Address) => boolean,
): Map<Address, Deal> {
  const [net, arrived] = [new Map<Address, bigint>(), new Map<Address, bigint>()];
  for (const { from, to, value } of transfers) {
    if (isWallet(from)) net.set(from, (net.get(from) ?? 0n) - value);
    if (isWallet(to)) net.set(to, (net.get(to) ?? 0n) + value);
    arrived.set(to, (arrived.get(to) ?? 0n) + value);
  }
  const flows = new Map<Traded, bigint>();
  for (const trade of trades) {
    const came = arrived.get(trade.venue) ?? 0n;
    const used = trade.into < came ? trade.into : came;
    arrived.set(trade.venue, came - used);
    const flow = trade.isBuy ? trade.out - used : used - trade.out;
    flows.set(trade, flow < 0n ? 0n : flow);
  }
  const poorer = [...net].filter(([, amount]) => amount < 0n);
  const richer = [...net].filter(([, amount]) => amount > 0n);
  const sharesOf = (isBuy: boolean): ((wallet: Address) => { tokens: Fraction; platform: Fraction }) => {
    const ofSide = trades.filter((trade) => trade.isBuy === isBuy);
    const own = isBuy ? richer : poorer;
    const sharers = own.length > 0 ? own : isBuy ? poorer : richer;
    const all = sharers.reduce((sum, [, amount]) => sum + amount, 0n);
    return (wallet) => {
      const counted = sharers.length > 0 ? ofSide : ofSide.filter(({ payee }) => payee === wallet);
      const of = sharers.find(([sharer]) => sharer === wallet)?.[1] ?? 0n;
      const share = sharers.length > 0 ? Fraction.of(of, all) : Fraction.of(1n, 1n);
      const sum = (amount: (trade: Traded) => bigint): Fraction =>
        share.times(
          Fraction.of(
            counted.reduce((total, trade) => total + amount(trade), 0n),
            1n,
          ),
        );
      return {
        tokens: sum((trade) => flows.get(trade)!),
        platform: sum(({ gross, net: rest }) => (isBuy ? gross : rest)),
      };
    };
  };
  const [buysOf, salesOf] = [sharesOf(true), sharesOf(false)];
  const deals = new Map<Address, Deal>();
  for (const wallet of new Set([...net.keys(), ...trades.map(({ payee }) => payee)])) {
    const { tokens: bought, platform: cost } = buysOf(wallet);
    const { tokens: sold, platform: proceeds } = salesOf(wallet);
    const change = Fraction.of(net.get(wallet) ?? 0n, 1n);
    deals.set(wallet, { bought, cost, sold, proceeds, beside: change.minus(bought).plus(sold) });
  }
  return deals;
}

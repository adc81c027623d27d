import { usdAmountOf, type Address } from '@slipway/domain';
import type { Side, TradeRow, TradeShareRow, TransferRow } from '../decode/rows.js';
import { oraclePriceOf } from '../decode/trade-row.js';
import { movedWallets, netFlows, passedThrough, type IsWallet, type Moved } from './net-flows.js';
import { tokenTransactions, type TokenTransaction } from './token-transactions.js';
import { walletFlows } from './wallet-flows.js';

/**
 * Says of each trade whose it is (docs/http-contract.md section 3, Positions): by what the transaction did to the balances of wallets,
 * so that routers, parts and recipients elsewhere change nothing. The rows, which must not be used before, are completed.
 *
 * 1. Sales are shared among the wallets that end poorer, buys among those that end richer, by how much. When no wallet
 *    ends on a trade's side, those that end on the other one did both: they bought more than they sold, or less.
 * 2. Where no wallet's net changed, each trade stays its event's trader's. A wallet that tokens pass through is no trader.
 * 3. The sales of one transaction that several wallets share are one sale of each, at the position of the last; so are buys.
 * 4. Transfers that the trades explain name a trade. When they explain every wallet's net, that is all transfers.
 * 5. In `trending` counts what each wallet bought less what it sold, in platform tokens: what it buys and sells again in one
 *    transaction moves nothing but the fee.
 *
 * @returns the shares of the trades that several wallets have
 */
export function attributeTrades(
  transfers: readonly TransferRow[],
  trades: readonly TradeRow[],
  isWallet: IsWallet,
): TradeShareRow[] {
  const shares: TradeShareRow[] = [];
  for (const transaction of tokenTransactions(transfers, trades)) {
    if (transaction.trades.length === 0 || isPlain(transaction, isWallet)) continue;
    setCarried(transaction);
    const nets = netFlows(transaction.transfers, isWallet);
    const passed = passedThrough(transaction.transfers, nets);
    const poorer = movedWallets(nets, -1n, passed);
    const richer = movedWallets(nets, 1n, passed);
    const ofSide = [
      ...shareSide(transaction, 'sell', poorer.length > 0 ? poorer : richer),
      ...shareSide(transaction, 'buy', richer.length > 0 ? richer : poorer),
    ];
    linkTransfers(transaction, nets, passed, ofSide);
    setNetAmounts(transaction.trades, ofSide);
    for (const share of ofSide) shares.push(share);
  }
  return shares;
}

/** One trade and the one transfer that carried its tokens, from or to a wallet: nearly all of them. Completes both. */
function isPlain({ transfers, trades }: TokenTransaction, isWallet: IsWallet): boolean {
  const [transfer] = transfers;
  const [trade] = trades;
  if (transfer === undefined || trade === undefined || transfers.length > 1 || trades.length > 1)
    return false;
  const [wallet, venue] =
    trade.side === 'buy' ? [transfer.recipient, transfer.sender] : [transfer.sender, transfer.recipient];
  const { blockNumber, amount } = transfer;
  if (amount !== trade.tokenAmount || !isWallet(wallet, blockNumber) || isWallet(venue, blockNumber))
    return false;
  trade.trader = wallet;
  linkToTrade(transfer, trade);
  return true;
}

/** A pair also takes for brought what it had been given before: that is no wallet's sale, and does not lessen a buy. */
function setCarried({ transfers, trades }: TokenTransaction): void {
  const left = new Map<Address, bigint>();
  for (const { recipient, amount } of transfers) left.set(recipient, (left.get(recipient) ?? 0n) + amount);
  for (const trade of trades) {
    const { market, in: brought, out } = trade.gross;
    const inflow = left.get(market) ?? 0n;
    const carriedIn = brought < inflow ? brought : inflow;
    left.set(market, inflow - carriedIn);
    const carried = trade.side === 'buy' ? out - carriedIn : carriedIn - out;
    trade.carried = carried > 0n ? carried : 0n;
  }
}

function shareSide({ trades }: TokenTransaction, side: Side, wallets: readonly Moved[]): TradeShareRow[] {
  const ofSide = trades.filter((trade) => trade.side === side);
  const [first] = wallets;
  const last = ofSide.at(-1);
  if (first === undefined || last === undefined) return [];
  for (const trade of ofSide) {
    trade.trader = first.wallet;
    trade.isShared = wallets.length > 1;
  }
  return wallets.length > 1 ? shareAmong(ofSide, last, wallets) : [];
}

/** The fee is shared by what it is a part of: no share's fee is more than its whole. */
function shareAmong(trades: readonly TradeRow[], last: TradeRow, wallets: readonly Moved[]): TradeShareRow[] {
  const sum = (amount: 'carried' | 'tokenAmount' | 'platformAmount' | 'fee'): bigint =>
    trades.reduce((all, trade) => all + trade[amount], 0n);
  const weights = wallets.map(({ by }) => by);
  const carried = apportion(sum('carried'), weights);
  const tokens = apportion(sum('tokenAmount'), carried);
  const platforms = apportion(sum('platformAmount'), tokens);
  const fees = apportion(sum('fee'), platforms);
  const oraclePrice = trades.map(oraclePriceOf).find((one) => one !== null) ?? null;
  const { blockNumber, logIndex, time, token, side } = last;
  return wallets.flatMap(({ wallet }, i) => {
    const [tokenAmount = 0n, platformAmount = 0n, fee = 0n] = [tokens[i], platforms[i], fees[i]];
    if (tokenAmount === 0n) return [];
    const amounts = { side, platformAmount, fee, tokenAmount };
    const usdAmount = usdAmountOf(platformAmount, oraclePrice);
    const of = { blockNumber, logIndex, time, token, wallet };
    return [{ ...of, ...amounts, carried: carried[i] ?? 0n, usdAmount }];
  });
}

/**
 * Links to their trades the transfers that the trades explain. Where something else moved as well (a gift, liquidity), some are
 * linked: those that carried a trade's very tokens, and those that a router passed on. The others stand alone.
 */
function linkTransfers(
  { transfers, trades }: TokenTransaction,
  nets: ReadonlyMap<Address, bigint>,
  passed: ReadonlySet<Address>,
  shares: readonly TradeShareRow[],
): void {
  const flows = walletFlows(nets, trades, shares);
  const explainsAll = [...flows.values()].every(({ untraded }) => untraded === 0n);
  const isRouter = (address: Address): boolean => {
    const flow = flows.get(address);
    const passes = nets.get(address) === 0n || passed.has(address);
    return flow !== undefined && passes && flow.buys.length + flow.sales.length === 0;
  };
  const carriers = trades.map(({ side, gross, carried }) => ({
    side,
    amount: side === 'buy' ? gross.out : carried,
  }));
  for (const transfer of transfers) {
    if (transfer.amount === 0n) continue;
    const { sender, recipient, amount } = transfer;
    const side = nets.has(sender) === nets.has(recipient) ? null : nets.has(sender) ? 'sell' : 'buy';
    const position = carriers.findIndex((carrier) => carrier.side === side && carrier.amount === amount);
    if (position >= 0) carriers.splice(position, 1);
    if (explainsAll || position >= 0 || (sender !== recipient && (isRouter(sender) || isRouter(recipient))))
      linkToTrade(transfer, trades.find(({ logIndex }) => logIndex > transfer.logIndex) ?? trades.at(-1));
  }
}

function setNetAmounts(trades: readonly TradeRow[], shares: readonly TradeShareRow[]): void {
  const [first, ...others] = trades;
  if (first === undefined || (others.length === 0 && !first.isShared)) return;
  const nets = new Map<Address, bigint>();
  const add = (wallet: Address, { side, platformAmount }: TradeRow | TradeShareRow): void => {
    const net = side === 'buy' ? platformAmount : -platformAmount;
    nets.set(wallet, (nets.get(wallet) ?? 0n) + net);
  };
  for (const trade of trades) if (!trade.isShared) add(trade.trader, trade);
  for (const share of shares) add(share.wallet, share);
  first.netAmount = [...nets.values()].reduce((all, net) => all + (net < 0n ? -net : net), 0n);
  for (const trade of others) trade.netAmount = 0n;
}

function linkToTrade(transfer: TransferRow, trade: TradeRow | undefined): void {
  if (trade !== undefined) transfer.tradeLogIndex = trade.logIndex;
}

/**
 * Shares a whole number in proportion to weights, exactly: each share is rounded down, and the remainder goes one by one
 * to the first with a weight. Without any weight all of it is the first's. @param weights none below zero, never empty
 */
export function apportion(total: bigint, weights: readonly bigint[]): bigint[] {
  const sum = weights.reduce((all, weight) => all + weight, 0n);
  if (sum === 0n) return weights.map((_, i) => (i === 0 ? total : 0n));
  const shares = weights.map((weight) => (total * weight) / sum);
  let rest = total - shares.reduce((all, share) => all + share, 0n);
  return shares.map((share, i) => {
    if (rest === 0n || weights[i] === 0n) return share;
    rest -= 1n;
    return share + 1n;
  });
}

import { LEDGER_USD_UNIT, USD_WEI_UNIT, type Address } from '@slipway/domain';
import { ByHolding, type HoldingKey } from './by-holding.js';
import type { ValueAt } from './market-values.js';
import { netFlows, type IsWallet } from './net-flows.js';
import { tokenTransactions, type TokenTransaction } from './token-transactions.js';
import { walletFlows, type Dealing, type WalletFlow } from './wallet-flows.js';
import type { Moment, Position, Rows, TradeRow, TradeShareRow, TransferRow } from '../decode/rows.js';
import { EMPTY_HOLDING, giveAway, sell, takeIn, type Holding } from './holding.js';

/** A wallet's holding of a token after an event of theirs: a trade that it has or shares, or a transfer that stands alone. */
export interface LedgerEntry extends Moment {
  readonly wallet: Address;
  readonly token: Address;
  /** In a transaction that traded the token: as it was after the whole transaction. */
  readonly holding: Holding;
}

type TokenMoment = Moment & { readonly token: Address };

export interface LedgerContext {
  readonly isWallet: IsWallet;
  readonly valueAt: ValueAt;
  /** Holdings before the range; missing ones are empty. */
  readonly before: Pick<ByHolding<Holding>, 'get'>;
}

/**
 * Folds a range's trades and transfers into the positions of wallets. Pure.
 *
 * 1. A position is always the wallet's balance: transfers say by how much it moved.
 * 2. In a transaction that traded the token, what the wallet bought comes in at its gross USD, fee included; what came in
 *    untraded at the market value of the block's end. Then what it sold goes out, for its USD after the fee, and what went
 *    out untraded, without realising anything.
 * 3. In any other transaction each transfer comes in at that market value, and goes out without realising anything: gifts,
 *    airdrops, liquidity added to a pool or taken out, tokens burned.
 * 4. A transfer to oneself changes nothing. A transfer of nothing is no event: any contract may log one in any wallet's name.
 * 5. A trader that keeps no position has an entry too, which changes nothing. A pair may be told to pay another one, or a burn
 *    address. So in the block of every trade there is an entry of its trader.
 *
 * @param rows attributed (attribute-trades.ts), in chain order
 * @returns an entry for each event of each wallet; those of one position in chain order
 */
export function foldLedger(
  rows: Pick<Rows, 'transfers' | 'trades' | 'tradeShares'>,
  context: LedgerContext,
): LedgerEntry[] {
  const fold = new LedgerFold(context, sharesByPosition(rows.tradeShares));
  for (const transaction of tokenTransactions(rows.transfers, rows.trades)) {
    if (transaction.trades.length > 0) fold.trades(transaction);
    else for (const transfer of transaction.transfers) fold.transfer(transfer);
  }
  return fold.entries;
}

class LedgerFold {
  readonly entries: LedgerEntry[] = [];
  private readonly holdings = new ByHolding<Holding>();

  constructor(
    private readonly context: LedgerContext,
    private readonly shares: ReadonlyMap<string, TradeShareRow[]>,
  ) {}

  transfer(transfer: TransferRow): void {
    const { sender, recipient, amount, token, blockNumber } = transfer;
    if (amount === 0n) return;
    const isOwn = sender === recipient;
    this.change(transfer, sender, (holding) => (isOwn ? holding : giveAway(holding, amount)));
    if (isOwn) return;
    const value = this.context.valueAt(blockNumber, token, amount);
    this.change(transfer, recipient, (holding) => takeIn(holding, amount, value));
  }

  trades(transaction: TokenTransaction): void {
    const [trade] = transaction.trades;
    if (trade === undefined) return;
    if (isPlain(transaction)) this.change(trade, trade.trader, (holding) => deal(holding, trade));
    else this.tradesOfSeveral(transaction, trade);
    for (const one of transaction.trades)
      if (!this.context.isWallet(one.trader, one.blockNumber))
        this.push(one, one.trader, (holding) => holding);
  }

  private tradesOfSeveral({ token, transfers, trades }: TokenTransaction, trade: TradeRow): void {
    const { isWallet } = this.context;
    const shares = trades.flatMap((one) => this.shares.get(positionKey(one)) ?? []);
    const flows = walletFlows(netFlows(transfers, isWallet), trades, shares);
    for (const [wallet, flow] of flows) {
      if (!isWallet(wallet, trade.blockNumber)) continue;
      const key = { wallet, token };
      const holding = this.apply(this.holdingOf(key), flow, trade);
      for (const { blockNumber, logIndex, time } of eventsOf(wallet, flow, transfers))
        this.entries.push({ blockNumber, logIndex, time, token, wallet, holding });
      this.holdings.set(key, holding);
    }
  }

  /** All that comes in comes before what goes out: a wallet may sell what it bought in the same transaction. */
  private apply(holding: Holding, flow: WalletFlow, { blockNumber, token }: TradeRow): Holding {
    const { buys, bought, sales, sold, untraded } = flow;
    let after = bought === 0n ? holding : takeIn(holding, bought, sum(buys, costOf));
    if (untraded > 0n) after = takeIn(after, untraded, this.context.valueAt(blockNumber, token, untraded));
    if (sold > 0n) after = sell(after, sold, sum(sales, proceedsOf));
    return untraded < 0n ? giveAway(after, -untraded) : after;
  }

  private holdingOf(key: HoldingKey): Holding {
    return this.holdings.get(key) ?? this.context.before.get(key) ?? EMPTY_HOLDING;
  }

  private change(event: TokenMoment, wallet: Address, change: (holding: Holding) => Holding): void {
    if (this.context.isWallet(wallet, event.blockNumber)) this.push(event, wallet, change);
  }

  private push(
    { blockNumber, logIndex, time, token }: TokenMoment,
    wallet: Address,
    change: (holding: Holding) => Holding,
  ): void {
    const key = { wallet, token };
    const holding = change(this.holdingOf(key));
    this.holdings.set(key, holding);
    this.entries.push({ blockNumber, logIndex, time, token, wallet, holding });
  }
}

/** One trade, whose tokens one transfer carried: nearly all transactions that trade. */
function isPlain({ transfers, trades }: TokenTransaction): boolean {
  const [transfer] = transfers;
  const [trade] = trades;
  return (
    transfer !== undefined &&
    trade !== undefined &&
    transfers.length === 1 &&
    trades.length === 1 &&
    transfer.tradeLogIndex === trade.logIndex &&
    transfer.amount === trade.carried &&
    (trade.side === 'buy' ? transfer.recipient : transfer.sender) === trade.trader
  );
}

function deal(holding: Holding, trade: TradeRow): Holding {
  return trade.side === 'buy'
    ? takeIn(holding, trade.carried, costOf(trade))
    : sell(holding, trade.carried, proceedsOf(trade));
}

/** A wallet's trades, and its transfers that stand alone; if its balance moved by neither, the last transfer that touched it. */
function eventsOf(wallet: Address, { buys, sales }: WalletFlow, transfers: readonly TransferRow[]): Moment[] {
  const touching = transfers.filter(
    ({ sender, recipient, amount }) => amount > 0n && (sender === wallet || recipient === wallet),
  );
  const dealings = [...buys, ...sales];
  const events = [...dealings, ...touching.filter(({ tradeLogIndex }) => tradeLogIndex === null)];
  if (events.length > 0) return events.sort((a, b) => a.logIndex - b.logIndex);
  const net = touching.reduce(
    (all, { recipient, sender, amount }) =>
      all + (recipient === wallet ? amount : 0n) - (sender === wallet ? amount : 0n),
    0n,
  );
  return net === 0n ? [] : touching.slice(-1);
}

/** Null when any of them is not known. */
function sum(dealings: readonly Dealing[], usdOf: (dealing: Dealing) => bigint | null): bigint | null {
  let all = 0n;
  for (const dealing of dealings) {
    const usd = usdOf(dealing);
    if (usd === null) return null;
    all += usd;
  }
  return all;
}

function costOf({ usdAmount }: Dealing): bigint | null {
  return usdAmount === null ? null : usdAmount * (LEDGER_USD_UNIT / USD_WEI_UNIT);
}

/** The gross USD is the platform amount times the feed's price, so that the division is exact. */
function proceedsOf({ usdAmount, platformAmount, fee }: Dealing): bigint | null {
  if (usdAmount === null) return null;
  if (platformAmount === 0n) return 0n;
  return (platformAmount - fee) * (usdAmount / platformAmount) * (LEDGER_USD_UNIT / USD_WEI_UNIT);
}

function sharesByPosition(shares: readonly TradeShareRow[]): Map<string, TradeShareRow[]> {
  const byPosition = new Map<string, TradeShareRow[]>();
  for (const share of shares) {
    const known = byPosition.get(positionKey(share));
    if (known === undefined) byPosition.set(positionKey(share), [share]);
    else known.push(share);
  }
  return byPosition;
}

function positionKey({ blockNumber, logIndex }: Position): string {
  return `${blockNumber}|${logIndex}`;
}

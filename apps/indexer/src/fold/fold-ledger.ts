import { LEDGER_USD_UNIT, USD_WEI_UNIT, type Address } from '@slipway/domain';
import { ByHolding, type HoldingKey } from './by-holding.js';
import type { ValueAt } from './market-values.js';
import { netFlows, type IsWallet } from './net-flows.js';
import { tokenTransactions, type TokenTransaction } from './token-transactions.js';
import { walletFlows, type Dealing, type WalletFlow } from './wallet-flows.js';
import type { Moment, Position, Rows, TradeShareRow, TransferRow } from '../decode/rows.js';
import { EMPTY_HOLDING, giveAway, sell, takeIn, type Holding } from './holding.js';

/** A wallet's holding of a token after an event of theirs: a trade that it has or shares, or a transfer that stands alone. */
export interface LedgerEntry extends Moment {
  readonly wallet: Address;
  readonly token: Address;
  /** Of several events of one transaction: as it was after all of them. */
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
 * 2. What the wallet bought comes in at its gross USD, fee included; what it sold goes out for its USD after the fee.
 * 3. The net of its other transfers of a transaction comes in at the market value of the block's end, or goes out without
 *    realising anything: gifts, airdrops, liquidity added to a pool or taken out, tokens burned. What goes out and comes back
 *    changes nothing.
 * 4. Each of these counts where the transaction logged it; where a wallet would give what it does not hold yet, all that comes
 *    in counts first.
 * 5. A transfer to oneself changes nothing. A transfer of nothing is no event: any contract may log one in any wallet's name.
 * 6. A trader that keeps no position has an entry too, which changes nothing. A pair may be told to pay another one, or a burn
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
    const [transfer, ...others] = transaction.transfers;
    if (transaction.trades.length > 0) fold.trades(transaction);
    else if (transfer !== undefined && others.length === 0) fold.transfer(transfer);
    else fold.several(transaction);
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
    else this.several(transaction);
    for (const one of transaction.trades)
      if (!this.context.isWallet(one.trader, one.blockNumber))
        this.push(one, one.trader, (holding) => holding);
  }

  several({ token, transfers, trades }: TokenTransaction): void {
    const { isWallet } = this.context;
    const shares = trades.flatMap((one) => this.shares.get(positionKey(one)) ?? []);
    const flows = walletFlows(netFlows(transfers, isWallet), trades, shares);
    const touching = transfersByWallet(transfers);
    for (const [wallet, flow] of flows) {
      const own = touching.get(wallet) ?? [];
      const events = eventsOf(wallet, flow, own);
      const [event] = events;
      if (event === undefined || !isWallet(wallet, event.blockNumber)) continue;
      const key = { wallet, token };
      const before = this.holdingOf(key);
      const valueOf = (amount: bigint): bigint | null =>
        this.context.valueAt(event.blockNumber, token, amount);
      const steps = inOrder(stepsOf(wallet, flow, own, valueOf), before);
      const holding = steps.reduce((left, { apply }) => apply(left), before);
      for (const { blockNumber, logIndex, time } of events)
        this.entries.push({ blockNumber, logIndex, time, token, wallet, holding });
      this.holdings.set(key, holding);
    }
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

/** What a transaction does to a holding at one place. */
interface Step {
  readonly logIndex: number;
  /** Below zero when it goes out. */
  readonly amount: bigint;
  readonly apply: (holding: Holding) => Holding;
}

/** A wallet's trades, and the net of its other transfers: where the last of them is that went the same way. */
function stepsOf(
  wallet: Address,
  { buys, sales, untraded }: WalletFlow,
  touching: readonly TransferRow[],
  valueOf: (amount: bigint) => bigint | null,
): Step[] {
  const steps: Step[] = [...buys, ...sales]
    .filter(({ carried }) => carried > 0n)
    .map((dealing) => ({
      logIndex: dealing.logIndex,
      amount: dealing.side === 'buy' ? dealing.carried : -dealing.carried,
      apply: (holding) => deal(holding, dealing),
    }));
  const last = (end: 'sender' | 'recipient'): number | undefined =>
    touching.findLast((transfer) => transfer.tradeLogIndex === null && transfer[end] === wallet)?.logIndex;
  if (untraded > 0n) {
    const apply = (holding: Holding): Holding => takeIn(holding, untraded, valueOf(untraded));
    steps.push({ logIndex: last('recipient') ?? -1, amount: untraded, apply });
  } else if (untraded < 0n) {
    const apply = (holding: Holding): Holding => giveAway(holding, -untraded);
    steps.push({ logIndex: last('sender') ?? Infinity, amount: untraded, apply });
  }
  return steps;
}

/** As the transaction logged them; if the wallet would give what it does not hold yet, what comes in first. */
function inOrder(steps: readonly Step[], { known, unknown }: Holding): Step[] {
  const logged = steps.toSorted((a, b) => a.logIndex - b.logIndex);
  let balance = known + unknown;
  for (const { amount } of logged) {
    balance += amount;
    if (balance < 0n) return logged.toSorted((a, b) => Number(a.amount < 0n) - Number(b.amount < 0n));
  }
  return logged;
}

function transfersByWallet(transfers: readonly TransferRow[]): Map<Address, TransferRow[]> {
  const byWallet = new Map<Address, TransferRow[]>();
  for (const transfer of transfers) {
    if (transfer.amount === 0n) continue;
    for (const wallet of new Set([transfer.sender, transfer.recipient])) {
      const known = byWallet.get(wallet);
      if (known === undefined) byWallet.set(wallet, [transfer]);
      else known.push(transfer);
    }
  }
  return byWallet;
}

function deal(holding: Holding, trade: Dealing): Holding {
  return trade.side === 'buy'
    ? takeIn(holding, trade.carried, costOf(trade))
    : sell(holding, trade.carried, proceedsOf(trade));
}

/** A wallet's trades, and its transfers that stand alone; if its balance moved by neither, the last transfer that touched it. */
function eventsOf(wallet: Address, { buys, sales }: WalletFlow, touching: readonly TransferRow[]): Moment[] {
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

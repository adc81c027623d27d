import { LEDGER_USD_UNIT, USD_WEI_UNIT, type Address } from '#values';
import type { Moment, TradeRow, TransferRow } from '../handlers/rows.js';
import { EMPTY_HOLDING, giveAway, sell, takeIn, type Holding } from './holding.js';

/** A wallet's holding of a token after an event of theirs. */
export interface LedgerEntry extends Moment {
  readonly wallet: Address;
  readonly token: Address;
  /** The event's own log index: a trade's, while `logIndex` is that of the transfer that carried its tokens. */
  readonly eventLogIndex: number;
  readonly holding: Holding;
}

export interface LedgerContext {
  /** Whether an address keeps a position at a block: every one does that is neither a market nor a grave. */
  readonly isWallet: (address: Address, blockNumber: number) => boolean;
  /** What an amount was worth at a block's end, USD with 44 decimals; null without a price. */
  readonly valueAt: (blockNumber: number, token: Address, amount: bigint) => bigint | null;
  /** Holdings before the range, by {@link holdingKey}; what is missing is empty. */
  readonly before: ReadonlyMap<string, Holding>;
}

export function holdingKey(wallet: Address, token: Address): string {
  return `${wallet}|${token}`;
}

/**
 * Folds a range's trades and transfers, in chain order, into the positions of wallets. Pure.
 *
 * 1. Only transfers move quantities, each where it stands in the chain: a position is always the wallet's balance.
 * 2. The transfer that carried a trade's tokens is that trade, one event. A buy comes in at its gross USD, fee included.
 *    A sale is of whoever the tokens came from, for its USD after the fee.
 * 3. Any other transfer comes in at the market value of its block's end, and goes out without realising anything: gifts,
 *    airdrops, liquidity added to a pool or taken out, tokens burned.
 * 4. A trade that no single transfer carried is no event of a wallet's: its tokens moved by transfers that stand alone, and
 *    whom the pair paid for them, anybody may choose.
 * 5. A transfer to oneself changes nothing. A transfer of nothing is no event: anybody may log one in anybody's name.
 *
 * @param transfers in chain order, as are `trades`
 * @returns an entry for each event of each wallet, in chain order
 */
export function foldLedger(
  transfers: readonly TransferRow[],
  trades: readonly TradeRow[],
  context: LedgerContext,
): LedgerEntry[] {
  const holdings = new Map(context.before);
  const entries: LedgerEntry[] = [];
  for (const { event, eventLogIndex, wallet, change } of listChanges(transfers, trades, context)) {
    const { blockNumber, logIndex, time, token } = event;
    if (!context.isWallet(wallet, blockNumber)) continue;
    const key = holdingKey(wallet, token);
    const holding = change(holdings.get(key) ?? EMPTY_HOLDING);
    holdings.set(key, holding);
    entries.push({ blockNumber, logIndex, time, token, wallet, eventLogIndex, holding });
  }
  return entries;
}

/** What one event does to one address. */
interface Change {
  readonly event: TransferRow;
  readonly eventLogIndex: number;
  readonly wallet: Address;
  readonly change: (holding: Holding) => Holding;
}

function* listChanges(
  transfers: readonly TransferRow[],
  trades: readonly TradeRow[],
  { valueAt }: LedgerContext,
): Generator<Change> {
  const tradeAt = new Map(trades.map((trade) => [placeOf(trade.blockNumber, trade.logIndex), trade]));
  for (const transfer of transfers) {
    const { blockNumber, tradeLogIndex, amount } = transfer;
    const trade = tradeLogIndex === null ? undefined : tradeAt.get(placeOf(blockNumber, tradeLogIndex));
    if (amount > 0n) yield* changesOf(transfer, trade, valueAt);
  }
}

function* changesOf(
  event: TransferRow,
  trade: TradeRow | undefined,
  valueAt: LedgerContext['valueAt'],
): Generator<Change> {
  const { sender, recipient, amount, token, blockNumber } = event;
  const eventLogIndex = trade?.logIndex ?? event.logIndex;
  if (sender === recipient) {
    yield { event, eventLogIndex, wallet: sender, change: (holding) => holding };
    return;
  }
  const goOut = (holding: Holding): Holding =>
    trade?.side === 'sell' ? sell(holding, amount, proceedsOf(trade)) : giveAway(holding, amount);
  const comeIn = (holding: Holding): Holding =>
    takeIn(holding, amount, trade?.side === 'buy' ? costOf(trade) : valueAt(blockNumber, token, amount));
  yield { event, eventLogIndex, wallet: sender, change: goOut };
  yield { event, eventLogIndex, wallet: recipient, change: comeIn };
}

function costOf({ usdAmount }: TradeRow): bigint | null {
  return usdAmount === null ? null : usdAmount * (LEDGER_USD_UNIT / USD_WEI_UNIT);
}

/** The gross USD is the platform amount times the feed's answer, so that the division is exact. */
function proceedsOf({ usdAmount, platformAmount, fee }: TradeRow): bigint | null {
  if (usdAmount === null) return null;
  if (platformAmount === 0n) return 0n;
  const answer = usdAmount / platformAmount;
  return (platformAmount - fee) * answer * (LEDGER_USD_UNIT / USD_WEI_UNIT);
}

function placeOf(blockNumber: number, logIndex: number): string {
  return `${blockNumber}|${logIndex}`;
}

/** A trade that may be half of a round trip. Addresses are ids of the index. */
export interface TripTrade {
  readonly blockNumber: number;
  readonly logIndex: number;
  readonly tokenId: number;
  readonly walletId: number;
  readonly tokenAmount: bigint;
  /** The same as a double, below zero of a sale: nearly all are left out by it; what is near 1 % is compared exactly. */
  readonly signed: number;
  readonly platformAmount: bigint;
  /** Milliseconds. */
  readonly time: number;
}

/** A trade that took an earlier one back. */
export interface RoundTrip {
  readonly closing: TripTrade;
  readonly opening: TripTrade;
}

/** Two wallets, at the place of the later trade. */
export interface WalletPair extends Pick<TripTrade, 'blockNumber' | 'logIndex'> {
  readonly one: number;
  readonly other: number;
}

export const ROUND_TRIP_MS = 10 * 60_000;

/** Trades of other wallets, of the same amount, of which it is asked whether one of the two has funded the other. */
const MOST_ASKED = 64;

/**
 * Finds round trips (docs/design/launch-report.md) among the trades of the last ten minutes that are in none yet. It gives the
 * same whether it was given all trades of the chain, or begins with those.
 */
export class RoundTripMatcher {
  /** By token, in chain order. */
  private readonly open = new Map<number, OpenTrades>();

  /** @param trades of the last ten minutes that are in no round trip, in chain order */
  constructor(trades: readonly TripTrade[]) {
    for (const trade of trades) listOf(this.open, trade).push(trade);
  }

  /** Pairs of wallets of which it has to be known whether one has funded the other. @param trades in chain order */
  pairsToAsk(trades: readonly TripTrade[]): WalletPair[] {
    const added = new Map<number, OpenTrades>();
    const pairs: WalletPair[] = [];
    for (const trade of trades) {
      const own = listOf(added, trade);
      own.forgetBefore(trade.time - ROUND_TRIP_MS);
      const fits = [...own.fitting(trade), ...(this.open.get(trade.tokenId)?.fitting(trade) ?? [])];
      own.push(trade);
      const others = fits.filter(({ walletId }) => walletId !== trade.walletId);
      for (const one of others.slice(0, MOST_ASKED)) pairs.push(pairOf(trade, one));
    }
    return pairs;
  }

  /** Takes trades in, in chain order. @returns the round trips that they end */
  match(trades: readonly TripTrade[], areLinked: (pair: WalletPair) => boolean): RoundTrip[] {
    const trips: RoundTrip[] = [];
    for (const trade of trades) {
      const open = listOf(this.open, trade);
      open.forgetBefore(trade.time - ROUND_TRIP_MS);
      const fits = open.fitting(trade);
      const opening =
        fits.find(({ walletId }) => walletId === trade.walletId) ??
        fits.find((one) => areLinked(pairOf(trade, one)));
      if (opening === undefined) open.push(trade);
      else open.remove(opening);
      if (opening !== undefined) trips.push({ closing: trade, opening });
    }
    this.forgetBefore((trades.at(-1)?.time ?? 0) - ROUND_TRIP_MS);
    return trips;
  }

  private forgetBefore(time: number): void {
    for (const [tokenId, open] of this.open) {
      open.forgetBefore(time);
      if (open.isEmpty) this.open.delete(tokenId);
    }
  }
}

function listOf(lists: Map<number, OpenTrades>, { tokenId }: TripTrade): OpenTrades {
  let list = lists.get(tokenId);
  if (list === undefined) lists.set(tokenId, (list = new OpenTrades()));
  return list;
}

/** Trades of a token, in chain order. Each is compared with most of them: their amounts stand apart, where they are read in a row. */
class OpenTrades {
  private readonly trades: TripTrade[] = [];
  private readonly amounts: number[] = [];

  get isEmpty(): boolean {
    return this.trades.length === 0;
  }

  push(trade: TripTrade): void {
    this.trades.push(trade);
    this.amounts.push(trade.signed);
  }

  remove(trade: TripTrade): void {
    this.cut(this.trades.lastIndexOf(trade), 1);
  }

  forgetBefore(time: number): void {
    const { trades } = this;
    let old = 0;
    for (let one = trades[0]; one !== undefined && one.time < time; one = trades[old]) old += 1;
    if (old > 0) this.cut(0, old);
  }

  /** The newest trades that one may take back, the latest first: as many as are asked about, and all of its own wallet. */
  fitting(trade: TripTrade): TripTrade[] {
    const { trades, amounts } = this;
    const most = Math.abs(trade.signed) * 0.02;
    const since = trade.time - ROUND_TRIP_MS;
    const fits: TripTrade[] = [];
    let others = 0;
    for (let i = amounts.length - 1; i >= 0; i -= 1) {
      if (Math.abs((amounts[i] ?? 0) + trade.signed) > most) continue;
      const one = trades[i];
      if (one === undefined || one.time < since) break;
      if (!isSame(one.tokenAmount, trade.tokenAmount)) continue;
      if (one.walletId !== trade.walletId && ++others > MOST_ASKED) continue;
      fits.push(one);
    }
    return fits;
  }

  private cut(from: number, count: number): void {
    this.trades.splice(from, count);
    this.amounts.splice(from, count);
  }
}

const pairOf = (closing: TripTrade, { walletId: one }: TripTrade): WalletPair => ({
  ...{ one, other: closing.walletId, blockNumber: closing.blockNumber, logIndex: closing.logIndex },
});

/** Whether the less is at least 99 % of the more. */
function isSame(a: bigint, b: bigint): boolean {
  const [less, more] = a < b ? [a, b] : [b, a];
  return less * 100n >= more * 99n;
}

/** A trade that may be half of a round trip. Addresses are ids of the index. */
export interface TripTrade {
  readonly blockNumber: number;
  readonly logIndex: number;
  readonly tokenId: number;
  readonly walletId: number;
  readonly isBuy: boolean;
  readonly tokenAmount: bigint;
  /** The same as a double, by which nearly all are left out; what is near 1 % is compared exactly. */
  readonly roughAmount: number;
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
  /** By token, in chain order; tokens in the order of their last trades. */
  private readonly open = new Map<number, TripTrade[]>();

  /** @param trades of the last ten minutes that are in no round trip, in chain order */
  constructor(trades: readonly TripTrade[]) {
    for (const trade of trades) this.openOf(trade).push(trade);
  }

  /** Pairs of wallets of which it has to be known whether one has funded the other. @param trades in chain order */
  pairsToAsk(trades: readonly TripTrade[]): WalletPair[] {
    const added = new Map<number, TripTrade[]>();
    return trades.flatMap((trade) => {
      const own = added.get(trade.tokenId) ?? [];
      const fits = [...fitting(trade, own), ...fitting(trade, this.open.get(trade.tokenId) ?? [])];
      own.push(trade);
      added.set(trade.tokenId, own);
      return fits
        .filter(({ walletId }) => walletId !== trade.walletId)
        .slice(0, MOST_ASKED)
        .map((one) => pairOf(trade, one));
    });
  }

  /** Takes trades in, in chain order. @returns the round trips that they end */
  match(trades: readonly TripTrade[], areLinked: (pair: WalletPair) => boolean): RoundTrip[] {
    return trades.flatMap((trade) => {
      this.forgetBefore(trade.time - ROUND_TRIP_MS);
      const open = this.openOf(trade);
      const fits = fitting(trade, open);
      const opening =
        fits.find(({ walletId }) => walletId === trade.walletId) ??
        fits.find((one) => areLinked(pairOf(trade, one)));
      if (opening === undefined) open.push(trade);
      else open.splice(open.lastIndexOf(opening), 1);
      return opening === undefined ? [] : [{ closing: trade, opening }];
    });
  }

  private openOf({ tokenId }: TripTrade): TripTrade[] {
    const open = this.open.get(tokenId) ?? [];
    this.open.delete(tokenId);
    this.open.set(tokenId, open);
    return open;
  }

  private forgetBefore(time: number): void {
    for (const [tokenId, open] of this.open) {
      const old = open.findIndex((trade) => trade.time >= time);
      open.splice(0, old < 0 ? open.length : old);
      // The tokens behind it were traded later.
      if (open.length > 0) return;
      this.open.delete(tokenId);
    }
  }
}

const pairOf = (closing: TripTrade, { walletId: one }: TripTrade): WalletPair => ({
  ...{ one, other: closing.walletId, blockNumber: closing.blockNumber, logIndex: closing.logIndex },
});

/** The newest trades that one may take back, the latest first: as many as are asked about, and all of its own wallet. */
function fitting(trade: TripTrade, before: readonly TripTrade[]): TripTrade[] {
  const { isBuy, roughAmount } = trade;
  const [least, most] = [roughAmount * 0.98, roughAmount * 1.02];
  const since = trade.time - ROUND_TRIP_MS;
  const fits: TripTrade[] = [];
  let others = 0;
  for (let i = before.length - 1; i >= 0; i -= 1) {
    const one = before[i];
    if (one === undefined || one.time < since) break;
    if (one.isBuy === isBuy || one.roughAmount < least || one.roughAmount > most) continue;
    if (!isSame(one.tokenAmount, trade.tokenAmount)) continue;
    if (one.walletId !== trade.walletId && ++others > MOST_ASKED) continue;
    fits.push(one);
  }
  return fits;
}

/** Whether the less is at least 99 % of the more. */
function isSame(a: bigint, b: bigint): boolean {
  const [less, more] = a < b ? [a, b] : [b, a];
  return less * 100n >= more * 99n;
}

import type { Rows, TradeRow } from '../decode/rows.js';

/** What is summed of some trades. */
export interface TradeSum {
  /** 26 decimals; trades whose USD is not known add nothing. */
  volumeUsd: bigint;
  fees: bigint;
  trades: number;
}

type Summed = Pick<TradeRow, 'time' | 'usdAmount' | 'fee'>;

type Sums = Map<string, readonly TradeSum[]>;

/**
 * Sums trades by app in several windows.
 *
 * @param starts where the windows begin, the shortest first; a trade at that very time is before it
 * @returns for each app a sum for each window, and last the one of all trades
 */
export function sumByApp(
  trades: readonly (Summed & Pick<TradeRow, 'token'>)[],
  starts: readonly Date[],
): Sums {
  const sums = new WindowSums(starts);
  for (const trade of trades) sums.add(trade.token, trade);
  return sums.inAllWindows();
}

/** The same by trader: of a trade that several wallets share, each has its share. */
export function sumByTrader(
  { trades, tradeShares }: Pick<Rows, 'trades' | 'tradeShares'>,
  starts: readonly Date[],
): Sums {
  const sums = new WindowSums(starts);
  for (const trade of trades) if (!trade.isShared) sums.add(trade.trader, trade);
  for (const share of tradeShares) sums.add(share.wallet, share);
  return sums.inAllWindows();
}

class WindowSums {
  private readonly times: readonly number[];
  private readonly sums = new Map<string, TradeSum[]>();

  constructor(starts: readonly Date[]) {
    this.times = starts.map((start) => start.getTime());
  }

  /** Into the shortest window that has it; that the longer ones have it too is added up once. */
  add(key: string, trade: Summed): void {
    let panes = this.sums.get(key);
    if (panes === undefined) {
      panes = [...this.times, null].map(() => ({ volumeUsd: 0n, fees: 0n, trades: 0 }));
      this.sums.set(key, panes);
    }
    const time = trade.time.getTime();
    const shortest = this.times.findIndex((start) => time > start);
    addTo(panes.at(shortest), trade.usdAmount ?? 0n, trade.fee, 1);
  }

  inAllWindows(): Sums {
    for (const panes of this.sums.values()) {
      for (const [i, { volumeUsd, fees, trades }] of panes.entries())
        addTo(panes[i + 1], volumeUsd, fees, trades);
    }
    return this.sums;
  }
}

function addTo(sum: TradeSum | undefined, volumeUsd: bigint, fees: bigint, trades: number): void {
  if (sum === undefined) return;
  sum.volumeUsd += volumeUsd;
  sum.fees += fees;
  sum.trades += trades;
}

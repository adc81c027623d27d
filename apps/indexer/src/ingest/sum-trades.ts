import type { TradeRow } from '../handlers/rows.js';

/** What is summed of some trades. */
export interface TradeSum {
  /** 26 decimals; trades whose USD is not known add nothing. */
  volumeUsd: bigint;
  fees: bigint;
  trades: number;
}

type SummedTrade = Pick<TradeRow, 'token' | 'trader' | 'time' | 'usdAmount' | 'fee'>;

/**
 * Sums trades by app or trader in several windows.
 *
 * @param starts where the windows begin, the shortest first; a trade at that very time is before it
 * @returns for each key a sum for each window, and last the one of all trades
 */
export function sumTrades(
  trades: readonly SummedTrade[],
  key: 'token' | 'trader',
  starts: readonly Date[],
): Map<string, readonly TradeSum[]> {
  const times = starts.map((start) => start.getTime());
  const sums = new Map<string, TradeSum[]>();
  for (const trade of trades) {
    let panes = sums.get(trade[key]);
    if (panes === undefined) {
      panes = [...starts, null].map(() => ({ volumeUsd: 0n, fees: 0n, trades: 0 }));
      sums.set(trade[key], panes);
    }
    // Into the shortest window that has it; that the longer ones have it too is added up once, below.
    const time = trade.time.getTime();
    const shortest = times.findIndex((start) => time > start);
    add(panes.at(shortest), trade.usdAmount ?? 0n, trade.fee, 1);
  }
  for (const panes of sums.values()) {
    for (const [i, { volumeUsd, fees, trades: count }] of panes.entries())
      add(panes[i + 1], volumeUsd, fees, count);
  }
  return sums;
}

function add(sum: TradeSum | undefined, volumeUsd: bigint, fees: bigint, trades: number): void {
  if (sum === undefined) return;
  sum.volumeUsd += volumeUsd;
  sum.fees += fees;
  sum.trades += trades;
}

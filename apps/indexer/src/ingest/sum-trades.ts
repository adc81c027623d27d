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
  const sums = new Map<string, TradeSum[]>();
  for (const trade of trades) {
    let panes = sums.get(trade[key]);
    if (panes === undefined) {
      panes = [...starts, null].map(() => ({ volumeUsd: 0n, fees: 0n, trades: 0 }));
      sums.set(trade[key], panes);
    }
    // Into the shortest window that has it; that the longer ones have it too is added up once, below.
    const shortest = starts.findIndex((start) => trade.time > start);
    add(panes.at(shortest), { volumeUsd: trade.usdAmount ?? 0n, fees: trade.fee, trades: 1 });
  }
  for (const panes of sums.values()) for (const [i, pane] of panes.entries()) add(panes[i + 1], pane);
  return sums;
}

function add(sum: TradeSum | undefined, { volumeUsd, fees, trades }: TradeSum): void {
  if (sum === undefined) return;
  sum.volumeUsd += volumeUsd;
  sum.fees += fees;
  sum.trades += trades;
}

import type { HistoryPeriod } from './types/portfolio.types.js';

/** How far back a history reaches, and into how many equal steps it is cut: at most 200 points. */
export interface HistorySpan {
  /** Null: since the wallet's first event. */
  readonly seconds: number | null;
  readonly steps: number;
}

const HOUR = 3_600;
const DAY = 24 * HOUR;

/** Steps that a chart can name: 7.5 minutes, 1, 4, 12 and 60 hours. */
export const HISTORY_SPANS: Readonly<Record<HistoryPeriod, HistorySpan>> = {
  '24h': { seconds: DAY, steps: 192 },
  '7d': { seconds: 7 * DAY, steps: 168 },
  '30d': { seconds: 30 * DAY, steps: 180 },
  '90d': { seconds: 90 * DAY, steps: 180 },
  '1y': { seconds: 365 * DAY, steps: 146 },
  all: { seconds: null, steps: 199 },
};

/**
 * Positions and prices that one history may look up. A wallet with more than 100 positions gets fewer points, evenly spaced as
 * ever: no wallet's history is a burden.
 */
export const HISTORY_LOOK_UPS = 40_000;

import type { Address } from '@slipway/domain';

/** Windows that end at the as-of block's time; `all` has no beginning. */
export const BOARD_WINDOWS = ['24h', '7d', '30d', 'all'] as const;
export type BoardWindow = (typeof BOARD_WINDOWS)[number];

/** Metrics of each board; the first is its default. */
export const BOARDS = {
  apps: ['volume', 'trades', 'market_cap', 'holders', 'fees'],
  traders: ['volume', 'trades', 'fees'],
  creators: ['volume', 'market_cap', 'holders', 'graduations', 'fees'],
} as const;
export type Board = keyof typeof BOARDS;
export const BOARD_NAMES = Object.keys(BOARDS) as Board[];

export type BoardMetric = (typeof BOARDS)[Board][number];
export const BOARD_METRICS: readonly BoardMetric[] = [...new Set(Object.values(BOARDS).flat())];

export const BOARD_UNITS = ['usd', 'platform', 'count'] as const;
export type BoardUnit = (typeof BOARD_UNITS)[number];

export const UNIT_OF: Record<BoardMetric, BoardUnit> = {
  volume: 'usd',
  trades: 'count',
  market_cap: 'usd',
  holders: 'count',
  graduations: 'count',
  fees: 'platform',
};

/** A place as the database keeps it: USD with 26 decimals, platform tokens in wei. */
export type BoardRow = readonly [address: Address, symbol: string | null, value: string, partial: boolean];

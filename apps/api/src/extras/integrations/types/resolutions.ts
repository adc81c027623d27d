/** TradingView's resolutions (minutes, days, weeks) and our intervals. */
export const INTERVAL_OF = {
  '1': '1m',
  '5': '5m',
  '15': '15m',
  '60': '1h',
  '240': '4h',
  '1D': '1d',
  D: '1d',
  '1W': '1w',
  W: '1w',
} as const;

export type Resolution = keyof typeof INTERVAL_OF;

/** All that are understood; a chart is offered one name of each. */
export const RESOLUTIONS: readonly Resolution[] = ['1', '5', '15', '60', '240', '1D', 'D', '1W', 'W'];
export const INTRADAY_RESOLUTIONS: readonly Resolution[] = ['1', '5', '15', '60', '240'];
export const OFFERED_RESOLUTIONS: readonly Resolution[] = [...INTRADAY_RESOLUTIONS, '1D', '1W'];

/** Seconds of a bar. */
export const SECONDS_OF: Readonly<Record<(typeof INTERVAL_OF)[Resolution], number>> = {
  '1m': 60,
  '5m': 300,
  '15m': 900,
  '1h': 3_600,
  '4h': 14_400,
  '1d': 86_400,
  '1w': 604_800,
};

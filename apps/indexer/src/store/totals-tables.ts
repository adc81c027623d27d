/** Whose trades are summed: the table, and the column of `trades` that is its key. */
export const TOTALS = [
  { table: 'app_totals', key: 'token' },
  { table: 'trader_totals', key: 'trader' },
] as const;
export type TotalsOf = (typeof TOTALS)[number];

/** Windows that end at the head's time; beside them there is `all`, which nothing falls out of. */
export const WINDOW_HOURS = { '24h': 24, '7d': 168, '30d': 720 } as const;
export type Window = keyof typeof WINDOW_HOURS;
export const WINDOW_NAMES = Object.keys(WINDOW_HOURS) as Window[];

/** What is summed, and how; in the order of `TradeSum`. */
export const SUMS = { volume_usd: 'sum(usd_amount)', fees: 'sum(fee)', trades: 'count(*)' } as const;

export const ALL_NAMES = [...WINDOW_NAMES, 'all'] as const;

/** Every sum of every window. */
export const SUMMED_COLUMNS = ALL_NAMES.flatMap((name) => Object.keys(SUMS).map((sum) => `${sum}_${name}`));

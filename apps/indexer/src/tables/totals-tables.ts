import { UNIT_WITHOUT_FEED, isHidden } from '@slipway/database';

/** Trades, and the shares of those that several wallets have, each by the wallet that it counts for. */
const TRADERS_TRADES = `(
  SELECT block_number, trader_id AS id, platform_amount, fee FROM trades WHERE NOT is_shared
  UNION ALL SELECT block_number, wallet_id, platform_amount, fee FROM trade_shares
)`;

/**
 * Whose trades are summed: the table and its key; the table of the bounds of its boards; the rows that it sums, each with the id
 * of an address; which of them a page shows.
 */
export const TOTALS = [
  {
    table: 'app_totals',
    key: 'token_id',
    bounds: 'app_leaderboard_bounds',
    source: '(SELECT block_number, token_id AS id, platform_amount, fee FROM trades)',
    isListed: (id: string): string => `NOT ${isHidden(id)}`,
  },
  {
    table: 'trader_totals',
    key: 'trader_id',
    bounds: 'trader_leaderboard_bounds',
    source: TRADERS_TRADES,
    isListed: (): string => 'true',
  },
] as const;
export type TotalsOf = (typeof TOTALS)[number];

/** Windows that end at the head's time; there is also `all`, which nothing falls out of. */
export const WINDOW_HOURS = { '24h': 24, '7d': 168, '30d': 720 } as const;
export type Window = keyof typeof WINDOW_HOURS;
export const WINDOW_NAMES = Object.keys(WINDOW_HOURS) as Window[];

const SUMS = {
  volume_usd: `sum(platform_amount * coalesce(oracle_price, ${UNIT_WITHOUT_FEED}))`,
  fees: 'sum(fee)',
  trades: 'count(*)',
} as const;

/** The same, and how many of the trades have no USD: no board is by these, they say that a volume is a part. */
export const ALL_SUMS = { ...SUMS, unpriced: 'sum((oracle_price IS NULL)::int)' } as const;

export const ALL_NAMES = [...WINDOW_NAMES, 'all'] as const;
export type WindowName = (typeof ALL_NAMES)[number];

const columnsOf = (names: readonly string[], sums: object = SUMS): string[] =>
  names.flatMap((name) => Object.keys(sums).map((sum) => `${sum}_${name}`));

/** Those that boards are by. */
export const SUMMED_COLUMNS = columnsOf(ALL_NAMES);
export const KEPT_COLUMNS = columnsOf(ALL_NAMES, ALL_SUMS);
/** Those that trades fall out of. */
export const WINDOW_COLUMNS = columnsOf(WINDOW_NAMES);

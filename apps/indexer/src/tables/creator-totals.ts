import type { Rows } from '../decode/rows.js';
import { sideBySide, type Session } from '../postgres/session.js';
import { ALL_NAMES, WINDOW_HOURS, WINDOW_NAMES } from './totals-tables.js';

/** An app's unit price with 60 decimals: finer than a market cap in USD, and an integer, so that sums are exact. */
const UNIT_PRICE = 'coalesce(div(s.platform_reserve * 1e60, nullif(s.token_reserve, 0)), 0)';

/** What an app adds to each of its creator's sums, by column. */
const SHARES: readonly (readonly [column: string, share: string])[] = ALL_NAMES.flatMap((name) => {
  const ifTraded = (value: string): string => `CASE WHEN t.trades_${name} > 0 THEN ${value} ELSE 0 END`;
  return [
    [`volume_usd_${name}`, `t.volume_usd_${name}`],
    [`fees_${name}`, `t.fees_${name}`],
    [`price_${name}`, ifTraded(UNIT_PRICE)],
    [`holders_${name}`, ifTraded('s.holders::bigint')],
  ] as const;
});
const COLUMNS = SHARES.map(([column]) => column);

const SHARES_OF_APPS = `
  SELECT a.creator, ${SHARES.map(([column, share]) => `${share} AS ${column}`).join(', ')}
  FROM app_totals t JOIN app_stats s ON s.token = t.token JOIN apps a ON a.token = t.token`;

const CHANGED = 'changed_apps';
const BEFORE = 'shares_before';

/**
 * Keeps what the apps that a range may change add to their creators' sums: those of its events, and those of which a trade
 * leaves a window. Run before anything of the range is written.
 *
 * @param from time of the head before; null for the first range
 * @param to time of the head now
 */
export async function keepShares(
  session: Session,
  rows: Pick<Rows, 'reserves' | 'transfers' | 'trades'>,
  from: { readonly time: Date } | null,
  to: Date,
): Promise<void> {
  const tokens = new Set([...rows.reserves, ...rows.transfers, ...rows.trades].map(({ token }) => token));
  const passing = WINDOW_NAMES.map((name) => {
    const before = `interval '${WINDOW_HOURS[name]} hours'`;
    return `UNION SELECT token FROM trades
      WHERE time > $2::timestamptz - ${before} AND time <= $3::timestamptz - ${before}`;
  });
  // All at once: what is sent after it by others comes after it.
  await sideBySide([
    () =>
      session.query(`
        CREATE TEMP TABLE IF NOT EXISTS ${CHANGED} (token text COLLATE "C") ON COMMIT DELETE ROWS;
        CREATE TEMP TABLE IF NOT EXISTS ${BEFORE} ON COMMIT DELETE ROWS AS ${SHARES_OF_APPS} WITH NO DATA;
        DELETE FROM ${CHANGED};
        DELETE FROM ${BEFORE}`),
    () =>
      session.query({
        name: 'keep-changed-apps',
        text: `INSERT INTO ${CHANGED} SELECT unnest($1::text[]) ${passing.join(' ')}`,
        values: [[...tokens], from?.time ?? to, to],
      }),
    () => session.query({ name: 'keep-shares', text: `INSERT INTO ${BEFORE} ${SHARES_OF_CHANGED}` }),
  ]);
}

/** The keys of changed apps go in as an array: joined, the planner might read every app. */
const SHARES_OF_CHANGED = `${SHARES_OF_APPS} WHERE t.token = ANY (ARRAY(SELECT token FROM ${CHANGED}))`;

/** Adds to creators' sums what their apps' shares grew by, or takes it away. Run after the range's totals and statistics. */
export async function advanceCreators(session: Session): Promise<void> {
  const sums = COLUMNS.map((column) => `sum(${column})`).join(', ');
  const negative = COLUMNS.map((column) => `-${column}`).join(', ');
  await session.query({
    name: 'advance-creators',
    text: `
      INSERT INTO creator_totals AS old (creator, ${COLUMNS.join(', ')})
      SELECT creator, ${sums} FROM (
        ${SHARES_OF_CHANGED} UNION ALL SELECT creator, ${negative} FROM ${BEFORE}
      ) AS moved GROUP BY creator
      ON CONFLICT (creator) DO UPDATE SET ${COLUMNS.map((column) => `${column} = old.${column} + excluded.${column}`).join(', ')}`,
  });
}

/** Sums anew, from every app: after a rollback, which computes all windows anew. */
export async function recountCreators(session: Session): Promise<void> {
  await session.query('DELETE FROM creator_totals');
  await session.query(`
    INSERT INTO creator_totals (creator, ${COLUMNS.join(', ')})
    SELECT creator, ${COLUMNS.map((column) => `sum(${column})`).join(', ')} FROM (${SHARES_OF_APPS}) AS shares GROUP BY creator`);
}

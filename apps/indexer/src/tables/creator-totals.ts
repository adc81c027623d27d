import { firstBytesOf } from '@slipway/database';
import { makeEmpty } from '../postgres/merge-rows.js';
import { runConcurrently, type Session } from '../postgres/session.js';
import { CHANGED_IDS } from './changed-apps.js';
import { ALL_NAMES, WINDOW_HOURS, type WindowName } from './totals-tables.js';

/** What an app adds to each of its creator's sums, by column. @param time SQL: the head's, at which windows end */
const sharesAt = (time: string): readonly (readonly [column: string, share: string])[] =>
  ALL_NAMES.flatMap((name) => {
    const ifTraded = (value: string): string => `CASE WHEN t.trades_${name} > 0 THEN ${value} ELSE 0 END`;
    return [
      [`volume_usd_${name}`, `t.volume_usd_${name}`],
      [`fees_${name}`, `t.fees_${name}`],
      [`unpriced_${name}`, `t.unpriced_${name}`],
      [`price_${name}`, ifTraded('s.unit_price')],
      [`holders_${name}`, ifTraded('s.holders::bigint')],
      [`graduations_${name}`, `(coalesce(${graduatedIn(name, time)}, false))::int`],
    ] as const;
  });

const graduatedIn = (name: WindowName, time: string): string =>
  name === 'all'
    ? 'c.graduated_at IS NOT NULL'
    : `c.graduated_at > ${time} - interval '${WINDOW_HOURS[name]} hours'`;

const sharesOfApps = (time: string): string => `
  SELECT s.creator_id, ${sharesAt(time)
    .map(([column, share]) => `${share} AS ${column}`)
    .join(', ')}
  FROM app_totals t JOIN app_prices s ON s.token_id = t.token_id JOIN curves c ON c.token_id = t.token_id`;

const sharesOfChanged = (time: string): string =>
  `${sharesOfApps(time)} WHERE t.token_id = ANY (${CHANGED_IDS})`;

const COLUMNS = sharesAt('').map(([column]) => column);

const HEAD_TIME = '(SELECT block_time FROM head)';

/** The shares of the changed apps before their transaction; a table of the connection's own. */
const BEFORE = 'shares_before';

/** Keeps what changed apps add to their creators' sums. Run before anything else is written. */
export async function keepShares(session: Session): Promise<void> {
  // At once: later statements of others come after it.
  await runConcurrently([
    () => makeEmpty(session, BEFORE, `AS ${sharesOfApps(HEAD_TIME)} WITH NO DATA`),
    () => session.prepared(`INSERT INTO ${BEFORE} ${sharesOfChanged(HEAD_TIME)}`),
  ]);
}

/**
 * Adds to creators' sums what their apps' shares changed by. Run after totals and statistics are written.
 * @param at the time of the head that the step leads to
 */
export async function advanceCreators(session: Session, at: Date): Promise<void> {
  const sums = COLUMNS.map((column) => `sum(${column})`).join(', ');
  const negative = COLUMNS.map((column) => `-${column}`).join(', ');
  await session.prepared(
    `
      INSERT INTO creator_totals AS old (creator_id, first_bytes, ${COLUMNS.join(', ')})
      SELECT creator_id, ${firstBytesOf('creator_id')}, ${sums} FROM (
        ${sharesOfChanged('$1::timestamptz')} UNION ALL SELECT creator_id, ${negative} FROM ${BEFORE}
      ) AS moved GROUP BY creator_id
      ON CONFLICT (creator_id) DO UPDATE SET ${COLUMNS.map((column) => `${column} = old.${column} + excluded.${column}`).join(', ')}`,
    [at],
  );
}

export async function forgetCreators(session: Session): Promise<void> {
  await session.query(`
    DELETE FROM creator_totals c USING (SELECT DISTINCT creator_id FROM ${BEFORE}) changed
    WHERE c.creator_id = changed.creator_id
      AND NOT EXISTS (SELECT FROM apps a JOIN app_totals t ON t.token_id = a.token_id WHERE a.creator_id = c.creator_id)`);
}

import type { Rows } from '../decode/rows.js';
import { makeEmpty } from '../postgres/merge-rows.js';
import { runConcurrently, type Session } from '../postgres/session.js';
import { WINDOW_HOURS, WINDOW_NAMES } from './totals-tables.js';

/** The connection's own table of the apps that its transaction may change. */
export const CHANGED = 'changed_apps';

/** Their keys, as an array: joined, the planner might read every app. */
export const CHANGED_TOKENS = `ARRAY(SELECT token FROM ${CHANGED})`;

/** What leaves a window of some hours, or comes back to it, between the times $2 and $3. */
const passing = (table: string, hours: number): string =>
  `SELECT token FROM ${table} WHERE time > $2::timestamptz - interval '${hours} hours'
    AND time <= $3::timestamptz - interval '${hours} hours'`;

const FIND = [
  'SELECT unnest($1::text[])',
  ...WINDOW_NAMES.map((name) => passing('trades', WINDOW_HOURS[name])),
  passing('reserves', WINDOW_HOURS['24h']),
  'SELECT token FROM app_stats WHERE trending > 0 AND decay_epoch($3) > decay_epoch($2)',
].join(' UNION ');

/**
 * Notes which apps a step of the head may change, forwards or back: those of its events, of trades or prices that pass the
 * border of a window, and, when an epoch ends, those that trend. Run before anything of the step is written.
 * @param from the earlier time of the head's two
 */
export async function noteChangedApps(
  session: Session,
  tokens: readonly string[],
  from: Date,
  to: Date,
): Promise<void> {
  // All at once: what is sent after it by others comes after it.
  await runConcurrently([
    () => makeEmpty(session, CHANGED, '', '(token text COLLATE "C")'),
    () => session.prepared(`INSERT INTO ${CHANGED} ${FIND}`, [tokens, from, to]),
  ]);
}

export function tokensOf({ reserves, transfers, trades }: Rows): string[] {
  return [...new Set([...reserves, ...transfers, ...trades].map(({ token }) => token))];
}

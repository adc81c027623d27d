import { lastBlockUpTo } from '@slipway/database';
import type { Address } from '@slipway/domain';
import type { Rows } from '../decode/rows.js';
import { makeEmpty } from '../postgres/merge-rows.js';
import { runConcurrently, type Session } from '../postgres/session.js';
import { WINDOW_HOURS, WINDOW_NAMES } from './totals-tables.js';

/** The connection's own table of the apps that its transaction may change. */
export const CHANGED = 'changed_apps';
export const CHANGED_COLUMNS = '(token_id int)';

/** Their ids, as an array: joined, the planner might read every app. */
export const CHANGED_IDS = `ARRAY(SELECT token_id FROM ${CHANGED})`;

/** What leaves a window of some hours, or comes back to it, between the times $2 and $3. */
const passing = (table: string, hours: number, block = 'block_number'): string =>
  `SELECT token_id FROM ${table}
    WHERE ${block} > ${lastBlockUpTo(`$2::timestamptz - interval '${hours} hours'`)}
      AND ${block} <= ${lastBlockUpTo(`$3::timestamptz - interval '${hours} hours'`)}`;

const FIND = [
  'SELECT unnest($1::int[]) AS token_id',
  ...WINDOW_NAMES.map((name) => passing('trades', WINDOW_HOURS[name])),
  passing('reserves', WINDOW_HOURS['24h']),
  ...WINDOW_NAMES.map((name) => passing('curves', WINDOW_HOURS[name], 'graduated_block')),
].join(' UNION ');

const INSERT = `INSERT INTO ${CHANGED} SELECT token_id FROM (${FIND}) found`;

/**
 * Notes which apps a step of the head may change, forwards or back: those of its events, and of trades, prices or graduations that pass
 * the border of a window. Run before anything of the step is written.
 * @param from the earlier time of the head's two
 */
export async function noteChangedApps(
  session: Session,
  tokenIds: readonly number[],
  from: Date,
  to: Date,
): Promise<void> {
  // All at once: later statements of others come after it.
  await runConcurrently([
    () => makeEmpty(session, CHANGED, '', CHANGED_COLUMNS),
    () => session.prepared(INSERT, [tokenIds, from, to]),
  ]);
}

export function tokensOf({ reserves, transfers, trades }: Rows): Address[] {
  return [...new Set([...reserves, ...transfers, ...trades].map(({ token }) => token))];
}

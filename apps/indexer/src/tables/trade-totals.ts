import { firstBytesOf, lastBlockUpTo } from '@slipway/database';
import { grow, shrink } from './leaderboard-candidates.js';
import type { Session } from '../postgres/session.js';
import {
  ALL_NAMES,
  ALL_SUMS,
  KEPT_COLUMNS,
  SUMMED_COLUMNS,
  TOTALS,
  WINDOW_COLUMNS,
  WINDOW_HOURS,
  WINDOW_NAMES,
  type TotalsOf,
  type Window,
} from './totals-tables.js';

/** The text of one piece of SQL a sum and window, separated by commas. */
function forEach<T extends string>(
  names: readonly T[],
  write: (column: string, sum: string, name: T) => string,
): string {
  return names
    .flatMap((name) => Object.entries(ALL_SUMS).map(([column, sum]) => write(`${column}_${name}`, sum, name)))
    .join(', ');
}

/** The last block that is not in a window. */
const blockBefore = (window: Window, end: string): string =>
  lastBlockUpTo(`${end}::timestamptz - interval '${WINDOW_HOURS[window]} hours'`);

/** Rows of some blocks with the feed's price. The blocks are bounded as well, or the planner might read all of them. */
const rowsOf = ({ source }: TotalsOf, bounds: (block: string) => string): string =>
  `${source} traded JOIN block_times b ON b.number = traded.block_number AND ${bounds('b.number')} AND ${bounds('traded.block_number')}`;

/** Each address is looked up: joined, the planner would read all of them. */
const withFirstBytes = (key: string, sums: string): string =>
  `SELECT sums.id AS ${key}, ${firstBytesOf('sums.id')} AS first_bytes, ${KEPT_COLUMNS.join(', ')} FROM (${sums}) sums`;

/** Sums of the trades above block $1 in the windows that end at $2. Without the upper bound $3 the planner expects too many. */
export const sumsAbove = (totals: TotalsOf): string =>
  withFirstBytes(
    totals.key,
    `SELECT traded.id, ${forEach(ALL_NAMES, (column, sum, name) => {
      const filter = name === 'all' ? '' : ` FILTER (WHERE block_number > ${blockBefore(name, '$2')})`;
      return `coalesce(${sum}${filter}, 0) AS ${column}`;
    })}
    FROM ${rowsOf(totals, (block) => `${block} > $1::bigint AND ${block} <= $3::bigint`)} GROUP BY traded.id`,
  );

/** Takes away or puts back trades up to block $1: those in the windows that end at $2, and not in those that end later, at $3. */
const shiftWindows = (totals: TotalsOf, sign: '-' | '+'): string => {
  const { table, key } = totals;
  const panes = WINDOW_NAMES.map(
    (name) => `SELECT '${name}' AS pane, traded.id, platform_amount, oracle_price, fee
      FROM ${rowsOf(
        totals,
        (block) =>
          `${block} > ${blockBefore(name, '$2')} AND ${block} <= least(${blockBefore(name, '$3')}, $1::bigint)`,
      )}`,
  );
  return `
  UPDATE ${table} SET ${forEach(WINDOW_NAMES, (column) => `${column} = ${table}.${column} ${sign} passed.${column}`)}
  FROM (
    SELECT panes.id, ${forEach(
      WINDOW_NAMES,
      (column, sum, name) => `coalesce(${sum} FILTER (WHERE pane = '${name}'), 0) AS ${column}`,
    )}
    FROM (${panes.join(' UNION ALL ')}) AS panes
    GROUP BY id
  ) passed
  WHERE ${table}.${key} = passed.id`;
};

/**
 * Moves the sums of every app and trader to the new head: trades that came in are added, those that fell out of a window
 * are taken away. Sums are exact integers. Run after the range's events are in.
 * @param from block and time of the head before; null for the first range
 */
export async function advanceTotals(
  session: Session,
  from: HeadMoment | null,
  to: HeadMoment,
): Promise<void> {
  for (const totals of TOTALS) {
    const { table, key } = totals;
    if (from !== null) {
      const passed = { lost: 'passed', columns: WINDOW_COLUMNS };
      await shrink(session, totals, shiftWindows(totals, '-'), passed, [
        from.blockNumber,
        from.time,
        to.time,
      ]);
    }
    await grow(
      session,
      totals,
      `INSERT INTO ${table} AS sums (${TOTALS_COLUMNS(totals)}) ${sumsAbove(totals)}
        ON CONFLICT (${key}) DO UPDATE SET ${forEach(ALL_NAMES, (column) => `${column} = sums.${column} + excluded.${column}`)}`,
      (column) => `sums.${column}`,
      [from?.blockNumber ?? -1, to.time, to.blockNumber],
    );
  }
}

/** Columns of the rows of {@link sumsAbove}. */
export const TOTALS_COLUMNS = ({ key }: TotalsOf): string => [key, 'first_bytes', ...KEPT_COLUMNS].join(', ');

export interface HeadMoment {
  readonly blockNumber: number;
  readonly time: Date;
}

/**
 * Moves the sums back from the head to an ancestor, by the same steps. Run while the undone trades and the head are there.
 * @param at the ancestor's time
 */
export async function rewindTotals(session: Session, block: number, at: Date): Promise<void> {
  const { rows } = await session.query<{ block_time: Date; number: string }>(
    'SELECT block_time, block_number AS number FROM head',
  );
  const head = rows[0];
  if (head === undefined) return;
  for (const totals of TOTALS) {
    const { table, key } = totals;
    await shrink(
      session,
      totals,
      `UPDATE ${table} SET ${forEach(ALL_NAMES, (column) => `${column} = ${table}.${column} - undone.${column}`)}
      FROM (${sumsAbove(totals)}) undone WHERE ${table}.${key} = undone.${key}`,
      { lost: 'undone', columns: SUMMED_COLUMNS },
      [block, head.block_time, head.number],
    );
    await session.query(
      `DELETE FROM ${table} USING ${totals.source} traded
      WHERE traded.block_number > $1 AND ${table}.${key} = traded.id AND ${table}.trades_all = 0`,
      [block],
    );
    await grow(session, totals, shiftWindows(totals, '+'), (column) => `${table}.${column}`, [
      block,
      at,
      head.block_time,
    ]);
  }
}

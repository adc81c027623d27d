import { addCandidates } from './leaderboard-candidates.js';
import type { Session } from '../postgres/session.js';
import {
  ALL_NAMES,
  SUMMED_COLUMNS,
  SUMS,
  TOTALS,
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
    .flatMap((name) => Object.entries(SUMS).map(([column, sum]) => write(`${column}_${name}`, sum, name)))
    .join(', ');
}

/** As a subquery it is computed once, and not for every row. */
const startOf = (window: Window, end: string): string =>
  `(SELECT ${end}::timestamptz - interval '${WINDOW_HOURS[window]} hours')`;

/** Sums of the trades above block $1 in the windows that end at $2. Without the upper bound $3 the planner expects too many. */
export const sumsAbove = ({ key, source }: TotalsOf): string => `
  SELECT ${key}, ${forEach(ALL_NAMES, (column, sum, name) => {
    const filter = name === 'all' ? '' : ` FILTER (WHERE time > ${startOf(name, '$2')})`;
    return `coalesce(${sum}${filter}, 0) AS ${column}`;
  })}
  FROM ${source} WHERE block_number > $1::bigint AND block_number <= $3::bigint GROUP BY ${key}`;

/** Takes away or puts back the trades up to block $1 in the windows that end at $2 and not in those that end later, at $3. */
const shiftWindows = ({ table, key, source }: TotalsOf, sign: '-' | '+'): string => `
  UPDATE ${table} SET ${forEach(WINDOW_NAMES, (column) => `${column} = ${table}.${column} ${sign} passed.${column}`)}
  FROM (
    SELECT ${key}, ${forEach(
      WINDOW_NAMES,
      (column, sum, name) => `coalesce(${sum} FILTER (WHERE pane = '${name}'), 0) AS ${column}`,
    )}
    FROM (${WINDOW_NAMES.map(
      (name) => `SELECT '${name}' AS pane, ${key}, usd_amount, fee FROM ${source}
        WHERE time > ${startOf(name, '$2')} AND time <= ${startOf(name, '$3')} AND block_number <= $1::bigint`,
    ).join(' UNION ALL ')}) AS panes
    GROUP BY ${key}
  ) passed
  WHERE ${table}.${key} = passed.${key}`;

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
      await session.prepared(shiftWindows(totals, '-'), [from.blockNumber, from.time, to.time]);
    }
    const { rows: grown } = await session.prepared<Grown>(
      `
        INSERT INTO ${table} AS old (${key}, ${SUMMED_COLUMNS.join(', ')}) ${sumsAbove(totals)}
        ON CONFLICT (${key}) DO UPDATE SET ${forEach(ALL_NAMES, (column) => `${column} = old.${column} + excluded.${column}`)}
        RETURNING ${key} AS address`,
      [from?.blockNumber ?? -1, to.time, to.blockNumber],
    );
    await addCandidates(session, totals, grown.map(addressOf));
  }
}

export interface HeadMoment {
  readonly blockNumber: number;
  readonly time: Date;
}

type Grown = Record<'address', string>;
const addressOf = ({ address }: Grown): string => address;

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
    const { rows: undone } = await session.query<Grown>(
      `UPDATE ${table} SET ${forEach(ALL_NAMES, (column) => `${column} = ${table}.${column} - undone.${column}`)}
      FROM (${sumsAbove(totals)}) undone WHERE ${table}.${key} = undone.${key} RETURNING ${table}.${key} AS address`,
      [block, head.block_time, head.number],
    );
    const { rows: grown } = await session.query<Grown>(
      `${shiftWindows(totals, '+')} RETURNING ${table}.${key} AS address`,
      [block, at, head.block_time],
    );
    const undo = `DELETE FROM ${table} WHERE ${key} = ANY ($1) AND trades_all = 0`;
    await session.query(undo, [undone.map(addressOf)]);
    await addCandidates(session, totals, grown.map(addressOf));
  }
}

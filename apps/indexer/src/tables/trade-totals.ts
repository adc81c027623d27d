import { addCandidates } from './leaderboard-candidates.js';
import { addressOfId, lastBlockUpTo } from '@slipway/database';
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

/** The last block that is not in a window. */
const blockBefore = (window: Window, end: string): string =>
  lastBlockUpTo(`${end}::timestamptz - interval '${WINDOW_HOURS[window]} hours'`);

/** Rows of some blocks with the feed's price. The blocks are bounded as well, or the planner might read all of them. */
const rowsOf = ({ source }: TotalsOf, bounds: (block: string) => string): string =>
  `${source} traded JOIN block_times b ON b.number = traded.block_number AND ${bounds('b.number')} AND ${bounds('traded.block_number')}`;

/** Each address is looked up: joined, the planner would read all of them. */
const withAddresses = (key: string, sums: string): string =>
  `SELECT ${addressOfId('sums.id')} AS ${key}, ${SUMMED_COLUMNS.join(', ')} FROM (${sums}) sums`;

/** Sums of the trades above block $1 in the windows that end at $2. Without the upper bound $3 the planner expects too many. */
export const sumsAbove = (totals: TotalsOf): string =>
  withAddresses(
    totals.key,
    `SELECT traded.id, ${forEach(ALL_NAMES, (column, sum, name) => {
      const filter = name === 'all' ? '' : ` FILTER (WHERE block_number > ${blockBefore(name, '$2')})`;
      return `coalesce(${sum}${filter}, 0) AS ${column}`;
    })}
    FROM ${rowsOf(totals, (block) => `${block} > $1::bigint AND ${block} <= $3::bigint`)} GROUP BY traded.id`,
  );

/** Takes away or puts back the trades up to block $1 in the windows that end at $2 and not in those that end later, at $3. */
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
    SELECT ${addressOfId('panes.id')} AS address, ${forEach(
      WINDOW_NAMES,
      (column, sum, name) => `coalesce(${sum} FILTER (WHERE pane = '${name}'), 0) AS ${column}`,
    )}
    FROM (${panes.join(' UNION ALL ')}) AS panes
    GROUP BY id
  ) passed
  WHERE ${table}.${key} = passed.address`;
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

import type { Rows } from '../decode/rows.js';
import { sumByApp, sumByTrader, type TradeSum } from '../fold/sum-trades.js';
import { enterLeaders } from './leaderboard-candidates.js';
import type { CopyColumns } from '../postgres/copy-rows.js';
import { inKeyOrder } from '../postgres/in-key-order.js';
import { mergeRows } from '../postgres/merge-rows.js';
import { runConcurrently, type Session } from '../postgres/session.js';
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

const startOf = (window: Window, end: string): string =>
  `${end}::timestamptz - interval '${WINDOW_HOURS[window]} hours'`;

/** Sums by key of the trades above block $1, in the windows that end at $2. */
export const sumsAbove = ({ key, source }: TotalsOf): string => `
  SELECT ${key}, ${forEach(ALL_NAMES, (column, sum, name) => {
    const filter = name === 'all' ? '' : ` FILTER (WHERE time > ${startOf(name, '$2')})`;
    return `coalesce(${sum}${filter}, 0) AS ${column}`;
  })}
  FROM ${source} WHERE block_number > $1::bigint GROUP BY ${key}`;

/**
 * Takes away (-) or puts back (+) the trades up to block $1 that lie in a window that ends at $2 and not in the one
 * that ends at $3, which is later.
 */
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
 * Moves the sums of every app and trader from the old head to the new one: trades that came in are added, those that
 * fell out of a window are taken away. Sums are exact integers.
 *
 * @param rows trades of the range, attributed
 * @param from block and time of the head before; null for the first range
 * @param to time of the head now
 */
export async function advanceTotals(
  session: Session,
  rows: Pick<Rows, 'trades' | 'tradeShares'>,
  from: { readonly blockNumber: number; readonly time: Date } | null,
  to: Date,
): Promise<void> {
  const starts = WINDOW_NAMES.map((name) => new Date(to.getTime() - WINDOW_HOURS[name] * 3_600_000));
  for (const totals of TOTALS) {
    const expire = {
      name: `expire-${totals.table}`,
      text: shiftWindows(totals, '-'),
      values: [from?.blockNumber, from?.time, to],
    };
    const sums = totals.key === 'token' ? sumByApp(rows.trades, starts) : sumByTrader(rows, starts);
    await runConcurrently([
      async () => from !== null && session.query(expire),
      async () => {
        if (sums.size === 0) return;
        await addTotals(session, totals, sums);
        await enterLeaders(session, totals, [...sums.keys()]);
      },
    ]);
  }
}

type Owned = readonly [owner: string, panes: readonly TradeSum[]];

/** The field of a sum in each of its columns. */
const FIELDS: Readonly<Record<keyof typeof SUMS, keyof TradeSum>> = {
  volume_usd: 'volumeUsd',
  fees: 'fees',
  trades: 'trades',
};

const SUM_COLUMNS: CopyColumns<Owned> = Object.fromEntries(
  ALL_NAMES.flatMap((name, i) =>
    Object.entries(FIELDS).map(([sum, field]) => [
      `${sum}_${name}`,
      ([, panes]: Owned) => panes[i]?.[field] ?? null,
    ]),
  ),
);

async function addTotals(
  session: Session,
  { table, key }: TotalsOf,
  sums: ReadonlyMap<string, readonly TradeSum[]>,
): Promise<void> {
  await mergeRows(
    session,
    {
      table,
      key: [key],
      columns: { [key]: ([owner]: Owned) => owner, ...SUM_COLUMNS },
      changed: Object.fromEntries(
        SUMMED_COLUMNS.map((column) => [column, `old.${column} + excluded.${column}`]),
      ),
    },
    inKeyOrder([...sums], ([owner]) => owner),
  );
}

/**
 * Moves the sums back from the head to an ancestor of it: the same steps the other way round. Run while the undone
 * trades and the head are still there.
 *
 * @param block the ancestor's number
 * @param at its time
 */
export async function rewindTotals(session: Session, block: number, at: Date): Promise<void> {
  const { rows } = await session.query<{ block_time: Date }>('SELECT block_time FROM head');
  const head = rows[0];
  if (head === undefined) return;
  for (const totals of TOTALS) {
    const { table, key } = totals;
    const undone = await session.query<{ address: string }>(
      `UPDATE ${table} SET ${forEach(ALL_NAMES, (column) => `${column} = ${table}.${column} - undone.${column}`)}
      FROM (${sumsAbove(totals)}) undone WHERE ${table}.${key} = undone.${key} RETURNING ${table}.${key} AS address`,
      [block, head.block_time],
    );
    const grown = await session.query<{ address: string }>(
      `${shiftWindows(totals, '+')} RETURNING ${table}.${key} AS address`,
      [block, at, head.block_time],
    );
    await session.query(`DELETE FROM ${table} WHERE ${key} = ANY ($1) AND trades_all = 0`, [
      undone.rows.map(({ address }) => address),
    ]);
    await enterLeaders(
      session,
      totals,
      grown.rows.map(({ address }) => address),
    );
  }
}

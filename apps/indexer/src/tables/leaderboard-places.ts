import { SUMMED_COLUMNS, type TotalsOf } from './totals-tables.js';

/** 10^20: more than there are first bytes, and a power of the base that the server computes in. */
const SCALE = '100000000000000000000';
/** The highest number of seven bytes. */
const LAST = 2n ** 56n - 1n;

/**
 * SQL: a number that grows with a sum, and among equal sums falls with the address, of which seven bytes decide: 0 without
 * a sum. Addresses that have the same place are candidates together.
 */
export const sortKeyOf = (sum: string, firstBytes = 'first_bytes'): string =>
  `CASE WHEN ${sum} > 0 THEN ${sum} * ${SCALE} + (${LAST} - ${firstBytes}) ELSE 0 END`;

/** The lowest place of a sum above zero is higher. */
export const LOWEST_PLACE = '1';

export const boardOf = ({ table }: TotalsOf, column: string): string => `${table}.${column}`;

/** Ids of one range share a row of bounds. */
const RANGE = 64;
export const firstIdOf = (id: string): string => `${id} / ${RANGE} * ${RANGE}`;
/** SQL: the sums of the ids of a range. */
export const sumsOfRange = ({ table, key }: TotalsOf, firstId: string, columns: string): string =>
  `SELECT ${columns} FROM ${table} WHERE ${key} >= ${firstId} AND ${key} < ${firstId} + ${RANGE}`;

/** The text of one piece of SQL a column. */
export const eachColumn = (
  write: (column: string) => string,
  separator = ', ',
  columns: readonly string[] = SUMMED_COLUMNS,
): string => columns.map(write).join(separator);

/** SQL: a row with the cut-off of each board, null where there is none. */
export const CUT_OFFS = (totals: TotalsOf): string =>
  `SELECT ${eachColumn((column) => `max(place) FILTER (WHERE board = '${boardOf(totals, column)}') AS ${column}`)}
  FROM leaderboard_cut_offs`;

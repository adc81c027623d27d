import type { Session } from '../postgres/session.js';
import { SUMMED_COLUMNS, TOTALS, type TotalsOf } from './totals-tables.js';

/** Places that a page of a board may ask for, those that are kept when a cut-off is set, and how many may gather above it. */
const PAGE = 100;
const KEPT = 120;
const MOST = 300;

/**
 * A board of sums (`<table>.<column>`) has a cut-off: a value and an address, by which equal values are ordered. Addresses
 * at or above it are candidates. A page that finds enough candidates is exact; another reads all sums, unless the cut-off
 * is 0. A board without a cut-off, as in a first backfill, has all its sums read.
 */
const isAbove = (value: string, address: string): string =>
  `(${value} > cut_off.value OR (${value} = cut_off.value AND lower(${address}) <= lower(cut_off.address)))`;

const boardOf = (table: string, column: string): string => `${table}.${column}`;

/** Lets those in whose sums have just grown above a cut_off. */
export async function addCandidates(
  session: Session,
  { table, key }: TotalsOf,
  grown: readonly string[],
): Promise<void> {
  await session.prepared(
    `
      INSERT INTO board_leaders (board, address)
      SELECT cut_off.board, sums.${key}
      FROM unnest($1::text[]) AS grown (address) JOIN ${table} sums ON sums.${key} = grown.address
        CROSS JOIN LATERAL (VALUES ${SUMMED_COLUMNS.map((column) => `('${boardOf(table, column)}', sums.${column})`).join(', ')})
          AS reached (board, value)
        JOIN board_floors cut_off ON cut_off.board = reached.board AND ${isAbove('reached.value', `sums.${key}`)}
      WHERE reached.value > 0 AND EXISTS (SELECT FROM board_floors)
      ON CONFLICT DO NOTHING`,
    [grown],
  );
}

/** Sets cut-offs where there are none, where too few are left above, and where too many have gathered. */
export async function setCutOffs(session: Session): Promise<void> {
  for (const totals of TOTALS) {
    const { rows } = await session.prepared<{ column: string; enough: boolean }>(
      SUMMED_COLUMNS.map((column) => countCandidates(totals, column)).join(' UNION ALL '),
    );
    for (const { column, enough } of rows) await setCutOff(session, totals, column, enough);
  }
}

/** A row when a board wants a new cut-off, with whether its candidates are enough to find it. */
const countCandidates = ({ table, key }: TotalsOf, column: string): string => `
  SELECT * FROM (
    SELECT '${column}' AS column, count(*) AS held,
      count(*) FILTER (WHERE sums.${column} > 0 AND ${isAbove(`sums.${column}`, `sums.${key}`)}) > ${KEPT} AS enough,
      count(*) FILTER (WHERE sums.${column} > 0 AND ${isAbove(`sums.${column}`, `sums.${key}`)}) < ${PAGE}
        AND coalesce(max(cut_off.value), 1) > 0 AS lacks
    FROM board_floors cut_off
      JOIN board_leaders candidate ON candidate.board = cut_off.board
      JOIN ${table} sums ON sums.${key} = candidate.address
    WHERE cut_off.board = '${boardOf(table, column)}'
  ) counted WHERE lacks OR held > ${MOST}`;

async function setCutOff(
  session: Session,
  { table, key }: TotalsOf,
  column: string,
  fromCandidates: boolean,
): Promise<void> {
  const board = boardOf(table, column);
  const source = fromCandidates
    ? `${table} sums JOIN board_leaders candidate ON candidate.address = sums.${key} AND candidate.board = $1`
    : `${table} sums`;
  await session.prepared(
    `
      WITH best AS MATERIALIZED (
        SELECT sums.${key} AS address, sums.${column} AS value FROM ${source}
        WHERE sums.${column} > 0 ORDER BY value DESC, lower(sums.${key}) LIMIT ${KEPT}
      ), cut_off AS (
        INSERT INTO board_floors (board, value, address)
        SELECT $1, coalesce(last.value, 0), coalesce(last.address, '')
        FROM (VALUES (1)) one LEFT JOIN (
          SELECT value, address FROM best ORDER BY value DESC, lower(address) OFFSET ${KEPT - 1}
        ) last ON true
        ON CONFLICT (board) DO UPDATE SET value = excluded.value, address = excluded.address
      ), gone AS (
        DELETE FROM board_leaders WHERE board = $1 AND address NOT IN (SELECT address FROM best)
      )
      INSERT INTO board_leaders (board, address) SELECT $1, address FROM best ON CONFLICT DO NOTHING`,
    [board],
  );
}

import type { Session } from '../postgres/session.js';
import { lowerBounds, openBounds, raiseBounds } from './leaderboard-bounds.js';
import {
  boardOf,
  CUT_OFFS,
  eachColumn,
  firstIdOf,
  LOWEST_PLACE,
  sortKeyOf,
  sumsOfRange,
} from './leaderboard-places.js';
import { SUMMED_COLUMNS, TOTALS, type TotalsOf } from './totals-tables.js';

/**
 * Places that a page of a board may ask for. Then those that are kept when a cut-off is set, and how many may gather above it.
 */
const PAGE = 100;
const KEPT = 160;
const MOST = 320;

/**
 * A board of sums (`<table>.<column>`) has a cut-off, a place (leaderboard-places.ts). Its candidates are those at or above
 * it, at every head: a page reads no others. When they become too few or too many, a search finds another cut-off.
 */
const placesOf = (rows: string, columns: string): string =>
  `places AS MATERIALIZED (SELECT id, ${firstIdOf('id')} AS first_id, ${columns} FROM ${rows})`;

/**
 * Makes sums grow, and lets those in that reach a cut-off.
 * @param change a statement that changes sums, up to its RETURNING
 * @param qualify what names a column of the changed table
 */
export async function grow(
  session: Session,
  totals: TotalsOf,
  change: string,
  qualify: (column: string) => string,
  values: unknown[],
): Promise<void> {
  const boards = eachColumn(
    (column) => `('${boardOf(totals, column)}', places.${column}, cut_offs.${column})`,
  );
  await session.prepared(
    `
      WITH grown AS (
        ${change} RETURNING ${qualify(totals.key)} AS id, ${qualify('first_bytes')} AS first_bytes,
          ${eachColumn((column) => `${qualify(column)} AS ${column}`)}
      ), ${placesOf(
        'grown',
        eachColumn((column) => `${sortKeyOf(column)} AS ${column}`),
      )},
      raised AS (${raiseBounds(totals)}),
      cut_offs AS MATERIALIZED (${CUT_OFFS(totals)})
      INSERT INTO leaderboard_candidates (board, address_id)
      SELECT board, places.id FROM places CROSS JOIN cut_offs
        CROSS JOIN LATERAL (VALUES ${boards}) AS reached (board, place, cut_off)
      WHERE (${eachColumn((column) => `places.${column} >= cut_offs.${column}`, ' OR ')}) AND reached.place >= reached.cut_off
      ON CONFLICT DO NOTHING`,
    values,
  );
}

/**
 * Makes sums fall, takes those out that fall below a cut-off, and lowers the bounds that they were.
 * @param change a statement that changes sums, up to its RETURNING
 * @param lost what of it has the falls, by the columns that fall
 */
export async function shrink(
  session: Session,
  totals: TotalsOf,
  change: string,
  { lost, columns }: { readonly lost: string; readonly columns: readonly string[] },
  values: unknown[],
): Promise<void> {
  const { table, key, bounds } = totals;
  const each = (write: (column: string) => string, separator?: string): string =>
    eachColumn(write, separator, columns);
  const boards = each(
    (column) => `('${boardOf(totals, column)}', places.${column}, places.old_${column}, cut_offs.${column})`,
  );
  const { rows } = await session.prepared<{ id: number }>(
    `
      WITH shrunk AS (
        ${change} RETURNING ${table}.${key} AS id, ${table}.first_bytes,
          ${each((column) => `${table}.${column}, ${table}.${column} + ${lost}.${column} AS old_${column}`)}
      ), ${placesOf(
        'shrunk',
        each((column) => `${sortKeyOf(column)} AS ${column}, ${sortKeyOf(`old_${column}`)} AS old_${column}`),
      )},
      fallen AS (
        DELETE FROM leaderboard_candidates USING (
          SELECT board, places.id FROM places CROSS JOIN (${CUT_OFFS(totals)}) cut_offs
            CROSS JOIN LATERAL (VALUES ${boards}) AS reached (board, place, old_place, cut_off)
          WHERE old_place >= cut_off AND place < cut_off
        ) gone
        WHERE leaderboard_candidates.board = gone.board AND leaderboard_candidates.address_id = gone.id
      )
      SELECT DISTINCT places.first_id AS id FROM places
        CROSS JOIN LATERAL (SELECT * FROM ${bounds} WHERE ${bounds}.first_id = places.first_id LIMIT 1) bound
      WHERE ${each((column) => `(places.old_${column} > places.${column} AND places.old_${column} >= bound.${column})`, ' OR ')}`,
    values,
  );
  await lowerBounds(
    session,
    totals,
    rows.map(({ id }) => id),
  );
}

/** Sets cut-offs where too few are left above, and where too many have gathered. Apps that operators hid do not count. */
export async function setCutOffs(session: Session): Promise<void> {
  for (const totals of TOTALS) {
    const { rows } = await session.prepared<{ board: string }>(
      `
        SELECT board FROM (
          SELECT board, place, count(address_id) FILTER (WHERE ${totals.isListed('candidate.address_id')}) AS listed
          FROM leaderboard_cut_offs LEFT JOIN leaderboard_candidates candidate USING (board)
          WHERE board LIKE '${totals.table}.%' GROUP BY board, place
        ) counted WHERE listed > ${MOST} OR (listed < ${PAGE} AND place > ${LOWEST_PLACE})`,
    );
    const wanting = rows.map(({ board }) => board);
    for (const column of SUMMED_COLUMNS)
      if (wanting.includes(boardOf(totals, column))) await setCutOff(session, totals, column);
  }
}

/** Gives sums that were made at once their bounds, cut-offs and candidates. */
export async function openBoards(session: Session): Promise<void> {
  for (const totals of TOTALS) {
    await openBounds(session, totals);
    for (const column of SUMMED_COLUMNS) await setCutOff(session, totals, column);
  }
}

interface Found {
  readonly cut_off: string;
  readonly is_exact: boolean;
  readonly ids: number[];
}

async function setCutOff(session: Session, totals: TotalsOf, column: string): Promise<void> {
  const { cut_off: cutOff, ids } = await findBest(session, totals, column);
  await session.prepared(
    `
      WITH gone AS (
        DELETE FROM leaderboard_candidates WHERE board = $1 AND address_id <> ALL ($3::int[])
      ), cut_off AS (
        INSERT INTO leaderboard_cut_offs (board, place) VALUES ($1, $2)
        ON CONFLICT (board) DO UPDATE SET place = excluded.place
      )
      INSERT INTO leaderboard_candidates (board, address_id) SELECT $1, unnest($3::int[]) ON CONFLICT DO NOTHING`,
    [boardOf(totals, column), cutOff, ids],
  );
}

/** Reads the ranges with the highest bounds, until no other can have a better place than those found. */
async function findBest(session: Session, totals: TotalsOf, column: string): Promise<Found> {
  for (let ranges = KEPT + 1; ; ranges *= 2) {
    const { rows } = await session.prepared<Found>(searchSql(totals, column), [ranges]);
    if (rows[0]?.is_exact === true) return rows[0];
  }
}

/** Searches the $1 ranges with the highest bounds, and lowers those that are too high. */
const searchSql = (totals: TotalsOf, column: string): string => `
  WITH best AS MATERIALIZED (
    SELECT first_id, ${column} AS place FROM ${totals.bounds} WHERE ${column} > 0 ORDER BY ${column} DESC LIMIT $1::int
  ), found AS MATERIALIZED (
    SELECT best.first_id, sums.id, sums.place FROM best CROSS JOIN LATERAL (
      ${sumsOfRange(totals, 'best.first_id', `${totals.key} AS id, ${sortKeyOf(column)} AS place`)} AND ${column} > 0
    ) sums
  ), lowered AS (
    UPDATE ${totals.bounds} SET ${column} = highest.place FROM (
      SELECT first_id, coalesce(max(found.place), 0) AS place FROM best LEFT JOIN found USING (first_id)
      GROUP BY first_id, best.place HAVING coalesce(max(found.place), 0) < best.place
    ) highest
    WHERE ${totals.bounds}.first_id = highest.first_id
  ), cut_off AS MATERIALIZED (
    SELECT place FROM found WHERE ${totals.isListed('found.id')} ORDER BY place DESC OFFSET ${KEPT - 1} LIMIT 1
  ), read AS (
    SELECT count(*) < $1::int AS are_all, min(place) AS lowest FROM best
  )
  SELECT coalesce(cut_off.place, ${LOWEST_PLACE})::text AS cut_off, are_all OR coalesce(cut_off.place > lowest, false) AS is_exact,
    ARRAY(SELECT id FROM found WHERE place >= coalesce((SELECT place FROM cut_off), ${LOWEST_PLACE})) AS ids
  FROM read LEFT JOIN cut_off ON true`;

import type { Session } from '../postgres/session.js';
import { eachColumn, firstIdOf, sortKeyOf, sumsOfRange } from './leaderboard-places.js';
import { SUMMED_COLUMNS, type TotalsOf } from './totals-tables.js';

/** Ranges whose bounds one step of the head lowers: the others stay too high until a search comes to them. */
const MOST_LOWERED = 200;

const LIST = SUMMED_COLUMNS.join(', ');

/**
 * SQL: raises the bounds of ranges of ids to the places of `places`, rows of first_id and columns. No id of a range has a place
 * above its bound. So a search for the best reads the ranges with the highest bounds and no others.
 */
export const raiseBounds = ({ bounds }: TotalsOf): string => `
  INSERT INTO ${bounds} AS bound (first_id, ${LIST})
  SELECT first_id, ${eachColumn((column) => `max(${column})`)} FROM places GROUP BY first_id
  ON CONFLICT (first_id) DO UPDATE SET ${eachColumn((column) => `${column} = greatest(bound.${column}, excluded.${column})`)}
  WHERE ${eachColumn((column) => `bound.${column} < excluded.${column}`, ' OR ')}`;

/** Sets bounds to the highest places of their ranges, after the highest fell. Only speed depends on it. */
export async function lowerBounds(
  session: Session,
  totals: TotalsOf,
  firstIds: readonly number[],
): Promise<void> {
  if (firstIds.length === 0) return;
  const best = eachColumn((column) => `coalesce(max(${sortKeyOf(column)}), 0) AS ${column}`);
  await session.prepared(
    `
      UPDATE ${totals.bounds} SET ${eachColumn((column) => `${column} = best.${column}`)}
      FROM unnest($1::int[]) AS fallen (first_id)
        CROSS JOIN LATERAL (${sumsOfRange(totals, 'fallen.first_id', best)}) best
      WHERE ${totals.bounds}.first_id = fallen.first_id`,
    [firstIds.slice(0, MOST_LOWERED)],
  );
}

/** Sets all bounds of sums that were made at once. */
export async function openBounds(session: Session, totals: TotalsOf): Promise<void> {
  await session.query(`
    WITH places AS (
      SELECT ${firstIdOf(totals.key)} AS first_id, ${eachColumn((column) => `${sortKeyOf(column)} AS ${column}`)}
      FROM ${totals.table}
    ) ${raiseBounds(totals)}`);
}

import type { HeadStatement } from '@slipway/database';
import { HOURS } from '@slipway/domain';
import type { AppItems } from './types/apps.types.js';
import { sparklineShape, type SparklineColumns, type SparklineSpan } from './types/sparkline.types.js';

const HOUR = `slot - ${HOURS.epochSlot}`;

/** Hours and closes of rows that have a slot and a close. */
const closesOf = (rows: string): string => `(
  SELECT json_build_array(coalesce(array_agg(${HOUR} ORDER BY slot), '{}'), coalesce(array_agg(close::text ORDER BY slot), '{}'))
  FROM (${rows}) kept
)`;

/**
 * A list of apps with what their sparklines are made of, in one statement: so both are of one block. Of each app it reads
 * its candles of the span's hours, and the last one before them.
 *
 * @param span null for the list alone
 */
export function withSparklines<Values extends readonly unknown[], Row extends AppItems>(
  { name, text }: HeadStatement<Values, Row>,
  span: SparklineSpan | null,
): HeadStatement<Values, Row & { readonly sparklines?: SparklineColumns }> {
  const named = (full: string): { name?: string } => (name === undefined ? {} : { name: full });
  if (span === null) return { ...named(name ?? ''), text };
  const { points, hours } = sparklineShape(span);
  // The last hour of each point that has ended; with points of an hour that is each hour.
  const inside = (table: string, where: string): string =>
    hours === 1
      ? `SELECT slot, close FROM ${table} WHERE ${where} AND slot >= hours.first AND slot < hours.last`
      : `SELECT DISTINCT ON ((${HOUR}) / ${hours}) slot, close FROM ${table}
          WHERE ${where} AND slot >= hours.first AND slot < hours.last ORDER BY (${HOUR}) / ${hours}, slot DESC`;
  const before = (table: string, where: string): string =>
    `SELECT slot, close FROM ${table}
      WHERE ${where} AND slot < hours.first AND slot >= ${HOURS.epochSlot} ORDER BY slot DESC LIMIT 1`;
  /** The feed's last price at the page's block. */
  const lastIn = (table: string): string =>
    `(SELECT price::text FROM ${table} WHERE block_number <= page.block_number AND price > 0
        ORDER BY block_number DESC LIMIT 1)`;
  const kept = (table: string, where: string): string =>
    closesOf(`(${before(table, where)}) UNION ALL (${inside(table, where)})`);
  return {
    ...named(`sparkline-${span}-${name ?? ''}`),
    text: `
      WITH page AS MATERIALIZED (${text}), hours AS MATERIALIZED (
        SELECT (hour - hour % ${hours} + ${HOURS.epochSlot - (points - 1) * hours})::int AS first,
          (hour - hour % ${hours} + ${HOURS.epochSlot})::int AS last
        FROM (SELECT floor(extract(epoch FROM block_time) / ${HOURS.seconds})::bigint AS hour FROM page) now
      )
      SELECT page.*, json_build_object('oraclePrice', ${lastIn('oracle_prices')}, 'feed', ${kept('feed_candles', 'true')}, 'apps', (
        SELECT coalesce(json_agg(${kept('candles', 'token_id = token.id')} ORDER BY item.place), '[]')
        FROM json_array_elements(page.items) WITH ORDINALITY AS item (app, place)
          CROSS JOIN LATERAL (SELECT (item.app ->> 'token_id')::int AS id OFFSET 0) token
      )) AS sparklines
      FROM page CROSS JOIN hours`,
  };
}

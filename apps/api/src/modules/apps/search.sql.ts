import { idOfAddress, isHidden, type HeadStatement } from '@slipway/database';
import type { Address } from '@slipway/domain';
import type { AppItems } from './apps.types.js';

/** Most apps that one way of matching brings: a first letter alone matches a good part of all apps. */
const MOST = 500;

const isPrefix = (column: string, key: string): string =>
  `${key}::text <> '' AND ${column} >= ${key} AND ${column} < ${key} || U&'\\+10FFFF'`;

/** A text in the forms that apps are compared by. */
export interface SearchKeys {
  /** The address that the text is, if it is one. */
  readonly token: Address | null;
  readonly symbolKey: string;
  readonly nameKey: string;
  /** All keys that make a name the same. */
  readonly nameKeys: readonly string[];
  readonly nameSkeleton: string;
  /** The neighbourhood of the name, its own hash first. */
  readonly neighbours: readonly number[];
}

/**
 * Apps that a text may mean, best first, then by volume of 24 hours. $1 the text as an address (or null), $2 as a symbol's
 * key, $3 as a name's key, $4 all keys of names that are the same, $5 its neighbourhood, itself first, $6 most apps, $7 its
 * skeleton.
 * Each way of matching is one look-up in an index, and bounded.
 */
export const SEARCH_APPS: HeadStatement<
  [
    token: Address | null,
    symbolKey: string,
    nameKey: string,
    nameKeys: readonly string[],
    neighbours: readonly number[],
    limit: number,
    nameSkeleton: string,
  ],
  AppItems
> = {
  name: 'search-apps',
  text: `
    WITH found AS MATERIALIZED (
      SELECT token_id, min(tier) AS tier FROM (
        SELECT token_id, 0 AS tier FROM apps WHERE token_id = ${idOfAddress('$1::text')}
        UNION ALL
        SELECT token_id, 0 FROM apps WHERE $2::text <> '' AND symbol_key = $2
        UNION ALL
        SELECT token_id, 1 FROM apps WHERE name_key = ANY ($4::text[])
        UNION ALL
        SELECT token_id, 1 FROM apps WHERE $7::text <> '' AND name_skeleton = $7
        UNION ALL
        (SELECT token_id, 2 FROM apps WHERE ${isPrefix('symbol_key', '$2')} ORDER BY symbol_key LIMIT ${MOST})
        UNION ALL
        (SELECT token_id, 2 FROM apps WHERE ${isPrefix('name_key', '$3')} ORDER BY name_key LIMIT ${MOST})
        UNION ALL
        (SELECT token_id, 3 FROM app_words WHERE ${isPrefix('word', '$3')} ORDER BY word LIMIT ${MOST})
        UNION ALL
        -- One letter more or less, or else one letter other or elsewhere.
        (SELECT token_id, CASE WHEN $5::int[] @> name_neighbours[1:1] OR name_neighbours @> $5[1:1] THEN 4 ELSE 5 END
        FROM apps WHERE name_neighbours && $5 LIMIT ${MOST})
      ) matches
      GROUP BY token_id
    )
    SELECT h.*, to_json(m) AS context, (
      SELECT coalesce(json_agg(a ORDER BY page.place), '[]') FROM (
        SELECT found.token_id, row_number() OVER best AS place
        FROM found JOIN app_stats s ON s.token_id = found.token_id
        WHERE NOT ${isHidden('found.token_id')}
        WINDOW best AS (ORDER BY found.tier, s.volume_usd_24h DESC, s.launch_block DESC, s.launch_log_index DESC)
        ORDER BY place LIMIT $6::int
      ) page JOIN app_rows a ON a.token_id = page.token_id
    ) AS items
    FROM indexed_head h CROSS JOIN market_context m`,
};

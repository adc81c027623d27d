import { addressOfId, holderOrderOf, idOfAddress, type HeadStatement } from '@slipway/database';
import type { Address } from '@slipway/domain';
import type { HolderRow } from './holders.types.js';

/** A page of an app's holders. */
export interface HolderPage {
  /** Whether an app has the token. */
  readonly known: boolean;
  /** Total supply in wei. */
  readonly supply: string;
  readonly total: number;
  readonly holders: readonly HolderRow[];
}

const TOKEN_ID = idOfAddress('$1');

/** Balance and first bytes of the holder that the page starts below; without one, above all. */
const CURSOR = `(coalesce($3::numeric, 'Infinity'), coalesce(${holderOrderOf("decode(substr($4, 3), 'hex')")}, 32767))`;

/**
 * A page of an app's holders, richest first, in the state of the index that pagination began in: balances of now, but for
 * those that changed since, which are as they were. So a first page freezes nothing, and a page costs what it shows and
 * what moved meanwhile, however many holders there are. A state whose block was replaced is no longer found. Equal
 * balances stand by their address as a number, which its text in lower case sorts by: the index has its first two bytes, and
 * those of the last holder's that have the same ones are looked up with the page.
 * $1 token, $2 the index revision (or null: now), $3, $4 balance and holder that the page starts below (or null), $5
 * its length.
 */
export const HOLDERS_PAGE: HeadStatement<
  [
    token: Address,
    indexRevision: string | null,
    balance: string | null,
    holder: string | null,
    limit: number,
  ],
  HolderPage
> = {
  name: 'holders-page',
  text: `
    WITH snapshot AS MATERIALIZED (
      SELECT * FROM indexed_head WHERE $2::bigint IS NULL OR generation = $2
      UNION ALL SELECT * FROM past_heads WHERE generation = $2
    ), past AS MATERIALIZED (
      SELECT DISTINCT ON (holder_id) holder_id, balance FROM balance_history
      WHERE token_id = ${TOKEN_ID} AND revision >= (SELECT generation FROM snapshot)
      ORDER BY holder_id, revision
    ), page AS (
      SELECT holder, balance FROM (
        SELECT * FROM (
          SELECT holder_id, balance FROM balances b
          WHERE token_id = ${TOKEN_ID} AND (balance, holder_order) <= ${CURSOR}
            AND ((balance, holder_order) < ${CURSOR} OR lower(${addressOfId('b.holder_id')}) < lower($4))
            AND holder_id NOT IN (SELECT past.holder_id FROM past)
          ORDER BY balance DESC, holder_order DESC FETCH FIRST ($5::int) ROWS WITH TIES
        ) now
        UNION ALL
        SELECT holder_id, balance FROM past WHERE balance > 0
      ) candidates CROSS JOIN LATERAL (SELECT ${addressOfId('candidates.holder_id')} AS holder OFFSET 0) named
      WHERE (balance, lower(holder)) < (coalesce($3::numeric, 'Infinity'), lower(coalesce($4, '')))
      ORDER BY balance DESC, lower(holder) DESC LIMIT $5::int
    )
    SELECT snapshot.*, d.total_supply::text AS supply, a.token IS NOT NULL AS known, s.holders + (
        SELECT count(*) FILTER (WHERE past.balance > 0) - count(b.holder_id)
        FROM past LEFT JOIN balances b ON b.token_id = ${TOKEN_ID} AND b.holder_id = past.holder_id
      )::int AS total, (
        SELECT coalesce(json_agg(json_build_array(page.holder, page.balance::text, CASE page.holder
          WHEN d.launchpad THEN 'curve' WHEN v.pool THEN 'pool' WHEN a.creator THEN 'creator' END)
          ORDER BY page.balance DESC, lower(page.holder) DESC), '[]')
        FROM page
      ) AS holders
    FROM snapshot CROSS JOIN deployment d LEFT JOIN apps a ON a.token = $1 LEFT JOIN app_stats s ON s.token = $1
      LEFT JOIN curves v ON v.token = $1`,
};

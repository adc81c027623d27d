import { addressOfId, isHidden, type HeadStatement } from '@slipway/database';
import { FINAL_COLUMN, finalTable } from './final-block.sql.js';
import type { TokenListRow } from './types/token-list.types.js';

/**
 * The first $2 apps that graduated in final blocks, in the order of their graduations. An app confusable with an earlier one of
 * them, by name or symbol, is left out. $1 blocks until one is final.
 */
export const TOKEN_LIST: HeadStatement<[finalityBlocks: number, limit: number], TokenListRow> = {
  name: 'token-list',
  text: `
    WITH ${finalTable('$1')}, graduated AS MATERIALIZED (
      SELECT v.token_id, v.graduated_at, v.graduated_block, v.graduation_log_index FROM curves v CROSS JOIN final
      WHERE v.graduated_block <= final.block AND NOT ${isHidden('v.token_id')}
      ORDER BY v.graduated_block, v.graduation_log_index LIMIT $2::int
    ), told AS MATERIALIZED (
      SELECT g.*, a.name, a.symbol,
        row_number() OVER (PARTITION BY a.name_skeleton ORDER BY g.graduated_block, g.graduation_log_index) AS of_name,
        row_number() OVER (PARTITION BY a.symbol_key ORDER BY g.graduated_block, g.graduation_log_index) AS of_symbol
      FROM graduated g JOIN apps a ON a.token_id = g.token_id
    )
    SELECT h.*, ${FINAL_COLUMN}, d.chain_id::float8 AS "chainId", d.platform_token AS "platformToken", d.platform_symbol AS "platformSymbol",
      c.revision::int AS "operatorChanges",
      floor(extract(epoch FROM coalesce(
        greatest(
          (SELECT max(v.graduated_at) FROM curves v CROSS JOIN final WHERE v.graduated_block <= final.block), c.changed_at
        ), (SELECT time FROM block_times ORDER BY number LIMIT 1), h.block_time
      )))::float8 AS "changedAt", (
        SELECT coalesce(json_agg(json_build_object('token', ${addressOfId('t.token_id')}, 'name', t.name, 'symbol', t.symbol)
          ORDER BY t.graduated_block, t.graduation_log_index), '[]')
        FROM told t WHERE t.of_name = 1 AND t.of_symbol = 1
      ) AS apps
    FROM indexed_head h CROSS JOIN deployment d CROSS JOIN catalog c`,
};

import { Injectable } from '@nestjs/common';
import { PrismaService, addressOfId, isHidden, type AtHead, type HeadStatement } from '@slipway/database';
import type { Address } from '@slipway/domain';
import { FINAL_COLUMN, finalTable, readAtFinal, type AtFinal } from './final-block.sql.js';

/** A graduated app as a list of tokens names it. */
export interface ListedAppRow {
  readonly token: Address;
  readonly name: string;
  readonly symbol: string;
}

export interface TokenListRow extends AtFinal {
  readonly chainId: number;
  readonly platformToken: Address;
  readonly platformSymbol: string;
  /** Counts operators' changes of the public list. */
  readonly operatorChanges: number;
  /** Of the last graduation, which operators may hide, or of their last change; else of the first block with events. Seconds. */
  readonly changedAt: number;
  readonly apps: readonly ListedAppRow[];
}

/**
 * The first $2 apps that graduated in final blocks, in the order of their graduations. An app confusable with an earlier one of
 * them, by name or symbol, is left out. $1 blocks until one is final.
 */
const TOKEN_LIST: HeadStatement<[finalityBlocks: number, limit: number], TokenListRow> = {
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

/** Reads what a list of tokens says: final blocks only. Null means that nothing is indexed yet. */
@Injectable()
export class TokenListRepository {
  constructor(private readonly prisma: PrismaService) {}

  /** The first apps that graduated in final blocks, and what numbers a list of them. */
  readTokenList(finalityBlocks: number, limit: number): Promise<AtHead<TokenListRow> | null> {
    return readAtFinal(this.prisma, TOKEN_LIST, finalityBlocks, limit);
  }
}

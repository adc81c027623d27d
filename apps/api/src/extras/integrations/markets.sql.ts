import { addressOfId, idOfAddress, isHidden, type HeadStatement } from '@slipway/database';
import type { Address } from '@slipway/domain';
import { FINAL_COLUMN, finalTable } from './final-block.sql.js';
import type { AssetRow, AtFinal, PairRow } from './types/final-events.types.js';

const seconds = (time: string): string => `floor(extract(epoch FROM ${time}))::bigint`;

/** The newest final block whose time is known. $1 blocks until one is final. */
export const LATEST_FINAL_BLOCK: HeadStatement<[finalityBlocks: number], AtFinal> = {
  name: 'latest-final-block',
  text: `WITH ${finalTable('$1')} SELECT h.*, ${FINAL_COLUMN} FROM indexed_head h`,
};

/** What a token is: an app's that operators do not hide, launched in a final block, or the platform's own. $2 blocks until one is final. */
export const ASSET: HeadStatement<
  [token: Address, finalityBlocks: number],
  AtFinal & { readonly asset: AssetRow | null }
> = {
  name: 'final-asset',
  text: `
    WITH ${finalTable('$2')}
    SELECT h.*, ${FINAL_COLUMN}, coalesce((
      SELECT json_build_object('id', ${addressOfId('a.token_id')}, 'name', a.name, 'symbol', a.symbol, 'totalSupply', d.total_supply::text)
      FROM apps a CROSS JOIN final
      WHERE a.token_id = ${idOfAddress('$1::text')} AND a.block_number <= final.block AND NOT ${isHidden('a.token_id')}
    ), CASE WHEN lower(d.platform_token) = lower($1::text) THEN
      json_build_object('id', d.platform_token, 'name', d.platform_symbol, 'symbol', d.platform_symbol, 'totalSupply', NULL)
    END) AS asset
    FROM indexed_head h CROSS JOIN deployment d`,
};

/** The markets by the token, which is a curve's, or by a pool. */
export const MARKET_KEYS = { curve: 'token_id', pool: 'pool_id' } as const;

/**
 * The curve of the token $1, or the pool $1. It began in a final block, and operators do not hide it. $2 blocks until one is
 * final.
 */
export function pairSql(
  kind: keyof typeof MARKET_KEYS,
): HeadStatement<[address: Address, finalityBlocks: number], AtFinal & { readonly pair: PairRow | null }> {
  const begin =
    kind === 'curve'
      ? { block: 'a.block_number', time: 'a.launched_at', txHash: 'a.launch_tx_hash', pool: 'NULL' }
      : {
          block: 'v.graduated_block',
          time: 'v.graduated_at',
          txHash: 'v.graduation_tx_hash',
          pool: addressOfId('v.pool_id'),
        };
  return {
    name: `pair-of-${kind}`,
    text: `
      WITH ${finalTable('$2')}
      SELECT h.*, ${FINAL_COLUMN}, (
        SELECT json_build_object('token', ${addressOfId('a.token_id')}, 'pool', ${begin.pool}, 'platformToken', d.platform_token,
          'creator', ${addressOfId('a.creator_id')}, 'blockNumber', ${begin.block}, 'time', ${seconds(begin.time)},
          'txHash', '0x' || encode(${begin.txHash}, 'hex'), 'curveFeeBps', d.fee_bps)
        FROM curves v JOIN apps a ON a.token_id = v.token_id CROSS JOIN deployment d CROSS JOIN final
        WHERE v.${MARKET_KEYS[kind]} = ${idOfAddress('$1::text')} AND ${begin.block} <= final.block AND NOT ${isHidden('a.token_id')}
      ) AS pair
      FROM indexed_head h`,
  };
}

import type { Deployment } from '@slipway/protocols';
import type { ReserveRow, Rows } from '../decode/rows.js';
import { toColumns } from '../postgres/columns.js';
import type { CopyColumns } from '../postgres/copy-rows.js';
import { mergeRows } from '../postgres/merge-rows.js';
import type { Session } from '../postgres/session.js';
import type { IdOf } from './address-ids.js';

/** Brings curves to their last state. Real reserves follow from virtual ones where there are some; a graduation moves them into the pool. */
export async function mergeCurves(
  session: Session,
  rows: Rows,
  deployment: Deployment,
  idOf: IdOf,
): Promise<void> {
  const { initialVirtualPlatform, initialVirtualToken, initialRealToken } = deployment;
  const last = new Map(rows.reserves.filter((row) => row.venue === 'curve').map((row) => [row.token, row]));
  const columns: CopyColumns<ReserveRow> = {
    token_id: (row) => idOf(row.token),
    virtual_platform_reserve: (row) => row.platform,
    virtual_token_reserve: (row) => row.tokens,
    real_platform_reserve: (row) => row.realPlatform ?? row.platform - initialVirtualPlatform,
    real_token_reserve: (row) => row.tokens - (initialVirtualToken - initialRealToken),
  };
  await mergeRows(session, { table: 'curves', key: ['token_id'], columns }, [...last.values()]);
  if (rows.graduations.length > 0) {
    const graduated = rows.graduations.map((row) => ({
      ...row,
      tokenId: idOf(row.token),
      poolId: idOf(row.pair),
    }));
    await session.prepared(
      `
        UPDATE curves SET pool_id = row.pool_id, graduated_block = row.block_number, graduated_at = row.time,
          graduation_log_index = row.log_index, graduation_tx_hash = decode(substr(row.tx_hash, 3), 'hex'),
          real_platform_reserve = 0, real_token_reserve = 0
        FROM unnest($1::int[], $2::int[], $3::int[], $4::timestamptz[], $5::int[], $6::text[])
          AS row (token_id, pool_id, block_number, time, log_index, tx_hash)
        WHERE curves.token_id = row.token_id`,
      toColumns(graduated, ['tokenId', 'poolId', 'blockNumber', 'time', 'logIndex', 'txHash']),
    );
  }
}

import type { Deployment } from '@slipway/chain';
import type { ReserveRow, Rows } from '../decode/rows.js';
import { toColumns } from '../postgres/columns.js';
import type { CopyColumns } from '../postgres/copy-rows.js';
import { mergeRows } from '../postgres/merge-rows.js';
import type { Session } from '../postgres/session.js';

/** Brings curves to their last state. Real reserves follow from virtual ones; a graduation moves them into the pool. */
export async function mergeCurves(session: Session, rows: Rows, deployment: Deployment): Promise<void> {
  const { initialVirtualPlatform, initialVirtualToken, initialRealToken } = deployment;
  const last = new Map(rows.reserves.filter((row) => row.venue === 'curve').map((row) => [row.token, row]));
  const columns: CopyColumns<ReserveRow> = {
    token: (row) => row.token,
    virtual_platform_reserve: (row) => row.platform,
    virtual_token_reserve: (row) => row.tokens,
    real_platform_reserve: (row) => row.platform - initialVirtualPlatform,
    real_token_reserve: (row) => row.tokens - (initialVirtualToken - initialRealToken),
  };
  await mergeRows(session, { table: 'curves', key: ['token'], columns }, [...last.values()]);
  if (rows.graduations.length > 0) {
    await session.prepared(
      `
        UPDATE curves SET pool = row.pool, graduated_block = row.block_number, graduated_at = row.time,
          graduation_log_index = row.log_index, graduation_tx_hash = decode(substr(row.tx_hash, 3), 'hex'),
          real_platform_reserve = 0, real_token_reserve = 0
        FROM unnest($1::text[], $2::text[], $3::bigint[], $4::timestamptz[], $5::int[], $6::text[])
          AS row (token, pool, block_number, time, log_index, tx_hash)
        WHERE curves.token = row.token`,
      toColumns(rows.graduations, ['token', 'pair', 'blockNumber', 'time', 'logIndex', 'txHash']),
    );
  }
}

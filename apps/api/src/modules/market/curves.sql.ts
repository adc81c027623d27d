import { addressOfId, idOfAddress, type HeadStatement } from '@slipway/database';
import type { Address } from '@slipway/domain';
import type { CurveRow } from './types/curves.types.js';

/** One curve, null when no app has the token: $1. */
export const CURVE: HeadStatement<[token: Address], { curve: CurveRow | null }> = {
  name: 'curve',
  text: `
    SELECT h.*, (
      SELECT json_build_object('virtualPlatformReserve', v.virtual_platform_reserve::text,
        'virtualTokenReserve', v.virtual_token_reserve::text,
        'realPlatformReserve', v.real_platform_reserve::text, 'realTokenReserve', v.real_token_reserve::text,
        'graduationThreshold', d.graduation_threshold::text, 'feeBps', d.fee_bps,
        'platformReserve', s.platform_reserve::text, 'tokenReserve', s.token_reserve::text,
        'pool', ${addressOfId('v.pool_id')}, 'graduatedAt', v.graduated_at)
      FROM curves v JOIN app_stats s ON s.token_id = v.token_id CROSS JOIN deployment d
      WHERE v.token_id = ${idOfAddress('$1')}
    ) AS curve
    FROM indexed_head h`,
};

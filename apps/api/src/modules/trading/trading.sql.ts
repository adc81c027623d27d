import type { HeadStatement } from '@slipway/database';
import type { Address } from '@slipway/domain';
import type { TradedAppRow } from './trading.types.js';

/** Where one app trades and with what, null when no app has the token: $1. */
export const TRADED_APP: HeadStatement<[token: Address], { app: TradedAppRow | null }> = {
  name: 'traded-app',
  text: `
    SELECT h.*, (
      SELECT json_build_object('launchpad', d.launchpad, 'platformToken', d.platform_token,
        'platformSymbol', d.platform_symbol, 'symbol', a.symbol,
        'virtualPlatformReserve', v.virtual_platform_reserve::text,
        'virtualTokenReserve', v.virtual_token_reserve::text,
        'realPlatformReserve', v.real_platform_reserve::text,
        'graduationThreshold', d.graduation_threshold::text, 'feeBps', d.fee_bps, 'pool', v.pool)
      FROM curves v JOIN apps a ON a.token = v.token CROSS JOIN deployment d WHERE v.token = $1
    ) AS app
    FROM indexed_head h`,
};

import { addressOfId, idOfAddress, type HeadStatement } from '@slipway/database';
import type { Address } from '@slipway/domain';
import type { LaunchContractsRow, TradedAppRow } from './trading.types.js';

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
        'graduationThreshold', d.graduation_threshold::text, 'feeBps', d.fee_bps,
        'platformReserve', s.platform_reserve::text, 'tokenReserve', s.token_reserve::text,
        'pool', ${addressOfId('v.pool_id')})
      FROM curves v JOIN apps a ON a.token_id = v.token_id JOIN app_stats s ON s.token_id = v.token_id CROSS JOIN deployment d
      WHERE v.token_id = ${idOfAddress('$1')}
    ) AS app
    FROM indexed_head h`,
};

/** The contracts of launches. */
export const LAUNCH_CONTRACTS: HeadStatement<[], LaunchContractsRow> = {
  name: 'launch-contracts',
  text: `
    SELECT h.*, d.launchpad, d.platform_token AS "platformToken", d.platform_symbol AS "platformSymbol"
    FROM indexed_head h CROSS JOIN deployment d`,
};

import { addressOfId, idOfAddress, type HeadStatement } from '@slipway/database';
import type { Address } from '@slipway/domain';
import type { KnownContractsRow, LaunchContractsRow, TradedAppRow } from './types/trading.types.js';

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

/** What addresses are, by address, of those that are a contract of ours or an app's: $1. */
export const KNOWN_CONTRACTS: HeadStatement<[addresses: readonly Address[]], KnownContractsRow> = {
  name: 'known-contracts',
  text: `
    SELECT h.*, d.launchpad, d.platform_token AS "platformToken", (
      SELECT coalesce(json_object_agg(asked.address, kind), '{}') FROM unnest($1::text[]) asked (address),
      LATERAL (SELECT CASE
        WHEN asked.address = d.launchpad THEN 'launchpad'
        WHEN asked.address = d.platform_token THEN 'platform_token'
        WHEN asked.address = d.price_feed THEN 'price_feed'
        WHEN EXISTS (SELECT FROM apps a WHERE a.token_id = ${idOfAddress('asked.address')}) THEN 'app_token'
        WHEN EXISTS (SELECT FROM curves v WHERE v.pool_id = ${idOfAddress('asked.address')}) THEN 'pool'
        WHEN EXISTS (SELECT FROM programs p WHERE p.distributor = asked.address) THEN 'distributor'
      END AS kind) found
      WHERE kind IS NOT NULL
    ) AS kinds, (
      SELECT coalesce(json_object_agg(asked.address, ${addressOfId('v.token_id')}), '{}')
      FROM unnest($1::text[]) asked (address) JOIN curves v ON v.pool_id = ${idOfAddress('asked.address')}
    ) AS "poolTokens"
    FROM indexed_head h CROSS JOIN deployment d`,
};

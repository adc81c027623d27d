import { addressOfId, idOfAddress, type HeadStatement } from '@slipway/database';
import type { Address } from '@slipway/domain';
import type { KnownContractsRow, LaunchContractsRow } from './types/trading.types.js';

/** The contracts of launches. */
export const LAUNCH_CONTRACTS: HeadStatement<[], LaunchContractsRow> = {
  name: 'launch-contracts',
  text: `
    SELECT h.*, d.launchpad, d.platform_token AS "platformToken"
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

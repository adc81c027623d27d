import { addressOfId, highestApps, idOfAddress, isHidden, type HeadStatement } from '@slipway/database';
import type { Address } from '@slipway/domain';
import type { MarketRow, OracleRow, TokenNamesRow } from './types/market.types.js';

/** Markets, and the price feed. */
export interface Markets {
  readonly oracle: OracleRow;
  readonly markets: readonly MarketRow[];
}

const ORACLE = `(
  SELECT json_build_object('platformToken', d.platform_token, 'platformSymbol', d.platform_symbol,
    'oraclePrice', now.raw_price::text, 'oraclePriceAt', now.updated_at, 'oraclePrice24h', market."oraclePrice24h")
  FROM deployment d CROSS JOIN market_context market LEFT JOIN latest_oracle_price now ON true
) AS oracle`;

const MARKET_ROW = `json_build_object('symbol', a.symbol, 'pool', ${addressOfId('v.pool_id')},
  'platformReserve', s.platform_reserve::text, 'tokenReserve', s.token_reserve::text,
  'platformReserve24h', s.platform_reserve_24h::text, 'tokenReserve24h', s.token_reserve_24h::text,
  'pricedAt', s.priced_at`;

const MARKET_JOINS = `LEFT JOIN app_stats s ON s.token_id = a.token_id LEFT JOIN curves v ON v.token_id = a.token_id`;

/** The markets of $1 tokens, in that order; an address without an app has only its token. */
export const PRICES_OF: HeadStatement<[tokens: readonly Address[]], Markets> = {
  name: 'prices-of',
  text: `
    SELECT h.*, ${ORACLE}, (
      SELECT json_agg(${MARKET_ROW}, 'token', asked.token) ORDER BY asked.place)
      FROM unnest($1::text[]) WITH ORDINALITY AS asked (token, place)
      CROSS JOIN LATERAL (SELECT ${idOfAddress('asked.token')} AS id OFFSET 0) named
      LEFT JOIN apps a ON a.token_id = named.id ${MARKET_JOINS}
    ) AS markets
    FROM indexed_head h`,
};

/** Most markets that a page has. Written out where a parameter would have the planner expect a tenth of everything. */
const MOST = 100;

/** The markets of the $1 listed apps with most volume in 24 hours. */
export const TOP_PRICES: HeadStatement<[count: number], Markets> = {
  name: 'top-prices',
  text: `
    SELECT h.*, ${ORACLE}, (
      SELECT coalesce(json_agg(${MARKET_ROW}, 'token', ${addressOfId('a.token_id')}) ORDER BY top.rank DESC, a.block_number DESC, a.log_index DESC), '[]')
      FROM (
        SELECT * FROM (${highestApps({
          columns: 's.token_id',
          rank: 's.volume_usd_24h',
          where: `NOT ${isHidden('s.token_id')}`,
          limit: MOST,
        })}) most ORDER BY rank DESC, launch_block DESC, launch_log_index DESC LIMIT $1::int
      ) top JOIN apps a ON a.token_id = top.token_id ${MARKET_JOINS}
    ) AS markets
    FROM indexed_head h`,
};

/** What is known of those of the $1 tokens that are an app's, the shares of a pool, or a program's reward. */
export const TOKEN_NAMES: HeadStatement<[tokens: readonly Address[]], TokenNamesRow> = {
  name: 'token-names',
  text: `
    SELECT h.*, d.platform_token AS "platformToken", d.platform_symbol AS "platformSymbol", d.total_supply::text AS "totalSupply", (
      SELECT coalesce(json_agg(json_build_object('token', asked.token, 'symbol', coalesce(a.symbol, reward.symbol),
        'symbolKey', a.symbol_key,
        'isReserved', EXISTS (SELECT FROM reserved_words WHERE kind = 'symbol' AND key = a.symbol_key),
        'hasElder', a.token_id <> (
          SELECT token_id FROM apps WHERE symbol_key = a.symbol_key ORDER BY block_number, log_index LIMIT 1),
        'isHidden', ${isHidden('coalesce(a.token_id, shares.token_id)')},
        'pool', ${addressOfId('own.pool_id')},
        'shares', (SELECT floor(sqrt(s.platform_reserve * s.token_reserve))::text FROM app_stats s WHERE s.token_id = shares.token_id))), '[]')
      FROM unnest($1::text[]) AS asked (token)
      CROSS JOIN LATERAL (SELECT ${idOfAddress('asked.token')} AS id OFFSET 0) named
      LEFT JOIN apps a ON a.token_id = named.id
      LEFT JOIN curves own ON own.token_id = named.id
      LEFT JOIN curves shares ON shares.pool_id = named.id
      LEFT JOIN LATERAL (
        SELECT reward_symbol AS symbol FROM programs WHERE reward_token = asked.token LIMIT 1) reward ON true
      WHERE a.token_id IS NOT NULL OR shares.token_id IS NOT NULL OR reward.symbol IS NOT NULL
    ) AS names
    FROM indexed_head h CROSS JOIN deployment d`,
};

-- Lists show when an app was traded last, how often in 24 hours, and what it began at: by what the tables have.
CREATE OR REPLACE VIEW chain.app_rows WITH (security_invoker = true) AS
SELECT NULL::bigint AS revision, a.token_id, (SELECT address FROM chain.addresses WHERE id = a.token_id) AS token, a.name, a.symbol,
  a.image_url AS "imageUrl", (SELECT address FROM chain.addresses WHERE id = a.creator_id) AS creator,
  a.launched_at AS "launchedAt", a.block_number AS "launchBlock", a.log_index AS "launchLogIndex",
  (SELECT address FROM chain.addresses WHERE id = v.pool_id) AS pool,
  s.platform_reserve::text AS "platformReserve", s.token_reserve::text AS "tokenReserve",
  s.platform_reserve_24h::text AS "platformReserve24h", s.token_reserve_24h::text AS "tokenReserve24h",
  v.real_platform_reserve::text AS "realPlatformReserve",
  CASE WHEN s.unpriced_24h = 0 THEN s.volume_usd_24h::text END AS "volumeUsd24h", s.holders, s.trades_24h AS "trades24h",
  (SELECT time FROM chain.block_times WHERE number = s.last_trade_block) AS "lastTradeAt",
  (SELECT oracle_price::text FROM chain.block_times WHERE number = a.block_number) AS "launchOraclePrice"
FROM chain.apps a JOIN chain.app_stats s ON s.token_id = a.token_id JOIN chain.curves v ON v.token_id = a.token_id;

CREATE OR REPLACE VIEW chain.app_history_rows WITH (security_invoker = true) AS
SELECT a.revision, a.token_id, (SELECT address FROM chain.addresses WHERE id = a.token_id) AS token, a.name, a.symbol,
  a.image_url AS "imageUrl", (SELECT address FROM chain.addresses WHERE id = a.creator_id) AS creator,
  a.launched_at AS "launchedAt", a.block_number AS "launchBlock", a.log_index AS "launchLogIndex",
  (SELECT address FROM chain.addresses WHERE id = a.pool_id) AS pool,
  a.platform_reserve::text AS "platformReserve", a.token_reserve::text AS "tokenReserve",
  a.platform_reserve_24h::text AS "platformReserve24h", a.token_reserve_24h::text AS "tokenReserve24h",
  a.real_platform_reserve::text AS "realPlatformReserve",
  CASE WHEN a.unpriced_24h = 0 THEN a.volume_usd_24h::text END AS "volumeUsd24h", a.holders, a.trades_24h AS "trades24h",
  (SELECT time FROM chain.block_times WHERE number = a.last_trade_block) AS "lastTradeAt",
  (SELECT oracle_price::text FROM chain.block_times WHERE number = a.block_number) AS "launchOraclePrice"
FROM chain.app_history a;

-- Every curve begins with the same reserves.
CREATE OR REPLACE VIEW chain.market_context WITH (security_invoker = true) AS
SELECT (SELECT raw_price::text FROM chain.latest_oracle_price) AS "oraclePrice", (
    SELECT o.price::text FROM chain.oracle_prices o WHERE o.time <= h.block_time - interval '24 hours'
    ORDER BY o.time DESC, o.block_number DESC, o.log_index DESC LIMIT 1
  ) AS "oraclePrice24h", d.total_supply::text AS "totalSupply", d.graduation_threshold::text AS "graduationThreshold",
  d.initial_virtual_platform::text AS "initialPlatform", d.initial_virtual_token::text AS "initialToken"
FROM chain.head h CROSS JOIN chain.deployment d;

-- Statements look a creator up once each, by a subquery.
DROP FUNCTION public.address_id(text);

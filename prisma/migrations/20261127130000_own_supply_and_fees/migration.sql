-- Where trades mint and burn, an app has a supply of its own; fees change by events; curves without virtual reserves say what is in them.
SET LOCAL lock_timeout = 500;

ALTER TABLE chain.deployment RENAME COLUMN fee_bps TO fee_ppm;
UPDATE chain.deployment SET fee_ppm = fee_ppm * 100;
ALTER TABLE chain.deployment ALTER COLUMN fee_ppm DROP NOT NULL;

CREATE TABLE chain.curve_fees (
  block_number integer NOT NULL,
  log_index integer NOT NULL,
  fee_ppm integer NOT NULL,
  CONSTRAINT curve_fees_pkey PRIMARY KEY (block_number, log_index)
);
ALTER TABLE chain.curve_fees OWNER TO slipway_indexer;
GRANT SELECT ON chain.curve_fees TO slipway_api, slipway_ops;

ALTER TABLE chain.app_stats ADD COLUMN supply numeric(78,0) CHECK (supply >= 0::numeric AND supply <> 'NaN'::numeric);
ALTER TABLE chain.app_history ADD COLUMN supply numeric(78,0) CHECK (supply >= 0::numeric AND supply <> 'NaN'::numeric);
ALTER TABLE chain.reserves ADD COLUMN real_platform_reserve numeric(78,0);
ALTER TABLE chain.reserves ADD CONSTRAINT reserves_real_platform_reserve_check CHECK (real_platform_reserve >= 0::numeric AND real_platform_reserve <> 'NaN'::numeric);

-- Market caps rank by price, times the supply where apps differ in it.
DROP INDEX chain.app_stats_price_idx;
CREATE INDEX app_stats_price_idx ON chain.app_stats (is_graduated, COALESCE(platform_reserve * COALESCE(supply, 1::numeric) / NULLIF(token_reserve, 0::numeric), '-1'::integer::numeric), launch_block, launch_log_index);
DROP INDEX chain.app_stats_creator_price_idx;
CREATE INDEX app_stats_creator_price_idx ON chain.app_stats (creator_id, is_graduated, COALESCE(platform_reserve * COALESCE(supply, 1::numeric) / NULLIF(token_reserve, 0::numeric), '-1'::integer::numeric), launch_block, launch_log_index);
DROP INDEX chain.app_stats_market_cap_board_idx;
CREATE INDEX app_stats_market_cap_board_idx ON chain.app_stats (traded_within, COALESCE(div(platform_reserve * COALESCE(supply, 1::numeric) * '1000000000000000000000000000000000000000000000000000000000000'::numeric, NULLIF(token_reserve, 0::numeric)), 0::numeric) DESC, first_bytes) WHERE traded_within IS NOT NULL;

CREATE OR REPLACE VIEW chain.app_rows WITH (security_invoker=true) AS
 SELECT NULL::bigint AS revision,
    a.token_id,
    ( SELECT addresses.address
           FROM chain.addresses
          WHERE addresses.id = a.token_id) AS token,
    a.name,
    a.symbol,
    a.image_url AS "imageUrl",
    ( SELECT addresses.address
           FROM chain.addresses
          WHERE addresses.id = a.creator_id) AS creator,
    a.launched_at AS "launchedAt",
    a.block_number AS "launchBlock",
    a.log_index AS "launchLogIndex",
    ( SELECT addresses.address
           FROM chain.addresses
          WHERE addresses.id = v.pool_id) AS pool,
    s.platform_reserve::text AS "platformReserve",
    s.token_reserve::text AS "tokenReserve",
    s.platform_reserve_24h::text AS "platformReserve24h",
    s.token_reserve_24h::text AS "tokenReserve24h",
    v.real_platform_reserve::text AS "realPlatformReserve",
        CASE
            WHEN s.unpriced_24h = 0 THEN s.volume_usd_24h::text
            ELSE NULL::text
        END AS "volumeUsd24h",
    s.holders,
    s.trades_24h AS trades24h,
    ( SELECT block_times."time"
           FROM chain.block_times
          WHERE block_times.number = s.last_trade_block) AS "lastTradeAt",
    ( SELECT block_times.oracle_price::text AS oracle_price
           FROM chain.block_times
          WHERE block_times.number = a.block_number) AS "launchOraclePrice",
    s.supply::text AS supply
   FROM chain.apps a
     JOIN chain.app_stats s ON s.token_id = a.token_id
     JOIN chain.curves v ON v.token_id = a.token_id;

CREATE OR REPLACE VIEW chain.app_history_rows WITH (security_invoker=true) AS
 SELECT revision,
    token_id,
    ( SELECT addresses.address
           FROM chain.addresses
          WHERE addresses.id = a.token_id) AS token,
    name,
    symbol,
    image_url AS "imageUrl",
    ( SELECT addresses.address
           FROM chain.addresses
          WHERE addresses.id = a.creator_id) AS creator,
    launched_at AS "launchedAt",
    block_number AS "launchBlock",
    log_index AS "launchLogIndex",
    ( SELECT addresses.address
           FROM chain.addresses
          WHERE addresses.id = a.pool_id) AS pool,
    platform_reserve::text AS "platformReserve",
    token_reserve::text AS "tokenReserve",
    platform_reserve_24h::text AS "platformReserve24h",
    token_reserve_24h::text AS "tokenReserve24h",
    real_platform_reserve::text AS "realPlatformReserve",
        CASE
            WHEN unpriced_24h = 0 THEN volume_usd_24h::text
            ELSE NULL::text
        END AS "volumeUsd24h",
    holders,
    trades_24h AS trades24h,
    ( SELECT block_times."time"
           FROM chain.block_times
          WHERE block_times.number = a.last_trade_block) AS "lastTradeAt",
    ( SELECT block_times.oracle_price::text AS oracle_price
           FROM chain.block_times
          WHERE block_times.number = a.block_number) AS "launchOraclePrice",
    supply::text AS supply
   FROM chain.app_history a;

CREATE OR REPLACE VIEW chain.app_prices WITH (security_invoker=true) AS
 SELECT token_id,
    creator_id,
    holders,
    platform_reserve,
    token_reserve,
    COALESCE(div(platform_reserve * COALESCE(supply, 1::numeric) * '1000000000000000000000000000000000000000000000000000000000000'::numeric, NULLIF(token_reserve, 0::numeric)), 0::numeric) AS unit_price
   FROM chain.app_stats;

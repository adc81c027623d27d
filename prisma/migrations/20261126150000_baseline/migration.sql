-- The baseline: roles, schemas and tables as they were at the first release. prisma/schema.prisma says what they mean; what it cannot say
-- (collations, checks, keys over expressions, views, functions, grants) is here. Databases of before begin anew.

-- Roles of the three programs. Each deployment gives its logins one of them. Roles belong to the whole server, so that they may be there.
DO $$
DECLARE role_name text;
BEGIN
  FOREACH role_name IN ARRAY ARRAY['slipway_api', 'slipway_indexer', 'slipway_ops'] LOOP
    BEGIN
      EXECUTE format('CREATE ROLE %I NOLOGIN', role_name);
    EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL;
    END;
  END LOOP;
END $$;

-- What the chain says. The indexer owns it; the others read.
CREATE SCHEMA chain AUTHORIZATION slipway_indexer;
GRANT USAGE ON SCHEMA chain TO slipway_api, slipway_ops;
ALTER DEFAULT PRIVILEGES FOR ROLE slipway_indexer IN SCHEMA chain GRANT SELECT ON TABLES TO slipway_api, slipway_ops;
GRANT USAGE ON SCHEMA public TO slipway_api, slipway_indexer, slipway_ops;

CREATE SEQUENCE public.index_revision AS bigint;
ALTER SEQUENCE public.index_revision OWNER TO slipway_indexer;

CREATE FUNCTION chain.decay_epoch(at timestamp with time zone)
 RETURNS bigint
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
RETURN (floor((EXTRACT(epoch FROM at) / (21600)::numeric)))::bigint;
ALTER FUNCTION chain.decay_epoch(timestamp with time zone) OWNER TO slipway_indexer;

CREATE FUNCTION chain.decay_weight(at timestamp with time zone, base bigint)
 RETURNS numeric
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
RETURN (((round((((2)::double precision ^ (((EXTRACT(epoch FROM at))::double precision / (21600)::double precision) - floor(((EXTRACT(epoch FROM at))::double precision / (21600)::double precision)))) * ('1099511627776'::bigint)::double precision)))::numeric * (((1)::bigint << (LEAST(((chain.decay_epoch(at) - base) + 4), (60)::bigint))::integer))::numeric) * (((1)::bigint << (GREATEST((((chain.decay_epoch(at) - base) + 4) - 60), (0)::bigint))::integer))::numeric);
ALTER FUNCTION chain.decay_weight(timestamp with time zone,bigint) OWNER TO slipway_indexer;

CREATE FUNCTION chain.decay_shift(total numeric, doublings bigint)
 RETURNS numeric
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
RETURN CASE WHEN (total = (0)::numeric) THEN (0)::numeric WHEN (doublings = 0) THEN total WHEN (doublings > 0) THEN (total * round(((2)::numeric ^ ((doublings)::integer)::numeric))) ELSE div(total, round(((2)::numeric ^ (((- doublings))::integer)::numeric))) END;
ALTER FUNCTION chain.decay_shift(numeric,bigint) OWNER TO slipway_indexer;

CREATE FUNCTION chain.decay_rank(total numeric, epoch bigint)
 RETURNS numeric
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE STRICT
AS $function$
DECLARE
  doublings int;
  power numeric;
BEGIN
  IF total <= 0 THEN RETURN 0; END IF;
  -- Next to a power of two the double may be one off.
  doublings := floor(ln(total::float8) / ln(2::float8));
  power := round(2::numeric ^ doublings);
  IF power > total THEN
    doublings := doublings - 1;
    power := round(2::numeric ^ doublings);
  ELSIF power * 2 <= total THEN
    doublings := doublings + 1;
    power := power * 2;
  END IF;
  RETURN epoch + doublings - 1 + div(total * 1e28, power) * 1e-28;
END
$function$;
ALTER FUNCTION chain.decay_rank(numeric,bigint) OWNER TO slipway_indexer;

CREATE TABLE chain.addresses (
  id integer NOT NULL,
  bytes bytea NOT NULL,
  address text COLLATE "C" NOT NULL,
  CONSTRAINT addresses_bytes_check CHECK (length(bytes) = 20),
  CONSTRAINT addresses_pkey PRIMARY KEY (id)
);
CREATE UNIQUE INDEX addresses_bytes_key ON chain.addresses (bytes);
ALTER TABLE chain.addresses OWNER TO slipway_indexer;

CREATE TABLE chain.app_history (
  token_id integer NOT NULL,
  revision bigint NOT NULL,
  creator_id integer,
  pool_id integer,
  block_number integer,
  log_index integer,
  launched_at timestamptz(3),
  holders integer,
  trades_24h integer,
  unpriced_24h integer,
  last_trade_block integer,
  undone boolean NOT NULL,
  is_graduated boolean,
  name text,
  symbol text,
  image_url text,
  real_platform_reserve numeric(78,0),
  platform_reserve numeric(78,0),
  token_reserve numeric(78,0),
  platform_reserve_24h numeric(78,0),
  token_reserve_24h numeric(78,0),
  volume_usd_24h numeric(160,0),
  trending numeric,
  CONSTRAINT app_history_pkey PRIMARY KEY (token_id, revision),
  CONSTRAINT app_history_platform_reserve_24h_check CHECK (platform_reserve_24h >= 0::numeric AND platform_reserve_24h <> 'NaN'::numeric),
  CONSTRAINT app_history_platform_reserve_check CHECK (platform_reserve >= 0::numeric AND platform_reserve <> 'NaN'::numeric),
  CONSTRAINT app_history_real_platform_reserve_check CHECK (real_platform_reserve >= 0::numeric AND real_platform_reserve <> 'NaN'::numeric),
  CONSTRAINT app_history_token_reserve_24h_check CHECK (token_reserve_24h >= 0::numeric AND token_reserve_24h <> 'NaN'::numeric),
  CONSTRAINT app_history_token_reserve_check CHECK (token_reserve >= 0::numeric AND token_reserve <> 'NaN'::numeric),
  CONSTRAINT app_history_trending_check CHECK (trending >= 0::numeric AND trending <> 'NaN'::numeric),
  CONSTRAINT app_history_volume_usd_24h_check CHECK (volume_usd_24h >= 0::numeric AND volume_usd_24h <> 'NaN'::numeric)
);
CREATE INDEX app_history_revision_idx ON chain.app_history (revision);
CREATE INDEX app_history_undone_idx ON chain.app_history (revision, token_id) WHERE undone;
ALTER TABLE chain.app_history OWNER TO slipway_indexer;

CREATE TABLE chain.app_leaderboard_bounds (
  first_id integer NOT NULL,
  volume_usd_24h numeric NOT NULL,
  fees_24h numeric NOT NULL,
  trades_24h numeric NOT NULL,
  volume_usd_7d numeric NOT NULL,
  fees_7d numeric NOT NULL,
  trades_7d numeric NOT NULL,
  volume_usd_30d numeric NOT NULL,
  fees_30d numeric NOT NULL,
  trades_30d numeric NOT NULL,
  volume_usd_all numeric NOT NULL,
  fees_all numeric NOT NULL,
  trades_all numeric NOT NULL,
  CONSTRAINT app_leaderboard_bounds_fees_24h_check CHECK (fees_24h >= 0::numeric AND fees_24h <> 'NaN'::numeric),
  CONSTRAINT app_leaderboard_bounds_fees_30d_check CHECK (fees_30d >= 0::numeric AND fees_30d <> 'NaN'::numeric),
  CONSTRAINT app_leaderboard_bounds_fees_7d_check CHECK (fees_7d >= 0::numeric AND fees_7d <> 'NaN'::numeric),
  CONSTRAINT app_leaderboard_bounds_fees_all_check CHECK (fees_all >= 0::numeric AND fees_all <> 'NaN'::numeric),
  CONSTRAINT app_leaderboard_bounds_pkey PRIMARY KEY (first_id),
  CONSTRAINT app_leaderboard_bounds_trades_24h_check CHECK (trades_24h >= 0::numeric AND trades_24h <> 'NaN'::numeric),
  CONSTRAINT app_leaderboard_bounds_trades_30d_check CHECK (trades_30d >= 0::numeric AND trades_30d <> 'NaN'::numeric),
  CONSTRAINT app_leaderboard_bounds_trades_7d_check CHECK (trades_7d >= 0::numeric AND trades_7d <> 'NaN'::numeric),
  CONSTRAINT app_leaderboard_bounds_trades_all_check CHECK (trades_all >= 0::numeric AND trades_all <> 'NaN'::numeric),
  CONSTRAINT app_leaderboard_bounds_volume_usd_24h_check CHECK (volume_usd_24h >= 0::numeric AND volume_usd_24h <> 'NaN'::numeric),
  CONSTRAINT app_leaderboard_bounds_volume_usd_30d_check CHECK (volume_usd_30d >= 0::numeric AND volume_usd_30d <> 'NaN'::numeric),
  CONSTRAINT app_leaderboard_bounds_volume_usd_7d_check CHECK (volume_usd_7d >= 0::numeric AND volume_usd_7d <> 'NaN'::numeric),
  CONSTRAINT app_leaderboard_bounds_volume_usd_all_check CHECK (volume_usd_all >= 0::numeric AND volume_usd_all <> 'NaN'::numeric)
) WITH (fillfactor=30);
ALTER TABLE chain.app_leaderboard_bounds OWNER TO slipway_indexer;

CREATE TABLE chain.app_stats (
  token_id integer NOT NULL,
  creator_id integer NOT NULL,
  launch_block integer NOT NULL,
  launch_log_index integer NOT NULL,
  first_bytes bigint NOT NULL,
  priced_at timestamptz(3) NOT NULL,
  holders integer DEFAULT 0 NOT NULL,
  trades_24h integer DEFAULT 0 NOT NULL,
  unpriced_24h integer DEFAULT 0 NOT NULL,
  last_trade_block integer DEFAULT '-1'::integer NOT NULL,
  traded_within smallint,
  is_graduated boolean DEFAULT false NOT NULL,
  platform_reserve numeric(78,0) NOT NULL,
  token_reserve numeric(78,0) NOT NULL,
  platform_reserve_24h numeric(78,0),
  token_reserve_24h numeric(78,0),
  volume_usd_24h numeric(160,0) DEFAULT 0 NOT NULL,
  trending numeric DEFAULT 0 NOT NULL,
  rough_price double precision GENERATED ALWAYS AS (CASE WHEN platform_reserve > 0::numeric AND token_reserve > 0::numeric THEN platform_reserve::double precision / token_reserve::double precision ELSE NULL::double precision END) STORED,
  trending_sum numeric DEFAULT 0 NOT NULL,
  trending_epoch integer DEFAULT 0 NOT NULL,
  CONSTRAINT app_stats_counts_check CHECK (unpriced_24h >= 0 AND trades_24h >= 0),
  CONSTRAINT app_stats_pkey PRIMARY KEY (token_id),
  CONSTRAINT app_stats_platform_reserve_24h_check CHECK (platform_reserve_24h >= 0::numeric AND platform_reserve_24h <> 'NaN'::numeric),
  CONSTRAINT app_stats_platform_reserve_check CHECK (platform_reserve >= 0::numeric AND platform_reserve <> 'NaN'::numeric),
  CONSTRAINT app_stats_token_reserve_24h_check CHECK (token_reserve_24h >= 0::numeric AND token_reserve_24h <> 'NaN'::numeric),
  CONSTRAINT app_stats_token_reserve_check CHECK (token_reserve >= 0::numeric AND token_reserve <> 'NaN'::numeric),
  CONSTRAINT app_stats_trending_check CHECK (trending >= 0::numeric AND trending <> 'NaN'::numeric),
  CONSTRAINT app_stats_volume_usd_24h_check CHECK (volume_usd_24h >= 0::numeric AND volume_usd_24h <> 'NaN'::numeric)
) WITH (fillfactor=15);
CREATE INDEX app_stats_creator_graduated_idx ON chain.app_stats (creator_id, launch_block, launch_log_index) WHERE is_graduated;
CREATE INDEX app_stats_creator_holders_idx ON chain.app_stats (creator_id, is_graduated, holders, launch_block, launch_log_index);
CREATE INDEX app_stats_creator_last_trade_idx ON chain.app_stats (creator_id, is_graduated, last_trade_block, launch_block, launch_log_index);
CREATE INDEX app_stats_creator_price_change_idx ON chain.app_stats (creator_id, is_graduated, COALESCE(platform_reserve * token_reserve_24h / NULLIF(token_reserve * platform_reserve_24h, 0::numeric), '-1'::integer::numeric), launch_block, launch_log_index);
CREATE INDEX app_stats_creator_price_idx ON chain.app_stats (creator_id, is_graduated, COALESCE(platform_reserve / NULLIF(token_reserve, 0::numeric), '-1'::integer::numeric), launch_block, launch_log_index);
CREATE INDEX app_stats_creator_progress_idx ON chain.app_stats (creator_id, is_graduated, (
CASE
    WHEN is_graduated THEN '1000000000000000000000000000000000000000000000000000000000000000000000000000000'::numeric
    ELSE platform_reserve
END), launch_block, launch_log_index);
CREATE INDEX app_stats_creator_trending_idx ON chain.app_stats (creator_id, is_graduated, trending, launch_block, launch_log_index);
CREATE INDEX app_stats_creator_volume_idx ON chain.app_stats (creator_id, is_graduated, (
CASE
    WHEN unpriced_24h = 0 THEN volume_usd_24h
    ELSE '-1'::integer::numeric
END), launch_block, launch_log_index);
CREATE INDEX app_stats_graduated_idx ON chain.app_stats (launch_block, launch_log_index) WHERE is_graduated;
CREATE INDEX app_stats_holders_board_idx ON chain.app_stats (traded_within, holders DESC, first_bytes) WHERE traded_within IS NOT NULL;
CREATE INDEX app_stats_holders_idx ON chain.app_stats (is_graduated, holders, launch_block, launch_log_index);
CREATE INDEX app_stats_last_trade_idx ON chain.app_stats (is_graduated, last_trade_block, launch_block, launch_log_index);
CREATE INDEX app_stats_market_cap_board_idx ON chain.app_stats (traded_within, COALESCE(div(platform_reserve * '1000000000000000000000000000000000000000000000000000000000000'::numeric, NULLIF(token_reserve, 0::numeric)), 0::numeric) DESC, first_bytes) WHERE traded_within IS NOT NULL;
CREATE INDEX app_stats_price_change_idx ON chain.app_stats (is_graduated, COALESCE(platform_reserve * token_reserve_24h / NULLIF(token_reserve * platform_reserve_24h, 0::numeric), '-1'::integer::numeric), launch_block, launch_log_index);
CREATE INDEX app_stats_price_idx ON chain.app_stats (is_graduated, COALESCE(platform_reserve / NULLIF(token_reserve, 0::numeric), '-1'::integer::numeric), launch_block, launch_log_index);
CREATE INDEX app_stats_progress_idx ON chain.app_stats (is_graduated, (
CASE
    WHEN is_graduated THEN '1000000000000000000000000000000000000000000000000000000000000000000000000000000'::numeric
    ELSE platform_reserve
END), launch_block, launch_log_index);
CREATE INDEX app_stats_trending_idx ON chain.app_stats (is_graduated, trending, launch_block, launch_log_index);
CREATE INDEX app_stats_volume_idx ON chain.app_stats (is_graduated, (
CASE
    WHEN unpriced_24h = 0 THEN volume_usd_24h
    ELSE '-1'::integer::numeric
END), launch_block, launch_log_index);
ALTER TABLE chain.app_stats OWNER TO slipway_indexer;

CREATE TABLE chain.app_totals (
  token_id integer NOT NULL,
  first_bytes bigint NOT NULL,
  volume_usd_24h numeric(160,0) NOT NULL,
  fees_24h numeric(160,0) NOT NULL,
  trades_24h integer NOT NULL,
  volume_usd_7d numeric(160,0) NOT NULL,
  fees_7d numeric(160,0) NOT NULL,
  trades_7d integer NOT NULL,
  volume_usd_30d numeric(160,0) NOT NULL,
  fees_30d numeric(160,0) NOT NULL,
  trades_30d integer NOT NULL,
  volume_usd_all numeric(160,0) NOT NULL,
  fees_all numeric(160,0) NOT NULL,
  trades_all integer NOT NULL,
  CONSTRAINT app_totals_fees_24h_check CHECK (fees_24h >= 0::numeric AND fees_24h <> 'NaN'::numeric),
  CONSTRAINT app_totals_fees_30d_check CHECK (fees_30d >= 0::numeric AND fees_30d <> 'NaN'::numeric),
  CONSTRAINT app_totals_fees_7d_check CHECK (fees_7d >= 0::numeric AND fees_7d <> 'NaN'::numeric),
  CONSTRAINT app_totals_fees_all_check CHECK (fees_all >= 0::numeric AND fees_all <> 'NaN'::numeric),
  CONSTRAINT app_totals_pkey PRIMARY KEY (token_id),
  CONSTRAINT app_totals_volume_usd_24h_check CHECK (volume_usd_24h >= 0::numeric AND volume_usd_24h <> 'NaN'::numeric),
  CONSTRAINT app_totals_volume_usd_30d_check CHECK (volume_usd_30d >= 0::numeric AND volume_usd_30d <> 'NaN'::numeric),
  CONSTRAINT app_totals_volume_usd_7d_check CHECK (volume_usd_7d >= 0::numeric AND volume_usd_7d <> 'NaN'::numeric),
  CONSTRAINT app_totals_volume_usd_all_check CHECK (volume_usd_all >= 0::numeric AND volume_usd_all <> 'NaN'::numeric)
) WITH (fillfactor=30);
ALTER TABLE chain.app_totals OWNER TO slipway_indexer;

CREATE TABLE chain.app_words (
  word text COLLATE "C" NOT NULL,
  token_id integer NOT NULL,
  CONSTRAINT app_words_pkey PRIMARY KEY (word, token_id)
);
CREATE INDEX app_words_token_id_idx ON chain.app_words (token_id);
ALTER TABLE chain.app_words OWNER TO slipway_indexer;

CREATE TABLE chain.apps (
  token_id integer NOT NULL,
  creator_id integer NOT NULL,
  block_number integer NOT NULL,
  log_index integer NOT NULL,
  launched_at timestamptz(3) NOT NULL,
  name text NOT NULL,
  symbol text NOT NULL,
  description text,
  image_url text,
  website text,
  launch_cost numeric(78,0) NOT NULL,
  launch_tx_hash bytea NOT NULL,
  name_key text COLLATE "C" NOT NULL,
  name_skeleton text COLLATE "C" NOT NULL,
  name_neighbours integer[],
  symbol_key text COLLATE "C" NOT NULL,
  CONSTRAINT apps_launch_cost_check CHECK (launch_cost >= 0::numeric AND launch_cost <> 'NaN'::numeric),
  CONSTRAINT apps_pkey PRIMARY KEY (token_id)
);
CREATE UNIQUE INDEX apps_block_number_log_index_key ON chain.apps (block_number, log_index);
CREATE INDEX apps_creator_id_block_number_log_index_idx ON chain.apps (creator_id, block_number, log_index);
CREATE INDEX apps_name_key_idx ON chain.apps (name_key);
CREATE INDEX apps_name_neighbours_idx ON chain.apps USING gin (name_neighbours) WITH (fastupdate=off);
CREATE INDEX apps_name_skeleton_idx ON chain.apps (name_skeleton);
CREATE INDEX apps_symbol_key_idx ON chain.apps (symbol_key);
ALTER TABLE chain.apps OWNER TO slipway_indexer;

CREATE TABLE chain.balance_history (
  revision bigint NOT NULL,
  token_id integer NOT NULL,
  holder_id integer NOT NULL,
  balance numeric(78,0) NOT NULL,
  CONSTRAINT balance_history_balance_check CHECK (balance >= 0::numeric AND balance <> 'NaN'::numeric),
  CONSTRAINT balance_history_pkey PRIMARY KEY (token_id, revision, holder_id)
);
CREATE INDEX balance_history_revision_idx ON chain.balance_history (revision);
ALTER TABLE chain.balance_history OWNER TO slipway_indexer;

CREATE TABLE chain.balances (
  token_id integer NOT NULL,
  holder_id integer NOT NULL,
  holder_order smallint NOT NULL,
  balance numeric(78,0) NOT NULL,
  CONSTRAINT balances_pkey PRIMARY KEY (token_id, holder_id),
  CONSTRAINT balances_positive CHECK (balance > 0::numeric AND balance <> 'NaN'::numeric)
);
CREATE INDEX balances_token_id_balance_holder_order_idx ON chain.balances (token_id, balance, holder_order);
ALTER TABLE chain.balances OWNER TO slipway_indexer;

CREATE TABLE chain.block_times (
  "number" integer NOT NULL,
  "time" timestamptz(3) NOT NULL,
  oracle_price numeric(78,0),
  CONSTRAINT block_times_oracle_price_check CHECK (oracle_price > 0::numeric),
  CONSTRAINT block_times_pkey PRIMARY KEY (number)
);
CREATE INDEX block_times_time_number_idx ON chain.block_times ("time", number);
ALTER TABLE chain.block_times OWNER TO slipway_indexer;

CREATE TABLE chain.blocks (
  "number" bigint NOT NULL,
  hash bytea NOT NULL,
  CONSTRAINT blocks_pkey PRIMARY KEY (number)
);
ALTER TABLE chain.blocks OWNER TO slipway_indexer;

CREATE TABLE chain.candles (
  token_id integer NOT NULL,
  slot integer NOT NULL,
  trades integer NOT NULL,
  buys integer NOT NULL,
  high double precision NOT NULL,
  low double precision NOT NULL,
  high_usd double precision,
  low_usd double precision,
  all_time_high_usd double precision,
  "close" numeric NOT NULL,
  volume_platform numeric(160,0) NOT NULL,
  volume_usd numeric(160,0),
  CONSTRAINT candles_check CHECK (low >= 0::double precision AND high >= low AND high < 'Infinity'::double precision AND (high_usd IS NULL) = (low_usd IS NULL) AND close >= 0::numeric AND close <> 'NaN'::numeric AND volume_platform >= 0::numeric AND volume_platform <> 'NaN'::numeric AND (volume_usd IS NULL OR volume_usd >= 0::numeric AND volume_usd <> 'NaN'::numeric) AND buys >= 0 AND buys <= trades),
  CONSTRAINT candles_pkey PRIMARY KEY (token_id, slot)
) WITH (fillfactor=90);
ALTER TABLE chain.candles OWNER TO slipway_indexer;

CREATE TABLE chain.creator_totals (
  creator_id integer NOT NULL,
  first_bytes bigint NOT NULL,
  volume_usd_24h numeric(160,0) NOT NULL,
  fees_24h numeric(160,0) NOT NULL,
  price_24h numeric NOT NULL,
  holders_24h bigint NOT NULL,
  volume_usd_7d numeric(160,0) NOT NULL,
  fees_7d numeric(160,0) NOT NULL,
  price_7d numeric NOT NULL,
  holders_7d bigint NOT NULL,
  volume_usd_30d numeric(160,0) NOT NULL,
  fees_30d numeric(160,0) NOT NULL,
  price_30d numeric NOT NULL,
  holders_30d bigint NOT NULL,
  volume_usd_all numeric(160,0) NOT NULL,
  fees_all numeric(160,0) NOT NULL,
  price_all numeric NOT NULL,
  holders_all bigint NOT NULL,
  graduations_24h integer DEFAULT 0 NOT NULL,
  graduations_7d integer DEFAULT 0 NOT NULL,
  graduations_30d integer DEFAULT 0 NOT NULL,
  graduations_all integer DEFAULT 0 NOT NULL,
  CONSTRAINT creator_totals_pkey PRIMARY KEY (creator_id)
);
CREATE INDEX creator_totals_fees_24h_idx ON chain.creator_totals (fees_24h DESC, first_bytes) WHERE fees_24h > 0::numeric;
CREATE INDEX creator_totals_fees_30d_idx ON chain.creator_totals (fees_30d DESC, first_bytes) WHERE fees_30d > 0::numeric;
CREATE INDEX creator_totals_fees_7d_idx ON chain.creator_totals (fees_7d DESC, first_bytes) WHERE fees_7d > 0::numeric;
CREATE INDEX creator_totals_fees_all_idx ON chain.creator_totals (fees_all DESC, first_bytes) WHERE fees_all > 0::numeric;
CREATE INDEX creator_totals_graduations_24h_idx ON chain.creator_totals (graduations_24h DESC, first_bytes) WHERE graduations_24h > 0;
CREATE INDEX creator_totals_graduations_30d_idx ON chain.creator_totals (graduations_30d DESC, first_bytes) WHERE graduations_30d > 0;
CREATE INDEX creator_totals_graduations_7d_idx ON chain.creator_totals (graduations_7d DESC, first_bytes) WHERE graduations_7d > 0;
CREATE INDEX creator_totals_graduations_all_idx ON chain.creator_totals (graduations_all DESC, first_bytes) WHERE graduations_all > 0;
CREATE INDEX creator_totals_holders_24h_idx ON chain.creator_totals (holders_24h DESC, first_bytes) WHERE holders_24h > 0;
CREATE INDEX creator_totals_holders_30d_idx ON chain.creator_totals (holders_30d DESC, first_bytes) WHERE holders_30d > 0;
CREATE INDEX creator_totals_holders_7d_idx ON chain.creator_totals (holders_7d DESC, first_bytes) WHERE holders_7d > 0;
CREATE INDEX creator_totals_holders_all_idx ON chain.creator_totals (holders_all DESC, first_bytes) WHERE holders_all > 0;
CREATE INDEX creator_totals_price_24h_idx ON chain.creator_totals (price_24h DESC, first_bytes) WHERE price_24h > 0::numeric;
CREATE INDEX creator_totals_price_30d_idx ON chain.creator_totals (price_30d DESC, first_bytes) WHERE price_30d > 0::numeric;
CREATE INDEX creator_totals_price_7d_idx ON chain.creator_totals (price_7d DESC, first_bytes) WHERE price_7d > 0::numeric;
CREATE INDEX creator_totals_price_all_idx ON chain.creator_totals (price_all DESC, first_bytes) WHERE price_all > 0::numeric;
CREATE INDEX creator_totals_volume_usd_24h_idx ON chain.creator_totals (volume_usd_24h DESC, first_bytes) WHERE volume_usd_24h > 0::numeric;
CREATE INDEX creator_totals_volume_usd_30d_idx ON chain.creator_totals (volume_usd_30d DESC, first_bytes) WHERE volume_usd_30d > 0::numeric;
CREATE INDEX creator_totals_volume_usd_7d_idx ON chain.creator_totals (volume_usd_7d DESC, first_bytes) WHERE volume_usd_7d > 0::numeric;
CREATE INDEX creator_totals_volume_usd_all_idx ON chain.creator_totals (volume_usd_all DESC, first_bytes) WHERE volume_usd_all > 0::numeric;
ALTER TABLE chain.creator_totals OWNER TO slipway_indexer;

CREATE TABLE chain.curves (
  virtual_platform_reserve numeric(78,0) NOT NULL,
  virtual_token_reserve numeric(78,0) NOT NULL,
  real_platform_reserve numeric(78,0) NOT NULL,
  real_token_reserve numeric(78,0) NOT NULL,
  graduated_block integer,
  graduated_at timestamptz(3),
  graduation_log_index integer,
  graduation_tx_hash bytea,
  token_id integer NOT NULL,
  pool_id integer,
  CONSTRAINT curves_graduation_check CHECK (num_nulls(pool_id, graduated_at, graduated_block, graduation_log_index, graduation_tx_hash) = ANY (ARRAY[0, 5])),
  CONSTRAINT curves_pkey PRIMARY KEY (token_id),
  CONSTRAINT curves_real_platform_reserve_check CHECK (real_platform_reserve >= 0::numeric AND real_platform_reserve <> 'NaN'::numeric),
  CONSTRAINT curves_real_token_reserve_check CHECK (real_token_reserve >= 0::numeric AND real_token_reserve <> 'NaN'::numeric),
  CONSTRAINT curves_virtual_platform_reserve_check CHECK (virtual_platform_reserve >= 0::numeric AND virtual_platform_reserve <> 'NaN'::numeric),
  CONSTRAINT curves_virtual_token_reserve_check CHECK (virtual_token_reserve >= 0::numeric AND virtual_token_reserve <> 'NaN'::numeric)
) WITH (fillfactor=70);
CREATE INDEX curves_graduated_block_idx ON chain.curves (graduated_block, graduation_log_index) WHERE graduated_block IS NOT NULL;
CREATE UNIQUE INDEX curves_pool_id_key ON chain.curves (pool_id);
ALTER TABLE chain.curves OWNER TO slipway_indexer;

CREATE TABLE chain.deployment (
  id boolean DEFAULT true NOT NULL,
  chain_id bigint NOT NULL,
  launchpad text COLLATE "C" NOT NULL,
  platform_token text COLLATE "C" NOT NULL,
  platform_symbol text NOT NULL,
  price_feed text COLLATE "C" NOT NULL,
  initial_virtual_platform numeric(78,0) NOT NULL,
  initial_virtual_token numeric(78,0) NOT NULL,
  initial_real_token numeric(78,0) NOT NULL,
  graduation_threshold numeric(78,0) NOT NULL,
  total_supply numeric(78,0) NOT NULL,
  fee_bps integer NOT NULL,
  CONSTRAINT deployment_graduation_threshold_check CHECK (graduation_threshold >= 0::numeric AND graduation_threshold <> 'NaN'::numeric),
  CONSTRAINT deployment_initial_real_token_check CHECK (initial_real_token >= 0::numeric AND initial_real_token <> 'NaN'::numeric),
  CONSTRAINT deployment_initial_virtual_platform_check CHECK (initial_virtual_platform >= 0::numeric AND initial_virtual_platform <> 'NaN'::numeric),
  CONSTRAINT deployment_initial_virtual_token_check CHECK (initial_virtual_token >= 0::numeric AND initial_virtual_token <> 'NaN'::numeric),
  CONSTRAINT deployment_one_row CHECK (id),
  CONSTRAINT deployment_pkey PRIMARY KEY (id),
  CONSTRAINT deployment_total_supply_check CHECK (total_supply >= 0::numeric AND total_supply <> 'NaN'::numeric)
);
ALTER TABLE chain.deployment OWNER TO slipway_indexer;

CREATE TABLE chain.feed_candles (
  slot integer NOT NULL,
  "open" numeric(78,0) NOT NULL,
  high numeric(78,0) NOT NULL,
  low numeric(78,0) NOT NULL,
  "close" numeric(78,0) NOT NULL,
  CONSTRAINT feed_candles_check CHECK (low > 0::numeric AND low <= open AND low <= close AND high >= open AND high >= close AND high <> 'NaN'::numeric),
  CONSTRAINT feed_candles_pkey PRIMARY KEY (slot)
);
ALTER TABLE chain.feed_candles OWNER TO slipway_indexer;

CREATE TABLE chain.head (
  id boolean DEFAULT true NOT NULL,
  block_number bigint NOT NULL,
  block_hash bytea NOT NULL,
  block_time timestamptz(3) NOT NULL,
  level_at timestamptz(3) NOT NULL,
  distributors integer DEFAULT 0 NOT NULL,
  revision bigint DEFAULT 0 NOT NULL,
  final_before bigint DEFAULT 0 NOT NULL,
  CONSTRAINT head_one_row CHECK (id),
  CONSTRAINT head_pkey PRIMARY KEY (id)
);
ALTER TABLE chain.head OWNER TO slipway_indexer;

CREATE TABLE chain.head_history (
  revision bigint NOT NULL,
  block_number bigint NOT NULL,
  block_hash bytea NOT NULL,
  block_time timestamptz(3) NOT NULL,
  ended_at timestamptz(3) NOT NULL,
  oracle_price numeric(78,0),
  oracle_price_24h numeric(78,0),
  CONSTRAINT head_history_pkey PRIMARY KEY (revision)
);
ALTER TABLE chain.head_history OWNER TO slipway_indexer;

CREATE TABLE chain.leaderboard_candidates (
  board text COLLATE "C" NOT NULL,
  address_id integer NOT NULL,
  CONSTRAINT leaderboard_candidates_pkey PRIMARY KEY (board, address_id)
);
ALTER TABLE chain.leaderboard_candidates OWNER TO slipway_indexer;

CREATE TABLE chain.leaderboard_cut_offs (
  board text COLLATE "C" NOT NULL,
  place numeric NOT NULL,
  CONSTRAINT leaderboard_cut_offs_pkey PRIMARY KEY (board),
  CONSTRAINT leaderboard_cut_offs_place_check CHECK (place >= 0::numeric AND place <> 'NaN'::numeric)
);
ALTER TABLE chain.leaderboard_cut_offs OWNER TO slipway_indexer;

CREATE TABLE chain.ledger_entries (
  wallet_id integer NOT NULL,
  token_id integer NOT NULL,
  block_number integer NOT NULL,
  log_index integer NOT NULL,
  known_quantity numeric(78,0) NOT NULL,
  unknown_quantity numeric(78,0) NOT NULL,
  cost numeric NOT NULL,
  realized numeric NOT NULL,
  CONSTRAINT ledger_entries_cost_check CHECK (cost >= 0::numeric AND cost <> 'NaN'::numeric AND (known_quantity > 0::numeric OR cost = 0::numeric)),
  CONSTRAINT ledger_entries_known_quantity_check CHECK (known_quantity >= 0::numeric AND known_quantity <> 'NaN'::numeric),
  CONSTRAINT ledger_entries_realized_check CHECK (realized <> 'NaN'::numeric),
  CONSTRAINT ledger_entries_unknown_quantity_check CHECK (unknown_quantity >= 0::numeric AND unknown_quantity <> 'NaN'::numeric)
);
CREATE INDEX ledger_entries_wallet_id_block_number_idx ON chain.ledger_entries (wallet_id, block_number);
CREATE INDEX ledger_entries_wallet_id_token_id_block_number_log_index_idx ON chain.ledger_entries (wallet_id, token_id, block_number, log_index);
ALTER TABLE chain.ledger_entries OWNER TO slipway_indexer;

CREATE TABLE chain.oracle_prices (
  block_number bigint NOT NULL,
  log_index integer NOT NULL,
  price numeric(78,0) NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  "time" timestamptz(3) NOT NULL,
  CONSTRAINT oracle_prices_pkey PRIMARY KEY (block_number, log_index),
  CONSTRAINT oracle_prices_price_check CHECK (price <> 'NaN'::numeric)
);
CREATE INDEX oracle_prices_time_idx ON chain.oracle_prices ("time");
ALTER TABLE chain.oracle_prices OWNER TO slipway_indexer;

CREATE TABLE chain.outbox (
  seq bigint NOT NULL,
  block_number integer NOT NULL,
  kind text COLLATE "C" NOT NULL,
  body json NOT NULL,
  bytes_end bigint NOT NULL,
  written_at timestamptz(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
  entries integer NOT NULL,
  token_ids integer[] NOT NULL,
  CONSTRAINT outbox_kind_check CHECK (kind = ANY (ARRAY['events'::text, 'head'::text, 'retract'::text])),
  CONSTRAINT outbox_pkey PRIMARY KEY (seq)
);
ALTER TABLE chain.outbox ALTER COLUMN body SET STORAGE EXTERNAL;
ALTER TABLE chain.outbox OWNER TO slipway_indexer;

CREATE TABLE chain.outbox_state (
  id boolean DEFAULT true NOT NULL,
  epoch bigint,
  last_seq bigint DEFAULT 0 NOT NULL,
  last_bytes bigint DEFAULT 0 NOT NULL,
  trimmed_at timestamptz(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
  timeline integer DEFAULT 0 NOT NULL,
  CONSTRAINT outbox_state_id_check CHECK (id),
  CONSTRAINT outbox_state_pkey PRIMARY KEY (id)
);
ALTER TABLE chain.outbox_state OWNER TO slipway_indexer;

CREATE TABLE chain.positions (
  wallet_id integer NOT NULL,
  token_id integer NOT NULL,
  last_trade_block integer,
  known_quantity numeric(78,0) NOT NULL,
  unknown_quantity numeric(78,0) NOT NULL,
  cost numeric NOT NULL,
  realized numeric NOT NULL,
  rough_balance double precision GENERATED ALWAYS AS ((known_quantity + unknown_quantity)::double precision) STORED NOT NULL,
  CONSTRAINT positions_cost_check CHECK (cost >= 0::numeric AND cost <> 'NaN'::numeric AND (known_quantity > 0::numeric OR cost = 0::numeric)),
  CONSTRAINT positions_known_quantity_check CHECK (known_quantity >= 0::numeric AND known_quantity <> 'NaN'::numeric),
  CONSTRAINT positions_pkey PRIMARY KEY (wallet_id, token_id) INCLUDE (rough_balance),
  CONSTRAINT positions_realized_check CHECK (realized <> 'NaN'::numeric),
  CONSTRAINT positions_unknown_quantity_check CHECK (unknown_quantity >= 0::numeric AND unknown_quantity <> 'NaN'::numeric)
);
CREATE INDEX positions_traders_idx ON chain.positions (token_id, last_trade_block) WHERE last_trade_block IS NOT NULL;
ALTER TABLE chain.positions OWNER TO slipway_indexer;

CREATE TABLE chain.reserves (
  token_id integer NOT NULL,
  block_number integer NOT NULL,
  log_index integer NOT NULL,
  in_pool boolean NOT NULL,
  platform_reserve numeric(78,0) NOT NULL,
  token_reserve numeric(78,0) NOT NULL,
  CONSTRAINT reserves_pkey PRIMARY KEY (token_id, block_number, log_index),
  CONSTRAINT reserves_platform_reserve_check CHECK (platform_reserve >= 0::numeric AND platform_reserve <> 'NaN'::numeric),
  CONSTRAINT reserves_token_reserve_check CHECK (token_reserve >= 0::numeric AND token_reserve <> 'NaN'::numeric)
);
CREATE INDEX reserves_block_number_idx ON chain.reserves (block_number);
ALTER TABLE chain.reserves OWNER TO slipway_indexer;

CREATE TABLE chain.reward_claimed (
  distributor_id integer NOT NULL,
  account_id integer NOT NULL,
  reward_id integer NOT NULL,
  amount numeric(78,0) NOT NULL,
  CONSTRAINT reward_claimed_amount_check CHECK (amount > 0::numeric AND amount <> 'NaN'::numeric),
  CONSTRAINT reward_claimed_pkey PRIMARY KEY (distributor_id, account_id, reward_id)
);
ALTER TABLE chain.reward_claimed OWNER TO slipway_indexer;

CREATE TABLE chain.reward_claims (
  block_number integer NOT NULL,
  log_index integer NOT NULL,
  distributor_id integer NOT NULL,
  account_id integer NOT NULL,
  reward_id integer NOT NULL,
  amount numeric(78,0) NOT NULL,
  "time" timestamptz(3) NOT NULL,
  tx_hash bytea NOT NULL,
  CONSTRAINT reward_claims_amount_check CHECK (amount > 0::numeric AND amount <> 'NaN'::numeric),
  CONSTRAINT reward_claims_pkey PRIMARY KEY (block_number, log_index)
);
CREATE INDEX reward_claims_account_id_block_number_log_index_idx ON chain.reward_claims (account_id, block_number, log_index);
ALTER TABLE chain.reward_claims OWNER TO slipway_indexer;

CREATE TABLE chain.reward_distributors (
  distributor_id integer NOT NULL,
  CONSTRAINT reward_distributors_pkey PRIMARY KEY (distributor_id)
);
ALTER TABLE chain.reward_distributors OWNER TO slipway_indexer;

CREATE TABLE chain.reward_roots (
  block_number integer NOT NULL,
  log_index integer NOT NULL,
  distributor_id integer NOT NULL,
  root bytea NOT NULL,
  "time" timestamptz(3) NOT NULL,
  tx_hash bytea NOT NULL,
  CONSTRAINT reward_roots_pkey PRIMARY KEY (block_number, log_index)
);
CREATE INDEX reward_roots_distributor_id_block_number_log_index_idx ON chain.reward_roots (distributor_id, block_number, log_index);
ALTER TABLE chain.reward_roots OWNER TO slipway_indexer;

CREATE TABLE chain.trade_shares (
  block_number integer NOT NULL,
  log_index integer NOT NULL,
  wallet_id integer NOT NULL,
  platform_amount numeric(78,0) NOT NULL,
  fee numeric(78,0) NOT NULL,
  token_amount numeric(78,0) NOT NULL,
  CONSTRAINT trade_shares_fee_check CHECK (fee >= 0::numeric AND fee <> 'NaN'::numeric),
  CONSTRAINT trade_shares_pkey PRIMARY KEY (block_number, log_index, wallet_id),
  CONSTRAINT trade_shares_platform_amount_check CHECK (platform_amount >= 0::numeric AND platform_amount <> 'NaN'::numeric),
  CONSTRAINT trade_shares_token_amount_check CHECK (token_amount >= 0::numeric AND token_amount <> 'NaN'::numeric)
);
ALTER TABLE chain.trade_shares OWNER TO slipway_indexer;

CREATE TABLE chain.trader_leaderboard_bounds (
  first_id integer NOT NULL,
  volume_usd_24h numeric NOT NULL,
  fees_24h numeric NOT NULL,
  trades_24h numeric NOT NULL,
  volume_usd_7d numeric NOT NULL,
  fees_7d numeric NOT NULL,
  trades_7d numeric NOT NULL,
  volume_usd_30d numeric NOT NULL,
  fees_30d numeric NOT NULL,
  trades_30d numeric NOT NULL,
  volume_usd_all numeric NOT NULL,
  fees_all numeric NOT NULL,
  trades_all numeric NOT NULL,
  CONSTRAINT trader_leaderboard_bounds_fees_24h_check CHECK (fees_24h >= 0::numeric AND fees_24h <> 'NaN'::numeric),
  CONSTRAINT trader_leaderboard_bounds_fees_30d_check CHECK (fees_30d >= 0::numeric AND fees_30d <> 'NaN'::numeric),
  CONSTRAINT trader_leaderboard_bounds_fees_7d_check CHECK (fees_7d >= 0::numeric AND fees_7d <> 'NaN'::numeric),
  CONSTRAINT trader_leaderboard_bounds_fees_all_check CHECK (fees_all >= 0::numeric AND fees_all <> 'NaN'::numeric),
  CONSTRAINT trader_leaderboard_bounds_pkey PRIMARY KEY (first_id),
  CONSTRAINT trader_leaderboard_bounds_trades_24h_check CHECK (trades_24h >= 0::numeric AND trades_24h <> 'NaN'::numeric),
  CONSTRAINT trader_leaderboard_bounds_trades_30d_check CHECK (trades_30d >= 0::numeric AND trades_30d <> 'NaN'::numeric),
  CONSTRAINT trader_leaderboard_bounds_trades_7d_check CHECK (trades_7d >= 0::numeric AND trades_7d <> 'NaN'::numeric),
  CONSTRAINT trader_leaderboard_bounds_trades_all_check CHECK (trades_all >= 0::numeric AND trades_all <> 'NaN'::numeric),
  CONSTRAINT trader_leaderboard_bounds_volume_usd_24h_check CHECK (volume_usd_24h >= 0::numeric AND volume_usd_24h <> 'NaN'::numeric),
  CONSTRAINT trader_leaderboard_bounds_volume_usd_30d_check CHECK (volume_usd_30d >= 0::numeric AND volume_usd_30d <> 'NaN'::numeric),
  CONSTRAINT trader_leaderboard_bounds_volume_usd_7d_check CHECK (volume_usd_7d >= 0::numeric AND volume_usd_7d <> 'NaN'::numeric),
  CONSTRAINT trader_leaderboard_bounds_volume_usd_all_check CHECK (volume_usd_all >= 0::numeric AND volume_usd_all <> 'NaN'::numeric)
) WITH (fillfactor=50);
ALTER TABLE chain.trader_leaderboard_bounds OWNER TO slipway_indexer;

CREATE TABLE chain.trader_totals (
  trader_id integer NOT NULL,
  first_bytes bigint NOT NULL,
  volume_usd_24h numeric(160,0) NOT NULL,
  fees_24h numeric(160,0) NOT NULL,
  trades_24h integer NOT NULL,
  volume_usd_7d numeric(160,0) NOT NULL,
  fees_7d numeric(160,0) NOT NULL,
  trades_7d integer NOT NULL,
  volume_usd_30d numeric(160,0) NOT NULL,
  fees_30d numeric(160,0) NOT NULL,
  trades_30d integer NOT NULL,
  volume_usd_all numeric(160,0) NOT NULL,
  fees_all numeric(160,0) NOT NULL,
  trades_all integer NOT NULL,
  CONSTRAINT trader_totals_fees_24h_check CHECK (fees_24h >= 0::numeric AND fees_24h <> 'NaN'::numeric),
  CONSTRAINT trader_totals_fees_30d_check CHECK (fees_30d >= 0::numeric AND fees_30d <> 'NaN'::numeric),
  CONSTRAINT trader_totals_fees_7d_check CHECK (fees_7d >= 0::numeric AND fees_7d <> 'NaN'::numeric),
  CONSTRAINT trader_totals_fees_all_check CHECK (fees_all >= 0::numeric AND fees_all <> 'NaN'::numeric),
  CONSTRAINT trader_totals_pkey PRIMARY KEY (trader_id),
  CONSTRAINT trader_totals_volume_usd_24h_check CHECK (volume_usd_24h >= 0::numeric AND volume_usd_24h <> 'NaN'::numeric),
  CONSTRAINT trader_totals_volume_usd_30d_check CHECK (volume_usd_30d >= 0::numeric AND volume_usd_30d <> 'NaN'::numeric),
  CONSTRAINT trader_totals_volume_usd_7d_check CHECK (volume_usd_7d >= 0::numeric AND volume_usd_7d <> 'NaN'::numeric),
  CONSTRAINT trader_totals_volume_usd_all_check CHECK (volume_usd_all >= 0::numeric AND volume_usd_all <> 'NaN'::numeric)
) WITH (fillfactor=60);
ALTER TABLE chain.trader_totals OWNER TO slipway_indexer;

CREATE TABLE chain.trades (
  block_number integer NOT NULL,
  log_index integer NOT NULL,
  token_id integer NOT NULL,
  trader_id integer NOT NULL,
  is_buy boolean NOT NULL,
  in_pool boolean NOT NULL,
  is_shared boolean DEFAULT false NOT NULL,
  platform_amount numeric(78,0) NOT NULL,
  fee numeric(78,0) NOT NULL,
  token_amount numeric(78,0) NOT NULL,
  tx_hash bytea NOT NULL,
  CONSTRAINT trades_fee_check CHECK (fee >= 0::numeric AND fee <> 'NaN'::numeric),
  CONSTRAINT trades_pkey PRIMARY KEY (block_number, log_index),
  CONSTRAINT trades_platform_amount_check CHECK (platform_amount >= 0::numeric AND platform_amount <> 'NaN'::numeric),
  CONSTRAINT trades_token_amount_check CHECK (token_amount >= 0::numeric AND token_amount <> 'NaN'::numeric)
);
CREATE INDEX trades_token_id_is_buy_block_number_log_index_idx ON chain.trades (token_id, is_buy, block_number, log_index);
ALTER TABLE chain.trades OWNER TO slipway_indexer;

CREATE TABLE chain.transfers (
  block_number integer NOT NULL,
  log_index integer NOT NULL,
  token_id integer NOT NULL,
  sender_id integer NOT NULL,
  recipient_id integer NOT NULL,
  trade_log_index integer,
  amount numeric(78,0) NOT NULL,
  tx_hash bytea,
  CONSTRAINT transfers_amount_check CHECK (amount >= 0::numeric AND amount <> 'NaN'::numeric),
  CONSTRAINT transfers_pkey PRIMARY KEY (block_number, log_index),
  CONSTRAINT transfers_tx_hash_check CHECK ((tx_hash IS NULL) = (trade_log_index IS NOT NULL))
);
CREATE INDEX transfers_activity_idx ON chain.transfers (token_id, block_number, log_index) WHERE trade_log_index IS NULL AND amount > 0::numeric;
ALTER TABLE chain.transfers OWNER TO slipway_indexer;

-- What people decide, and what the programs say of themselves. Each role may do with it what its program needs.

CREATE TABLE public.blocked_creators (
  creator text COLLATE "C" NOT NULL,
  reason text NOT NULL,
  blocked_at timestamptz(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
  CONSTRAINT blocked_creators_pkey PRIMARY KEY (creator)
);
GRANT SELECT ON public.blocked_creators TO slipway_api;
GRANT INSERT, SELECT, UPDATE, DELETE ON public.blocked_creators TO slipway_ops;

CREATE TABLE public.builders (
  name text COLLATE "C" NOT NULL,
  key_hash bytea NOT NULL,
  read_per_minute integer NOT NULL,
  heavy_per_minute integer NOT NULL,
  origins text[] COLLATE "C" DEFAULT ARRAY[]::text[] NOT NULL,
  is_server boolean DEFAULT false NOT NULL,
  added_at timestamptz(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
  CONSTRAINT builders_key_hash_check CHECK (length(key_hash) = 32),
  CONSTRAINT builders_limits_check CHECK (read_per_minute > 0 AND heavy_per_minute > 0),
  CONSTRAINT builders_name_check CHECK (name ~ '^[a-z0-9][a-z0-9-]{0,63}$'::text),
  CONSTRAINT builders_pkey PRIMARY KEY (name)
);
CREATE UNIQUE INDEX builders_key_hash_key ON public.builders (key_hash);
GRANT SELECT ON public.builders TO slipway_api;
GRANT INSERT, SELECT, DELETE ON public.builders TO slipway_ops;
GRANT UPDATE (read_per_minute) ON public.builders TO slipway_ops;
GRANT UPDATE (heavy_per_minute) ON public.builders TO slipway_ops;

CREATE TABLE public.catalog (
  id boolean DEFAULT true NOT NULL,
  revision bigint DEFAULT 0 NOT NULL,
  changed_at timestamptz(3),
  CONSTRAINT catalog_one_row CHECK (id),
  CONSTRAINT catalog_pkey PRIMARY KEY (id)
);
GRANT SELECT ON public.catalog TO slipway_api;
GRANT SELECT, UPDATE ON public.catalog TO slipway_ops;

CREATE TABLE public.deferred_keys (
  schema_name text COLLATE "C" NOT NULL,
  name text COLLATE "C" NOT NULL,
  definition text NOT NULL,
  CONSTRAINT deferred_keys_pkey PRIMARY KEY (schema_name, name)
);
GRANT INSERT, SELECT, UPDATE, DELETE ON public.deferred_keys TO slipway_indexer;
GRANT SELECT ON public.deferred_keys TO slipway_ops;

CREATE TABLE public.flags (
  name text NOT NULL,
  enabled boolean NOT NULL,
  changed_at timestamptz(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
  CONSTRAINT flags_name_check CHECK (name ~ '^[a-z][a-z0-9-]{0,63}$'::text),
  CONSTRAINT flags_pkey PRIMARY KEY (name)
);
GRANT SELECT ON public.flags TO slipway_api;
GRANT INSERT, SELECT, UPDATE, DELETE ON public.flags TO slipway_ops;

CREATE TABLE public.hidden_apps (
  token text COLLATE "C" NOT NULL,
  reason text NOT NULL,
  hidden_at timestamptz(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
  CONSTRAINT hidden_apps_pkey PRIMARY KEY (token)
);
GRANT SELECT ON public.hidden_apps TO slipway_api;
GRANT INSERT, SELECT, UPDATE, DELETE ON public.hidden_apps TO slipway_ops;
GRANT SELECT (token) ON public.hidden_apps TO slipway_indexer;

CREATE TABLE public.index_standbys (
  name text NOT NULL,
  seen_at timestamptz(3) NOT NULL,
  CONSTRAINT index_standbys_pkey PRIMARY KEY (name)
);
GRANT INSERT, SELECT, UPDATE, DELETE ON public.index_standbys TO slipway_indexer;
GRANT SELECT ON public.index_standbys TO slipway_ops;

CREATE TABLE public.index_writer (
  epoch bigint NOT NULL,
  id boolean DEFAULT true NOT NULL,
  holder text,
  beat_at timestamptz(3),
  halted_reason text,
  halted_at timestamptz(3),
  failure text,
  failing_block bigint,
  failing_since timestamptz(3),
  idle_terms integer DEFAULT 0 NOT NULL,
  term_head text,
  CONSTRAINT index_writer_one_row CHECK (id),
  CONSTRAINT index_writer_pkey PRIMARY KEY (epoch)
);
CREATE UNIQUE INDEX index_writer_id_key ON public.index_writer (id);
GRANT SELECT, UPDATE ON public.index_writer TO slipway_indexer;
GRANT SELECT ON public.index_writer TO slipway_api, slipway_ops;

CREATE TABLE public.launch_policy (
  id boolean DEFAULT true NOT NULL,
  max_per_creator_per_24h integer DEFAULT 5 NOT NULL,
  CONSTRAINT launch_policy_max_check CHECK (max_per_creator_per_24h >= 1 AND max_per_creator_per_24h <= 1000000),
  CONSTRAINT launch_policy_one_row CHECK (id),
  CONSTRAINT launch_policy_pkey PRIMARY KEY (id)
);
GRANT SELECT ON public.launch_policy TO slipway_api;
GRANT SELECT, UPDATE ON public.launch_policy TO slipway_ops;

CREATE TABLE public.maintenance_jobs (
  id serial,
  kind text NOT NULL,
  block_number bigint,
  requested_at timestamptz(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
  finished_at timestamptz(3),
  succeeded boolean,
  outcome text,
  percent integer DEFAULT 0 NOT NULL,
  failure text,
  failing_since timestamptz(3),
  cancelled_at timestamptz(3),
  CONSTRAINT maintenance_jobs_kind_check CHECK ((kind = ANY (ARRAY['rewind'::text, 'rebuild'::text])) AND (kind = 'rewind'::text) = (block_number IS NOT NULL)),
  CONSTRAINT maintenance_jobs_pkey PRIMARY KEY (id)
);
GRANT SELECT, UPDATE ON public.maintenance_jobs TO slipway_indexer;
GRANT INSERT, SELECT ON public.maintenance_jobs TO slipway_ops;
GRANT UPDATE (cancelled_at) ON public.maintenance_jobs TO slipway_ops;

CREATE TABLE public.origins (
  origin text NOT NULL,
  added_at timestamptz(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
  CONSTRAINT origins_pkey PRIMARY KEY (origin)
);
GRANT SELECT ON public.origins TO slipway_api;
GRANT INSERT, SELECT, DELETE ON public.origins TO slipway_ops;

CREATE TABLE public.program_list_entries (
  program_id text COLLATE "C" NOT NULL,
  account text COLLATE "C" NOT NULL,
  amount numeric(78,0) NOT NULL,
  CONSTRAINT program_list_entries_amount_check CHECK (amount > 0::numeric AND amount <> 'NaN'::numeric),
  CONSTRAINT program_list_entries_pkey PRIMARY KEY (program_id, account)
);
GRANT INSERT, SELECT ON public.program_list_entries TO slipway_ops;

CREATE TABLE public.programs (
  id text COLLATE "C" NOT NULL,
  name text NOT NULL,
  token_address text COLLATE "C",
  reward_token text COLLATE "C" NOT NULL,
  reward_symbol text NOT NULL,
  distributor text COLLATE "C" NOT NULL,
  emissions_per_day numeric(78,0) NOT NULL,
  starts_at timestamptz(3) NOT NULL,
  ends_at timestamptz(3) NOT NULL,
  planned_ends_at timestamptz(3) NOT NULL,
  rule text COLLATE "C" NOT NULL,
  eligibility text NOT NULL,
  allocations_public boolean NOT NULL,
  added_at timestamptz(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
  CONSTRAINT programs_emissions_check CHECK (emissions_per_day > 0::numeric AND emissions_per_day <> 'NaN'::numeric),
  CONSTRAINT programs_id_check CHECK (id ~ '^[a-z0-9][a-z0-9-]{0,63}$'::text),
  CONSTRAINT programs_pkey PRIMARY KEY (id),
  CONSTRAINT programs_rule_check CHECK ((rule = ANY (ARRAY['balance'::text, 'volume'::text, 'list'::text])) AND (rule <> 'balance'::text OR token_address IS NOT NULL)),
  CONSTRAINT programs_time_check CHECK (starts_at <= ends_at AND starts_at < planned_ends_at AND ends_at <= planned_ends_at)
);
CREATE UNIQUE INDEX programs_distributor_key ON public.programs (distributor);
GRANT SELECT ON public.programs TO slipway_api;
GRANT INSERT, SELECT ON public.programs TO slipway_ops;
GRANT SELECT (id) ON public.programs TO slipway_indexer;
GRANT SELECT (distributor) ON public.programs TO slipway_indexer;
GRANT UPDATE (ends_at) ON public.programs TO slipway_ops;

CREATE TABLE public.reserved_words (
  kind text COLLATE "C" NOT NULL,
  "key" text COLLATE "C" NOT NULL,
  skeleton text COLLATE "C" NOT NULL,
  word text NOT NULL,
  reserved_at timestamptz(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
  CONSTRAINT reserved_words_kind_check CHECK (kind = ANY (ARRAY['name'::text, 'symbol'::text])),
  CONSTRAINT reserved_words_pkey PRIMARY KEY (kind, key)
);
GRANT SELECT ON public.reserved_words TO slipway_api;
GRANT INSERT, SELECT, DELETE ON public.reserved_words TO slipway_ops;

CREATE TABLE public.revoked_tokens (
  jti uuid NOT NULL,
  expires_at timestamptz(3) NOT NULL,
  CONSTRAINT revoked_tokens_pkey PRIMARY KEY (jti)
);
CREATE INDEX revoked_tokens_expires_at_idx ON public.revoked_tokens (expires_at);
GRANT INSERT, SELECT, DELETE ON public.revoked_tokens TO slipway_api;
GRANT INSERT, SELECT ON public.revoked_tokens TO slipway_ops;

CREATE TABLE public.reward_allocations (
  tree_id integer NOT NULL,
  account text COLLATE "C" NOT NULL,
  amount numeric(78,0) NOT NULL,
  node_index integer NOT NULL,
  CONSTRAINT reward_allocations_amount_check CHECK (amount > 0::numeric AND amount <> 'NaN'::numeric),
  CONSTRAINT reward_allocations_pkey PRIMARY KEY (tree_id, account)
);
GRANT SELECT ON public.reward_allocations TO slipway_api;
GRANT INSERT, SELECT ON public.reward_allocations TO slipway_ops;

CREATE TABLE public.reward_trees (
  id serial,
  program_id text COLLATE "C" NOT NULL,
  root bytea NOT NULL,
  accounted_until timestamptz(3) NOT NULL,
  leaves integer NOT NULL,
  total numeric(78,0) NOT NULL,
  nodes bytea NOT NULL,
  published_at timestamptz(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
  CONSTRAINT reward_trees_nodes_check CHECK (leaves > 0 AND length(nodes) = ((2 * leaves - 1) * 32) AND root = SUBSTRING(nodes FROM 1 FOR 32)),
  CONSTRAINT reward_trees_pkey PRIMARY KEY (id),
  CONSTRAINT reward_trees_total_check CHECK (total > 0::numeric AND total <> 'NaN'::numeric)
);
ALTER TABLE public.reward_trees ALTER COLUMN nodes SET STORAGE EXTERNAL;
CREATE UNIQUE INDEX reward_trees_program_id_root_key ON public.reward_trees (program_id, root);
GRANT SELECT ON public.reward_trees TO slipway_api;
GRANT INSERT, SELECT ON public.reward_trees TO slipway_ops;
GRANT SELECT (program_id) ON public.reward_trees TO slipway_indexer;
GRANT SELECT (root) ON public.reward_trees TO slipway_indexer;

CREATE TABLE public.sign_in_nonces (
  nonce text NOT NULL,
  expires_at timestamptz(3) NOT NULL,
  contract_checks smallint DEFAULT 0 NOT NULL,
  CONSTRAINT sign_in_nonces_pkey PRIMARY KEY (nonce)
);
CREATE INDEX sign_in_nonces_expires_at_idx ON public.sign_in_nonces (expires_at);
GRANT INSERT, SELECT, DELETE ON public.sign_in_nonces TO slipway_api;
GRANT UPDATE (contract_checks) ON public.sign_in_nonces TO slipway_api;

ALTER TABLE public.program_list_entries ADD CONSTRAINT program_list_entries_program_id_fkey FOREIGN KEY (program_id) REFERENCES public.programs(id) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE public.reward_allocations ADD CONSTRAINT reward_allocations_tree_id_fkey FOREIGN KEY (tree_id) REFERENCES public.reward_trees(id) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE public.reward_trees ADD CONSTRAINT reward_trees_program_id_fkey FOREIGN KEY (program_id) REFERENCES public.programs(id) ON UPDATE CASCADE ON DELETE RESTRICT;
GRANT USAGE ON SEQUENCE public.maintenance_jobs_id_seq TO slipway_ops;
GRANT SELECT, UPDATE, USAGE ON SEQUENCE public.reward_trees_id_seq TO slipway_ops;

CREATE VIEW chain.trade_rows WITH (security_invoker=true) AS
 SELECT t.block_number,
    t.log_index,
    token.address AS token,
    trader.address AS trader,
        CASE
            WHEN t.is_buy THEN 'buy'::text
            ELSE 'sell'::text
        END AS side,
        CASE
            WHEN t.in_pool THEN 'pool'::text
            ELSE 'curve'::text
        END AS venue,
    t.is_shared,
    t.platform_amount,
    t.fee,
    t.token_amount,
    t.platform_amount * b.oracle_price AS usd_amount,
    b.oracle_price,
    b."time",
    t.tx_hash,
    t.token_id,
    t.trader_id
   FROM chain.trades t
     JOIN chain.addresses token ON token.id = t.token_id
     JOIN chain.addresses trader ON trader.id = t.trader_id
     JOIN chain.block_times b ON b.number = t.block_number;
ALTER VIEW chain.trade_rows OWNER TO slipway_indexer;

CREATE VIEW chain.trade_share_rows WITH (security_invoker=true) AS
 SELECT s.block_number,
    s.log_index,
    wallet.address AS wallet,
    s.platform_amount,
    s.fee,
    s.token_amount,
    s.platform_amount * b.oracle_price AS usd_amount,
    b."time",
    s.wallet_id
   FROM chain.trade_shares s
     JOIN chain.addresses wallet ON wallet.id = s.wallet_id
     JOIN chain.block_times b ON b.number = s.block_number;
ALTER VIEW chain.trade_share_rows OWNER TO slipway_indexer;

CREATE VIEW chain.transfer_rows WITH (security_invoker=true) AS
 SELECT f.block_number,
    f.log_index,
    token.address AS token,
    sender.address AS sender,
    recipient.address AS recipient,
    f.amount,
    f.trade_log_index,
    b."time",
    COALESCE(f.tx_hash, t.tx_hash) AS tx_hash,
    f.token_id,
    f.sender_id,
    f.recipient_id
   FROM chain.transfers f
     JOIN chain.addresses token ON token.id = f.token_id
     JOIN chain.addresses sender ON sender.id = f.sender_id
     JOIN chain.addresses recipient ON recipient.id = f.recipient_id
     JOIN chain.block_times b ON b.number = f.block_number
     LEFT JOIN chain.trades t ON t.block_number = f.block_number AND t.log_index = f.trade_log_index;
ALTER VIEW chain.transfer_rows OWNER TO slipway_indexer;

CREATE VIEW chain.reserve_rows WITH (security_invoker=true) AS
 SELECT token.address AS token,
        CASE
            WHEN r.in_pool THEN 'pool'::text
            ELSE 'curve'::text
        END AS venue,
    r.block_number,
    r.log_index,
    r.platform_reserve,
    r.token_reserve,
    b."time",
    r.token_id
   FROM chain.reserves r
     JOIN chain.addresses token ON token.id = r.token_id
     JOIN chain.block_times b ON b.number = r.block_number;
ALTER VIEW chain.reserve_rows OWNER TO slipway_indexer;

CREATE VIEW chain.balance_rows WITH (security_invoker=true) AS
 SELECT token.address AS token,
    holder.address AS holder,
    b.balance,
    b.holder_order,
    b.token_id,
    b.holder_id
   FROM chain.balances b
     JOIN chain.addresses token ON token.id = b.token_id
     JOIN chain.addresses holder ON holder.id = b.holder_id;
ALTER VIEW chain.balance_rows OWNER TO slipway_indexer;

CREATE VIEW chain.position_rows WITH (security_invoker=true) AS
 SELECT wallet.address AS wallet,
    token.address AS token,
    p.known_quantity,
    p.unknown_quantity,
    p.cost,
    p.realized,
    p.rough_balance,
    p.last_trade_block,
    p.wallet_id,
    p.token_id
   FROM chain.positions p
     JOIN chain.addresses wallet ON wallet.id = p.wallet_id
     JOIN chain.addresses token ON token.id = p.token_id;
ALTER VIEW chain.position_rows OWNER TO slipway_indexer;

CREATE VIEW chain.ledger_rows WITH (security_invoker=true) AS
 SELECT wallet.address AS wallet,
    token.address AS token,
    b."time",
    e.block_number,
    e.log_index,
    e.known_quantity,
    e.unknown_quantity,
    e.cost,
    e.realized,
    e.wallet_id,
    e.token_id
   FROM chain.ledger_entries e
     JOIN chain.addresses wallet ON wallet.id = e.wallet_id
     JOIN chain.addresses token ON token.id = e.token_id
     JOIN chain.block_times b ON b.number = e.block_number;
ALTER VIEW chain.ledger_rows OWNER TO slipway_indexer;

CREATE VIEW chain.candle_rows WITH (security_invoker=true) AS
 SELECT token.address AS token,
    length.seconds,
    to_timestamp((c.slot - length.epoch_slot)::double precision * length.seconds::double precision) AS open_time,
    c.trades,
    c.buys,
    c.high,
    c.low,
    c.high_usd,
    c.low_usd,
    c.all_time_high_usd,
    c.close,
    c.volume_platform,
    c.volume_usd,
    c.token_id
   FROM chain.candles c
     JOIN chain.addresses token ON token.id = c.token_id
     CROSS JOIN LATERAL ( SELECT
                CASE
                    WHEN c.slot < 134217728 THEN 86400
                    WHEN c.slot < 268435456 THEN 3600
                    ELSE 60
                END AS seconds,
                CASE
                    WHEN c.slot < 134217728 THEN 0
                    WHEN c.slot < 268435456 THEN 134217728
                    ELSE 268435456
                END AS epoch_slot) length;
ALTER VIEW chain.candle_rows OWNER TO slipway_indexer;

CREATE VIEW chain.app_rows WITH (security_invoker=true) AS
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
          WHERE block_times.number = a.block_number) AS "launchOraclePrice"
   FROM chain.apps a
     JOIN chain.app_stats s ON s.token_id = a.token_id
     JOIN chain.curves v ON v.token_id = a.token_id;
ALTER VIEW chain.app_rows OWNER TO slipway_indexer;

CREATE VIEW chain.app_history_rows WITH (security_invoker=true) AS
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
          WHERE block_times.number = a.block_number) AS "launchOraclePrice"
   FROM chain.app_history a;
ALTER VIEW chain.app_history_rows OWNER TO slipway_indexer;

CREATE VIEW chain.app_prices WITH (security_invoker=true) AS
 SELECT token_id,
    creator_id,
    holders,
    platform_reserve,
    token_reserve,
    COALESCE(div(platform_reserve * '1000000000000000000000000000000000000000000000000000000000000'::numeric, NULLIF(token_reserve, 0::numeric)), 0::numeric) AS unit_price
   FROM chain.app_stats;
ALTER VIEW chain.app_prices OWNER TO slipway_indexer;

CREATE VIEW chain.indexed_head WITH (security_invoker=true) AS
 SELECT h.block_number,
    h.block_time,
    h.level_at,
    h.revision AS index_revision,
    encode(h.block_hash, 'hex'::text) AS block_hash,
    (c.revision || '.'::text) || h.distributors AS data_revision
   FROM chain.head h
     CROSS JOIN public.catalog c
  WHERE h.level_at > to_timestamp(0::double precision);
ALTER VIEW chain.indexed_head OWNER TO slipway_indexer;

CREATE VIEW chain.head_history_rows WITH (security_invoker=true) AS
 SELECT p.block_number,
    p.block_time,
    h.level_at,
    p.revision AS index_revision,
    encode(p.block_hash, 'hex'::text) AS block_hash,
    'past'::text AS data_revision
   FROM chain.head_history p
     CROSS JOIN chain.head h
  WHERE p.block_number <= h.block_number AND NOT (EXISTS ( SELECT
           FROM chain.blocks b
          WHERE b.number = p.block_number AND b.hash <> p.block_hash));
ALTER VIEW chain.head_history_rows OWNER TO slipway_indexer;

CREATE VIEW chain.latest_oracle_price WITH (security_invoker=true) AS
 SELECT price AS raw_price,
        CASE
            WHEN price > 0::numeric THEN price
            ELSE NULL::numeric
        END AS price,
    updated_at
   FROM chain.oracle_prices
  ORDER BY block_number DESC, log_index DESC
 LIMIT 1;
ALTER VIEW chain.latest_oracle_price OWNER TO slipway_indexer;

CREATE VIEW chain.market_context WITH (security_invoker=true) AS
 SELECT ( SELECT latest_oracle_price.raw_price::text AS raw_price
           FROM chain.latest_oracle_price) AS "oraclePrice",
    ( SELECT o.price::text AS price
           FROM chain.oracle_prices o
          WHERE o."time" <= (h.block_time - '24:00:00'::interval)
          ORDER BY o."time" DESC, o.block_number DESC, o.log_index DESC
         LIMIT 1) AS "oraclePrice24h",
    d.total_supply::text AS "totalSupply",
    d.graduation_threshold::text AS "graduationThreshold",
    d.initial_virtual_platform::text AS "initialPlatform",
    d.initial_virtual_token::text AS "initialToken"
   FROM chain.head h
     CROSS JOIN chain.deployment d;
ALTER VIEW chain.market_context OWNER TO slipway_indexer;

GRANT SELECT ON ALL TABLES IN SCHEMA chain TO slipway_api, slipway_ops;

CREATE FUNCTION public.announce_flags()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  PERFORM pg_notify('slipway_flags', '');
  RETURN NULL;
END
$function$;

CREATE FUNCTION public.open_index_rebuild()
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
DECLARE
  item record;
BEGIN
  IF EXISTS (
    SELECT FROM pg_class WHERE relnamespace = 'chain'::regnamespace AND relkind NOT IN ('r', 'v', 'i', 't', 'c')
    UNION ALL
    SELECT FROM pg_trigger JOIN pg_class ON pg_class.oid = tgrelid
    WHERE relnamespace = 'chain'::regnamespace AND NOT tgisinternal
  ) THEN
    RAISE EXCEPTION 'schema chain has something that a rebuild cannot copy: sequences, triggers or materialized views';
  END IF;
  DROP SCHEMA IF EXISTS chain_next CASCADE;
  CREATE SCHEMA chain_next AUTHORIZATION slipway_indexer;
  FOR item IN
    SELECT relname, reloptions, CASE relpersistence WHEN 'u' THEN 'UNLOGGED' ELSE '' END AS persistence
    FROM pg_class WHERE relnamespace = 'chain'::regnamespace AND relkind = 'r'
  LOOP
    EXECUTE format('CREATE %2$s TABLE chain_next.%1$I (LIKE chain.%1$I INCLUDING ALL EXCLUDING INDEXES)',
      item.relname, item.persistence);
    IF item.reloptions IS NOT NULL THEN
      EXECUTE format('ALTER TABLE chain_next.%I SET (%s)', item.relname, array_to_string(item.reloptions, ', '));
    END IF;
    EXECUTE format('ALTER TABLE chain_next.%I OWNER TO slipway_indexer', item.relname);
  END LOOP;
  -- Foreign keys last: they want the keys that they refer to.
  FOR item IN
    SELECT relname, conname, replace(pg_get_constraintdef(pg_constraint.oid), ' chain.', ' chain_next.') AS definition
    FROM pg_constraint JOIN pg_class ON pg_class.oid = conrelid
    WHERE relnamespace = 'chain'::regnamespace AND contype IN ('p', 'u', 'x', 'f')
    ORDER BY contype = 'f'
  LOOP
    EXECUTE format('ALTER TABLE chain_next.%I ADD CONSTRAINT %I %s', item.relname, item.conname, item.definition);
  END LOOP;
  FOR item IN
    SELECT replace(pg_get_indexdef(indexrelid), ' ON chain.', ' ON chain_next.') AS definition
    FROM pg_index JOIN pg_class ON pg_class.oid = indrelid
    WHERE relnamespace = 'chain'::regnamespace AND relkind = 'r'
      AND NOT EXISTS (SELECT FROM pg_constraint WHERE conindid = indexrelid)
  LOOP
    EXECUTE item.definition;
  END LOOP;
  FOR item IN
    SELECT relname, reloptions, regexp_replace(pg_get_viewdef(oid), '\mchain\.', 'chain_next.', 'g') AS definition
    FROM pg_class WHERE relnamespace = 'chain'::regnamespace AND relkind = 'v' ORDER BY oid
  LOOP
    EXECUTE format('CREATE VIEW chain_next.%I WITH (%s) AS %s',
      item.relname, array_to_string(item.reloptions, ', '), item.definition);
    EXECUTE format('ALTER VIEW chain_next.%I OWNER TO slipway_indexer', item.relname);
  END LOOP;
  GRANT USAGE ON SCHEMA chain_next TO slipway_api, slipway_ops;
  GRANT SELECT ON ALL TABLES IN SCHEMA chain_next TO slipway_api, slipway_ops;
  ALTER DEFAULT PRIVILEGES FOR ROLE slipway_indexer IN SCHEMA chain_next
    GRANT SELECT ON TABLES TO slipway_api, slipway_ops;
END
$function$;
REVOKE ALL ON FUNCTION public.open_index_rebuild() FROM PUBLIC;
GRANT EXECUTE ON FUNCTION public.open_index_rebuild() TO slipway_indexer;

CREATE FUNCTION public.swap_index_rebuild()
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
DECLARE
  item record;
BEGIN
  IF EXISTS (
    SELECT relname, attname, format_type(atttypid, atttypmod), count(*)
    FROM pg_attribute JOIN pg_class ON pg_class.oid = attrelid
    WHERE relnamespace IN ('chain'::regnamespace, 'chain_next'::regnamespace)
      AND relkind IN ('r', 'v') AND attnum > 0 AND NOT attisdropped
    GROUP BY 1, 2, 3 HAVING count(*) <> 2
  ) THEN
    RAISE EXCEPTION 'the tables of schema chain changed during the rebuild';
  END IF;
  DROP SCHEMA IF EXISTS chain_old CASCADE;
  ALTER SCHEMA chain RENAME TO chain_old;
  ALTER SCHEMA chain_next RENAME TO chain;
  FOR item IN SELECT oid::regprocedure AS name FROM pg_proc WHERE pronamespace = 'chain_old'::regnamespace LOOP
    EXECUTE format('ALTER FUNCTION %s SET SCHEMA chain', item.name);
  END LOOP;
  UPDATE public.catalog SET revision = revision + 1;
END
$function$;
REVOKE ALL ON FUNCTION public.swap_index_rebuild() FROM PUBLIC;
GRANT EXECUTE ON FUNCTION public.swap_index_rebuild() TO slipway_indexer;

CREATE FUNCTION public.announce_catalog()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  UPDATE public.catalog SET revision = revision + 1;
  PERFORM pg_notify('slipway_head', 'catalog');
  RETURN NULL;
END
$function$;

CREATE FUNCTION public.announce_builders()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  PERFORM pg_notify('slipway_builders', '');
  RETURN NULL;
END
$function$;

CREATE FUNCTION public.date_catalog()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  NEW.changed_at := now();
  RETURN NEW;
END
$function$;

CREATE TRIGGER builders_announced AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON public.builders FOR EACH STATEMENT EXECUTE FUNCTION public.announce_builders();
CREATE TRIGGER catalog_dated BEFORE UPDATE ON public.catalog FOR EACH ROW EXECUTE FUNCTION public.date_catalog();
CREATE TRIGGER flags_announced AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON public.flags FOR EACH STATEMENT EXECUTE FUNCTION public.announce_flags();
CREATE TRIGGER hidden_apps_announced AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON public.hidden_apps FOR EACH STATEMENT EXECUTE FUNCTION public.announce_catalog();
CREATE TRIGGER programs_announced AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON public.programs FOR EACH STATEMENT EXECUTE FUNCTION public.announce_catalog();

INSERT INTO public.launch_policy (max_per_creator_per_24h) VALUES (5);
INSERT INTO public.index_writer (epoch) VALUES (0);
-- The major version of the token list counts from here.
INSERT INTO public.catalog (revision) VALUES (3);

-- Major coins and the platform's own names, with the keys that names and symbols are compared by (libs/name-matching).
INSERT INTO public.reserved_words (kind, word, key, skeleton) VALUES
  ('name', 'SLIP', 'slip', 'SLlP'),
  ('name', 'Slipway', 'slipway', 'Slipway'),
  ('name', 'Slipway Labs', 'slipway labs', 'Slipway Labs'),
  ('name', 'Slipway Token', 'slipway token', 'Slipway Token'),
  ('symbol', 'AAVE', 'AAVE', 'AAVE'),
  ('symbol', 'ADA', 'ADA', 'ADA'),
  ('symbol', 'ALGO', 'ALGO', 'ALGO'),
  ('symbol', 'APT', 'APT', 'APT'),
  ('symbol', 'ARB', 'ARB', 'ARB'),
  ('symbol', 'ATOM', 'ATOM', 'ATOM'),
  ('symbol', 'AVAX', 'AVAX', 'AVAX'),
  ('symbol', 'BCH', 'BCH', 'BCH'),
  ('symbol', 'BNB', 'BNB', 'BNB'),
  ('symbol', 'BTC', 'BTC', 'BTC'),
  ('symbol', 'BUSD', 'BUSD', 'BUSD'),
  ('symbol', 'CRO', 'CRO', 'CRO'),
  ('symbol', 'DAI', 'DAl', 'DAl'),
  ('symbol', 'DOGE', 'DOGE', 'DOGE'),
  ('symbol', 'DOT', 'DOT', 'DOT'),
  ('symbol', 'ETC', 'ETC', 'ETC'),
  ('symbol', 'ETH', 'ETH', 'ETH'),
  ('symbol', 'EURC', 'EURC', 'EURC'),
  ('symbol', 'FIL', 'FlL', 'FlL'),
  ('symbol', 'HBAR', 'HBAR', 'HBAR'),
  ('symbol', 'ICP', 'lCP', 'lCP'),
  ('symbol', 'LDO', 'LDO', 'LDO'),
  ('symbol', 'LINK', 'LlNK', 'LlNK'),
  ('symbol', 'LTC', 'LTC', 'LTC'),
  ('symbol', 'MATIC', 'MATlC', 'MATlC'),
  ('symbol', 'MKR', 'MKR', 'MKR'),
  ('symbol', 'NEAR', 'NEAR', 'NEAR'),
  ('symbol', 'OKB', 'OKB', 'OKB'),
  ('symbol', 'OP', 'OP', 'OP'),
  ('symbol', 'PEPE', 'PEPE', 'PEPE'),
  ('symbol', 'POL', 'POL', 'POL'),
  ('symbol', 'PYUSD', 'PYUSD', 'PYUSD'),
  ('symbol', 'SHIB', 'SHlB', 'SHlB'),
  ('symbol', 'SLIP', 'SLlP', 'SLlP'),
  ('symbol', 'SOL', 'SOL', 'SOL'),
  ('symbol', 'STETH', 'STETH', 'STETH'),
  ('symbol', 'SUI', 'SUl', 'SUl'),
  ('symbol', 'TON', 'TON', 'TON'),
  ('symbol', 'TRX', 'TRX', 'TRX'),
  ('symbol', 'TUSD', 'TUSD', 'TUSD'),
  ('symbol', 'UNI', 'UNl', 'UNl'),
  ('symbol', 'USDC', 'USDC', 'USDC'),
  ('symbol', 'USDE', 'USDE', 'USDE'),
  ('symbol', 'USDT', 'USDT', 'USDT'),
  ('symbol', 'VET', 'VET', 'VET'),
  ('symbol', 'WBTC', 'WBTC', 'WBTC'),
  ('symbol', 'WETH', 'WETH', 'WETH'),
  ('symbol', 'WSTETH', 'WSTETH', 'WSTETH'),
  ('symbol', 'XLM', 'XLM', 'XLM'),
  ('symbol', 'XMR', 'XMR', 'XMR'),
  ('symbol', 'XRP', 'XRP', 'XRP'),
  ('symbol', 'XTZ', 'XTZ', 'XTZ');

-- The three group roles. Logins are made by whoever runs the server and are granted one of them; each process
-- works as its role. Roles belong to the whole server, so another database may have made them already.
DO $$
DECLARE
  role_name text;
BEGIN
  FOREACH role_name IN ARRAY ARRAY['slipway_indexer', 'slipway_api', 'slipway_ops'] LOOP
    IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = role_name) THEN
      EXECUTE format('CREATE ROLE %I NOLOGIN', role_name);
    END IF;
    EXECUTE format('GRANT %I TO CURRENT_USER', role_name);
  END LOOP;
END
$$;

-- CreateSchema
CREATE SCHEMA "chain" AUTHORIZATION slipway_indexer;

-- CreateTable
CREATE TABLE "chain"."deployment" (
    "id" BOOLEAN NOT NULL DEFAULT true,
    "chain_id" BIGINT NOT NULL,
    "launchpad" TEXT COLLATE "C" NOT NULL,
    "platform_token" TEXT COLLATE "C" NOT NULL,
    "platform_symbol" TEXT NOT NULL,
    "price_feed" TEXT COLLATE "C" NOT NULL,
    "initial_virtual_platform" DECIMAL(78,0) NOT NULL,
    "initial_virtual_token" DECIMAL(78,0) NOT NULL,
    "initial_real_token" DECIMAL(78,0) NOT NULL,
    "graduation_threshold" DECIMAL(78,0) NOT NULL,
    "total_supply" DECIMAL(78,0) NOT NULL,
    "fee_bps" INTEGER NOT NULL,

    CONSTRAINT "deployment_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "chain"."head" (
    "id" BOOLEAN NOT NULL DEFAULT true,
    "block_number" BIGINT NOT NULL,
    "block_hash" BYTEA NOT NULL,
    "block_time" TIMESTAMPTZ(3) NOT NULL,
    "level_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "head_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "chain"."blocks" (
    "number" BIGINT NOT NULL,
    "hash" BYTEA NOT NULL,

    CONSTRAINT "blocks_pkey" PRIMARY KEY ("number")
);

-- CreateTable
CREATE TABLE "chain"."apps" (
    "token" TEXT COLLATE "C" NOT NULL,
    "creator" TEXT COLLATE "C" NOT NULL,
    "name" TEXT NOT NULL,
    "symbol" TEXT NOT NULL,
    "description" TEXT,
    "image_url" TEXT,
    "website" TEXT,
    "launch_cost" DECIMAL(78,0) NOT NULL,
    "launch_tx_hash" BYTEA NOT NULL,
    "block_number" BIGINT NOT NULL,
    "log_index" INTEGER NOT NULL,
    "launched_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "apps_pkey" PRIMARY KEY ("token")
);

-- CreateTable
CREATE TABLE "chain"."curves" (
    "token" TEXT COLLATE "C" NOT NULL,
    "virtual_platform_reserve" DECIMAL(78,0) NOT NULL,
    "virtual_token_reserve" DECIMAL(78,0) NOT NULL,
    "real_platform_reserve" DECIMAL(78,0) NOT NULL,
    "real_token_reserve" DECIMAL(78,0) NOT NULL,
    "pool" TEXT COLLATE "C",
    "graduated_block" BIGINT,
    "graduated_at" TIMESTAMPTZ(3),

    CONSTRAINT "curves_pkey" PRIMARY KEY ("token")
);

-- CreateTable
CREATE TABLE "chain"."trades" (
    "block_number" BIGINT NOT NULL,
    "log_index" INTEGER NOT NULL,
    "token" TEXT COLLATE "C" NOT NULL,
    "trader" TEXT COLLATE "C" NOT NULL,
    "side" TEXT COLLATE "C" NOT NULL,
    "venue" TEXT COLLATE "C" NOT NULL,
    "platform_amount" DECIMAL(78,0) NOT NULL,
    "fee" DECIMAL(78,0) NOT NULL,
    "token_amount" DECIMAL(78,0) NOT NULL,
    "usd_amount" DECIMAL(160,0),
    "price_platform" DOUBLE PRECISION,
    "price_usd" DOUBLE PRECISION,
    "time" TIMESTAMPTZ(3) NOT NULL,
    "tx_hash" BYTEA NOT NULL,

    CONSTRAINT "trades_pkey" PRIMARY KEY ("block_number","log_index")
);

-- CreateTable
CREATE TABLE "chain"."transfers" (
    "block_number" BIGINT NOT NULL,
    "log_index" INTEGER NOT NULL,
    "token" TEXT COLLATE "C" NOT NULL,
    "sender" TEXT COLLATE "C" NOT NULL,
    "recipient" TEXT COLLATE "C" NOT NULL,
    "amount" DECIMAL(78,0) NOT NULL,
    "time" TIMESTAMPTZ(3) NOT NULL,
    "tx_hash" BYTEA NOT NULL,

    CONSTRAINT "transfers_pkey" PRIMARY KEY ("block_number","log_index")
);

-- CreateTable
CREATE TABLE "chain"."balances" (
    "token" TEXT COLLATE "C" NOT NULL,
    "holder" TEXT COLLATE "C" NOT NULL,
    "balance" DECIMAL(78,0) NOT NULL,

    CONSTRAINT "balances_pkey" PRIMARY KEY ("token","holder")
);

-- CreateTable
CREATE TABLE "chain"."oracle_prices" (
    "block_number" BIGINT NOT NULL,
    "log_index" INTEGER NOT NULL,
    "answer" DECIMAL(78,0) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,
    "time" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "oracle_prices_pkey" PRIMARY KEY ("block_number","log_index")
);

-- CreateTable
CREATE TABLE "chain"."reserves" (
    "token" TEXT COLLATE "C" NOT NULL,
    "venue" TEXT COLLATE "C" NOT NULL,
    "block_number" BIGINT NOT NULL,
    "log_index" INTEGER NOT NULL,
    "platform_reserve" DECIMAL(78,0) NOT NULL,
    "token_reserve" DECIMAL(78,0) NOT NULL,
    "time" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "reserves_pkey" PRIMARY KEY ("token","block_number","log_index")
);

-- CreateTable
CREATE TABLE "chain"."candles" (
    "token" TEXT COLLATE "C" NOT NULL,
    "seconds" INTEGER NOT NULL,
    "open_time" TIMESTAMPTZ(3) NOT NULL,
    "open_platform" DOUBLE PRECISION,
    "high_platform" DOUBLE PRECISION,
    "low_platform" DOUBLE PRECISION,
    "close_platform" DOUBLE PRECISION,
    "open_usd" DOUBLE PRECISION,
    "high_usd" DOUBLE PRECISION,
    "low_usd" DOUBLE PRECISION,
    "close_usd" DOUBLE PRECISION,
    "volume_platform" DECIMAL(160,0) NOT NULL,
    "volume_usd" DECIMAL(160,0),
    "trades" INTEGER NOT NULL,

    CONSTRAINT "candles_pkey" PRIMARY KEY ("token","seconds","open_time")
);

-- CreateTable
CREATE TABLE "chain"."app_stats" (
    "token" TEXT COLLATE "C" NOT NULL,
    "platform_reserve" DECIMAL(78,0) NOT NULL,
    "token_reserve" DECIMAL(78,0) NOT NULL,
    "platform_reserve_24h" DECIMAL(78,0),
    "token_reserve_24h" DECIMAL(78,0),
    "priced_at" TIMESTAMPTZ(3) NOT NULL,
    "volume_usd_24h" DECIMAL(160,0) NOT NULL DEFAULT 0,
    "trending" DECIMAL NOT NULL DEFAULT 0,
    "holders" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "app_stats_pkey" PRIMARY KEY ("token")
);

-- CreateTable
CREATE TABLE "hidden_apps" (
    "token" TEXT COLLATE "C" NOT NULL,
    "reason" TEXT NOT NULL,
    "hidden_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "hidden_apps_pkey" PRIMARY KEY ("token")
);

-- CreateTable
CREATE TABLE "catalog" (
    "id" BOOLEAN NOT NULL DEFAULT true,
    "revision" BIGINT NOT NULL DEFAULT 0,

    CONSTRAINT "catalog_pkey" PRIMARY KEY ("id")
);

-- Not logged: after a crash a walk starts again, which its cursor says.
CREATE UNLOGGED TABLE "ranking_snapshots" (
    "list" TEXT COLLATE "C" NOT NULL,
    "version" TEXT COLLATE "C" NOT NULL,
    "as_of_block" BIGINT NOT NULL,
    "as_of_time" TIMESTAMPTZ(3) NOT NULL,
    "context" JSONB NOT NULL,
    "items" JSONB[],
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "ranking_snapshots_pkey" PRIMARY KEY ("list","version")
);

-- CreateIndex
CREATE INDEX "apps_creator_idx" ON "chain"."apps"("creator");

-- CreateIndex
CREATE UNIQUE INDEX "apps_block_number_log_index_key" ON "chain"."apps"("block_number", "log_index");

-- CreateIndex
CREATE UNIQUE INDEX "curves_pool_key" ON "chain"."curves"("pool");

-- CreateIndex
CREATE INDEX "trades_token_block_number_log_index_idx" ON "chain"."trades"("token", "block_number", "log_index");

-- CreateIndex
CREATE INDEX "trades_time_idx" ON "chain"."trades"("time");

-- CreateIndex
CREATE INDEX "oracle_prices_time_idx" ON "chain"."oracle_prices"("time");

-- CreateIndex
CREATE INDEX "reserves_time_idx" ON "chain"."reserves"("time");

-- CreateIndex
CREATE INDEX "ranking_snapshots_created_at_idx" ON "ranking_snapshots"("created_at");

-- Amounts are never negative and never NaN (NaN sorts above every number, so that >= 0 alone lets it in).
DO $$
DECLARE
  col record;
BEGIN
  FOR col IN
    SELECT table_name, column_name FROM information_schema.columns
    WHERE table_schema = 'chain' AND data_type = 'numeric'
      AND (table_name, column_name) NOT IN (('oracle_prices', 'answer'))
  LOOP
    EXECUTE format('ALTER TABLE chain.%I ADD CONSTRAINT %I CHECK (%I >= 0 AND %I <> ''NaN'')',
      col.table_name, col.table_name || '_' || col.column_name || '_check', col.column_name, col.column_name);
  END LOOP;
END
$$;

ALTER TABLE chain.oracle_prices ADD CONSTRAINT oracle_prices_answer_check CHECK (answer <> 'NaN');
ALTER TABLE chain.balances ADD CONSTRAINT balances_positive CHECK (balance > 0);
ALTER TABLE chain.trades ADD CONSTRAINT trades_side_check CHECK (side IN ('buy', 'sell'));
ALTER TABLE chain.trades ADD CONSTRAINT trades_venue_check CHECK (venue IN ('curve', 'pool'));
ALTER TABLE chain.reserves ADD CONSTRAINT reserves_venue_check CHECK (venue IN ('curve', 'pool'));
ALTER TABLE chain.candles ADD CONSTRAINT candles_seconds_check
  CHECK (seconds IN (60, 300, 900, 3600, 14400, 86400));
ALTER TABLE chain.curves ADD CONSTRAINT curves_graduation_check
  CHECK ((pool IS NULL) = (graduated_at IS NULL) AND (pool IS NULL) = (graduated_block IS NULL));
ALTER TABLE chain.deployment ADD CONSTRAINT deployment_one_row CHECK (id);
ALTER TABLE chain.head ADD CONSTRAINT head_one_row CHECK (id);
ALTER TABLE public.catalog ADD CONSTRAINT catalog_one_row CHECK (id);

-- Rows that every batch rewrites leave room for their next version on the same page.
ALTER TABLE chain.app_stats SET (fillfactor = 70);
ALTER TABLE chain.curves SET (fillfactor = 70);
ALTER TABLE chain.candles SET (fillfactor = 85);
ALTER TABLE chain.balances SET (fillfactor = 85);

-- The number of the 6-hour epoch that a time lies in. `trending` halves from one epoch to the next.
CREATE FUNCTION chain.decay_epoch(at timestamptz) RETURNS bigint
  LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
  RETURN floor(extract(epoch FROM at) / 21600)::bigint;

-- The weight of a trade at `at` in the `trending` of a head in `head_epoch`: 2^(at / 6 h), relative to the head's
-- epoch and times 2^44, as an integer. Trades of the last 24 hours lie in the head's epoch or the four before it, so
-- that the exponent is never negative; sums of weighted amounts are exact whatever the order they are made in.
CREATE FUNCTION chain.decay_weight(at timestamptz, head_epoch bigint) RETURNS numeric
  LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
  RETURN round((2::float8 ^ (extract(epoch FROM at)::float8 / 21600 - floor(extract(epoch FROM at)::float8 / 21600)))
      * 1099511627776)::numeric
    * (1::bigint << (chain.decay_epoch(at) - head_epoch + 4)::int);

INSERT INTO public.catalog DEFAULT VALUES;

-- Least privilege: the indexer owns what it derives, the API only reads it.
DO $$
DECLARE
  name text;
BEGIN
  FOR name IN SELECT tablename FROM pg_tables WHERE schemaname = 'chain' LOOP
    EXECUTE format('ALTER TABLE chain.%I OWNER TO slipway_indexer', name);
  END LOOP;
END
$$;
ALTER FUNCTION chain.decay_epoch(timestamptz) OWNER TO slipway_indexer;
ALTER FUNCTION chain.decay_weight(timestamptz, bigint) OWNER TO slipway_indexer;
GRANT USAGE ON SCHEMA chain TO slipway_api, slipway_ops;
GRANT SELECT ON ALL TABLES IN SCHEMA chain TO slipway_api, slipway_ops;
ALTER DEFAULT PRIVILEGES FOR ROLE slipway_indexer IN SCHEMA chain GRANT SELECT ON TABLES TO slipway_api, slipway_ops;

GRANT USAGE ON SCHEMA public TO slipway_api, slipway_indexer, slipway_ops;
GRANT SELECT ON public.hidden_apps, public.catalog TO slipway_api;
GRANT SELECT, INSERT, UPDATE, DELETE ON public.ranking_snapshots TO slipway_api;
GRANT SELECT, INSERT, UPDATE, DELETE ON public.hidden_apps TO slipway_ops;
GRANT SELECT, UPDATE ON public.catalog TO slipway_ops;

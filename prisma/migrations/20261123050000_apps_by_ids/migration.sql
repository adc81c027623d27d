-- empties-the-index: apps refer to addresses by ids as events do, which rows that are there cannot be turned into. They are read again
-- from the chain: `npm run db:migrate` refuses to do this to an index with blocks in it unless it is told to.

-- Keys that a first backfill had put aside: the next ones are of other tables.
DO $$
DECLARE
  item record;
BEGIN
  SET LOCAL search_path = chain, public;
  FOR item IN SELECT definition FROM public.deferred_keys WHERE schema_name = 'chain' LOOP
    EXECUTE item.definition;
  END LOOP;
  FOR item IN SELECT tablename AS name FROM pg_tables WHERE schemaname = 'chain' LOOP
    EXECUTE format('TRUNCATE chain.%I', item.name);
  END LOOP;
END
$$;
DELETE FROM public.deferred_keys;
DROP SCHEMA IF EXISTS chain_next CASCADE;
UPDATE public.catalog SET revision = revision + 1;
UPDATE public.maintenance_jobs SET finished_at = now(), succeeded = false, outcome = 'the index was emptied', failure = NULL,
  failing_since = NULL
WHERE finished_at IS NULL;

DROP VIEW chain.app_rows, chain.past_app_rows, chain.app_prices;
DROP TABLE "chain"."apps";
DROP TABLE "chain"."app_stats";
DROP TABLE "chain"."app_words";
DROP TABLE "chain"."past_apps";
DROP TABLE "chain"."creator_totals";

-- CreateTable
CREATE TABLE "chain"."apps" (
    "token_id" INTEGER NOT NULL,
    "creator_id" INTEGER NOT NULL,
    "block_number" INTEGER NOT NULL,
    "log_index" INTEGER NOT NULL,
    "launched_at" TIMESTAMPTZ(3) NOT NULL,
    "name" TEXT NOT NULL,
    "symbol" TEXT NOT NULL,
    "description" TEXT,
    "image_url" TEXT,
    "website" TEXT,
    "launch_cost" DECIMAL(78,0) NOT NULL,
    "launch_tx_hash" BYTEA NOT NULL,
    "name_key" TEXT COLLATE "C" NOT NULL,
    "name_skeleton" TEXT COLLATE "C" NOT NULL,
    "name_neighbours" INTEGER[],
    "symbol_key" TEXT COLLATE "C" NOT NULL,

    CONSTRAINT "apps_pkey" PRIMARY KEY ("token_id")
);

-- CreateTable
CREATE TABLE "chain"."app_stats" (
    "token_id" INTEGER NOT NULL,
    "creator_id" INTEGER NOT NULL,
    "launch_block" INTEGER NOT NULL,
    "launch_log_index" INTEGER NOT NULL,
    "first_bytes" BIGINT NOT NULL,
    "priced_at" TIMESTAMPTZ(3) NOT NULL,
    "holders" INTEGER NOT NULL DEFAULT 0,
    "trades_24h" INTEGER NOT NULL DEFAULT 0,
    "unpriced_24h" INTEGER NOT NULL DEFAULT 0,
    "last_trade_block" INTEGER NOT NULL DEFAULT -1,
    "traded_within" SMALLINT,
    "is_graduated" BOOLEAN NOT NULL DEFAULT false,
    "platform_reserve" DECIMAL(78,0) NOT NULL,
    "token_reserve" DECIMAL(78,0) NOT NULL,
    "platform_reserve_24h" DECIMAL(78,0),
    "token_reserve_24h" DECIMAL(78,0),
    "volume_usd_24h" DECIMAL(160,0) NOT NULL DEFAULT 0,
    "trending" DECIMAL NOT NULL DEFAULT 0,
    "rough_price" DOUBLE PRECISION GENERATED ALWAYS AS (
      CASE WHEN platform_reserve > 0 AND token_reserve > 0 THEN platform_reserve::float8 / token_reserve::float8 END
    ) STORED,

    CONSTRAINT "app_stats_pkey" PRIMARY KEY ("token_id")
);

-- CreateTable
CREATE TABLE "chain"."app_words" (
    "word" TEXT COLLATE "C" NOT NULL,
    "token_id" INTEGER NOT NULL,

    CONSTRAINT "app_words_pkey" PRIMARY KEY ("word","token_id")
);

-- CreateTable
CREATE TABLE "chain"."app_history" (
    "token_id" INTEGER NOT NULL,
    "revision" BIGINT NOT NULL,
    "creator_id" INTEGER,
    "pool_id" INTEGER,
    "block_number" INTEGER,
    "log_index" INTEGER,
    "launched_at" TIMESTAMPTZ(3),
    "holders" INTEGER,
    "trades_24h" INTEGER,
    "unpriced_24h" INTEGER,
    "last_trade_block" INTEGER,
    "undone" BOOLEAN NOT NULL,
    "is_graduated" BOOLEAN,
    "name" TEXT,
    "symbol" TEXT,
    "image_url" TEXT,
    "real_platform_reserve" DECIMAL(78,0),
    "platform_reserve" DECIMAL(78,0),
    "token_reserve" DECIMAL(78,0),
    "platform_reserve_24h" DECIMAL(78,0),
    "token_reserve_24h" DECIMAL(78,0),
    "volume_usd_24h" DECIMAL(160,0),
    "trending" DECIMAL,

    CONSTRAINT "app_history_pkey" PRIMARY KEY ("token_id","revision")
);

-- CreateTable
CREATE TABLE "chain"."creator_totals" (
    "creator_id" INTEGER NOT NULL,
    "first_bytes" BIGINT NOT NULL,
    "volume_usd_24h" DECIMAL(160,0) NOT NULL,
    "fees_24h" DECIMAL(160,0) NOT NULL,
    "price_24h" DECIMAL NOT NULL,
    "holders_24h" BIGINT NOT NULL,
    "volume_usd_7d" DECIMAL(160,0) NOT NULL,
    "fees_7d" DECIMAL(160,0) NOT NULL,
    "price_7d" DECIMAL NOT NULL,
    "holders_7d" BIGINT NOT NULL,
    "volume_usd_30d" DECIMAL(160,0) NOT NULL,
    "fees_30d" DECIMAL(160,0) NOT NULL,
    "price_30d" DECIMAL NOT NULL,
    "holders_30d" BIGINT NOT NULL,
    "volume_usd_all" DECIMAL(160,0) NOT NULL,
    "fees_all" DECIMAL(160,0) NOT NULL,
    "price_all" DECIMAL NOT NULL,
    "holders_all" BIGINT NOT NULL,

    CONSTRAINT "creator_totals_pkey" PRIMARY KEY ("creator_id")
);

-- A curve's pool and block by numbers. Its keys by what it graduated are as they were.
ALTER TABLE chain.curves DROP COLUMN token, DROP COLUMN pool,
  ADD COLUMN token_id INTEGER NOT NULL, ADD COLUMN pool_id INTEGER,
  ALTER COLUMN graduated_block TYPE INTEGER,
  DROP CONSTRAINT IF EXISTS curves_graduation_check,
  ADD CONSTRAINT curves_pkey PRIMARY KEY (token_id),
  ADD CONSTRAINT curves_graduation_check
    CHECK (num_nulls(pool_id, graduated_at, graduated_block, graduation_log_index, graduation_tx_hash) IN (0, 5));
CREATE UNIQUE INDEX "curves_pool_id_key" ON "chain"."curves"("pool_id");
-- Graduated apps are few: found without the others.
CREATE INDEX curves_graduated_token_id_idx ON chain.curves (token_id) WHERE pool_id IS NOT NULL;

-- CreateIndex
CREATE INDEX "apps_creator_id_block_number_log_index_idx" ON "chain"."apps"("creator_id", "block_number", "log_index");
CREATE UNIQUE INDEX "apps_block_number_log_index_key" ON "chain"."apps"("block_number", "log_index");
CREATE INDEX "apps_name_key_idx" ON "chain"."apps"("name_key");
CREATE INDEX "apps_name_skeleton_idx" ON "chain"."apps"("name_skeleton");
CREATE INDEX "apps_symbol_key_idx" ON "chain"."apps"("symbol_key");
CREATE INDEX "apps_name_neighbours_idx" ON "chain"."apps" USING GIN ("name_neighbours") WITH (fastupdate = off);
CREATE INDEX "app_words_token_id_idx" ON "chain"."app_words"("token_id");
CREATE INDEX "app_history_revision_idx" ON "chain"."app_history"("revision");
CREATE INDEX app_history_undone_idx ON chain.app_history (revision, token_id) WHERE undone;

-- One key a sort of lists, of all apps and of a creator's. Expressions are those of apps.sql.ts.
CREATE INDEX "app_stats_trending_launch_block_launch_log_index_idx" ON "chain"."app_stats"("trending", "launch_block", "launch_log_index");
CREATE INDEX "app_stats_holders_launch_block_launch_log_index_idx" ON "chain"."app_stats"("holders", "launch_block", "launch_log_index");
CREATE INDEX "app_stats_last_trade_block_launch_block_launch_log_index_idx"
  ON "chain"."app_stats"("last_trade_block", "launch_block", "launch_log_index");
CREATE INDEX "app_stats_creator_id_trending_launch_block_launch_log_index_idx"
  ON "chain"."app_stats"("creator_id", "trending", "launch_block", "launch_log_index");
CREATE INDEX "app_stats_creator_id_holders_launch_block_launch_log_index_idx"
  ON "chain"."app_stats"("creator_id", "holders", "launch_block", "launch_log_index");
CREATE INDEX "app_stats_creator_id_last_trade_block_launch_block_launch_l_idx"
  ON "chain"."app_stats"("creator_id", "last_trade_block", "launch_block", "launch_log_index");
DO $$
DECLARE
  item record;
BEGIN
  FOR item IN SELECT * FROM (VALUES
    ('price', 'coalesce(platform_reserve / nullif(token_reserve, 0), -1)'),
    ('price_change',
      'coalesce((platform_reserve * token_reserve_24h) / nullif(token_reserve * platform_reserve_24h, 0), -1)'),
    ('volume', '(CASE WHEN unpriced_24h = 0 THEN volume_usd_24h ELSE -1 END)'),
    ('progress', '(CASE WHEN is_graduated THEN 1e78 ELSE platform_reserve END)')
  ) AS sorts (name, expression) LOOP
    EXECUTE format('CREATE INDEX app_stats_%s_idx ON chain.app_stats (%s, launch_block, launch_log_index)',
      item.name, item.expression);
    EXECUTE format('CREATE INDEX app_stats_creator_%s_idx ON chain.app_stats (creator_id, %s, launch_block, launch_log_index)',
      item.name, item.expression);
  END LOOP;
END
$$;

-- Boards. Equal values are in the order of their addresses, of which seven bytes decide here.
CREATE INDEX app_stats_holders_board_idx ON chain.app_stats (traded_within, holders DESC, first_bytes)
  WHERE traded_within IS NOT NULL;
CREATE INDEX app_stats_market_cap_board_idx ON chain.app_stats (
  traded_within, coalesce(div(platform_reserve * 1e60, nullif(token_reserve, 0)), 0) DESC, first_bytes)
  WHERE traded_within IS NOT NULL;
DO $$
DECLARE
  col record;
BEGIN
  FOR col IN
    SELECT column_name AS name FROM information_schema.columns
    WHERE table_schema = 'chain' AND table_name = 'creator_totals' AND column_name ~ '_(24h|7d|30d|all)$'
  LOOP
    EXECUTE format('CREATE INDEX creator_totals_%1$s_idx ON chain.creator_totals (%1$I DESC, first_bytes) WHERE %1$I > 0',
      col.name);
  END LOOP;
  -- Amounts are never negative and never NaN (NaN sorts above every number, so that >= 0 alone lets it in).
  FOR col IN
    SELECT table_name, column_name FROM information_schema.columns
    WHERE table_schema = 'chain' AND data_type = 'numeric' AND table_name IN ('apps', 'app_stats', 'app_history')
  LOOP
    EXECUTE format('ALTER TABLE chain.%I ADD CONSTRAINT %I CHECK (%I >= 0 AND %I <> ''NaN'')',
      col.table_name, col.table_name || '_' || col.column_name || '_check', col.column_name, col.column_name);
  END LOOP;
END
$$;
ALTER TABLE chain.app_stats ADD CONSTRAINT app_stats_counts_check CHECK (unpriced_24h >= 0 AND trades_24h >= 0);
-- Statistics change with every batch: room on a row's own page for its next version.
ALTER TABLE chain.app_stats SET (fillfactor = 15);

-- An app as lists show it. Its revision is null: it is as it is now.
CREATE VIEW chain.app_rows WITH (security_invoker = true) AS
SELECT NULL::bigint AS revision, a.token_id, (SELECT address FROM chain.addresses WHERE id = a.token_id) AS token, a.name, a.symbol,
  a.image_url AS "imageUrl", (SELECT address FROM chain.addresses WHERE id = a.creator_id) AS creator,
  a.launched_at AS "launchedAt", a.block_number AS "launchBlock", a.log_index AS "launchLogIndex",
  (SELECT address FROM chain.addresses WHERE id = v.pool_id) AS pool,
  s.platform_reserve::text AS "platformReserve", s.token_reserve::text AS "tokenReserve",
  s.platform_reserve_24h::text AS "platformReserve24h", s.token_reserve_24h::text AS "tokenReserve24h",
  v.real_platform_reserve::text AS "realPlatformReserve",
  CASE WHEN s.unpriced_24h = 0 THEN s.volume_usd_24h::text END AS "volumeUsd24h", s.holders
FROM chain.apps a JOIN chain.app_stats s ON s.token_id = a.token_id JOIN chain.curves v ON v.token_id = a.token_id;

-- The same of an app as it was up to the end of an index revision, column by column.
CREATE VIEW chain.app_history_rows WITH (security_invoker = true) AS
SELECT a.revision, a.token_id, (SELECT address FROM chain.addresses WHERE id = a.token_id) AS token, a.name, a.symbol,
  a.image_url AS "imageUrl", (SELECT address FROM chain.addresses WHERE id = a.creator_id) AS creator,
  a.launched_at AS "launchedAt", a.block_number AS "launchBlock", a.log_index AS "launchLogIndex",
  (SELECT address FROM chain.addresses WHERE id = a.pool_id) AS pool,
  a.platform_reserve::text AS "platformReserve", a.token_reserve::text AS "tokenReserve",
  a.platform_reserve_24h::text AS "platformReserve24h", a.token_reserve_24h::text AS "tokenReserve24h",
  a.real_platform_reserve::text AS "realPlatformReserve",
  CASE WHEN a.unpriced_24h = 0 THEN a.volume_usd_24h::text END AS "volumeUsd24h", a.holders
FROM chain.app_history a;

-- An app's price in the platform's token with 60 decimals: finer than a market cap in USD, and an integer, so that sums are
-- exact. The index of the board by market cap has the same expression.
CREATE VIEW chain.app_prices WITH (security_invoker = true) AS
SELECT token_id, creator_id, holders, platform_reserve, token_reserve,
  coalesce(div(platform_reserve * 1e60, nullif(token_reserve, 0)), 0) AS unit_price
FROM chain.app_stats;

-- The id of an address, null where no event ever named it. The planner computes it beforehand, which it does with no
-- subquery, and knows then how many apps a creator has. Unqualified: of the schema that the caller reads.
CREATE FUNCTION public.address_id(address text) RETURNS integer LANGUAGE sql STABLE PARALLEL SAFE
AS $$ SELECT id FROM addresses WHERE bytes = decode(substr($1, 3), 'hex') $$;

DO $$
DECLARE
  item text;
BEGIN
  FOREACH item IN ARRAY ARRAY['apps', 'app_stats', 'app_words', 'app_history', 'creator_totals', 'app_rows', 'app_history_rows',
    'app_prices']
  LOOP
    EXECUTE format('ALTER TABLE chain.%I OWNER TO slipway_indexer', item);
    EXECUTE format('GRANT SELECT ON chain.%I TO slipway_api, slipway_ops', item);
  END LOOP;
END
$$;

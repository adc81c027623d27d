-- Sums of apps and traders by the ids of their addresses. Leaderboards have cut-offs, candidates and the bounds by which the best
-- are found, however many wallets there are: docs/decisions/0279.
DROP TABLE "chain"."app_totals";
DROP TABLE "chain"."trader_totals";
DROP TABLE "chain"."board_floors";
DROP TABLE "chain"."board_leaders";

-- CreateTable
CREATE TABLE "chain"."app_totals" (
    "token_id" INTEGER NOT NULL,
    "first_bytes" BIGINT NOT NULL,
    "volume_usd_24h" DECIMAL(160,0) NOT NULL,
    "fees_24h" DECIMAL(160,0) NOT NULL,
    "trades_24h" INTEGER NOT NULL,
    "volume_usd_7d" DECIMAL(160,0) NOT NULL,
    "fees_7d" DECIMAL(160,0) NOT NULL,
    "trades_7d" INTEGER NOT NULL,
    "volume_usd_30d" DECIMAL(160,0) NOT NULL,
    "fees_30d" DECIMAL(160,0) NOT NULL,
    "trades_30d" INTEGER NOT NULL,
    "volume_usd_all" DECIMAL(160,0) NOT NULL,
    "fees_all" DECIMAL(160,0) NOT NULL,
    "trades_all" INTEGER NOT NULL,

    CONSTRAINT "app_totals_pkey" PRIMARY KEY ("token_id")
);

-- CreateTable
CREATE TABLE "chain"."trader_totals" (
    "trader_id" INTEGER NOT NULL,
    "first_bytes" BIGINT NOT NULL,
    "volume_usd_24h" DECIMAL(160,0) NOT NULL,
    "fees_24h" DECIMAL(160,0) NOT NULL,
    "trades_24h" INTEGER NOT NULL,
    "volume_usd_7d" DECIMAL(160,0) NOT NULL,
    "fees_7d" DECIMAL(160,0) NOT NULL,
    "trades_7d" INTEGER NOT NULL,
    "volume_usd_30d" DECIMAL(160,0) NOT NULL,
    "fees_30d" DECIMAL(160,0) NOT NULL,
    "trades_30d" INTEGER NOT NULL,
    "volume_usd_all" DECIMAL(160,0) NOT NULL,
    "fees_all" DECIMAL(160,0) NOT NULL,
    "trades_all" INTEGER NOT NULL,

    CONSTRAINT "trader_totals_pkey" PRIMARY KEY ("trader_id")
);

-- CreateTable
CREATE TABLE "chain"."app_leaderboard_bounds" (
    "first_id" INTEGER NOT NULL,
    "volume_usd_24h" DECIMAL NOT NULL,
    "fees_24h" DECIMAL NOT NULL,
    "trades_24h" DECIMAL NOT NULL,
    "volume_usd_7d" DECIMAL NOT NULL,
    "fees_7d" DECIMAL NOT NULL,
    "trades_7d" DECIMAL NOT NULL,
    "volume_usd_30d" DECIMAL NOT NULL,
    "fees_30d" DECIMAL NOT NULL,
    "trades_30d" DECIMAL NOT NULL,
    "volume_usd_all" DECIMAL NOT NULL,
    "fees_all" DECIMAL NOT NULL,
    "trades_all" DECIMAL NOT NULL,

    CONSTRAINT "app_leaderboard_bounds_pkey" PRIMARY KEY ("first_id")
);

-- CreateTable
CREATE TABLE "chain"."trader_leaderboard_bounds" (
    "first_id" INTEGER NOT NULL,
    "volume_usd_24h" DECIMAL NOT NULL,
    "fees_24h" DECIMAL NOT NULL,
    "trades_24h" DECIMAL NOT NULL,
    "volume_usd_7d" DECIMAL NOT NULL,
    "fees_7d" DECIMAL NOT NULL,
    "trades_7d" DECIMAL NOT NULL,
    "volume_usd_30d" DECIMAL NOT NULL,
    "fees_30d" DECIMAL NOT NULL,
    "trades_30d" DECIMAL NOT NULL,
    "volume_usd_all" DECIMAL NOT NULL,
    "fees_all" DECIMAL NOT NULL,
    "trades_all" DECIMAL NOT NULL,

    CONSTRAINT "trader_leaderboard_bounds_pkey" PRIMARY KEY ("first_id")
);

-- CreateTable
CREATE TABLE "chain"."leaderboard_cut_offs" (
    "board" TEXT COLLATE "C" NOT NULL,
    "place" DECIMAL NOT NULL,

    CONSTRAINT "leaderboard_cut_offs_pkey" PRIMARY KEY ("board")
);

-- CreateTable
CREATE TABLE "chain"."leaderboard_candidates" (
    "board" TEXT COLLATE "C" NOT NULL,
    "address_id" INTEGER NOT NULL,

    CONSTRAINT "leaderboard_candidates_pkey" PRIMARY KEY ("board","address_id")
);

-- Amounts are never negative and never NaN (NaN sorts above every number, so that >= 0 alone lets it in).
DO $$
DECLARE
  col record;
BEGIN
  FOR col IN
    SELECT table_name, column_name FROM information_schema.columns
    WHERE table_schema = 'chain' AND data_type = 'numeric' AND table_name IN ('app_totals', 'trader_totals',
      'app_leaderboard_bounds', 'trader_leaderboard_bounds', 'leaderboard_cut_offs')
  LOOP
    EXECUTE format('ALTER TABLE chain.%I ADD CONSTRAINT %I CHECK (%I >= 0 AND %I <> ''NaN'')',
      col.table_name, col.table_name || '_' || col.column_name || '_check', col.column_name, col.column_name);
  END LOOP;
END
$$;

-- Sums change with every batch and no index is on them: room on a row's own page for its next version.
ALTER TABLE chain.trader_totals SET (fillfactor = 60);
ALTER TABLE chain.app_totals SET (fillfactor = 30);
ALTER TABLE chain.trader_leaderboard_bounds SET (fillfactor = 50);
ALTER TABLE chain.app_leaderboard_bounds SET (fillfactor = 30);

-- Boards of apps by market cap and holders count the apps that were traded in a window. Each app has the shortest window that it was
-- traded in, so that a board is the best of four ranges of an index, however few or many were traded.
ALTER TABLE "chain"."app_stats" ADD COLUMN     "traded_within" SMALLINT;
DROP INDEX IF EXISTS chain.app_stats_holders_board_idx;
DROP INDEX IF EXISTS chain.app_stats_market_cap_board_idx;
CREATE INDEX app_stats_holders_board_idx ON chain.app_stats (traded_within, holders DESC, lower(token))
  WHERE traded_within IS NOT NULL;
CREATE INDEX app_stats_market_cap_board_idx ON chain.app_stats (
  traded_within, coalesce(div(platform_reserve * 1e60, nullif(token_reserve, 0)), 0) DESC, lower(token))
  WHERE traded_within IS NOT NULL;

ALTER TABLE chain.app_totals OWNER TO slipway_indexer;
ALTER TABLE chain.trader_totals OWNER TO slipway_indexer;
ALTER TABLE chain.app_leaderboard_bounds OWNER TO slipway_indexer;
ALTER TABLE chain.trader_leaderboard_bounds OWNER TO slipway_indexer;
ALTER TABLE chain.leaderboard_cut_offs OWNER TO slipway_indexer;
ALTER TABLE chain.leaderboard_candidates OWNER TO slipway_indexer;
GRANT SELECT ON chain.app_totals, chain.trader_totals, chain.app_leaderboard_bounds, chain.trader_leaderboard_bounds,
  chain.leaderboard_cut_offs, chain.leaderboard_candidates TO slipway_api, slipway_ops;
GRANT SELECT (token) ON public.hidden_apps TO slipway_indexer;

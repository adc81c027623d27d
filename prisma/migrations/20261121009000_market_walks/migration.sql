-- Lists of apps are walked in a past state of the index, names are found by their later words, and boards of traders by
-- what they rank by. Whatever was derived from the chain is read anew.
DO $$
DECLARE
  tables text;
BEGIN
  SELECT string_agg(format('chain.%I', tablename), ', ') INTO tables FROM pg_tables WHERE schemaname = 'chain';
  EXECUTE 'TRUNCATE ' || tables;
END
$$;

-- What froze whole rankings before.
DROP TABLE "ranking_snapshots";

-- AlterTable
ALTER TABLE "chain"."past_generations" ADD COLUMN     "answer" DECIMAL(78,0),
ADD COLUMN     "answer_24h" DECIMAL(78,0);

-- Not logged, as the other past states: after a crash a walk starts again, which its cursor says.
CREATE UNLOGGED TABLE "chain"."past_apps" (
    "token" TEXT COLLATE "C" NOT NULL,
    "generation" BIGINT NOT NULL,
    "undone" BOOLEAN NOT NULL,
    "name" TEXT,
    "symbol" TEXT,
    "image_url" TEXT,
    "creator" TEXT COLLATE "C",
    "launched_at" TIMESTAMPTZ(3),
    "block_number" BIGINT,
    "log_index" INTEGER,
    "pool" TEXT COLLATE "C",
    "real_platform_reserve" DECIMAL(78,0),
    "platform_reserve" DECIMAL(78,0),
    "token_reserve" DECIMAL(78,0),
    "platform_reserve_24h" DECIMAL(78,0),
    "token_reserve_24h" DECIMAL(78,0),
    "volume_usd_24h" DECIMAL(160,0),
    "trending" DECIMAL,
    "holders" INTEGER,

    CONSTRAINT "past_apps_pkey" PRIMARY KEY ("token","generation")
);

-- CreateTable
CREATE TABLE "chain"."app_words" (
    "word" TEXT COLLATE "C" NOT NULL,
    "token" TEXT COLLATE "C" NOT NULL,

    CONSTRAINT "app_words_pkey" PRIMARY KEY ("word","token")
);

-- CreateIndex
CREATE INDEX "past_apps_generation_idx" ON "chain"."past_apps"("generation");

-- CreateIndex
CREATE INDEX "app_words_token_idx" ON "chain"."app_words"("token");

-- Apps whose launch was undone: walks that began before it show them all the same.
CREATE INDEX past_apps_undone_idx ON chain.past_apps (generation, token) WHERE undone;

-- Amounts are never negative and never NaN (NaN sorts above every number, so that >= 0 alone lets it in).
DO $$
DECLARE
  col record;
BEGIN
  FOR col IN
    SELECT table_name, column_name FROM information_schema.columns
    WHERE table_schema = 'chain' AND data_type = 'numeric' AND table_name = 'past_apps'
  LOOP
    EXECUTE format('ALTER TABLE chain.%I ADD CONSTRAINT %I CHECK (%I >= 0 AND %I <> ''NaN'')',
      col.table_name, col.table_name || '_' || col.column_name || '_check', col.column_name, col.column_name);
  END LOOP;
END
$$;

-- An index a metric and window: a board of any length reads its entries and no more.
DO $$
DECLARE
  col record;
BEGIN
  FOR col IN
    SELECT column_name FROM information_schema.columns
    WHERE table_schema = 'chain' AND table_name = 'trader_totals' AND column_name <> 'trader' ORDER BY column_name
  LOOP
    EXECUTE format('CREATE INDEX %I ON chain.trader_totals (%I)', 'trader_totals_' || col.column_name || '_idx', col.column_name);
  END LOOP;
END
$$;

ALTER TABLE chain.past_apps OWNER TO slipway_indexer;
ALTER TABLE chain.app_words OWNER TO slipway_indexer;
GRANT SELECT ON chain.past_apps, chain.app_words TO slipway_api, slipway_ops;

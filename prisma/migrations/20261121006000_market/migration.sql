-- What holders, activity and leaderboards are read from. Whatever was derived from the chain is read anew.
DO $$
DECLARE
  tables text;
BEGIN
  SELECT string_agg(format('chain.%I', tablename), ', ') INTO tables FROM pg_tables WHERE schemaname = 'chain';
  EXECUTE 'TRUNCATE ' || tables;
END
$$;

-- Numbers the states of the index; never given twice, not even after it was emptied.
CREATE SEQUENCE chain.generation AS bigint;

-- AlterTable
ALTER TABLE "chain"."head" ADD COLUMN     "generation" BIGINT NOT NULL DEFAULT 0;

-- AlterTable
ALTER TABLE "chain"."curves" ADD COLUMN     "graduation_log_index" INTEGER,
ADD COLUMN     "graduation_tx_hash" BYTEA;

-- Not logged: after a crash a walk starts again, which its cursor says.
CREATE UNLOGGED TABLE "chain"."past_generations" (
    "generation" BIGINT NOT NULL,
    "block_number" BIGINT NOT NULL,
    "block_hash" BYTEA NOT NULL,
    "block_time" TIMESTAMPTZ(3) NOT NULL,
    "ended_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "past_generations_pkey" PRIMARY KEY ("generation")
);

CREATE UNLOGGED TABLE "chain"."past_balances" (
    "token" TEXT COLLATE "C" NOT NULL,
    "generation" BIGINT NOT NULL,
    "holder" TEXT COLLATE "C" NOT NULL,
    "balance" DECIMAL(78,0) NOT NULL,

    CONSTRAINT "past_balances_pkey" PRIMARY KEY ("token","generation","holder")
);

-- CreateTable
CREATE TABLE "chain"."app_totals" (
    "token" TEXT COLLATE "C" NOT NULL,
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

    CONSTRAINT "app_totals_pkey" PRIMARY KEY ("token")
);

-- CreateTable
CREATE TABLE "chain"."trader_totals" (
    "trader" TEXT COLLATE "C" NOT NULL,
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

    CONSTRAINT "trader_totals_pkey" PRIMARY KEY ("trader")
);

-- CreateIndex
CREATE INDEX "past_balances_generation_idx" ON "chain"."past_balances"("generation");

-- CreateIndex
CREATE INDEX "balances_token_balance_holder_idx" ON "chain"."balances"("token", "balance", "holder");

-- CreateIndex
CREATE INDEX "trades_token_side_block_number_log_index_idx" ON "chain"."trades"("token", "side", "block_number", "log_index");

-- An app's transfers that no trade stands for.
CREATE INDEX transfers_activity_idx ON chain.transfers (token, block_number, log_index) WHERE trade_log_index IS NULL;

ALTER TABLE chain.curves DROP CONSTRAINT curves_graduation_check;
ALTER TABLE chain.curves ADD CONSTRAINT curves_graduation_check
  CHECK (num_nulls(pool, graduated_at, graduated_block, graduation_log_index, graduation_tx_hash) IN (0, 5));

-- Amounts are never negative and never NaN (NaN sorts above every number, so that >= 0 alone lets it in).
DO $$
DECLARE
  col record;
BEGIN
  FOR col IN
    SELECT table_name, column_name FROM information_schema.columns
    WHERE table_schema = 'chain' AND data_type = 'numeric'
      AND table_name IN ('past_balances', 'app_totals', 'trader_totals')
  LOOP
    EXECUTE format('ALTER TABLE chain.%I ADD CONSTRAINT %I CHECK (%I >= 0 AND %I <> ''NaN'')',
      col.table_name, col.table_name || '_' || col.column_name || '_check', col.column_name, col.column_name);
  END LOOP;
END
$$;

-- Rows that every batch rewrites leave room for their next version on the same page.
ALTER TABLE chain.app_totals SET (fillfactor = 70);
ALTER TABLE chain.trader_totals SET (fillfactor = 70);

ALTER SEQUENCE chain.generation OWNER TO slipway_indexer;
ALTER TABLE chain.past_generations OWNER TO slipway_indexer;
ALTER TABLE chain.past_balances OWNER TO slipway_indexer;
ALTER TABLE chain.app_totals OWNER TO slipway_indexer;
ALTER TABLE chain.trader_totals OWNER TO slipway_indexer;
GRANT SELECT ON chain.past_generations, chain.past_balances, chain.app_totals, chain.trader_totals
  TO slipway_api, slipway_ops;

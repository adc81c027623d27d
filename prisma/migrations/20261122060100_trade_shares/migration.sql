-- Whose a trade is, is judged by what its transaction did to wallets' balances. Several wallets may share one.
ALTER TABLE "chain"."trades" ADD COLUMN     "is_shared" BOOLEAN NOT NULL DEFAULT false;

-- CreateTable
CREATE TABLE "chain"."trade_shares" (
    "block_number" BIGINT NOT NULL,
    "log_index" INTEGER NOT NULL,
    "wallet" TEXT COLLATE "C" NOT NULL,
    "time" TIMESTAMPTZ(3) NOT NULL,
    "token_amount" DECIMAL(78,0) NOT NULL,
    "platform_amount" DECIMAL(78,0) NOT NULL,
    "fee" DECIMAL(78,0) NOT NULL,
    "usd_amount" DECIMAL(160,0),
    "price_usd" DOUBLE PRECISION,

    CONSTRAINT "trade_shares_pkey" PRIMARY KEY ("block_number","log_index","wallet")
);

-- CreateIndex
CREATE INDEX "trade_shares_time_idx" ON "chain"."trade_shares"("time");

DO $$
DECLARE
  col record;
BEGIN
  FOR col IN
    SELECT table_name, column_name FROM information_schema.columns
    WHERE table_schema = 'chain' AND data_type = 'numeric' AND table_name = 'trade_shares'
  LOOP
    EXECUTE format('ALTER TABLE chain.%I ADD CONSTRAINT %I CHECK (%I >= 0 AND %I <> ''NaN'')',
      col.table_name, col.table_name || '_' || col.column_name || '_check', col.column_name, col.column_name);
  END LOOP;
END
$$;

ALTER TABLE chain.trade_shares OWNER TO slipway_indexer;
GRANT SELECT ON chain.trade_shares TO slipway_api, slipway_ops;

-- An entry of the ledger stands where its event does: at the trade's log, no longer at that of the transfer that carried
-- its tokens, since several may have.
UPDATE chain.ledger_entries SET log_index = event_log_index WHERE log_index <> event_log_index;

-- DropIndex
DROP INDEX "chain"."ledger_entries_wallet_block_number_event_log_index_idx";

-- AlterTable
ALTER TABLE "chain"."ledger_entries" DROP COLUMN "event_log_index";

-- CreateIndex
CREATE INDEX "ledger_entries_wallet_block_number_log_index_idx" ON "chain"."ledger_entries"("wallet", "block_number", "log_index");

-- What was folded by the old rule stays until the index is built anew.
INSERT INTO public.index_orders (kind)
SELECT 'rebuild' FROM chain.head
WHERE NOT EXISTS (SELECT FROM public.index_orders WHERE kind = 'rebuild' AND finished_at IS NULL);

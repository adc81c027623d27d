-- Positions are folded from a wallet's first event on: whatever was derived from the chain is read anew.
TRUNCATE chain.deployment, chain.head, chain.blocks, chain.apps, chain.curves, chain.trades, chain.transfers,
  chain.balances, chain.oracle_prices, chain.reserves, chain.candles, chain.app_stats;

-- CreateTable
CREATE TABLE "chain"."positions" (
    "wallet" TEXT COLLATE "C" NOT NULL,
    "token" TEXT COLLATE "C" NOT NULL,
    "known_quantity" DECIMAL(78,0) NOT NULL,
    "unknown_quantity" DECIMAL(78,0) NOT NULL,
    "cost" DECIMAL NOT NULL,
    "realized" DECIMAL NOT NULL,

    CONSTRAINT "positions_pkey" PRIMARY KEY ("wallet","token")
);

-- CreateTable
CREATE TABLE "chain"."ledger_entries" (
    "wallet" TEXT COLLATE "C" NOT NULL,
    "token" TEXT COLLATE "C" NOT NULL,
    "time" TIMESTAMPTZ(3) NOT NULL,
    "block_number" BIGINT NOT NULL,
    "log_index" INTEGER NOT NULL,
    "event_log_index" INTEGER NOT NULL,
    "known_quantity" DECIMAL(78,0) NOT NULL,
    "unknown_quantity" DECIMAL(78,0) NOT NULL,
    "cost" DECIMAL NOT NULL,
    "realized" DECIMAL NOT NULL,

    CONSTRAINT "ledger_entries_pkey" PRIMARY KEY ("wallet","token","time","block_number","log_index")
);

-- CreateIndex
CREATE INDEX "ledger_entries_wallet_block_number_event_log_index_idx" ON "chain"."ledger_entries"("wallet", "block_number", "event_log_index");

-- Amounts are never negative and never NaN; a realised loss is below zero. Without known quantity there is no cost.
DO $$
DECLARE
  ledger text;
BEGIN
  FOREACH ledger IN ARRAY ARRAY['positions', 'ledger_entries'] LOOP
    EXECUTE format('ALTER TABLE chain.%I
      ADD CONSTRAINT %I CHECK (known_quantity >= 0 AND known_quantity <> ''NaN''),
      ADD CONSTRAINT %I CHECK (unknown_quantity >= 0 AND unknown_quantity <> ''NaN''),
      ADD CONSTRAINT %I CHECK (cost >= 0 AND cost <> ''NaN'' AND (known_quantity > 0 OR cost = 0)),
      ADD CONSTRAINT %I CHECK (realized <> ''NaN'')',
      ledger, ledger || '_known_quantity_check', ledger || '_unknown_quantity_check', ledger || '_cost_check',
      ledger || '_realized_check');
    EXECUTE format('ALTER TABLE chain.%I OWNER TO slipway_indexer', ledger);
    EXECUTE format('GRANT SELECT ON chain.%I TO slipway_api, slipway_ops', ledger);
  END LOOP;
END
$$;

-- Every batch rewrites positions: room for a row's next version on the same page.
ALTER TABLE chain.positions SET (fillfactor = 85);

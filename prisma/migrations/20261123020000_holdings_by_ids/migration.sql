-- Who holds what, by ids: balances, positions, the ledger, and what balances were. The index is empty (20261123000000_empty_index).
DROP VIEW chain.ledger_rows;
DROP TABLE chain.balances, chain.past_balances, chain.positions, chain.ledger_entries;

-- CreateTable
CREATE TABLE "chain"."balances" (
    "token_id" INTEGER NOT NULL,
    "holder_id" INTEGER NOT NULL,
    "holder_order" SMALLINT NOT NULL,
    "balance" DECIMAL(78,0) NOT NULL,

    CONSTRAINT "balances_pkey" PRIMARY KEY ("token_id","holder_id")
);

-- CreateTable
CREATE TABLE "chain"."balance_history" (
    "revision" BIGINT NOT NULL,
    "token_id" INTEGER NOT NULL,
    "holder_id" INTEGER NOT NULL,
    "balance" DECIMAL(78,0) NOT NULL,

    CONSTRAINT "balance_history_pkey" PRIMARY KEY ("token_id","revision","holder_id")
);

-- CreateTable
CREATE TABLE "chain"."positions" (
    "wallet_id" INTEGER NOT NULL,
    "token_id" INTEGER NOT NULL,
    "last_trade_block" INTEGER,
    "known_quantity" DECIMAL(78,0) NOT NULL,
    "unknown_quantity" DECIMAL(78,0) NOT NULL,
    "cost" DECIMAL NOT NULL,
    "realized" DECIMAL NOT NULL,
    "rough_balance" DOUBLE PRECISION NOT NULL
      GENERATED ALWAYS AS ((known_quantity + unknown_quantity)::double precision) STORED
);

-- CreateTable
CREATE TABLE "chain"."ledger_entries" (
    "wallet_id" INTEGER NOT NULL,
    "token_id" INTEGER NOT NULL,
    "block_number" INTEGER NOT NULL,
    "log_index" INTEGER NOT NULL,
    "known_quantity" DECIMAL(78,0) NOT NULL,
    "unknown_quantity" DECIMAL(78,0) NOT NULL,
    "cost" DECIMAL NOT NULL,
    "realized" DECIMAL NOT NULL,

    CONSTRAINT "ledger_entries_pkey" PRIMARY KEY ("wallet_id","token_id","block_number","log_index")
);

-- A wallet's positions are ranked by their key alone.
ALTER TABLE chain.positions ADD CONSTRAINT positions_pkey PRIMARY KEY (wallet_id, token_id) INCLUDE (rough_balance);

-- CreateIndex
CREATE INDEX "balances_token_id_balance_holder_order_idx" ON "chain"."balances"("token_id", "balance", "holder_order");

-- CreateIndex
CREATE INDEX "balance_history_revision_idx" ON "chain"."balance_history"("revision");

-- CreateIndex
CREATE INDEX "ledger_entries_wallet_id_block_number_idx" ON "chain"."ledger_entries"("wallet_id", "block_number");

-- An app's traders by their last trade. Most wallets that were given a token never trade it.
CREATE INDEX positions_traders_idx ON chain.positions (token_id, last_trade_block) WHERE last_trade_block IS NOT NULL;

-- Amounts are never negative and never NaN; a realised loss is below zero. Without known quantity there is no cost.
ALTER TABLE chain.balances ADD CONSTRAINT balances_positive CHECK (balance > 0 AND balance <> 'NaN');
ALTER TABLE chain.balance_history ADD CONSTRAINT balance_history_balance_check CHECK (balance >= 0 AND balance <> 'NaN');
DO $$
DECLARE
  relation text;
BEGIN
  FOREACH relation IN ARRAY ARRAY['positions', 'ledger_entries'] LOOP
    EXECUTE format('ALTER TABLE chain.%I
      ADD CONSTRAINT %I CHECK (known_quantity >= 0 AND known_quantity <> ''NaN''),
      ADD CONSTRAINT %I CHECK (unknown_quantity >= 0 AND unknown_quantity <> ''NaN''),
      ADD CONSTRAINT %I CHECK (cost >= 0 AND cost <> ''NaN'' AND (known_quantity > 0 OR cost = 0)),
      ADD CONSTRAINT %I CHECK (realized <> ''NaN'')',
      relation, relation || '_known_quantity_check', relation || '_unknown_quantity_check', relation || '_cost_check',
      relation || '_realized_check');
  END LOOP;
END
$$;

-- The same with their addresses and times.
CREATE VIEW chain.balance_rows WITH (security_invoker = true) AS
SELECT token.address AS token, holder.address AS holder, b.balance, b.holder_order, b.token_id, b.holder_id
FROM chain.balances b JOIN chain.addresses token ON token.id = b.token_id JOIN chain.addresses holder ON holder.id = b.holder_id;

CREATE VIEW chain.position_rows WITH (security_invoker = true) AS
SELECT wallet.address AS wallet, token.address AS token, p.known_quantity, p.unknown_quantity, p.cost, p.realized,
  p.rough_balance, p.last_trade_block, p.wallet_id, p.token_id
FROM chain.positions p JOIN chain.addresses wallet ON wallet.id = p.wallet_id JOIN chain.addresses token ON token.id = p.token_id;

CREATE VIEW chain.ledger_rows WITH (security_invoker = true) AS
SELECT wallet.address AS wallet, token.address AS token, b.time, e.block_number, e.log_index, e.known_quantity,
  e.unknown_quantity, e.cost, e.realized, e.wallet_id, e.token_id
FROM chain.ledger_entries e JOIN chain.addresses wallet ON wallet.id = e.wallet_id
  JOIN chain.addresses token ON token.id = e.token_id JOIN chain.block_times b ON b.number = e.block_number;

DO $$
DECLARE
  relation text;
BEGIN
  FOREACH relation IN ARRAY ARRAY['balances', 'balance_history', 'positions', 'ledger_entries', 'balance_rows', 'position_rows',
    'ledger_rows']
  LOOP
    EXECUTE format('ALTER TABLE chain.%I OWNER TO slipway_indexer', relation);
    EXECUTE format('GRANT SELECT ON chain.%I TO slipway_api, slipway_ops', relation);
  END LOOP;
END
$$;

-- No batch looks entries up: both keys of the ledger are for reads and rollbacks, and a first backfill builds them at its end. That
-- an event is written once, the keys of trades and transfers see to, in the same transaction.
ALTER TABLE chain.ledger_entries DROP CONSTRAINT ledger_entries_pkey;

-- CreateIndex
CREATE INDEX "ledger_entries_wallet_id_token_id_block_number_log_index_idx" ON "chain"."ledger_entries"("wallet_id", "token_id", "block_number", "log_index");

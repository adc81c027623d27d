-- The oldest app of a symbol is the first entry of its key, however many bear it.
SET LOCAL lock_timeout = 500;
CREATE INDEX "apps_symbol_key_block_number_log_index_idx" ON "chain"."apps"("symbol_key", "block_number", "log_index");
DROP INDEX "chain"."apps_symbol_key_idx";

-- A buy is one event: the transfer that carried its tokens names it. Whatever was derived from the chain is read anew.
TRUNCATE chain.deployment, chain.head, chain.blocks, chain.apps, chain.curves, chain.trades, chain.transfers,
  chain.balances, chain.oracle_prices, chain.reserves, chain.candles, chain.app_stats;

-- AlterTable
ALTER TABLE "chain"."transfers" ADD COLUMN     "trade_log_index" INTEGER;

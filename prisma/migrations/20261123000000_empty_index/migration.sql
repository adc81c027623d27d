-- empties-the-index: the tables of this release are laid out anew, and are read again from the chain. `npm run db:migrate` refuses to
-- do this to an index with blocks in it unless it is told to: docs/operate/upgrade.md builds the new one beside it.

-- Keys that a first backfill had put aside: the next ones are of other tables.
DO $$
DECLARE
  item record;
BEGIN
  SET LOCAL search_path = chain, public;
  FOR item IN SELECT definition FROM public.deferred_keys WHERE schema_name = 'chain' LOOP
    EXECUTE item.definition;
  END LOOP;
END
$$;
DELETE FROM public.deferred_keys;
DROP SCHEMA IF EXISTS chain_next CASCADE;

TRUNCATE chain.deployment, chain.head, chain.blocks, chain.block_times, chain.addresses, chain.apps, chain.curves, chain.trades,
  chain.trade_shares, chain.transfers, chain.balances, chain.oracle_prices, chain.reserves, chain.candles, chain.app_stats,
  chain.app_totals, chain.trader_totals, chain.creator_totals, chain.board_floors, chain.board_leaders, chain.app_words,
  chain.past_generations, chain.past_balances, chain.past_apps, chain.positions, chain.ledger_entries, chain.reward_distributors,
  chain.reward_roots, chain.reward_claims, chain.reward_claimed;
UPDATE public.catalog SET revision = revision + 1;

-- What operators ask of the index is a maintenance job. An empty index wants none of the open ones.
UPDATE public.index_orders SET finished_at = now(), succeeded = false, outcome = 'the index was emptied', failure = NULL,
  failing_since = NULL
WHERE finished_at IS NULL;
ALTER TABLE public.index_orders RENAME TO maintenance_jobs;
ALTER TABLE public.maintenance_jobs RENAME COLUMN ordered_at TO requested_at;
ALTER TABLE public.maintenance_jobs RENAME CONSTRAINT index_orders_pkey TO maintenance_jobs_pkey;
ALTER TABLE public.maintenance_jobs RENAME CONSTRAINT index_orders_kind_check TO maintenance_jobs_kind_check;
ALTER SEQUENCE public.index_orders_id_seq RENAME TO maintenance_jobs_id_seq;

-- empties-the-index: tables of rewards refer to addresses by ids, which rows that are there cannot be turned into. They are read again from
-- the chain: `npm run db:migrate` refuses to do this to an index with blocks in it unless it is told to.
DO $$
DECLARE
  item record;
BEGIN
  SET LOCAL search_path = chain, public;
  FOR item IN SELECT definition FROM public.deferred_keys WHERE schema_name = 'chain' LOOP
    EXECUTE item.definition;
  END LOOP;
  FOR item IN SELECT tablename AS name FROM pg_tables WHERE schemaname = 'chain' LOOP
    EXECUTE format('TRUNCATE chain.%I', item.name);
  END LOOP;
END
$$;
DELETE FROM public.deferred_keys;
DROP SCHEMA IF EXISTS chain_next CASCADE;
UPDATE public.catalog SET revision = revision + 1;
UPDATE public.maintenance_jobs SET finished_at = now(), succeeded = false, outcome = 'the index was emptied', failure = NULL,
  failing_since = NULL
WHERE finished_at IS NULL;

-- A state of the index is an index revision; what the feed says is a price.
DROP VIEW chain.indexed_head, chain.past_heads, chain.market_context, chain.latest_answer;
ALTER SEQUENCE public.generation RENAME TO index_revision;
ALTER TABLE chain.head RENAME COLUMN generation TO revision;
ALTER TABLE chain.past_generations RENAME TO head_history;
ALTER TABLE chain.head_history RENAME CONSTRAINT past_generations_pkey TO head_history_pkey;
ALTER TABLE chain.head_history RENAME COLUMN generation TO revision;
ALTER TABLE chain.head_history RENAME COLUMN answer TO oracle_price;
ALTER TABLE chain.head_history RENAME COLUMN answer_24h TO oracle_price_24h;
ALTER TABLE chain.oracle_prices RENAME COLUMN answer TO price;
ALTER TABLE chain.oracle_prices RENAME CONSTRAINT oracle_prices_answer_check TO oracle_prices_price_check;

-- Each address of a reward once.
DROP TABLE "chain"."reward_distributors";
DROP TABLE "chain"."reward_roots";
DROP TABLE "chain"."reward_claims";
DROP TABLE "chain"."reward_claimed";

-- CreateTable
CREATE TABLE "chain"."reward_distributors" (
    "distributor_id" INTEGER NOT NULL,

    CONSTRAINT "reward_distributors_pkey" PRIMARY KEY ("distributor_id")
);

-- CreateTable
CREATE TABLE "chain"."reward_roots" (
    "block_number" INTEGER NOT NULL,
    "log_index" INTEGER NOT NULL,
    "distributor_id" INTEGER NOT NULL,
    "root" BYTEA NOT NULL,
    "time" TIMESTAMPTZ(3) NOT NULL,
    "tx_hash" BYTEA NOT NULL,

    CONSTRAINT "reward_roots_pkey" PRIMARY KEY ("block_number","log_index")
);

-- CreateTable
CREATE TABLE "chain"."reward_claims" (
    "block_number" INTEGER NOT NULL,
    "log_index" INTEGER NOT NULL,
    "distributor_id" INTEGER NOT NULL,
    "account_id" INTEGER NOT NULL,
    "reward_id" INTEGER NOT NULL,
    "amount" DECIMAL(78,0) NOT NULL CHECK (amount > 0 AND amount <> 'NaN'),
    "time" TIMESTAMPTZ(3) NOT NULL,
    "tx_hash" BYTEA NOT NULL,

    CONSTRAINT "reward_claims_pkey" PRIMARY KEY ("block_number","log_index")
);

-- CreateTable
CREATE TABLE "chain"."reward_claimed" (
    "distributor_id" INTEGER NOT NULL,
    "account_id" INTEGER NOT NULL,
    "reward_id" INTEGER NOT NULL,
    "amount" DECIMAL(78,0) NOT NULL CHECK (amount > 0 AND amount <> 'NaN'),

    CONSTRAINT "reward_claimed_pkey" PRIMARY KEY ("distributor_id","account_id","reward_id")
);

-- CreateIndex
CREATE INDEX "reward_roots_distributor_id_block_number_log_index_idx" ON "chain"."reward_roots"("distributor_id", "block_number", "log_index");
-- A wallet's own claims, newest first.
CREATE INDEX "reward_claims_account_id_block_number_log_index_idx" ON "chain"."reward_claims"("account_id", "block_number", "log_index");

-- The head, and what names the state of public data: each read of chain data selects all of it.
CREATE VIEW chain.indexed_head WITH (security_invoker = true) AS
SELECT h.block_number, h.block_time, h.level_at, h.revision AS index_revision, encode(h.block_hash, 'hex') AS block_hash,
  c.revision || '.' || h.distributors AS data_revision
FROM chain.head h CROSS JOIN public.catalog c WHERE h.level_at > to_timestamp(0);

-- The same of the states that a newer one followed, as long as their blocks are in the index.
CREATE VIEW chain.head_history_rows WITH (security_invoker = true) AS
SELECT p.block_number, p.block_time, h.level_at, p.revision AS index_revision, encode(p.block_hash, 'hex') AS block_hash,
  'past' AS data_revision
FROM chain.head_history p CROSS JOIN chain.head h
WHERE p.block_number <= h.block_number
  AND NOT EXISTS (SELECT FROM chain.blocks b WHERE b.number = p.block_number AND b.hash <> p.block_hash);

-- What the price feed said last, and the price that it is: none of zero or less is one.
CREATE VIEW chain.latest_oracle_price WITH (security_invoker = true) AS
SELECT price AS raw_price, CASE WHEN price > 0 THEN price END AS price, updated_at
FROM chain.oracle_prices ORDER BY block_number DESC, log_index DESC LIMIT 1;

-- What holds for every app at the head. Rows of this view are JSON as they stand: amounts are texts.
CREATE VIEW chain.market_context WITH (security_invoker = true) AS
SELECT (SELECT raw_price::text FROM chain.latest_oracle_price) AS "oraclePrice", (
    SELECT o.price::text FROM chain.oracle_prices o WHERE o.time <= h.block_time - interval '24 hours'
    ORDER BY o.time DESC, o.block_number DESC, o.log_index DESC LIMIT 1
  ) AS "oraclePrice24h", d.total_supply::text AS "totalSupply", d.graduation_threshold::text AS "graduationThreshold"
FROM chain.head h CROSS JOIN chain.deployment d;

DO $$
DECLARE
  item text;
BEGIN
  FOREACH item IN ARRAY ARRAY['reward_distributors', 'reward_roots', 'reward_claims', 'reward_claimed', 'indexed_head',
    'head_history_rows', 'latest_oracle_price', 'market_context']
  LOOP
    EXECUTE format('ALTER TABLE chain.%I OWNER TO slipway_indexer', item);
    EXECUTE format('GRANT SELECT ON chain.%I TO slipway_api, slipway_ops', item);
  END LOOP;
END
$$;

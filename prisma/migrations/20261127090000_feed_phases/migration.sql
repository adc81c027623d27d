-- A feed may be a proxy: which aggregator answers for it, from which block on. It outlives a rebuild.
SET LOCAL lock_timeout = 500;

CREATE TABLE public.feed_phases (
  factor smallint NOT NULL,
  from_block bigint NOT NULL,
  block_hash bytea NOT NULL,
  block_time timestamptz(3) NOT NULL,
  feed text COLLATE "C" NOT NULL,
  aggregator text COLLATE "C" NOT NULL,
  phase integer,
  decimals smallint NOT NULL,
  answer numeric(78, 0),
  answered_at timestamptz(3),
  CONSTRAINT feed_phases_pkey PRIMARY KEY (factor, from_block)
);
GRANT SELECT, INSERT, DELETE ON public.feed_phases TO slipway_indexer;
GRANT SELECT ON public.feed_phases TO slipway_api;
GRANT SELECT, INSERT ON public.feed_phases TO slipway_ops;

-- What a product of several feeds is made of; null of a single one.
ALTER TABLE chain.oracle_prices ADD COLUMN answers jsonb;

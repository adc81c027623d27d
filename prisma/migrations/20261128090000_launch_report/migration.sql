-- What launch reports need: who funded whom with the platform token, what LP tokens of pools did, and trades that took each other back.
SET LOCAL lock_timeout = 500;

CREATE TABLE chain.fundings (
  block_number integer NOT NULL,
  log_index integer NOT NULL,
  "time" timestamp(3) with time zone NOT NULL,
  funder_id integer NOT NULL,
  wallet_id integer NOT NULL,
  amount numeric(78,0) NOT NULL,
  tx_hash bytea NOT NULL,
  CONSTRAINT fundings_pkey PRIMARY KEY (block_number, log_index),
  CONSTRAINT fundings_amount_check CHECK (amount > 0::numeric AND amount <> 'NaN'::numeric),
  CONSTRAINT fundings_tx_hash_check CHECK (octet_length(tx_hash) = 32)
);
CREATE UNIQUE INDEX fundings_wallet_id_funder_id_block_number_log_index_key ON chain.fundings (wallet_id, funder_id, block_number, log_index);
CREATE INDEX fundings_funder_id_time_idx ON chain.fundings (funder_id, "time");

CREATE TABLE chain.liquidity_transfers (
  block_number integer NOT NULL,
  log_index integer NOT NULL,
  "time" timestamp(3) with time zone NOT NULL,
  token_id integer NOT NULL,
  sender_id integer NOT NULL,
  recipient_id integer NOT NULL,
  amount numeric(78,0) NOT NULL,
  tx_hash bytea NOT NULL,
  CONSTRAINT liquidity_transfers_pkey PRIMARY KEY (block_number, log_index),
  CONSTRAINT liquidity_transfers_amount_check CHECK (amount > 0::numeric AND amount <> 'NaN'::numeric),
  CONSTRAINT liquidity_transfers_tx_hash_check CHECK (octet_length(tx_hash) = 32)
);
CREATE INDEX liquidity_transfers_token_id_block_number_log_index_idx ON chain.liquidity_transfers (token_id, block_number, log_index);

CREATE TABLE chain.round_trips (
  token_id integer NOT NULL,
  block_number integer NOT NULL,
  log_index integer NOT NULL,
  opening_block integer NOT NULL,
  opening_log_index integer NOT NULL,
  volume_sum numeric(160,0) NOT NULL,
  pairs bigint NOT NULL,
  CONSTRAINT round_trips_pkey PRIMARY KEY (block_number, log_index),
  CONSTRAINT round_trips_volume_sum_check CHECK (volume_sum >= 0::numeric AND volume_sum <> 'NaN'::numeric)
);
CREATE UNIQUE INDEX round_trips_token_id_block_number_log_index_key ON chain.round_trips (token_id, block_number, log_index);

ALTER TABLE chain.fundings OWNER TO slipway_indexer;
ALTER TABLE chain.liquidity_transfers OWNER TO slipway_indexer;
ALTER TABLE chain.round_trips OWNER TO slipway_indexer;
GRANT SELECT ON chain.fundings, chain.liquidity_transfers, chain.round_trips TO slipway_api, slipway_ops, slipway_webhooks;

-- An index that is there has no fundings: the one that is built beside it has all. Only one rebuild can wait or run.
ALTER TABLE chain.head ADD COLUMN fundings_from bigint;
INSERT INTO public.maintenance_jobs (kind)
SELECT 'rebuild' FROM chain.head
WHERE NOT EXISTS (SELECT FROM public.maintenance_jobs WHERE kind = 'rebuild' AND finished_at IS NULL);

-- Holders at a block of the past: a checkpoint of all balances now and then, and every transfer of a token since, trades' parts too.
SET LOCAL lock_timeout = 500;

CREATE TABLE chain.holder_checkpoints (
  token_id integer NOT NULL,
  block_number integer NOT NULL,
  holder_ids integer[] NOT NULL,
  balances numeric(78,0)[] NOT NULL,
  CONSTRAINT holder_checkpoints_pkey PRIMARY KEY (token_id, block_number),
  CONSTRAINT holder_checkpoints_balances_check CHECK (cardinality(balances) = cardinality(holder_ids))
);
ALTER TABLE chain.holder_checkpoints OWNER TO slipway_indexer;
GRANT SELECT ON chain.holder_checkpoints TO slipway_api, slipway_ops, slipway_webhooks;

CREATE INDEX transfers_balances_idx ON chain.transfers (token_id, block_number) INCLUDE (sender_id, recipient_id, amount) WHERE amount > 0;

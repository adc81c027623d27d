-- An address and a block's time are kept once; what happened refers to them by integers. USD amounts and prices of trades
-- follow from what is kept (chain.trade_rows). Blocks are numbered below 2^31: ten a second reach that in 6.8 years.

-- CreateTable
CREATE TABLE "chain"."addresses" (
    "id" INTEGER NOT NULL,
    "bytes" BYTEA NOT NULL,
    "address" TEXT COLLATE "C" NOT NULL,

    CONSTRAINT "addresses_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "chain"."block_times" (
    "number" INTEGER NOT NULL,
    "time" TIMESTAMPTZ(3) NOT NULL,
    "oracle_price" DECIMAL(78,0),

    CONSTRAINT "block_times_pkey" PRIMARY KEY ("number")
);

INSERT INTO chain.block_times (number, time, oracle_price)
SELECT block_number, time, (
  SELECT CASE WHEN answer > 0 THEN answer END FROM chain.oracle_prices o WHERE o.block_number <= moment.block_number
  ORDER BY block_number DESC, log_index DESC LIMIT 1
)
FROM (
  SELECT block_number, time FROM chain.transfers UNION SELECT block_number, time FROM chain.trades
  UNION SELECT block_number, time FROM chain.reserves
) moment;

INSERT INTO chain.addresses (id, bytes, address)
SELECT row_number() OVER (ORDER BY address), decode(substr(address, 3), 'hex'), address
FROM (
  SELECT token AS address FROM chain.apps UNION SELECT trader FROM chain.trades UNION SELECT wallet FROM chain.trade_shares
  UNION SELECT sender FROM chain.transfers UNION SELECT recipient FROM chain.transfers UNION SELECT token FROM chain.transfers
  UNION SELECT token FROM chain.reserves UNION SELECT wallet FROM chain.ledger_entries
) AS every;

CREATE UNIQUE INDEX "addresses_bytes_key" ON "chain"."addresses"("bytes");
CREATE INDEX "block_times_time_number_idx" ON "chain"."block_times"("time", "number");
ALTER TABLE chain.addresses ADD CONSTRAINT addresses_bytes_check CHECK (length(bytes) = 20);
ALTER TABLE chain.block_times ADD CONSTRAINT block_times_oracle_price_check CHECK (oracle_price > 0);
ANALYZE chain.addresses, chain.block_times;

-- The rows as they were, in new tables: an update of each would leave the old ones' space behind.
ALTER TABLE chain.trades RENAME TO old_trades;
ALTER TABLE chain.trade_shares RENAME TO old_trade_shares;
ALTER TABLE chain.transfers RENAME TO old_transfers;
ALTER TABLE chain.reserves RENAME TO old_reserves;
ALTER TABLE chain.ledger_entries RENAME TO old_ledger_entries;
ALTER TABLE chain.candles RENAME TO old_candles;

-- CreateTable
CREATE TABLE "chain"."trades" (
    "block_number" INTEGER NOT NULL,
    "log_index" INTEGER NOT NULL,
    "token_id" INTEGER NOT NULL,
    "trader_id" INTEGER NOT NULL,
    "is_buy" BOOLEAN NOT NULL,
    "in_pool" BOOLEAN NOT NULL,
    "is_shared" BOOLEAN NOT NULL DEFAULT false,
    "platform_amount" DECIMAL(78,0) NOT NULL,
    "fee" DECIMAL(78,0) NOT NULL,
    "token_amount" DECIMAL(78,0) NOT NULL,
    "tx_hash" BYTEA NOT NULL
);

-- CreateTable
CREATE TABLE "chain"."trade_shares" (
    "block_number" INTEGER NOT NULL,
    "log_index" INTEGER NOT NULL,
    "wallet_id" INTEGER NOT NULL,
    "platform_amount" DECIMAL(78,0) NOT NULL,
    "fee" DECIMAL(78,0) NOT NULL,
    "token_amount" DECIMAL(78,0) NOT NULL
);

-- CreateTable
CREATE TABLE "chain"."transfers" (
    "block_number" INTEGER NOT NULL,
    "log_index" INTEGER NOT NULL,
    "token_id" INTEGER NOT NULL,
    "sender_id" INTEGER NOT NULL,
    "recipient_id" INTEGER NOT NULL,
    "trade_log_index" INTEGER,
    "amount" DECIMAL(78,0) NOT NULL,
    "tx_hash" BYTEA
);

-- CreateTable
CREATE TABLE "chain"."reserves" (
    "token_id" INTEGER NOT NULL,
    "block_number" INTEGER NOT NULL,
    "log_index" INTEGER NOT NULL,
    "in_pool" BOOLEAN NOT NULL,
    "platform_reserve" DECIMAL(78,0) NOT NULL,
    "token_reserve" DECIMAL(78,0) NOT NULL
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
    "realized" DECIMAL NOT NULL
);

-- CreateTable
CREATE TABLE "chain"."candles" (
    "token_id" INTEGER NOT NULL,
    "seconds" INTEGER NOT NULL,
    "open_time" TIMESTAMPTZ(3) NOT NULL,
    "open_platform" DOUBLE PRECISION,
    "high_platform" DOUBLE PRECISION,
    "low_platform" DOUBLE PRECISION,
    "close_platform" DOUBLE PRECISION,
    "open_usd" DOUBLE PRECISION,
    "high_usd" DOUBLE PRECISION,
    "low_usd" DOUBLE PRECISION,
    "close_usd" DOUBLE PRECISION,
    "trades" INTEGER NOT NULL,
    "volume_platform" DECIMAL(160,0) NOT NULL,
    "volume_usd" DECIMAL(160,0)
);

-- Every batch rewrites candles: room for a row's next version on the same page.
ALTER TABLE chain.candles SET (fillfactor = 85);

INSERT INTO chain.trades (block_number, log_index, token_id, trader_id, is_buy, in_pool, is_shared, platform_amount, fee,
  token_amount, tx_hash)
SELECT block_number, log_index, token.id, trader.id, side = 'buy', venue = 'pool', is_shared, platform_amount, fee,
  token_amount, tx_hash
FROM chain.old_trades t JOIN chain.addresses token ON token.address = t.token
  JOIN chain.addresses trader ON trader.address = t.trader
ORDER BY block_number, log_index;

INSERT INTO chain.trade_shares (block_number, log_index, wallet_id, platform_amount, fee, token_amount)
SELECT block_number, log_index, wallet.id, platform_amount, fee, token_amount
FROM chain.old_trade_shares s JOIN chain.addresses wallet ON wallet.address = s.wallet;

INSERT INTO chain.transfers (block_number, log_index, token_id, sender_id, recipient_id, trade_log_index, amount, tx_hash)
SELECT block_number, log_index, token.id, sender.id, recipient.id, trade_log_index, amount,
  CASE WHEN trade_log_index IS NULL THEN tx_hash END
FROM chain.old_transfers t JOIN chain.addresses token ON token.address = t.token
  JOIN chain.addresses sender ON sender.address = t.sender JOIN chain.addresses recipient ON recipient.address = t.recipient
ORDER BY block_number, log_index;

INSERT INTO chain.reserves (token_id, block_number, log_index, in_pool, platform_reserve, token_reserve)
SELECT token.id, block_number, log_index, venue = 'pool', platform_reserve, token_reserve
FROM chain.old_reserves r JOIN chain.addresses token ON token.address = r.token
ORDER BY block_number, log_index;

INSERT INTO chain.ledger_entries (wallet_id, token_id, block_number, log_index, known_quantity, unknown_quantity, cost, realized)
SELECT wallet.id, token.id, block_number, log_index, known_quantity, unknown_quantity, cost, realized
FROM chain.old_ledger_entries e JOIN chain.addresses wallet ON wallet.address = e.wallet
  JOIN chain.addresses token ON token.address = e.token
ORDER BY block_number, log_index;

INSERT INTO chain.candles (token_id, seconds, open_time, open_platform, high_platform, low_platform, close_platform, open_usd,
  high_usd, low_usd, close_usd, trades, volume_platform, volume_usd)
SELECT token.id, seconds, open_time, open_platform, high_platform, low_platform, close_platform, open_usd,
  high_usd, low_usd, close_usd, trades, volume_platform, volume_usd
FROM chain.old_candles c JOIN chain.addresses token ON token.address = c.token;

DROP TABLE chain.old_trades, chain.old_trade_shares, chain.old_transfers, chain.old_reserves, chain.old_ledger_entries,
  chain.old_candles;

-- Keys once the rows are in.
ALTER TABLE "chain"."trades" ADD CONSTRAINT "trades_pkey" PRIMARY KEY ("block_number","log_index");
ALTER TABLE "chain"."trade_shares" ADD CONSTRAINT "trade_shares_pkey" PRIMARY KEY ("block_number","log_index","wallet_id");
ALTER TABLE "chain"."transfers" ADD CONSTRAINT "transfers_pkey" PRIMARY KEY ("block_number","log_index");
ALTER TABLE "chain"."reserves" ADD CONSTRAINT "reserves_pkey" PRIMARY KEY ("token_id","block_number","log_index");
ALTER TABLE "chain"."ledger_entries"
  ADD CONSTRAINT "ledger_entries_pkey" PRIMARY KEY ("wallet_id","token_id","block_number","log_index");
ALTER TABLE "chain"."candles" ADD CONSTRAINT "candles_pkey" PRIMARY KEY ("token_id","seconds","open_time");

-- CreateIndex
CREATE INDEX "trades_token_id_is_buy_block_number_log_index_idx" ON "chain"."trades"("token_id", "is_buy", "block_number", "log_index");

-- CreateIndex
CREATE INDEX "reserves_block_number_idx" ON "chain"."reserves"("block_number");

-- CreateIndex
CREATE INDEX "ledger_entries_wallet_id_block_number_log_index_idx" ON "chain"."ledger_entries"("wallet_id", "block_number", "log_index");

-- An app's transfers that no trade stands for. Anybody may log transfers of 0, and they are not shown.
CREATE INDEX transfers_activity_idx ON chain.transfers (token_id, block_number, log_index)
  WHERE trade_log_index IS NULL AND amount > 0;

-- Amounts are never negative and never NaN; a realised loss is below zero. Without known quantity there is no cost.
DO $$
DECLARE
  col record;
BEGIN
  FOR col IN
    SELECT table_name, column_name FROM information_schema.columns
    WHERE table_schema = 'chain' AND data_type = 'numeric'
      AND table_name IN ('trades', 'trade_shares', 'transfers', 'reserves', 'ledger_entries', 'candles')
  LOOP
    EXECUTE format('ALTER TABLE chain.%I ADD CONSTRAINT %I CHECK (%s)', col.table_name,
      col.table_name || '_' || col.column_name || '_check',
      CASE col.column_name
        WHEN 'realized' THEN 'realized <> ''NaN'''
        WHEN 'cost' THEN 'cost >= 0 AND cost <> ''NaN'' AND (known_quantity > 0 OR cost = 0)'
        ELSE format('%1$I >= 0 AND %1$I <> ''NaN''', col.column_name)
      END);
  END LOOP;
END
$$;
ALTER TABLE chain.candles ADD CONSTRAINT candles_seconds_check CHECK (seconds IN (60, 300, 900, 3600, 14400, 86400));
-- A transfer that a trade stands for has the trade's hash.
ALTER TABLE chain.transfers ADD CONSTRAINT transfers_tx_hash_check CHECK ((tx_hash IS NULL) = (trade_log_index IS NOT NULL));

-- The same with their addresses and times. A trade's USD amount is what it moved at the feed's price of its block.
CREATE VIEW chain.trade_rows WITH (security_invoker = true) AS
SELECT t.block_number, t.log_index, token.address AS token, trader.address AS trader,
  CASE WHEN t.is_buy THEN 'buy' ELSE 'sell' END AS side, CASE WHEN t.in_pool THEN 'pool' ELSE 'curve' END AS venue,
  t.is_shared, t.platform_amount, t.fee, t.token_amount, t.platform_amount * b.oracle_price AS usd_amount, b.oracle_price,
  b.time, t.tx_hash, t.token_id, t.trader_id
FROM chain.trades t JOIN chain.addresses token ON token.id = t.token_id JOIN chain.addresses trader ON trader.id = t.trader_id
  JOIN chain.block_times b ON b.number = t.block_number;

CREATE VIEW chain.trade_share_rows WITH (security_invoker = true) AS
SELECT s.block_number, s.log_index, wallet.address AS wallet, s.platform_amount, s.fee, s.token_amount,
  s.platform_amount * b.oracle_price AS usd_amount, b.time, s.wallet_id
FROM chain.trade_shares s JOIN chain.addresses wallet ON wallet.id = s.wallet_id
  JOIN chain.block_times b ON b.number = s.block_number;

CREATE VIEW chain.transfer_rows WITH (security_invoker = true) AS
SELECT f.block_number, f.log_index, token.address AS token, sender.address AS sender, recipient.address AS recipient, f.amount,
  f.trade_log_index, b.time, coalesce(f.tx_hash, t.tx_hash) AS tx_hash, f.token_id, f.sender_id, f.recipient_id
FROM chain.transfers f JOIN chain.addresses token ON token.id = f.token_id JOIN chain.addresses sender ON sender.id = f.sender_id
  JOIN chain.addresses recipient ON recipient.id = f.recipient_id JOIN chain.block_times b ON b.number = f.block_number
  LEFT JOIN chain.trades t ON t.block_number = f.block_number AND t.log_index = f.trade_log_index;

CREATE VIEW chain.reserve_rows WITH (security_invoker = true) AS
SELECT token.address AS token, CASE WHEN r.in_pool THEN 'pool' ELSE 'curve' END AS venue, r.block_number, r.log_index,
  r.platform_reserve, r.token_reserve, b.time, r.token_id
FROM chain.reserves r JOIN chain.addresses token ON token.id = r.token_id JOIN chain.block_times b ON b.number = r.block_number;

CREATE VIEW chain.ledger_rows WITH (security_invoker = true) AS
SELECT wallet.address AS wallet, token.address AS token, b.time, e.block_number, e.log_index, e.known_quantity,
  e.unknown_quantity, e.cost, e.realized, e.wallet_id, e.token_id
FROM chain.ledger_entries e JOIN chain.addresses wallet ON wallet.id = e.wallet_id
  JOIN chain.addresses token ON token.id = e.token_id JOIN chain.block_times b ON b.number = e.block_number;

CREATE VIEW chain.candle_rows WITH (security_invoker = true) AS
SELECT token.address AS token, c.seconds, c.open_time, c.open_platform, c.high_platform, c.low_platform, c.close_platform,
  c.open_usd, c.high_usd, c.low_usd, c.close_usd, c.volume_platform, c.volume_usd, c.trades, c.token_id
FROM chain.candles c JOIN chain.addresses token ON token.id = c.token_id;

DO $$
DECLARE
  relation text;
BEGIN
  FOREACH relation IN ARRAY ARRAY['addresses', 'block_times', 'trades', 'trade_shares', 'transfers', 'reserves',
    'ledger_entries', 'candles', 'trade_rows', 'trade_share_rows', 'transfer_rows', 'reserve_rows', 'ledger_rows', 'candle_rows']
  LOOP
    EXECUTE format('ALTER TABLE chain.%I OWNER TO slipway_indexer', relation);
    EXECUTE format('GRANT SELECT ON chain.%I TO slipway_api, slipway_ops', relation);
  END LOOP;
END
$$;

-- Indexes that a long backfill builds at its end, when there are rows in the tables.
CREATE TABLE "deferred_keys" (
    "schema_name" TEXT COLLATE "C" NOT NULL,
    "name" TEXT COLLATE "C" NOT NULL,
    "definition" TEXT NOT NULL,

    CONSTRAINT "deferred_keys_pkey" PRIMARY KEY ("schema_name","name")
);
GRANT SELECT, INSERT, UPDATE, DELETE ON public.deferred_keys TO slipway_indexer;

-- An index that was never level with its chain lacks sums: no read sees it.
CREATE OR REPLACE VIEW chain.indexed_head WITH (security_invoker = true) AS
SELECT h.block_number, h.block_time, h.level_at, h.generation, encode(h.block_hash, 'hex') AS block_hash,
  c.revision || '.' || h.distributors AS revision
FROM chain.head h CROSS JOIN public.catalog c WHERE h.level_at > to_timestamp(0);

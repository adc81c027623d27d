-- Candles of marginal prices, of three lengths; those of other lengths are made of them when they are read.
DROP VIEW chain.candle_rows;
DROP TABLE chain.candles;

-- CreateTable
CREATE TABLE "chain"."candles" (
    "token_id" INTEGER NOT NULL,
    "slot" INTEGER NOT NULL,
    "trades" INTEGER NOT NULL,
    "buys" INTEGER NOT NULL,
    "high" DOUBLE PRECISION NOT NULL,
    "low" DOUBLE PRECISION NOT NULL,
    "high_usd" DOUBLE PRECISION,
    "low_usd" DOUBLE PRECISION,
    "all_time_high_usd" DOUBLE PRECISION,
    "close" DECIMAL NOT NULL,
    "volume_platform" DECIMAL(160,0) NOT NULL,
    "volume_usd" DECIMAL(160,0),

    CONSTRAINT "candles_pkey" PRIMARY KEY ("token_id","slot")
);

-- CreateTable
CREATE TABLE "chain"."feed_candles" (
    "slot" INTEGER NOT NULL,
    "open" DECIMAL(78,0) NOT NULL,
    "high" DECIMAL(78,0) NOT NULL,
    "low" DECIMAL(78,0) NOT NULL,
    "close" DECIMAL(78,0) NOT NULL,

    CONSTRAINT "feed_candles_pkey" PRIMARY KEY ("slot")
);

-- Batches rewrite the last candles of the apps they touch: room for a row's next version on the same page.
ALTER TABLE chain.candles SET (fillfactor = 90);

ALTER TABLE chain.candles ADD CONSTRAINT candles_check CHECK (
  low >= 0 AND high >= low AND high < 'Infinity' AND (high_usd IS NULL) = (low_usd IS NULL) AND close >= 0 AND close <> 'NaN'
  AND volume_platform >= 0 AND volume_platform <> 'NaN' AND (volume_usd IS NULL OR (volume_usd >= 0 AND volume_usd <> 'NaN'))
  AND buys BETWEEN 0 AND trades);
ALTER TABLE chain.feed_candles ADD CONSTRAINT feed_candles_check CHECK (
  low > 0 AND low <= open AND low <= close AND high >= open AND high >= close AND high <> 'NaN');

-- Candles with their tokens and times.
CREATE VIEW chain.candle_rows WITH (security_invoker = true) AS
SELECT token.address AS token, length.seconds, to_timestamp((c.slot - length.epoch_slot)::float8 * length.seconds) AS open_time,
  c.trades, c.buys, c.high, c.low, c.high_usd, c.low_usd, c.all_time_high_usd, c.close, c.volume_platform, c.volume_usd,
  c.token_id
FROM chain.candles c JOIN chain.addresses token ON token.id = c.token_id CROSS JOIN LATERAL (
  SELECT CASE WHEN c.slot < 134217728 THEN 86400 WHEN c.slot < 268435456 THEN 3600 ELSE 60 END AS seconds,
    CASE WHEN c.slot < 134217728 THEN 0 WHEN c.slot < 268435456 THEN 134217728 ELSE 268435456 END AS epoch_slot
) length;

DO $$
DECLARE
  relation text;
BEGIN
  FOREACH relation IN ARRAY ARRAY['candles', 'feed_candles', 'candle_rows']
  LOOP
    EXECUTE format('ALTER TABLE chain.%I OWNER TO slipway_indexer', relation);
    EXECUTE format('GRANT SELECT ON chain.%I TO slipway_api, slipway_ops', relation);
  END LOOP;
END
$$;

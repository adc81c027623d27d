-- A sum over trades of which one has no price in USD is not known: it is counted how many there are.
ALTER TABLE "chain"."app_stats" ADD COLUMN     "unpriced_24h" INTEGER NOT NULL DEFAULT 0;
ALTER TABLE "chain"."past_apps" ADD COLUMN     "unpriced_24h" INTEGER;

UPDATE chain.app_stats SET unpriced_24h = recent.unpriced
FROM (
  SELECT token, count(*) AS unpriced FROM chain.trades CROSS JOIN chain.head
  WHERE time > head.block_time - interval '24 hours' AND usd_amount IS NULL
  GROUP BY token
) recent
WHERE app_stats.token = recent.token;
UPDATE chain.past_apps SET unpriced_24h = 0;
ALTER TABLE chain.app_stats ADD CONSTRAINT app_stats_unpriced_24h_check CHECK (unpriced_24h >= 0);

-- What the list of apps ranks by: an unknown volume comes last.
DROP INDEX "chain"."app_stats_volume_usd_24h_idx";
CREATE INDEX app_stats_volume_idx ON chain.app_stats ((CASE WHEN unpriced_24h = 0 THEN volume_usd_24h ELSE -1 END));

-- Candles that are there already have the sum of what was known.
INSERT INTO public.index_orders (kind)
SELECT 'rebuild' FROM chain.head
WHERE NOT EXISTS (SELECT FROM public.index_orders WHERE kind = 'rebuild' AND finished_at IS NULL);

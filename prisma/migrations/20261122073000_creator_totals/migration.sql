-- What each creator's apps add up to, so that a board of creators reads its page and no more. Among creators few change with
-- a block, so that these sums may have indexes, which those of traders may not.
-- CreateTable
CREATE TABLE "chain"."creator_totals" (
    "creator" TEXT COLLATE "C" NOT NULL,
    "volume_usd_24h" DECIMAL(160,0) NOT NULL,
    "fees_24h" DECIMAL(160,0) NOT NULL,
    "price_24h" DECIMAL NOT NULL,
    "holders_24h" BIGINT NOT NULL,
    "volume_usd_7d" DECIMAL(160,0) NOT NULL,
    "fees_7d" DECIMAL(160,0) NOT NULL,
    "price_7d" DECIMAL NOT NULL,
    "holders_7d" BIGINT NOT NULL,
    "volume_usd_30d" DECIMAL(160,0) NOT NULL,
    "fees_30d" DECIMAL(160,0) NOT NULL,
    "price_30d" DECIMAL NOT NULL,
    "holders_30d" BIGINT NOT NULL,
    "volume_usd_all" DECIMAL(160,0) NOT NULL,
    "fees_all" DECIMAL(160,0) NOT NULL,
    "price_all" DECIMAL NOT NULL,
    "holders_all" BIGINT NOT NULL,

    CONSTRAINT "creator_totals_pkey" PRIMARY KEY ("creator")
);

DO $$
DECLARE
  col record;
BEGIN
  FOR col IN
    SELECT column_name FROM information_schema.columns
    WHERE table_schema = 'chain' AND table_name = 'creator_totals' AND column_name <> 'creator' ORDER BY column_name
  LOOP
    EXECUTE format('CREATE INDEX %I ON chain.creator_totals (%I DESC, lower(creator)) WHERE %I > 0',
      'creator_totals_' || col.column_name || '_idx', col.column_name, col.column_name);
  END LOOP;
END
$$;

ALTER TABLE chain.creator_totals OWNER TO slipway_indexer;
GRANT SELECT ON chain.creator_totals TO slipway_api, slipway_ops;

-- Graduated apps are few among all.
CREATE INDEX curves_graduated_idx ON chain.curves (graduated_at) WHERE graduated_at IS NOT NULL;

INSERT INTO chain.creator_totals
SELECT a.creator
  , coalesce(sum(t.volume_usd_24h), 0)
  , coalesce(sum(t.fees_24h), 0)
  , coalesce(sum(coalesce(div(s.platform_reserve * 1e60, nullif(s.token_reserve, 0)), 0)) FILTER (WHERE t.trades_24h > 0), 0)
  , coalesce(sum(s.holders) FILTER (WHERE t.trades_24h > 0), 0)
  , coalesce(sum(t.volume_usd_7d), 0)
  , coalesce(sum(t.fees_7d), 0)
  , coalesce(sum(coalesce(div(s.platform_reserve * 1e60, nullif(s.token_reserve, 0)), 0)) FILTER (WHERE t.trades_7d > 0), 0)
  , coalesce(sum(s.holders) FILTER (WHERE t.trades_7d > 0), 0)
  , coalesce(sum(t.volume_usd_30d), 0)
  , coalesce(sum(t.fees_30d), 0)
  , coalesce(sum(coalesce(div(s.platform_reserve * 1e60, nullif(s.token_reserve, 0)), 0)) FILTER (WHERE t.trades_30d > 0), 0)
  , coalesce(sum(s.holders) FILTER (WHERE t.trades_30d > 0), 0)
  , coalesce(sum(t.volume_usd_all), 0)
  , coalesce(sum(t.fees_all), 0)
  , coalesce(sum(coalesce(div(s.platform_reserve * 1e60, nullif(s.token_reserve, 0)), 0)), 0)
  , coalesce(sum(s.holders), 0)
FROM chain.app_totals t JOIN chain.app_stats s ON s.token = t.token JOIN chain.apps a ON a.token = t.token
GROUP BY a.creator;

-- An index for each order of the list of apps: a first page reads its own apps and no more.
CREATE INDEX "app_stats_trending_idx" ON "chain"."app_stats"("trending");
CREATE INDEX "app_stats_volume_usd_24h_idx" ON "chain"."app_stats"("volume_usd_24h");
CREATE INDEX "app_stats_holders_idx" ON "chain"."app_stats"("holders");
CREATE INDEX app_stats_price_idx ON chain.app_stats (coalesce(platform_reserve / nullif(token_reserve, 0), -1));
CREATE INDEX app_stats_price_change_idx ON chain.app_stats (coalesce(
  (platform_reserve * token_reserve_24h) / nullif(token_reserve * platform_reserve_24h, 0), -1));

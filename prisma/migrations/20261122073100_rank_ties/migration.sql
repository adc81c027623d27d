-- Lists of apps are ordered by a rank, then by launch. Where many apps have the same rank, as in a quiet market, the launch must be
-- in the index too, or all of them are read for a page. So an app's statistics repeat its creator and launch, which never change.
ALTER TABLE "chain"."app_stats" ADD COLUMN     "creator" TEXT COLLATE "C",
ADD COLUMN     "launch_block" BIGINT,
ADD COLUMN     "launch_log_index" INTEGER;

UPDATE chain.app_stats SET creator = apps.creator, launch_block = apps.block_number, launch_log_index = apps.log_index
FROM chain.apps WHERE apps.token = app_stats.token;

ALTER TABLE "chain"."app_stats" ALTER COLUMN "creator" SET NOT NULL,
ALTER COLUMN "launch_block" SET NOT NULL,
ALTER COLUMN "launch_log_index" SET NOT NULL;

DROP INDEX "chain"."app_stats_trending_idx";
DROP INDEX "chain"."app_stats_holders_idx";
DROP INDEX chain.app_stats_volume_idx;
DROP INDEX chain.app_stats_price_idx;
DROP INDEX chain.app_stats_price_change_idx;
CREATE INDEX "app_stats_trending_launch_block_launch_log_index_idx" ON "chain"."app_stats"("trending", "launch_block", "launch_log_index");
CREATE INDEX "app_stats_holders_launch_block_launch_log_index_idx" ON "chain"."app_stats"("holders", "launch_block", "launch_log_index");
CREATE INDEX app_stats_volume_idx ON chain.app_stats (
  (CASE WHEN unpriced_24h = 0 THEN volume_usd_24h ELSE -1 END), launch_block, launch_log_index);
CREATE INDEX app_stats_price_idx ON chain.app_stats (
  coalesce(platform_reserve / nullif(token_reserve, 0), -1), launch_block, launch_log_index);
CREATE INDEX app_stats_price_change_idx ON chain.app_stats (coalesce(
  (platform_reserve * token_reserve_24h) / nullif(token_reserve * platform_reserve_24h, 0), -1),
  launch_block, launch_log_index);

-- The same of one creator, who may have most of all apps, at the end of each order.
CREATE INDEX "app_stats_creator_trending_launch_block_launch_log_index_idx" ON "chain"."app_stats"("creator", "trending", "launch_block", "launch_log_index");
CREATE INDEX "app_stats_creator_holders_launch_block_launch_log_index_idx" ON "chain"."app_stats"("creator", "holders", "launch_block", "launch_log_index");
CREATE INDEX app_stats_creator_volume_idx ON chain.app_stats (
  creator, (CASE WHEN unpriced_24h = 0 THEN volume_usd_24h ELSE -1 END), launch_block, launch_log_index);
CREATE INDEX app_stats_creator_price_idx ON chain.app_stats (
  creator, coalesce(platform_reserve / nullif(token_reserve, 0), -1), launch_block, launch_log_index);
CREATE INDEX app_stats_creator_price_change_idx ON chain.app_stats (creator, coalesce(
  (platform_reserve * token_reserve_24h) / nullif(token_reserve * platform_reserve_24h, 0), -1),
  launch_block, launch_log_index);

-- Boards of apps, where equal values stand by address.
CREATE INDEX app_stats_holders_board_idx ON chain.app_stats (holders DESC, lower(token));
CREATE INDEX app_stats_market_cap_board_idx ON chain.app_stats (
  coalesce(div(platform_reserve * 1e60, nullif(token_reserve, 0)), 0) DESC, lower(token));

-- A creator's newest apps.
CREATE INDEX "apps_creator_block_number_log_index_idx" ON "chain"."apps"("creator", "block_number", "log_index");

-- Boards of apps count the apps that were traded in a window: where these are few among all, they are read rather than the order.
CREATE INDEX app_totals_traded_24h_idx ON chain.app_totals (token) WHERE trades_24h > 0;
CREATE INDEX app_totals_traded_7d_idx ON chain.app_totals (token) WHERE trades_7d > 0;
CREATE INDEX app_totals_traded_30d_idx ON chain.app_totals (token) WHERE trades_30d > 0;

-- Graduated apps, which are few, even of a creator of many apps.
CREATE INDEX curves_graduated_token_idx ON chain.curves (token) WHERE pool IS NOT NULL;

-- Each key of a rank begins with whether an app has graduated: a page of one stage passes over no app of the other, however
-- many there are. Lists of all apps merge the two.
DROP INDEX "chain"."app_stats_trending_launch_block_launch_log_index_idx";
DROP INDEX "chain"."app_stats_holders_launch_block_launch_log_index_idx";
DROP INDEX "chain"."app_stats_last_trade_block_launch_block_launch_log_index_idx";
DROP INDEX "chain"."app_stats_creator_id_trending_launch_block_launch_log_index_idx";
DROP INDEX "chain"."app_stats_creator_id_holders_launch_block_launch_log_index_idx";
DROP INDEX "chain"."app_stats_creator_id_last_trade_block_launch_block_launch_l_idx";
DO $$
DECLARE
  item record;
BEGIN
  FOR item IN SELECT * FROM (VALUES
    ('trending', 'trending'),
    ('holders', 'holders'),
    ('last_trade', 'last_trade_block'),
    ('price', 'coalesce(platform_reserve / nullif(token_reserve, 0), -1)'),
    ('price_change',
      'coalesce((platform_reserve * token_reserve_24h) / nullif(token_reserve * platform_reserve_24h, 0), -1)'),
    ('volume', '(CASE WHEN unpriced_24h = 0 THEN volume_usd_24h ELSE -1 END)'),
    ('progress', '(CASE WHEN is_graduated THEN 1e78 ELSE platform_reserve END)')
  ) AS sorts (name, expression) LOOP
    EXECUTE format('DROP INDEX IF EXISTS chain.app_stats_%s_idx', item.name);
    EXECUTE format('DROP INDEX IF EXISTS chain.app_stats_creator_%s_idx', item.name);
    EXECUTE format('CREATE INDEX app_stats_%s_idx ON chain.app_stats (is_graduated, %s, launch_block, launch_log_index)',
      item.name, item.expression);
    EXECUTE format(
      'CREATE INDEX app_stats_creator_%s_idx ON chain.app_stats (creator_id, is_graduated, %s, launch_block, launch_log_index)',
      item.name, item.expression);
  END LOOP;
END
$$;

-- Graduated apps by launch: few of all apps, and a row of its own only from the graduation on.
CREATE INDEX app_stats_graduated_idx ON chain.app_stats (launch_block, launch_log_index) WHERE is_graduated;
CREATE INDEX app_stats_creator_graduated_idx ON chain.app_stats (creator_id, launch_block, launch_log_index) WHERE is_graduated;

-- A volume with an unpriced trade ranks by its known part, and says so on boards: how many trades of each window have no USD.
SET LOCAL lock_timeout = 500;

ALTER TABLE chain.app_totals ADD COLUMN unpriced_24h integer NOT NULL DEFAULT 0, ADD COLUMN unpriced_7d integer NOT NULL DEFAULT 0, ADD COLUMN unpriced_30d integer NOT NULL DEFAULT 0, ADD COLUMN unpriced_all integer NOT NULL DEFAULT 0;
ALTER TABLE chain.trader_totals ADD COLUMN unpriced_24h integer NOT NULL DEFAULT 0, ADD COLUMN unpriced_7d integer NOT NULL DEFAULT 0, ADD COLUMN unpriced_30d integer NOT NULL DEFAULT 0, ADD COLUMN unpriced_all integer NOT NULL DEFAULT 0;
ALTER TABLE chain.creator_totals ADD COLUMN unpriced_24h integer NOT NULL DEFAULT 0, ADD COLUMN unpriced_7d integer NOT NULL DEFAULT 0, ADD COLUMN unpriced_30d integer NOT NULL DEFAULT 0, ADD COLUMN unpriced_all integer NOT NULL DEFAULT 0;

UPDATE chain.app_totals s SET unpriced_24h = u.unpriced_24h, unpriced_7d = u.unpriced_7d, unpriced_30d = u.unpriced_30d, unpriced_all = u.unpriced_all
FROM (
  SELECT t.id, count(*) FILTER (WHERE b.time > h.block_time - interval '24 hours') AS unpriced_24h, count(*) FILTER (WHERE b.time > h.block_time - interval '168 hours') AS unpriced_7d, count(*) FILTER (WHERE b.time > h.block_time - interval '720 hours') AS unpriced_30d, count(*) AS unpriced_all
  FROM (SELECT block_number, token_id AS id FROM chain.trades) t
    JOIN chain.block_times b ON b.number = t.block_number AND b.oracle_price IS NULL CROSS JOIN chain.head h
  GROUP BY t.id
) u WHERE s.token_id = u.id;

UPDATE chain.trader_totals s SET unpriced_24h = u.unpriced_24h, unpriced_7d = u.unpriced_7d, unpriced_30d = u.unpriced_30d, unpriced_all = u.unpriced_all
FROM (
  SELECT t.id, count(*) FILTER (WHERE b.time > h.block_time - interval '24 hours') AS unpriced_24h, count(*) FILTER (WHERE b.time > h.block_time - interval '168 hours') AS unpriced_7d, count(*) FILTER (WHERE b.time > h.block_time - interval '720 hours') AS unpriced_30d, count(*) AS unpriced_all
  FROM (SELECT block_number, trader_id AS id FROM chain.trades WHERE NOT is_shared
    UNION ALL SELECT block_number, wallet_id FROM chain.trade_shares) t
    JOIN chain.block_times b ON b.number = t.block_number AND b.oracle_price IS NULL CROSS JOIN chain.head h
  GROUP BY t.id
) u WHERE s.trader_id = u.id;

UPDATE chain.creator_totals s SET unpriced_24h = u.unpriced_24h, unpriced_7d = u.unpriced_7d, unpriced_30d = u.unpriced_30d, unpriced_all = u.unpriced_all
FROM (
  SELECT a.creator_id AS id, sum(t.unpriced_24h) AS unpriced_24h, sum(t.unpriced_7d) AS unpriced_7d, sum(t.unpriced_30d) AS unpriced_30d, sum(t.unpriced_all) AS unpriced_all
  FROM chain.app_totals t JOIN chain.apps a ON a.token_id = t.token_id GROUP BY a.creator_id
) u WHERE s.creator_id = u.id;

DROP INDEX chain.app_stats_volume_idx, chain.app_stats_creator_volume_idx;
CREATE INDEX app_stats_volume_idx ON chain.app_stats (is_graduated, volume_usd_24h, launch_block, launch_log_index);
CREATE INDEX app_stats_creator_volume_idx ON chain.app_stats (creator_id, is_graduated, volume_usd_24h, launch_block, launch_log_index);

-- Creators' graduations by window: a board of them counted every app that ever graduated.
ALTER TABLE chain.creator_totals
  ADD COLUMN graduations_24h INTEGER NOT NULL DEFAULT 0,
  ADD COLUMN graduations_7d INTEGER NOT NULL DEFAULT 0,
  ADD COLUMN graduations_30d INTEGER NOT NULL DEFAULT 0,
  ADD COLUMN graduations_all INTEGER NOT NULL DEFAULT 0;

UPDATE chain.creator_totals t SET
  graduations_24h = counted.day, graduations_7d = counted.week, graduations_30d = counted.month, graduations_all = counted.all_time
FROM (
  SELECT a.creator_id, count(*) AS all_time,
    count(*) FILTER (WHERE c.graduated_at > h.block_time - interval '24 hours') AS day,
    count(*) FILTER (WHERE c.graduated_at > h.block_time - interval '168 hours') AS week,
    count(*) FILTER (WHERE c.graduated_at > h.block_time - interval '720 hours') AS month
  FROM chain.curves c JOIN chain.apps a ON a.token_id = c.token_id CROSS JOIN chain.head h
  WHERE c.graduated_at IS NOT NULL GROUP BY a.creator_id
) counted
WHERE t.creator_id = counted.creator_id;

CREATE INDEX creator_totals_graduations_24h_idx ON chain.creator_totals (graduations_24h DESC, first_bytes) WHERE graduations_24h > 0;
CREATE INDEX creator_totals_graduations_7d_idx ON chain.creator_totals (graduations_7d DESC, first_bytes) WHERE graduations_7d > 0;
CREATE INDEX creator_totals_graduations_30d_idx ON chain.creator_totals (graduations_30d DESC, first_bytes) WHERE graduations_30d > 0;
CREATE INDEX creator_totals_graduations_all_idx ON chain.creator_totals (graduations_all DESC, first_bytes) WHERE graduations_all > 0;

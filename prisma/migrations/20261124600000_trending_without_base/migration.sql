-- The weights of `trending` were relative to a base that moved every 28 days, so that one batch then wrote each app that trends.
-- Now each app's sum is relative to the epoch of its own last trade, and `trending` is a rank that orders sums of any epochs.

-- A sum of weights times 2^doublings. Where it halves, the weights in it have to be even that often: the result is exact.
CREATE FUNCTION chain.decay_shift(total numeric, doublings bigint) RETURNS numeric
  LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
  RETURN CASE WHEN total = 0 THEN 0 WHEN doublings = 0 THEN total
    WHEN doublings > 0 THEN total * round(2::numeric ^ doublings::int)
    ELSE div(total, round(2::numeric ^ (-doublings)::int)) END;

-- The order of sums whose weights are relative to several epochs: a sum that is relative to an epoch, doubled, has the rank of that sum
-- relative to the next. Between powers of two it is linear, with 28 decimals: sums that differ by less rank alike. 0 for no sum.
CREATE FUNCTION chain.decay_rank(total numeric, epoch bigint) RETURNS numeric
  LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE
AS $$
DECLARE
  doublings int;
  power numeric;
BEGIN
  IF total <= 0 THEN RETURN 0; END IF;
  -- Next to a power of two the double may be one off.
  doublings := floor(ln(total::float8) / ln(2::float8));
  power := round(2::numeric ^ doublings);
  IF power > total THEN
    doublings := doublings - 1;
    power := round(2::numeric ^ doublings);
  ELSIF power * 2 <= total THEN
    doublings := doublings + 1;
    power := power * 2;
  END IF;
  RETURN epoch + doublings - 1 + div(total * 1e28, power) * 1e-28;
END
$$;

ALTER FUNCTION chain.decay_shift(numeric, bigint) OWNER TO slipway_indexer;
ALTER FUNCTION chain.decay_rank(numeric, bigint) OWNER TO slipway_indexer;

ALTER TABLE chain.app_stats
  ADD COLUMN "trending_sum" DECIMAL NOT NULL DEFAULT 0,
  ADD COLUMN "trending_epoch" INTEGER NOT NULL DEFAULT 0;

UPDATE chain.app_stats s SET
  trending_sum = chain.decay_shift(s.trending, chain.decay_base(head.block_time) - chain.decay_epoch(last.time)),
  trending_epoch = chain.decay_epoch(last.time),
  trending = chain.decay_rank(s.trending, chain.decay_base(head.block_time))
FROM chain.head, chain.block_times last
WHERE last.number = s.last_trade_block AND s.trending > 0;

-- Without it an indexer of the version before fails, instead of writing its own sums.
DROP FUNCTION chain.decay_base(timestamptz);

-- Cursors and cached responses of the older ranks hold for no state that is there.
DELETE FROM chain.head_history;
UPDATE chain.head SET revision = nextval('public.index_revision');

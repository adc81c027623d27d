-- The weights of `trending` were relative to the head's epoch of 6 hours, so that four times a day every app that trends was written.
-- Now they are relative to an epoch that stays for 28 days.
DROP FUNCTION chain.decay_weight(timestamptz, bigint);

-- The epoch that the weights at a time are relative to.
CREATE FUNCTION chain.decay_base(at timestamptz) RETURNS bigint
  LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
  RETURN chain.decay_epoch(at) / 112 * 112;

-- The weight of a trade at `at` in the `trending` of a head: 2^(at / 6 h), relative to the head's base and times 2^44, as an
-- integer. Trades of the last 24 hours lie in the base or the four epochs before it, or in the 112 from it on, so that the exponent is
-- from 0 to 115; sums of weighted amounts are exact whatever the order they are made in.
CREATE FUNCTION chain.decay_weight(at timestamptz, base bigint) RETURNS numeric
  LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
  RETURN round((2::float8 ^ (extract(epoch FROM at)::float8 / 21600 - floor(extract(epoch FROM at)::float8 / 21600)))
      * 1099511627776)::numeric
    * (1::bigint << least(chain.decay_epoch(at) - base + 4, 60)::int)::numeric
    * (1::bigint << greatest(chain.decay_epoch(at) - base + 4 - 60, 0)::int)::numeric;

ALTER FUNCTION chain.decay_base(timestamptz) OWNER TO slipway_indexer;
ALTER FUNCTION chain.decay_weight(timestamptz, bigint) OWNER TO slipway_indexer;

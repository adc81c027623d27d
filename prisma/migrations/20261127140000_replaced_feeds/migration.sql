-- Price feeds are several, or none, and may be replaced: they bind an index no more.
SET LOCAL lock_timeout = 500;

ALTER TABLE chain.deployment ALTER COLUMN price_feed TYPE text[] COLLATE "C" USING ARRAY[price_feed];
ALTER TABLE chain.deployment RENAME COLUMN price_feed TO price_feeds;

-- When each feed answered; null before the first answer.
CREATE OR REPLACE VIEW chain.latest_oracle_price WITH (security_invoker=true) AS
 SELECT price AS raw_price,
        CASE
            WHEN price > 0::numeric THEN price
            ELSE NULL::numeric
        END AS price,
    updated_at,
    CASE WHEN answers IS NULL THEN ARRAY[updated_at] ELSE ARRAY(
      SELECT to_timestamp((said.answer ->> 'updatedAt')::float8) FROM jsonb_array_elements(answers) WITH ORDINALITY said (answer, place)
      ORDER BY place) END AS answered_at
   FROM chain.oracle_prices
  ORDER BY block_number DESC, log_index DESC
 LIMIT 1;

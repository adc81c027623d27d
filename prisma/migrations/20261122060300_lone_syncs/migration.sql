-- Changes of a pool's reserves that no trade made (donations, liquidity): a history looks up a price on the days of trades,
-- and on theirs.
ALTER TABLE "chain"."reserves" ADD COLUMN     "is_lone" BOOLEAN NOT NULL DEFAULT false;

UPDATE chain.reserves r SET is_lone = true
WHERE venue = 'pool'
  AND NOT EXISTS (SELECT FROM chain.trades t WHERE t.block_number = r.block_number AND t.log_index = r.log_index + 1)
  AND NOT EXISTS (
    SELECT FROM chain.curves c
    WHERE c.token = r.token AND c.graduated_block = r.block_number AND c.graduation_log_index = r.log_index
  );

CREATE INDEX reserves_lone_idx ON chain.reserves (token, time) WHERE is_lone;

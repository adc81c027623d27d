-- What a wallet held at the end of each UTC day in which it changed: a history looks up only those days. The last such
-- day's end is the position itself, until the position changes on a later one.
CREATE TABLE "chain"."position_days" (
    "wallet" TEXT COLLATE "C" NOT NULL,
    "day" DATE NOT NULL,
    "token" TEXT COLLATE "C" NOT NULL,
    "known_quantity" DECIMAL(78,0) NOT NULL,
    "unknown_quantity" DECIMAL(78,0) NOT NULL,
    "cost" DECIMAL NOT NULL,
    "realized" DECIMAL NOT NULL,

    CONSTRAINT "position_days_pkey" PRIMARY KEY ("wallet","day","token")
);

ALTER TABLE chain.position_days OWNER TO slipway_indexer;
GRANT SELECT ON chain.position_days TO slipway_api, slipway_ops;

-- An index that is there already has its past in the ledger.
ALTER TABLE chain.positions ADD COLUMN changed_on DATE;
UPDATE chain.positions p SET changed_on = (
  SELECT (max(e.time) AT TIME ZONE 'UTC')::date FROM chain.ledger_entries e WHERE e.wallet = p.wallet AND e.token = p.token);
ALTER TABLE chain.positions ALTER COLUMN changed_on SET NOT NULL;

INSERT INTO chain.position_days (wallet, day, token, known_quantity, unknown_quantity, cost, realized)
SELECT DISTINCT ON (wallet, day, token) wallet, day, token, e.known_quantity, e.unknown_quantity, e.cost, e.realized
FROM chain.ledger_entries e CROSS JOIN LATERAL (SELECT (time AT TIME ZONE 'UTC')::date AS day) of_entry
  JOIN chain.positions p USING (wallet, token)
WHERE day < p.changed_on
ORDER BY wallet, day, token, time DESC, block_number DESC, log_index DESC;

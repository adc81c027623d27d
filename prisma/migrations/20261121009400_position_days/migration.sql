-- What a wallet held at the end of each UTC day in which it changed: a history over months reads these, and the ledger
-- only within the days that its moments fall on.
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

-- Days are closed, and opened again by a rollback, whole: rows lie as they came, in the order of time.
CREATE INDEX "ledger_entries_time_idx" ON "chain"."ledger_entries" USING BRIN ("time") WITH (pages_per_range = 16, autosummarize = on);
CREATE INDEX "position_days_day_idx" ON "chain"."position_days" USING BRIN ("day") WITH (pages_per_range = 16, autosummarize = on);

ALTER TABLE chain.position_days OWNER TO slipway_indexer;
GRANT SELECT ON chain.position_days TO slipway_api, slipway_ops;

-- An index that is there already has closed its days: all but that of its newest block.
INSERT INTO chain.position_days (wallet, day, token, known_quantity, unknown_quantity, cost, realized)
SELECT DISTINCT ON (wallet, day, token) wallet, day, token, known_quantity, unknown_quantity, cost, realized
FROM chain.ledger_entries CROSS JOIN LATERAL (SELECT (time AT TIME ZONE 'UTC')::date AS day) of_entry
WHERE day < (SELECT (block_time AT TIME ZONE 'UTC')::date FROM chain.head)
ORDER BY wallet, day, token, time DESC, block_number DESC, log_index DESC;

-- Who leads the boards of sums. An index on every sum made each trade of a trader cost twelve of them; who leads changes
-- seldom.
DO $$
DECLARE
  col record;
BEGIN
  FOR col IN
    SELECT column_name FROM information_schema.columns
    WHERE table_schema = 'chain' AND table_name = 'trader_totals' AND column_name <> 'trader' ORDER BY column_name
  LOOP
    EXECUTE format('DROP INDEX chain.%I', 'trader_totals_' || col.column_name || '_idx');
  END LOOP;
END
$$;

-- CreateTable
CREATE TABLE "chain"."board_floors" (
    "board" TEXT COLLATE "C" NOT NULL,
    "value" DECIMAL(160,0) NOT NULL,
    "address" TEXT COLLATE "C" NOT NULL,

    CONSTRAINT "board_floors_pkey" PRIMARY KEY ("board")
);

-- CreateTable
CREATE TABLE "chain"."board_leaders" (
    "board" TEXT COLLATE "C" NOT NULL,
    "address" TEXT COLLATE "C" NOT NULL,

    CONSTRAINT "board_leaders_pkey" PRIMARY KEY ("board","address")
);

ALTER TABLE chain.board_floors ADD CONSTRAINT board_floors_value_check CHECK (value >= 0 AND value <> 'NaN');

-- Sums change with every batch and no index hangs on them: room on a row's own page for its next version.
ALTER TABLE chain.trader_totals SET (fillfactor = 60);
ALTER TABLE chain.app_totals SET (fillfactor = 30);

ALTER TABLE chain.board_floors OWNER TO slipway_indexer;
ALTER TABLE chain.board_leaders OWNER TO slipway_indexer;
GRANT SELECT ON chain.board_floors, chain.board_leaders TO slipway_api, slipway_ops;

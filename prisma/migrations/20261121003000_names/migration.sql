-- What names and symbols are compared by is computed by the indexer (libs/names), so that apps that were indexed without
-- it must be read from the chain again. The tables of this schema are derived: the indexer fills empty ones anew.
DO $$
DECLARE
  tables text;
BEGIN
  SELECT string_agg(format('chain.%I', tablename), ', ') INTO tables FROM pg_tables WHERE schemaname = 'chain';
  EXECUTE 'TRUNCATE ' || tables;
END
$$;

-- Names are not unique on chain, so neither are their keys. "C" compares bytes, and lets an index answer prefixes.
ALTER TABLE "chain"."apps"
  ADD COLUMN "name_key" TEXT COLLATE "C" NOT NULL,
  ADD COLUMN "name_skeleton" TEXT COLLATE "C" NOT NULL,
  ADD COLUMN "name_neighbours" INTEGER[],
  ADD COLUMN "symbol_key" TEXT COLLATE "C" NOT NULL;

-- CreateIndex
CREATE INDEX "apps_name_key_idx" ON "chain"."apps"("name_key");

-- CreateIndex
CREATE INDEX "apps_name_skeleton_idx" ON "chain"."apps"("name_skeleton");

-- CreateIndex
CREATE INDEX "apps_symbol_key_idx" ON "chain"."apps"("symbol_key");

-- Without a list of pending entries, which every look-up would have to read through: launches are rare, look-ups are not.
CREATE INDEX "apps_name_neighbours_idx" ON "chain"."apps" USING GIN ("name_neighbours") WITH (fastupdate = off);

-- A creator's launches of the last 24 hours, however many there were before.
DROP INDEX "chain"."apps_creator_idx";
CREATE INDEX "apps_creator_launched_at_idx" ON "chain"."apps"("creator", "launched_at");

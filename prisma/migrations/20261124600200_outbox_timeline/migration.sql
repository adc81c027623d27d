-- The timeline of PostgreSQL under which the outbox is written: docs/decisions/0375. 0 until the indexer's next term begins.
ALTER TABLE "chain"."outbox_state" ADD COLUMN "timeline" INTEGER NOT NULL DEFAULT 0;

-- What the writer of the index fails at again and again, at which block and since when: for readiness, `npm start` and
-- operators. And the changes of writer that did not move the head: each doubles the time until the next one.
ALTER TABLE "public"."index_writer" ADD COLUMN "failure" TEXT,
ADD COLUMN "failing_block" BIGINT,
ADD COLUMN "failing_since" TIMESTAMPTZ(3),
ADD COLUMN "idle_terms" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN "term_head" TEXT;

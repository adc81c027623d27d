-- Entries are kept many to a row: docs/decisions/0300. Listeners begin anew with the next block.
UPDATE chain.outbox_state SET epoch = NULL;
DELETE FROM chain.outbox;
ALTER TABLE chain.outbox DROP COLUMN "token_id";
ALTER TABLE chain.outbox ADD COLUMN "entries" INTEGER NOT NULL;
ALTER TABLE chain.outbox ADD COLUMN "token_ids" INTEGER[] NOT NULL;
ALTER TABLE chain.outbox DROP CONSTRAINT outbox_kind_check;
ALTER TABLE chain.outbox ADD CONSTRAINT outbox_kind_check CHECK (kind IN ('events', 'head', 'retract'));
-- Compressing them takes longer than writing them.
ALTER TABLE chain.outbox ALTER COLUMN body SET STORAGE EXTERNAL;

-- Each block is read a second time, some time after it was written: up to which that is done.
SET LOCAL lock_timeout = 500;

ALTER TABLE chain.head ADD COLUMN reread_block bigint NOT NULL DEFAULT -1;

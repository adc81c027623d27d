-- `blocks` keeps hashes of final blocks too, so that what was final when a reorganisation took the head back has to be
-- said. An index that is there gets its older hashes as it goes on.
ALTER TABLE chain.head ADD COLUMN final_before BIGINT NOT NULL DEFAULT 0;

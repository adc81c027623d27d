-- A wallet's first page ranks all that it holds: the key's index has all that the ranking reads, so that a thousand
-- positions are a few pages of an index and not a thousand pages of a table.
ALTER TABLE chain.positions ALTER COLUMN rough_balance SET NOT NULL;
ALTER TABLE chain.positions DROP CONSTRAINT positions_pkey;
ALTER TABLE chain.positions ADD CONSTRAINT positions_pkey PRIMARY KEY (wallet, token) INCLUDE (rough_balance);

-- Every change of a position changes what the index has: room beside the row is of no use any more.
ALTER TABLE chain.positions RESET (fillfactor);

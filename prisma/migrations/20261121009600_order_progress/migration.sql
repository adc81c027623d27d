-- A rebuild may take hours: whoever ordered it sees how far it is.
ALTER TABLE public.index_orders ADD COLUMN percent INTEGER NOT NULL DEFAULT 0;

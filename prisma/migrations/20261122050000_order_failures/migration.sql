-- What the indexer fails at again and again while it carries out an order, and since when. And when an operator asked for
-- the end of the order.
ALTER TABLE public.index_orders ADD COLUMN failure TEXT;
ALTER TABLE public.index_orders ADD COLUMN failing_since TIMESTAMPTZ(3);
ALTER TABLE public.index_orders ADD COLUMN cancelled_at TIMESTAMPTZ(3);
GRANT UPDATE (cancelled_at) ON public.index_orders TO slipway_ops;

-- Indexers that run and do not write.
CREATE TABLE public.index_standbys (
    "name" TEXT NOT NULL,
    "seen_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "index_standbys_pkey" PRIMARY KEY ("name")
);
GRANT SELECT, INSERT, UPDATE, DELETE ON public.index_standbys TO slipway_indexer;
GRANT SELECT ON public.index_standbys TO slipway_ops;

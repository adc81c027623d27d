-- AlterTable
ALTER TABLE "public"."index_writer" ADD COLUMN     "repair" JSONB;

-- CreateTable
CREATE TABLE "public"."index_findings" (
    "kind" TEXT COLLATE "C" NOT NULL,
    "app" TEXT COLLATE "C" NOT NULL,
    "block_number" BIGINT NOT NULL,
    "log_index" INTEGER NOT NULL,
    "what" TEXT COLLATE "C" NOT NULL,
    "is_frozen" BOOLEAN NOT NULL,
    "found_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "index_findings_pkey" PRIMARY KEY ("kind", "app", "block_number", "log_index")
);

GRANT SELECT, INSERT, DELETE ON public.index_findings TO slipway_indexer;
GRANT SELECT ON public.index_findings TO slipway_ops;

-- The indexer may order a rebuild of its own index.
GRANT INSERT ON public.maintenance_jobs TO slipway_indexer;
GRANT USAGE ON SEQUENCE public.maintenance_jobs_id_seq TO slipway_indexer;

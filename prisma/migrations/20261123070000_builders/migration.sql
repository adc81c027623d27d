-- Builders whose keys have budgets and origins of their own. A key is shown once, when it is made: its SHA-256 is kept.

-- CreateTable
CREATE TABLE "public"."builders" (
    "name" TEXT NOT NULL,
    "key_hash" BYTEA NOT NULL,
    "read_per_minute" INTEGER NOT NULL,
    "heavy_per_minute" INTEGER NOT NULL,
    "origins" TEXT[] COLLATE "C" NOT NULL DEFAULT ARRAY[]::TEXT[],
    "is_server" BOOLEAN NOT NULL DEFAULT false,
    "added_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "builders_pkey" PRIMARY KEY ("name")
);

-- CreateIndex
CREATE UNIQUE INDEX "builders_key_hash_key" ON "public"."builders"("key_hash");

ALTER TABLE public.builders ALTER COLUMN name TYPE TEXT COLLATE "C";
ALTER TABLE public.builders
  ADD CONSTRAINT builders_name_check CHECK (name ~ '^[a-z0-9][a-z0-9-]{0,63}$'),
  ADD CONSTRAINT builders_key_hash_check CHECK (length(key_hash) = 32),
  ADD CONSTRAINT builders_limits_check CHECK (read_per_minute > 0 AND heavy_per_minute > 0);

-- A change is announced to every instance of the API.
CREATE FUNCTION public.announce_builders() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('slipway_builders', '');
  RETURN NULL;
END
$$;

CREATE TRIGGER builders_announced AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON public.builders
  FOR EACH STATEMENT EXECUTE FUNCTION public.announce_builders();

GRANT SELECT ON public.builders TO slipway_api;
GRANT SELECT, INSERT, DELETE, UPDATE (read_per_minute, heavy_per_minute) ON public.builders TO slipway_ops;

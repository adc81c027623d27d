-- CreateTable
CREATE TABLE "public"."flags" (
    "name" TEXT NOT NULL,
    "enabled" BOOLEAN NOT NULL,
    "changed_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "flags_pkey" PRIMARY KEY ("name"),
    -- As FLAG_NAME of libs/flags has it.
    CONSTRAINT "flags_name_check" CHECK ("name" ~ '^[a-z][a-z0-9-]{0,63}$')
);

-- Whoever changes a flag, by whatever client, it is announced to every instance of the API.
CREATE FUNCTION public.announce_flags() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('slipway_flags', '');
  RETURN NULL;
END
$$;

CREATE TRIGGER flags_announced AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON public.flags
  FOR EACH STATEMENT EXECUTE FUNCTION public.announce_flags();

GRANT SELECT ON public.flags TO slipway_api;
GRANT SELECT, INSERT, UPDATE, DELETE ON public.flags TO slipway_ops;

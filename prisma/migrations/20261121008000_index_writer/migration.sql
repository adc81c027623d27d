-- CreateTable
CREATE TABLE "public"."index_writer" (
    "epoch" BIGINT NOT NULL,
    "id" BOOLEAN NOT NULL DEFAULT true,
    "holder" TEXT,
    "beat_at" TIMESTAMPTZ(3),
    "halted_reason" TEXT,
    "halted_at" TIMESTAMPTZ(3),

    CONSTRAINT "index_writer_pkey" PRIMARY KEY ("epoch")
);

-- CreateTable
CREATE TABLE "public"."index_orders" (
    "id" SERIAL NOT NULL,
    "kind" TEXT NOT NULL,
    "block_number" BIGINT,
    "ordered_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "finished_at" TIMESTAMPTZ(3),
    "succeeded" BOOLEAN,
    "outcome" TEXT,

    CONSTRAINT "index_orders_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "index_writer_id_key" ON "public"."index_writer"("id");

ALTER TABLE public.index_writer ADD CONSTRAINT index_writer_one_row CHECK (id);
ALTER TABLE public.index_orders ADD CONSTRAINT index_orders_kind_check
  CHECK (kind IN ('rewind', 'rebuild') AND (kind = 'rewind') = (block_number IS NOT NULL));
INSERT INTO public.index_writer (epoch) VALUES (0);

GRANT SELECT, UPDATE ON public.index_writer, public.index_orders TO slipway_indexer;
GRANT SELECT ON public.index_writer TO slipway_api, slipway_ops;
GRANT SELECT, INSERT ON public.index_orders TO slipway_ops;
GRANT USAGE ON SEQUENCE public.index_orders_id_seq TO slipway_ops;

-- It numbers the states of the index, never twice: not even after a rebuild, which replaces schema `chain`.
ALTER SEQUENCE chain.generation SET SCHEMA public;

-- A fresh, empty copy of schema `chain` beside it: tables, constraints, indexes by the same names, rights. Functions are
-- not copied but moved with the swap. Renaming a schema takes the right to create one, which the indexer does not have:
-- these two functions work with the rights of whoever applied the migrations.
CREATE FUNCTION public.open_index_rebuild() RETURNS void
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp
AS $$
DECLARE
  item record;
BEGIN
  IF EXISTS (
    SELECT FROM pg_class WHERE relnamespace = 'chain'::regnamespace AND relkind NOT IN ('r', 'i', 't', 'c')
    UNION ALL
    SELECT FROM pg_trigger JOIN pg_class ON pg_class.oid = tgrelid
    WHERE relnamespace = 'chain'::regnamespace AND NOT tgisinternal
  ) THEN
    RAISE EXCEPTION 'schema chain has something that a rebuild cannot copy: views, sequences or triggers';
  END IF;
  DROP SCHEMA IF EXISTS chain_next CASCADE;
  CREATE SCHEMA chain_next AUTHORIZATION slipway_indexer;
  FOR item IN
    SELECT relname, reloptions, CASE relpersistence WHEN 'u' THEN 'UNLOGGED' ELSE '' END AS persistence
    FROM pg_class WHERE relnamespace = 'chain'::regnamespace AND relkind = 'r'
  LOOP
    EXECUTE format('CREATE %2$s TABLE chain_next.%1$I (LIKE chain.%1$I INCLUDING ALL EXCLUDING INDEXES)',
      item.relname, item.persistence);
    IF item.reloptions IS NOT NULL THEN
      EXECUTE format('ALTER TABLE chain_next.%I SET (%s)', item.relname, array_to_string(item.reloptions, ', '));
    END IF;
    EXECUTE format('ALTER TABLE chain_next.%I OWNER TO slipway_indexer', item.relname);
  END LOOP;
  -- Foreign keys last: they want the keys that they refer to.
  FOR item IN
    SELECT relname, conname, replace(pg_get_constraintdef(pg_constraint.oid), ' chain.', ' chain_next.') AS definition
    FROM pg_constraint JOIN pg_class ON pg_class.oid = conrelid
    WHERE relnamespace = 'chain'::regnamespace AND contype IN ('p', 'u', 'x', 'f')
    ORDER BY contype = 'f'
  LOOP
    EXECUTE format('ALTER TABLE chain_next.%I ADD CONSTRAINT %I %s', item.relname, item.conname, item.definition);
  END LOOP;
  FOR item IN
    SELECT replace(pg_get_indexdef(indexrelid), ' ON chain.', ' ON chain_next.') AS definition
    FROM pg_index JOIN pg_class ON pg_class.oid = indrelid
    WHERE relnamespace = 'chain'::regnamespace AND relkind = 'r'
      AND NOT EXISTS (SELECT FROM pg_constraint WHERE conindid = indexrelid)
  LOOP
    EXECUTE item.definition;
  END LOOP;
  GRANT USAGE ON SCHEMA chain_next TO slipway_api, slipway_ops;
  GRANT SELECT ON ALL TABLES IN SCHEMA chain_next TO slipway_api, slipway_ops;
  ALTER DEFAULT PRIVILEGES FOR ROLE slipway_indexer IN SCHEMA chain_next
    GRANT SELECT ON TABLES TO slipway_api, slipway_ops;
END
$$;

-- Puts chain_next in the place of chain, which becomes chain_old. Statements under way go on with the tables that they
-- began with, later ones find the new: nothing waits, since only names change. The revision tells the API's caches.
CREATE FUNCTION public.swap_index_rebuild() RETURNS void
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp
AS $$
DECLARE
  item record;
BEGIN
  IF EXISTS (
    SELECT relname, attname, format_type(atttypid, atttypmod), count(*)
    FROM pg_attribute JOIN pg_class ON pg_class.oid = attrelid
    WHERE relnamespace IN ('chain'::regnamespace, 'chain_next'::regnamespace)
      AND relkind = 'r' AND attnum > 0 AND NOT attisdropped
    GROUP BY 1, 2, 3 HAVING count(*) <> 2
  ) THEN
    RAISE EXCEPTION 'the tables of schema chain changed during the rebuild';
  END IF;
  DROP SCHEMA IF EXISTS chain_old CASCADE;
  ALTER SCHEMA chain RENAME TO chain_old;
  ALTER SCHEMA chain_next RENAME TO chain;
  FOR item IN SELECT oid::regprocedure AS name FROM pg_proc WHERE pronamespace = 'chain_old'::regnamespace LOOP
    EXECUTE format('ALTER FUNCTION %s SET SCHEMA chain', item.name);
  END LOOP;
  UPDATE public.catalog SET revision = revision + 1;
END
$$;

REVOKE ALL ON FUNCTION public.open_index_rebuild(), public.swap_index_rebuild() FROM PUBLIC;
GRANT EXECUTE ON FUNCTION public.open_index_rebuild(), public.swap_index_rebuild() TO slipway_indexer;

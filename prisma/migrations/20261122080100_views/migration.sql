-- What several statements read is a view. The rights are those of the caller: each role sees what it may see of the tables.

-- The head, and what names the state of public data: each read of chain data selects all of it.
CREATE VIEW chain.indexed_head WITH (security_invoker = true) AS
SELECT h.block_number, h.block_time, h.level_at, h.generation, encode(h.block_hash, 'hex') AS block_hash,
  c.revision || '.' || h.distributors AS revision
FROM chain.head h CROSS JOIN public.catalog c;

-- The same of the states that a newer one followed, as long as their blocks are in the index.
CREATE VIEW chain.past_heads WITH (security_invoker = true) AS
SELECT p.block_number, p.block_time, h.level_at, p.generation, encode(p.block_hash, 'hex') AS block_hash, 'past' AS revision
FROM chain.past_generations p CROSS JOIN chain.head h
WHERE p.block_number <= h.block_number
  AND NOT EXISTS (SELECT FROM chain.blocks b WHERE b.number = p.block_number AND b.hash <> p.block_hash);

-- The price feed's last answer, and the price that it is: none of zero or less is one.
CREATE VIEW chain.latest_answer WITH (security_invoker = true) AS
SELECT answer, CASE WHEN answer > 0 THEN answer END AS price, updated_at
FROM chain.oracle_prices ORDER BY block_number DESC, log_index DESC LIMIT 1;

-- What holds for every app at the head. Rows of this view and the next two are JSON as they stand: amounts are texts.
CREATE VIEW chain.market_context WITH (security_invoker = true) AS
SELECT (SELECT answer::text FROM chain.latest_answer) AS answer, (
    SELECT o.answer::text FROM chain.oracle_prices o WHERE o.time <= h.block_time - interval '24 hours'
    ORDER BY o.time DESC, o.block_number DESC, o.log_index DESC LIMIT 1
  ) AS "answer24h", d.total_supply::text AS "totalSupply", d.graduation_threshold::text AS "graduationThreshold"
FROM chain.head h CROSS JOIN chain.deployment d;

-- An app as lists show it. Its generation is null: it is as it is now.
CREATE VIEW chain.app_rows WITH (security_invoker = true) AS
SELECT NULL::bigint AS generation, a.token, a.name, a.symbol, a.image_url AS "imageUrl", a.creator, a.launched_at AS "launchedAt",
  a.block_number AS "launchBlock", a.log_index AS "launchLogIndex", v.pool,
  s.platform_reserve::text AS "platformReserve", s.token_reserve::text AS "tokenReserve",
  s.platform_reserve_24h::text AS "platformReserve24h", s.token_reserve_24h::text AS "tokenReserve24h",
  v.real_platform_reserve::text AS "realPlatformReserve",
  CASE WHEN s.unpriced_24h = 0 THEN s.volume_usd_24h::text END AS "volumeUsd24h", s.holders
FROM chain.apps a JOIN chain.app_stats s ON s.token = a.token JOIN chain.curves v ON v.token = a.token;

-- The same of an app as it was up to the end of a generation, column by column.
CREATE VIEW chain.past_app_rows WITH (security_invoker = true) AS
SELECT generation, token, name, symbol, image_url AS "imageUrl", creator, launched_at AS "launchedAt",
  block_number AS "launchBlock", log_index AS "launchLogIndex", pool,
  platform_reserve::text AS "platformReserve", token_reserve::text AS "tokenReserve",
  platform_reserve_24h::text AS "platformReserve24h", token_reserve_24h::text AS "tokenReserve24h",
  real_platform_reserve::text AS "realPlatformReserve",
  CASE WHEN unpriced_24h = 0 THEN volume_usd_24h::text END AS "volumeUsd24h", holders
FROM chain.past_apps;

-- An app's price in the platform's token with 60 decimals: finer than a market cap in USD, and an integer, so that sums are
-- exact. The index of the board by market cap has the same expression.
CREATE VIEW chain.app_prices WITH (security_invoker = true) AS
SELECT token, creator, holders, platform_reserve, token_reserve,
  coalesce(div(platform_reserve * 1e60, nullif(token_reserve, 0)), 0) AS unit_price
FROM chain.app_stats;

DO $$
DECLARE
  view_name text;
BEGIN
  FOR view_name IN SELECT viewname FROM pg_views WHERE schemaname = 'chain' LOOP
    EXECUTE format('ALTER VIEW chain.%I OWNER TO slipway_indexer', view_name);
    EXECUTE format('GRANT SELECT ON chain.%I TO slipway_api, slipway_ops', view_name);
  END LOOP;
END
$$;

-- A rebuild copies the views with the tables, in the order in which they were made, so that each finds those that it reads.
CREATE OR REPLACE FUNCTION public.open_index_rebuild() RETURNS void
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp
AS $$
DECLARE
  item record;
BEGIN
  IF EXISTS (
    SELECT FROM pg_class WHERE relnamespace = 'chain'::regnamespace AND relkind NOT IN ('r', 'v', 'i', 't', 'c')
    UNION ALL
    SELECT FROM pg_trigger JOIN pg_class ON pg_class.oid = tgrelid
    WHERE relnamespace = 'chain'::regnamespace AND NOT tgisinternal
  ) THEN
    RAISE EXCEPTION 'schema chain has something that a rebuild cannot copy: sequences, triggers or materialized views';
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
  FOR item IN
    SELECT relname, reloptions, regexp_replace(pg_get_viewdef(oid), '\mchain\.', 'chain_next.', 'g') AS definition
    FROM pg_class WHERE relnamespace = 'chain'::regnamespace AND relkind = 'v' ORDER BY oid
  LOOP
    EXECUTE format('CREATE VIEW chain_next.%I WITH (%s) AS %s',
      item.relname, array_to_string(item.reloptions, ', '), item.definition);
    EXECUTE format('ALTER VIEW chain_next.%I OWNER TO slipway_indexer', item.relname);
  END LOOP;
  GRANT USAGE ON SCHEMA chain_next TO slipway_api, slipway_ops;
  GRANT SELECT ON ALL TABLES IN SCHEMA chain_next TO slipway_api, slipway_ops;
  ALTER DEFAULT PRIVILEGES FOR ROLE slipway_indexer IN SCHEMA chain_next
    GRANT SELECT ON TABLES TO slipway_api, slipway_ops;
END
$$;

CREATE OR REPLACE FUNCTION public.swap_index_rebuild() RETURNS void
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp
AS $$
DECLARE
  item record;
BEGIN
  IF EXISTS (
    SELECT relname, attname, format_type(atttypid, atttypmod), count(*)
    FROM pg_attribute JOIN pg_class ON pg_class.oid = attrelid
    WHERE relnamespace IN ('chain'::regnamespace, 'chain_next'::regnamespace)
      AND relkind IN ('r', 'v') AND attnum > 0 AND NOT attisdropped
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

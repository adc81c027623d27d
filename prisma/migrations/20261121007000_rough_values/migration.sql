-- Balances and prices as doubles, so that a thousand positions can be ranked without a thousand divisions of numbers of
-- sixty digits. PostgreSQL keeps them true; what is served is worked out exactly, of the few that a page may hold.
ALTER TABLE chain.positions ADD COLUMN rough_balance DOUBLE PRECISION
  GENERATED ALWAYS AS ((known_quantity + unknown_quantity)::double precision) STORED;
ALTER TABLE chain.app_stats ADD COLUMN rough_price DOUBLE PRECISION
  GENERATED ALWAYS AS (CASE WHEN platform_reserve > 0 AND token_reserve > 0
    THEN platform_reserve::double precision / token_reserve::double precision END) STORED;

-- A batch writes each of these rows several times over. With room for all their versions on a row's own page the next
-- batch finds it free again; with less, the table grew to fifty times its rows, and every reading of it with that.
ALTER TABLE chain.app_stats SET (fillfactor = 15);

-- A sale's price is what left the reserves per token: it was 1 % too low. Trades and candles that are there already have
-- the old price, so that the index is built anew beside them.
INSERT INTO public.index_orders (kind)
SELECT 'rebuild' FROM chain.head
WHERE NOT EXISTS (SELECT FROM public.index_orders WHERE kind = 'rebuild' AND finished_at IS NULL);

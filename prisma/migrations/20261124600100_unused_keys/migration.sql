-- No statement reads by the time of a graduation; the pools of graduated apps are listed by the key of pools.
DROP INDEX IF EXISTS chain.curves_graduated_idx;
DROP INDEX IF EXISTS chain.curves_graduated_token_id_idx;
DELETE FROM public.deferred_keys WHERE name IN ('curves_graduated_idx', 'curves_graduated_token_id_idx');

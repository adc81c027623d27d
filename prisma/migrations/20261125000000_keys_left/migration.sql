-- `ops index status` says how many indexes are yet to be built.
GRANT SELECT ON public.deferred_keys TO slipway_ops;

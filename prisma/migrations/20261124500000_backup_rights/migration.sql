-- `ops backup` reads and writes what cannot be rebuilt from the chain: revocations too, and the numbers of published trees.
GRANT SELECT, INSERT ON public.revoked_tokens TO slipway_ops;
GRANT SELECT, UPDATE ON SEQUENCE public.reward_trees_id_seq TO slipway_ops;

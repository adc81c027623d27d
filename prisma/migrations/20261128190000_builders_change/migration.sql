-- A new key, and webhooks of a builder that is there.
GRANT UPDATE (has_webhooks) ON public.builders TO slipway_ops;
GRANT UPDATE (key_hash) ON public.builders TO slipway_ops;

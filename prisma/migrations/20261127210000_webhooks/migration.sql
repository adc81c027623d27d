-- Webhooks: who is told of what, and what is on its way. The program that sends them works as a role of its own, which reads the chain.
SET LOCAL lock_timeout = 500;

DO $$ BEGIN
  CREATE ROLE slipway_webhooks NOLOGIN;
EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL;
END $$;
GRANT USAGE ON SCHEMA chain, public TO slipway_webhooks;
GRANT SELECT ON ALL TABLES IN SCHEMA chain TO slipway_webhooks;
ALTER DEFAULT PRIVILEGES FOR ROLE slipway_indexer IN SCHEMA chain GRANT SELECT ON TABLES TO slipway_webhooks;
GRANT SELECT ON public.catalog, public.hidden_apps TO slipway_webhooks;
GRANT SELECT (distributor, reward_token, reward_symbol) ON public.programs TO slipway_webhooks;

-- A rebuilt index is read by it too.
DO $$ BEGIN
  EXECUTE replace(pg_get_functiondef('public.open_index_rebuild()'::regprocedure), 'slipway_api, slipway_ops', 'slipway_api, slipway_ops, slipway_webhooks');
END $$;

ALTER TABLE public.builders ADD COLUMN has_webhooks boolean DEFAULT false NOT NULL;

CREATE TABLE public.webhook_subscriptions (
  id uuid DEFAULT gen_random_uuid() NOT NULL,
  builder text COLLATE "C" NOT NULL,
  url text COLLATE "C" NOT NULL,
  types text[] COLLATE "C" NOT NULL,
  finality text COLLATE "C" NOT NULL,
  min_usd numeric,
  secret_sealed bytea NOT NULL,
  previous_secret_sealed bytea,
  previous_until timestamptz(3),
  paused_reason text COLLATE "C",
  paused_at timestamptz(3),
  sequence bigint DEFAULT 0 NOT NULL,
  planned_block integer NOT NULL,
  created_at_block integer NOT NULL,
  created_at timestamptz(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
  CONSTRAINT webhook_subscriptions_pkey PRIMARY KEY (id),
  CONSTRAINT webhook_subscriptions_types_check CHECK (types <@ ARRAY['launch', 'trade', 'graduation', 'claim'] AND cardinality(types) > 0),
  CONSTRAINT webhook_subscriptions_finality_check CHECK (finality IN ('pending', 'final')),
  CONSTRAINT webhook_subscriptions_min_usd_check CHECK (min_usd >= 0),
  CONSTRAINT webhook_subscriptions_paused_check CHECK ((paused_reason IS NULL) = (paused_at IS NULL)),
  CONSTRAINT webhook_subscriptions_previous_check CHECK ((previous_secret_sealed IS NULL) = (previous_until IS NULL)),
  CONSTRAINT webhook_subscriptions_builder_fkey FOREIGN KEY (builder) REFERENCES public.builders (name) ON DELETE CASCADE
);
CREATE INDEX webhook_subscriptions_builder_idx ON public.webhook_subscriptions (builder);
GRANT SELECT, INSERT, DELETE ON public.webhook_subscriptions TO slipway_api;
GRANT UPDATE (url, types, finality, min_usd, secret_sealed, previous_secret_sealed, previous_until, paused_reason, paused_at)
  ON public.webhook_subscriptions TO slipway_api;
GRANT SELECT, INSERT, DELETE ON public.webhook_subscriptions TO slipway_ops;
GRANT UPDATE (paused_reason, paused_at) ON public.webhook_subscriptions TO slipway_ops;
GRANT SELECT ON public.webhook_subscriptions TO slipway_webhooks;
GRANT UPDATE (paused_reason, paused_at, sequence, planned_block) ON public.webhook_subscriptions TO slipway_webhooks;

CREATE TABLE public.webhook_filters (
  subscription_id uuid NOT NULL,
  kind text COLLATE "C" NOT NULL,
  address text COLLATE "C" NOT NULL,
  CONSTRAINT webhook_filters_pkey PRIMARY KEY (subscription_id, kind, address),
  CONSTRAINT webhook_filters_kind_check CHECK (kind IN ('token', 'wallet')),
  CONSTRAINT webhook_filters_subscription_id_fkey FOREIGN KEY (subscription_id)
    REFERENCES public.webhook_subscriptions (id) ON DELETE CASCADE
);
CREATE INDEX webhook_filters_kind_address_idx ON public.webhook_filters (kind, address);
GRANT SELECT, INSERT, DELETE ON public.webhook_filters TO slipway_api;
GRANT SELECT, INSERT ON public.webhook_filters TO slipway_ops;
GRANT SELECT ON public.webhook_filters TO slipway_webhooks;

-- What blocks have to tell, once for all who are told of it.
CREATE TABLE public.webhook_contents (
  id uuid NOT NULL,
  time timestamptz(3) NOT NULL,
  texts text[] COLLATE "C" NOT NULL,
  CONSTRAINT webhook_contents_pkey PRIMARY KEY (id)
);
GRANT SELECT, INSERT ON public.webhook_contents TO slipway_ops;
GRANT SELECT, INSERT, DELETE ON public.webhook_contents TO slipway_webhooks;

CREATE TABLE public.webhook_deliveries (
  subscription_id uuid NOT NULL,
  sequence bigint NOT NULL,
  message_id text COLLATE "C" NOT NULL,
  type text COLLATE "C" NOT NULL,
  is_replay boolean DEFAULT false NOT NULL,
  block_number integer NOT NULL,
  block_hash bytea,
  is_retracted boolean DEFAULT false NOT NULL,
  content_id uuid,
  beginning text COLLATE "C",
  places integer[],
  attempts integer DEFAULT 0 NOT NULL,
  next_attempt_at timestamptz(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
  last_attempt_at timestamptz(3),
  last_status integer,
  last_error text COLLATE "C",
  last_answer text COLLATE "C",
  last_ms integer,
  created_at timestamptz(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
  delivered_at timestamptz(3),
  CONSTRAINT webhook_deliveries_pkey PRIMARY KEY (subscription_id, sequence),
  CONSTRAINT webhook_deliveries_type_check CHECK (type IN ('block', 'retraction')),
  CONSTRAINT webhook_deliveries_content_check
    CHECK (num_nulls(content_id, beginning, places) = CASE WHEN delivered_at IS NULL THEN 0 ELSE 3 END),
  CONSTRAINT webhook_deliveries_subscription_id_fkey FOREIGN KEY (subscription_id)
    REFERENCES public.webhook_subscriptions (id) ON DELETE CASCADE
);
CREATE INDEX webhook_deliveries_waiting_idx ON public.webhook_deliveries (subscription_id, sequence) WHERE delivered_at IS NULL;
CREATE INDEX webhook_deliveries_content_id_idx ON public.webhook_deliveries (content_id) WHERE content_id IS NOT NULL;
CREATE INDEX webhook_deliveries_delivered_at_idx ON public.webhook_deliveries (delivered_at);
CREATE INDEX webhook_deliveries_block_number_idx ON public.webhook_deliveries (block_number);
GRANT SELECT ON public.webhook_deliveries TO slipway_api;
GRANT UPDATE (attempts, next_attempt_at) ON public.webhook_deliveries TO slipway_api, slipway_ops;
GRANT SELECT, INSERT ON public.webhook_deliveries TO slipway_ops;
GRANT SELECT, INSERT, UPDATE, DELETE ON public.webhook_deliveries TO slipway_webhooks;

CREATE TABLE public.webhook_replays (
  id integer GENERATED BY DEFAULT AS IDENTITY,
  subscription_id uuid NOT NULL,
  next_block integer NOT NULL,
  to_block integer NOT NULL,
  CONSTRAINT webhook_replays_pkey PRIMARY KEY (id),
  CONSTRAINT webhook_replays_subscription_id_fkey FOREIGN KEY (subscription_id)
    REFERENCES public.webhook_subscriptions (id) ON DELETE CASCADE
);
CREATE INDEX webhook_replays_subscription_id_idx ON public.webhook_replays (subscription_id);
GRANT SELECT, INSERT ON public.webhook_replays TO slipway_api, slipway_ops;
GRANT USAGE ON SEQUENCE public.webhook_replays_id_seq TO slipway_api;
GRANT SELECT, UPDATE, USAGE ON SEQUENCE public.webhook_replays_id_seq TO slipway_ops;
GRANT SELECT, UPDATE (next_block), DELETE ON public.webhook_replays TO slipway_webhooks;

CREATE TABLE public.webhook_blocks (
  number integer NOT NULL,
  hash bytea NOT NULL,
  CONSTRAINT webhook_blocks_pkey PRIMARY KEY (number)
);
GRANT SELECT, INSERT ON public.webhook_blocks TO slipway_ops;
GRANT SELECT, INSERT, DELETE ON public.webhook_blocks TO slipway_webhooks;

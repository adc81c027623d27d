-- What each block changed, for the stream of the API: a log of 15 minutes, numbered without gaps. docs/decisions/0300.

-- CreateTable
CREATE TABLE "chain"."outbox" (
    "seq" BIGINT NOT NULL,
    "block_number" INTEGER NOT NULL,
    "kind" TEXT NOT NULL,
    "token_id" INTEGER,
    "body" JSON NOT NULL,
    "bytes_end" BIGINT NOT NULL,
    "written_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "outbox_pkey" PRIMARY KEY ("seq")
);

-- CreateTable
CREATE TABLE "chain"."outbox_state" (
    "id" BOOLEAN NOT NULL DEFAULT true,
    "epoch" BIGINT,
    "last_seq" BIGINT NOT NULL DEFAULT 0,
    "last_bytes" BIGINT NOT NULL DEFAULT 0,
    "trimmed_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "outbox_state_pkey" PRIMARY KEY ("id")
);

ALTER TABLE chain.outbox ALTER COLUMN kind TYPE TEXT COLLATE "C";
ALTER TABLE chain.outbox
  ADD CONSTRAINT outbox_kind_check CHECK (kind IN ('launch', 'trade', 'graduation', 'head', 'retract'));
ALTER TABLE chain.outbox_state ADD CONSTRAINT outbox_state_id_check CHECK (id);

ALTER TABLE chain.outbox OWNER TO slipway_indexer;
ALTER TABLE chain.outbox_state OWNER TO slipway_indexer;
GRANT SELECT ON chain.outbox, chain.outbox_state TO slipway_api, slipway_ops;

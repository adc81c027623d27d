-- AlterTable
ALTER TABLE "chain"."head" ADD COLUMN "distributors" INTEGER NOT NULL DEFAULT 0;

-- CreateTable
CREATE TABLE "chain"."reward_distributors" (
    "distributor" TEXT COLLATE "C" NOT NULL,

    CONSTRAINT "reward_distributors_pkey" PRIMARY KEY ("distributor")
);

-- CreateTable
CREATE TABLE "chain"."reward_roots" (
    "block_number" BIGINT NOT NULL,
    "log_index" INTEGER NOT NULL,
    "distributor" TEXT COLLATE "C" NOT NULL,
    "root" BYTEA NOT NULL,
    "time" TIMESTAMPTZ(3) NOT NULL,
    "tx_hash" BYTEA NOT NULL,

    CONSTRAINT "reward_roots_pkey" PRIMARY KEY ("block_number","log_index")
);

-- CreateTable
CREATE TABLE "chain"."reward_claims" (
    "block_number" BIGINT NOT NULL,
    "log_index" INTEGER NOT NULL,
    "distributor" TEXT COLLATE "C" NOT NULL,
    "account" TEXT COLLATE "C" NOT NULL,
    "reward" TEXT COLLATE "C" NOT NULL,
    "amount" DECIMAL(78,0) NOT NULL,
    "time" TIMESTAMPTZ(3) NOT NULL,
    "tx_hash" BYTEA NOT NULL,

    CONSTRAINT "reward_claims_pkey" PRIMARY KEY ("block_number","log_index")
);

-- CreateTable
CREATE TABLE "chain"."reward_claimed" (
    "distributor" TEXT COLLATE "C" NOT NULL,
    "account" TEXT COLLATE "C" NOT NULL,
    "reward" TEXT COLLATE "C" NOT NULL,
    "amount" DECIMAL(78,0) NOT NULL,

    CONSTRAINT "reward_claimed_pkey" PRIMARY KEY ("distributor","account","reward")
);

-- CreateTable
CREATE TABLE "public"."programs" (
    "id" TEXT COLLATE "C" NOT NULL,
    "name" TEXT NOT NULL,
    "token_address" TEXT COLLATE "C",
    "reward_token" TEXT COLLATE "C" NOT NULL,
    "reward_symbol" TEXT NOT NULL,
    "distributor" TEXT COLLATE "C" NOT NULL,
    "emissions_per_day" DECIMAL(78,0) NOT NULL,
    "starts_at" TIMESTAMPTZ(3) NOT NULL,
    "ends_at" TIMESTAMPTZ(3) NOT NULL,
    "planned_ends_at" TIMESTAMPTZ(3) NOT NULL,
    "rule" TEXT COLLATE "C" NOT NULL,
    "eligibility" TEXT NOT NULL,
    "allocations_public" BOOLEAN NOT NULL,
    "added_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "programs_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "public"."program_list_entries" (
    "program_id" TEXT COLLATE "C" NOT NULL,
    "account" TEXT COLLATE "C" NOT NULL,
    "amount" DECIMAL(78,0) NOT NULL,

    CONSTRAINT "program_list_entries_pkey" PRIMARY KEY ("program_id","account")
);

-- CreateTable
CREATE TABLE "public"."reward_trees" (
    "id" SERIAL NOT NULL,
    "program_id" TEXT COLLATE "C" NOT NULL,
    "root" BYTEA NOT NULL,
    "accounted_until" TIMESTAMPTZ(3) NOT NULL,
    "leaves" INTEGER NOT NULL,
    "total" DECIMAL(78,0) NOT NULL,
    "nodes" BYTEA NOT NULL,
    "published_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "reward_trees_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "public"."reward_allocations" (
    "tree_id" INTEGER NOT NULL,
    "account" TEXT COLLATE "C" NOT NULL,
    "amount" DECIMAL(78,0) NOT NULL,
    "node_index" INTEGER NOT NULL,

    CONSTRAINT "reward_allocations_pkey" PRIMARY KEY ("tree_id","account")
);

-- CreateIndex
CREATE INDEX "reward_roots_distributor_block_number_log_index_idx" ON "chain"."reward_roots"("distributor", "block_number", "log_index");

-- CreateIndex
CREATE UNIQUE INDEX "programs_distributor_key" ON "public"."programs"("distributor");

-- CreateIndex
CREATE UNIQUE INDEX "reward_trees_program_id_root_key" ON "public"."reward_trees"("program_id", "root");

-- AddForeignKey
ALTER TABLE "public"."program_list_entries" ADD CONSTRAINT "program_list_entries_program_id_fkey" FOREIGN KEY ("program_id") REFERENCES "public"."programs"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "public"."reward_trees" ADD CONSTRAINT "reward_trees_program_id_fkey" FOREIGN KEY ("program_id") REFERENCES "public"."programs"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "public"."reward_allocations" ADD CONSTRAINT "reward_allocations_tree_id_fkey" FOREIGN KEY ("tree_id") REFERENCES "public"."reward_trees"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- A proof is some slices of the nodes: uncompressed, each of them is read from its own few chunks alone.
ALTER TABLE public.reward_trees ALTER COLUMN nodes SET STORAGE EXTERNAL;

-- Amounts are above zero and never NaN (which sorts above every number).
ALTER TABLE chain.reward_claims ADD CONSTRAINT reward_claims_amount_check CHECK (amount > 0 AND amount <> 'NaN');
ALTER TABLE chain.reward_claimed ADD CONSTRAINT reward_claimed_amount_check CHECK (amount > 0 AND amount <> 'NaN');
ALTER TABLE public.program_list_entries ADD CONSTRAINT program_list_entries_amount_check
  CHECK (amount > 0 AND amount <> 'NaN');
ALTER TABLE public.reward_allocations ADD CONSTRAINT reward_allocations_amount_check
  CHECK (amount > 0 AND amount <> 'NaN');
ALTER TABLE public.reward_trees ADD CONSTRAINT reward_trees_total_check CHECK (total > 0 AND total <> 'NaN');
ALTER TABLE public.reward_trees ADD CONSTRAINT reward_trees_nodes_check
  CHECK (leaves > 0 AND length(nodes) = (2 * leaves - 1) * 32 AND root = substring(nodes FROM 1 FOR 32));
ALTER TABLE public.programs ADD CONSTRAINT programs_id_check CHECK (id ~ '^[a-z0-9][a-z0-9-]{0,63}$');
ALTER TABLE public.programs ADD CONSTRAINT programs_emissions_check
  CHECK (emissions_per_day > 0 AND emissions_per_day <> 'NaN');
ALTER TABLE public.programs ADD CONSTRAINT programs_time_check
  CHECK (starts_at <= ends_at AND starts_at < planned_ends_at AND ends_at <= planned_ends_at);
ALTER TABLE public.programs ADD CONSTRAINT programs_rule_check
  CHECK (rule IN ('balance', 'volume', 'list') AND (rule <> 'balance' OR token_address IS NOT NULL));

-- Operators decide on programs and publish trees, the API reads them. The indexer learns which distributors to
-- follow, and which roots are known, and sees no allocation.
ALTER TABLE chain.reward_distributors OWNER TO slipway_indexer;
ALTER TABLE chain.reward_roots OWNER TO slipway_indexer;
ALTER TABLE chain.reward_claims OWNER TO slipway_indexer;
ALTER TABLE chain.reward_claimed OWNER TO slipway_indexer;
GRANT SELECT ON chain.reward_distributors, chain.reward_roots, chain.reward_claims, chain.reward_claimed
  TO slipway_api, slipway_ops;
GRANT SELECT ON public.programs, public.reward_trees, public.reward_allocations TO slipway_api;
GRANT SELECT (id, distributor) ON public.programs TO slipway_indexer;
GRANT SELECT (program_id, root) ON public.reward_trees TO slipway_indexer;
GRANT SELECT, INSERT ON public.programs, public.program_list_entries, public.reward_trees, public.reward_allocations
  TO slipway_ops;
GRANT UPDATE (ends_at) ON public.programs TO slipway_ops;
GRANT USAGE ON SEQUENCE public.reward_trees_id_seq TO slipway_ops;

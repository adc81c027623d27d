-- AlterTable
ALTER TABLE "public"."sign_in_nonces" ADD COLUMN "contract_checks" SMALLINT NOT NULL DEFAULT 0;

-- How often a contract wallet was asked about a nonce: the one column of the table that the API may change.
GRANT UPDATE (contract_checks) ON public.sign_in_nonces TO slipway_api;

-- CreateTable
CREATE TABLE "public"."origins" (
    "origin" TEXT NOT NULL,
    "added_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "origins_pkey" PRIMARY KEY ("origin")
);

-- CreateTable
CREATE TABLE "public"."sign_in_nonces" (
    "nonce" TEXT NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "sign_in_nonces_pkey" PRIMARY KEY ("nonce")
);

-- CreateTable
CREATE TABLE "public"."revoked_tokens" (
    "jti" UUID NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "revoked_tokens_pkey" PRIMARY KEY ("jti")
);

-- CreateIndex
CREATE INDEX "sign_in_nonces_expires_at_idx" ON "public"."sign_in_nonces"("expires_at");

-- CreateIndex
CREATE INDEX "revoked_tokens_expires_at_idx" ON "public"."revoked_tokens"("expires_at");

-- Operators decide whose users may sign in; the API keeps what signing in and out needs. No rights to change a row:
-- a nonce that is used is deleted, and a token that was revoked stays so.
GRANT SELECT ON public.origins TO slipway_api;
GRANT SELECT, INSERT, DELETE ON public.sign_in_nonces, public.revoked_tokens TO slipway_api;
GRANT SELECT, INSERT, DELETE ON public.origins TO slipway_ops;

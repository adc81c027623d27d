-- The market's activity reads graduations in the order of the chain.
CREATE INDEX "curves_graduated_block_idx" ON "chain"."curves"("graduated_block", "graduation_log_index") WHERE graduated_block IS NOT NULL;

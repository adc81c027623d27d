-- Among equal balances holders stand by their address as a number: in lower case its text sorts so.
DROP INDEX chain.balances_token_balance_holder_idx;
CREATE INDEX balances_token_balance_holder_idx ON chain.balances (token, balance, lower(holder));

-- An app's transfers that no trade stands for. Anybody may log transfers of 0, and they are not shown.
DROP INDEX chain.transfers_activity_idx;
CREATE INDEX transfers_activity_idx ON chain.transfers (token, block_number, log_index)
  WHERE trade_log_index IS NULL AND amount > 0;

-- Cut-offs of boards were laid in another order of ties; they are laid again within a minute.
DELETE FROM chain.board_leaders;
DELETE FROM chain.board_floors;

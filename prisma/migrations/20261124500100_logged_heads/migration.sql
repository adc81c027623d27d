-- A standby cannot read what is not logged: past heads, by which lists are paginated and holders listed, were the last such table.
ALTER TABLE chain.head_history SET LOGGED;

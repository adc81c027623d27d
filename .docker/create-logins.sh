#!/bin/sh
# Runs once, when the database volume is made: a login for each program, in its group role only. The logins and their
# passwords are those of the URLs that the programs themselves are given as secrets.
set -eu

for program in api indexer; do
  url=$(cat "/run/secrets/${program}_database_url")
  credentials=${url#*://}
  credentials=${credentials%%@*}
  psql --set ON_ERROR_STOP=1 --username "$POSTGRES_USER" --dbname "$POSTGRES_DB" \
    --set role="slipway_$program" --set login="${credentials%%:*}" --set password="${credentials#*:}" <<'SQL'
CREATE ROLE :"role" NOLOGIN;
CREATE ROLE :"login" LOGIN PASSWORD :'password' IN ROLE :"role";
SQL
done

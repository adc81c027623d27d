#!/bin/sh
# Runs once, when the database volume is made: a login for each program, in its group role only. The logins and their
# passwords are those of the URLs that the programs themselves are given as secrets.
set -eu

credentials_of() {
  url=$(cat "/run/secrets/$1_database_url")
  credentials=${url#*://}
  printf %s "${credentials%%@*}"
}

for program in api indexer ops webhooks; do
  credentials=$(credentials_of "$program")
  psql --set ON_ERROR_STOP=1 --username "$POSTGRES_USER" --dbname "$POSTGRES_DB" \
    --set role="slipway_$program" --set login="${credentials%%:*}" --set password="${credentials#*:}" <<'SQL'
CREATE ROLE :"role" NOLOGIN;
CREATE ROLE :"login" LOGIN PASSWORD :'password' IN ROLE :"role";
SQL
done

# A standby copies the primary and follows its log. By itself the image lets no login do that.
credentials=$(credentials_of replication)
psql --set ON_ERROR_STOP=1 --username "$POSTGRES_USER" --dbname "$POSTGRES_DB" \
  --set login="${credentials%%:*}" --set password="${credentials#*:}" <<'SQL'
CREATE ROLE :"login" LOGIN REPLICATION PASSWORD :'password';
SQL
printf 'host replication %s all scram-sha-256\n' "${credentials%%:*}" >> "$PGDATA/pg_hba.conf"

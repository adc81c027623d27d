#!/bin/sh
# A standby of the primary: the first start copies it, each later one goes on from there.
set -eu

if [ ! -s "$PGDATA/PG_VERSION" ]; then
  pg_basebackup --dbname "$(cat /run/secrets/replication_database_url)" --pgdata "$PGDATA" --checkpoint fast --write-recovery-conf
fi
# The primary keeps the rows that reads here still see.
exec postgres -D "$PGDATA" -c hot_standby_feedback=on

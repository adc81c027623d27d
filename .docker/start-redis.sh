#!/bin/sh
# Counters alone: nothing is written to disk, and none gives way to others. Where they do not fit, each API process counts for itself.
set -eu
umask 077
# A command line would show the password.
cat > /tmp/redis.conf <<CONF
requirepass $(sed -E 's#^rediss?://[^:@]*:([^@]+)@.*$#\1#' /run/secrets/redis_url)
save ""
appendonly no
maxmemory 160mb
maxmemory-policy noeviction
CONF
exec redis-server /tmp/redis.conf

#!/bin/sh
# Runs the sentinel beside a store: two of three that miss the primary make another one.
set -eu
. "$(dirname "$0")/primary.sh"

file="$RUN_DIR/sentinel.conf"
umask 077
{
  echo "port $(sentinel_port_of "$SELF")"
  echo "dir $RUN_DIR"
  # Reached by the pods alone; it holds no data.
  echo 'protected-mode no'
  echo 'sentinel resolve-hostnames yes'
  echo 'sentinel announce-hostnames yes'
  echo "sentinel announce-ip $(host_of "$SELF")"
  echo "sentinel announce-port $(sentinel_port_of "$SELF")"
  echo "sentinel monitor tollgate $(primary) 2"
  echo "sentinel auth-pass tollgate $VALKEY_PASSWORD"
  echo "sentinel down-after-milliseconds tollgate ${DOWN_AFTER_MS:-5000}"
  echo 'sentinel failover-timeout tollgate 30000'
} >"$file"
exec valkey-server "$file" --sentinel

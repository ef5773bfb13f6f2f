#!/bin/sh
# Runs the store: as the primary, or as a replica of it.
set -eu
. "$(dirname "$0")/primary.sh"

file="$RUN_DIR/valkey.conf"
umask 077
{
  echo "port $(port_of "$SELF")"
  echo "dir $DATA_DIR"
  echo "requirepass $VALKEY_PASSWORD"
  echo "masterauth $VALKEY_PASSWORD"
  # Services may move their data; what reads or changes the server or drops what others have is the operator's.
  echo "user tollgate on >$VALKEY_SERVICE_PASSWORD ~* &* +@all -@admin -@dangerous +info +client|setname +client|list"
  echo "replica-announce-ip $(host_of "$SELF")"
  echo "replica-announce-port $(port_of "$SELF")"
  echo 'appendonly yes'
  # Queues must not lose keys for want of memory.
  # Below the limit of the pod, with room for the copy that a save makes: full, it refuses writes; beyond the limit it would be killed, again and again.
  echo 'maxmemory 640mb'
  echo 'maxmemory-policy noeviction'
  # A primary that nobody follows may be cut off from a newer one.
  echo 'min-replicas-to-write 1'
  echo 'min-replicas-max-lag 10'
  now=$(primary)
  [ "$now" = "$(host_of "$SELF") $(port_of "$SELF")" ] || echo "replicaof $now"
} >"$file"
exec valkey-server "$file"

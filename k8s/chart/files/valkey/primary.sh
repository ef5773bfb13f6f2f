# Sourced by the others. PEERS lists all as host:port:sentinel-port, SELF is one of them, VALKEY_PASSWORD the password of all.

host_of() { echo "${1%%:*}"; }
port_of() { rest=${1#*:}; echo "${rest%%:*}"; }
sentinel_port_of() { echo "${1##*:}"; }

# Prints "host port" of the primary: what a sentinel says, else the first of the peers.
primary() {
  for peer in $PEERS; do
    said=$(timeout 2 valkey-cli -h "$(host_of "$peer")" -p "$(sentinel_port_of "$peer")" \
      sentinel get-master-addr-by-name tollgate 2>/dev/null | tr -d '\r' | tr '\n' ' ' || true)
    case $said in
      *[!\ ]*' '[0-9]*) echo "${said% }"; return ;;
    esac
  done
  first=${PEERS%% *}
  echo "$(host_of "$first") $(port_of "$first")"
}

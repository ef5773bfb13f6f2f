import { BlockList, isIP } from 'node:net';

/** Finds the address of the client of a request. */
export type ClientAddress = (socketAddress: string, forwardedFor: string | undefined) => string;

/**
 * The client's address is the socket's, unless that is a proxy of ours: then it is the last address of
 * `X-Forwarded-For` that no proxy of ours has.
 * @param trusted addresses and networks (`10.0.0.0/8`) of proxies before the edge, separated by commas; may be empty
 * @throws Error naming an entry that is no address or network
 */
export function createClientAddress(trusted: string): ClientAddress {
  const entries = trusted
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '');
  if (entries.length === 0) return (socketAddress) => plain(socketAddress);
  const proxies = new BlockList();
  for (const entry of entries) addEntry(proxies, entry);
  const isTrusted = (address: string): boolean =>
    proxies.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4');
  return (socketAddress, forwardedFor) => {
    let client = plain(socketAddress);
    const hops = forwardedFor?.split(',') ?? [];
    while (hops.length > 0 && isTrusted(client)) {
      const hop = plain((hops.pop() ?? '').trim());
      if (isIP(hop) === 0) break;
      client = hop;
    }
    return client;
  };
}

function addEntry(proxies: BlockList, entry: string): void {
  const [address = '', bits] = entry.split('/');
  const version = isIP(address);
  const family = version === 6 ? 'ipv6' : 'ipv4';
  const width = bits === undefined ? (version === 6 ? 128 : 32) : Number(bits);
  if (
    version === 0 ||
    !Number.isInteger(width) ||
    width < 0 ||
    width > (version === 6 ? 128 : 32)
  ) {
    throw new Error(`TRUSTED_PROXIES: ${entry} is no address or network`);
  }
  proxies.addSubnet(address, width, family);
}

/** An IPv4 address that came through an IPv6 socket, in its own form. */
function plain(address: string): string {
  return address.startsWith('::ffff:') && address.includes('.') ? address.slice(7) : address;
}

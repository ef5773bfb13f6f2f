import { lookup as resolveName } from 'node:dns';
import type { LookupAddress, LookupAllOptions } from 'node:dns';
import { isIP } from 'node:net';
import type { LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';

/** `host:port` pairs, lower-case, that calls may go to although they are private or without TLS. */
export type AllowedUpstreams = ReadonlySet<string>;

/** An address that no call may go to. */
export class AddressRefused extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'AddressRefused';
  }
}

const DEFAULT_PORTS: Readonly<Record<string, string>> = { 'https:': '443', 'http:': '80' };
/** Where providers listen; an address at any other port has to be allowed by name. */
const PORTS: ReadonlySet<string> = new Set(['', '443', '8443']);
/** Names of the machine itself, of its network and of a cloud's metadata service. */
const LOCAL_NAME = /^(?:[^.]+|.*\.(?:localhost|local|internal|intranet|lan|home|corp|arpa))$/u;

/**
 * Reads a comma list of `host:port`.
 * @throws AddressRefused when an entry is something else
 */
export function parseAllowedUpstreams(list: string): AllowedUpstreams {
  const entries = list.split(',').map((entry) => entry.trim().toLowerCase());
  const named = entries.filter((entry) => entry !== '');
  for (const entry of named) {
    if (!/^(?:[a-z0-9.-]+|\[[0-9a-f:.]+\]):\d{1,5}$/u.test(entry)) {
      throw new AddressRefused(`"${entry}" is not of the form host:port`);
    }
  }
  return new Set(named);
}

/** Whether an administrator has allowed exactly this host and port. */
export function isAllowedUpstream(url: URL, allowed: AllowedUpstreams): boolean {
  const port = url.port === '' ? (DEFAULT_PORTS[url.protocol] ?? '') : url.port;
  return allowed.has(`${url.hostname.toLowerCase()}:${port}`);
}

/** The only range of IPv6 that is assigned to public use. */
const GIVEN_OUT = ipaddr.IPv6.parseCIDR('2000::/3');

/** Whether an IP address is on the public internet; an unreadable address is not. */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  // `process` turns an IPv4 address inside IPv6 into the IPv4 address that it embeds.
  const read = ipaddr.process(address);
  if (read.range() !== 'unicast') return false;
  // Older notations of IPv4 addresses, such as `::127.0.0.1`, lie outside of the assigned range.
  return read instanceof ipaddr.IPv4 || read.match(GIVEN_OUT);
}

/**
 * Checks what can be known before a name is resolved: the scheme, the port, a literal address, a
 * local name.
 * @throws AddressRefused unless the URL is https to a public address, or allowed
 */
export function assertUpstream(url: URL, allowed: AllowedUpstreams): void {
  if (url.protocol !== 'https:' && url.protocol !== 'http:') {
    throw new AddressRefused('Only https addresses can be called.');
  }
  if (isAllowedUpstream(url, allowed)) return;
  if (url.protocol !== 'https:') throw new AddressRefused('Only https addresses can be called.');
  if (!PORTS.has(url.port)) {
    throw new AddressRefused(
      'Only the ports 443 and 8443 can be called, unless the installation allows another.',
    );
  }
  if (url.hostname.endsWith('.')) throw new AddressRefused('A name must not end in a dot.');
  const host = url.hostname.toLowerCase().replace(/^\[(.*)\]$/u, '$1');
  const isRefused = isIP(host) === 0 ? LOCAL_NAME.test(host) : !isPublicAddress(host);
  if (isRefused) throw new AddressRefused('The address is not on the public internet.');
}

/**
 * Checks and normalises a base URL that an administrator enters: https unless allowed, public, a
 * plain path, nothing else. Returns the URL without a slash at the end and the host in punycode, so
 * that letters of two alphabets cannot be confused.
 * @throws AddressRefused with a sentence for the administrator
 */
export function assertBaseUrl(text: string, { allowed }: { allowed: AllowedUpstreams }): string {
  const url = URL.canParse(text) ? new URL(text) : null;
  // The parser of URLs drops control characters and blanks, so the text itself is checked.
  if (url === null || /[\s\p{Cc}\\]/u.test(text)) throw new AddressRefused('This is no URL.');
  if (url.username !== '' || url.password !== '') {
    throw new AddressRefused('A base URL must not hold a user name or a password.');
  }
  if (text.includes('?') || text.includes('#')) {
    throw new AddressRefused('A base URL must not hold a query or a fragment.');
  }
  if (/\/\.{1,2}(?:\/|$)|%2e|%2f|%5c/iu.test(text) || url.pathname.includes('//')) {
    throw new AddressRefused('The path of a base URL must be plain.');
  }
  assertUpstream(url, allowed);
  return `${url.origin}${url.pathname}`.replace(/\/+$/u, '');
}

/** How names become addresses, and which addresses may be called. */
export interface LookupRules {
  /** All addresses of a name. */
  resolve: (
    hostname: string,
    options: LookupAllOptions,
    callback: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
  ) => void;
  isPublic: (address: string) => boolean;
}

/**
 * A look-up of names for sockets that refuses a name when any of its addresses is not public. The
 * socket connects to the very addresses that were checked, so a name that changes in between gains
 * nothing.
 */
export function createGuardedLookup({ resolve, isPublic }: LookupRules): LookupFunction {
  return (hostname, options, callback) => {
    resolve(hostname, { ...options, all: true }, (error, addresses) => {
      if (error) {
        callback(error, '', 0);
        return;
      }
      const [first] = addresses;
      if (first === undefined || !addresses.every(({ address }) => isPublic(address))) {
        callback(new AddressRefused('The name leads to an address that is not public.'), '', 0);
        return;
      }
      if (options.all === true) callback(null, addresses);
      else callback(null, first.address, first.family);
    });
  };
}

/** The guarded look-up of this machine's resolver. */
export const guardedLookup = createGuardedLookup({
  resolve: resolveName,
  isPublic: isPublicAddress,
});

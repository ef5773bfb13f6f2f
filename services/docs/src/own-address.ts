import { isIP } from 'node:net';
import { GatewayError } from '@tollgate/contract/error-codes';
import type { Request } from 'express';

/** Names that nobody can register, so that no stranger's page can be served under them. */
const UNREGISTERED =
  /^(?:[^.]+|.*\.(?:localhost|local|internal|intranet|lan|home|corp|arpa|svc))$/u;

/** Under which names the documentation is reached. */
export interface OwnAddresses {
  /** The origin that browsers use; undefined where none is configured. */
  publicOrigin: string | undefined;
  /** Further names of hosts, in lower case, such as that of the internal listener. */
  hosts: ReadonlySet<string>;
}

/**
 * Lets in requests that were meant for this address. A page of a stranger could have its own name
 * lead here (DNS rebinding), and then speak to the documentation server from within a browser in
 * our network: such a request names a host that is not ours, or comes from another origin than the
 * host that it names.
 * @throws GatewayError `cross_site_request`
 */
export function assertOwnAddress(request: Request, own: OwnAddresses): void {
  const { host, origin } = request.headers;
  const isOurs = host === undefined || isOwnHost(host, own);
  const isFromUs = origin === undefined || origin === own.publicOrigin || isOf(origin, host);
  if (isOurs && isFromUs) return;
  throw new GatewayError(
    'cross_site_request',
    'The documentation answers under its own address, and to its own pages. Send another Host or no Origin.',
  );
}

function isOwnHost(host: string, { publicOrigin, hosts }: OwnAddresses): boolean {
  const name = host.toLowerCase().replace(/:\d+$/u, '');
  const literal = name.replace(/^\[(.*)\]$/u, '$1');
  if (isIP(literal) !== 0 || UNREGISTERED.test(name) || hosts.has(name)) return true;
  return publicOrigin !== undefined && new URL(publicOrigin).hostname === name;
}

function isOf(origin: string, host: string | undefined): boolean {
  return URL.canParse(origin) && host !== undefined && new URL(origin).host === host.toLowerCase();
}

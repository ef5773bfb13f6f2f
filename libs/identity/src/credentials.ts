import type { IncomingHttpHeaders } from 'node:http';
import { GatewayError } from '@tollgate/contract/error-codes';

/** The credentials of a request: header values as they came. */
export interface RequestCredentials {
  method: string;
  authorization: string | undefined;
  cookie: string | undefined;
  origin: string | undefined;
  /** `Sec-Fetch-Site`. */
  fetchSite: string | undefined;
  host: string | undefined;
}

/** Reads the credentials of a request. */
export function credentialsOf(request: {
  method: string;
  headers: IncomingHttpHeaders;
}): RequestCredentials {
  const { authorization, cookie, origin, host } = request.headers;
  const fetchSite = request.headers['sec-fetch-site'];
  return {
    method: request.method,
    authorization,
    cookie,
    origin,
    fetchSite: typeof fetchSite === 'string' ? fetchSite : undefined,
    host,
  };
}

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS']);

/** The refusal of a request without a valid credential; the same for every reason. */
export function unauthenticated(detail: string): GatewayError {
  return new GatewayError(
    'unauthenticated',
    'Sign in to use this address. It accepts neither API keys nor tokens of the other API.',
    { detail },
  );
}

/**
 * The token of an `Authorization: Bearer` header; undefined without a header.
 * @throws GatewayError `unauthenticated` for a header of any other form
 */
export function readBearer(authorization: string | undefined): string | undefined {
  if (authorization === undefined) return undefined;
  const token = /^Bearer +([A-Za-z0-9._~+/-]+=*)$/i.exec(authorization)?.[1];
  if (token === undefined) throw unauthenticated('the authorization header is not a bearer token');
  return token;
}

/**
 * Browsers attach cookies to what other sites make them send. A change that is authorised by a
 * cookie must therefore say that it comes from our own pages: by `Sec-Fetch-Site`, by `Origin`, and
 * where both are there by both.
 * @param publicOrigin the origin of the service as browsers see it, where it is configured
 * @throws GatewayError `cross_site_request`
 */
export function assertOwnPage(
  credentials: RequestCredentials,
  publicOrigin: string | undefined,
): void {
  if (SAFE_METHODS.has(credentials.method)) return;
  const { fetchSite, origin } = credentials;
  const siteFits = fetchSite === undefined || fetchSite === 'same-origin';
  const originFits = origin === undefined || isOwnOrigin(origin, credentials.host, publicOrigin);
  const said = fetchSite !== undefined || origin !== undefined;
  if (said && siteFits && originFits) return;
  throw new GatewayError(
    'cross_site_request',
    'A change by cookie must come from the same origin. Elsewhere use a bearer token.',
  );
}

function isOwnOrigin(
  origin: string,
  host: string | undefined,
  publicOrigin: string | undefined,
): boolean {
  if (origin === publicOrigin) return true;
  if (host === undefined || !URL.canParse(origin)) return false;
  const url = new URL(origin);
  return url.origin === origin && url.host === host.toLowerCase();
}

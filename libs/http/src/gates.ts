import type { Request } from 'express';
import { GatewayError } from '@tollgate/contract/errors';
import { HEADER } from '@tollgate/contract/headers';
import type { Guard } from './serve.ts';
import type { ServiceClaims, ServiceTokenVerifier } from './service-token.ts';

/** The name under which the edge signs. */
const EDGE = 'edge';

/**
 * Admits a request only when the edge has sent it.
 * @param plane `internal` refuses what came through the public listener as if the address did not exist
 */
export function edgeGate(
  verifier: ServiceTokenVerifier,
  plane: 'any' | 'internal',
): (request: Request) => Promise<void> {
  return async (request) => {
    const given = request.headers[HEADER.internalToken];
    const token = typeof given === 'string' ? given : '';
    const fits = (claims: ServiceClaims | null): boolean =>
      claims?.issuer === EDGE && (plane === 'any' || claims.plane === plane);
    if (fits(await verifier.verify(token))) return;
    if (fits(await verifier.readPast(token))) throw clocksDiffer();
    throw new GatewayError('not_found', 'There is nothing at this address.', {
      detail: 'the request did not come through the right listener of the edge',
    });
  };
}

/** The request comes from the edge, but its clock or ours is wrong; the process with the wrong clock soon stops being ready. */
function clocksDiffer(): GatewayError {
  return new GatewayError('service_unavailable', 'The gateway is not ready. Try again.', {
    detail: 'the token of the edge is past its time: a clock is wrong',
    retryAfterSeconds: 1,
  });
}

/** The listener of the edge that a request came through, for routes that answer each listener differently. */
export function planeGuard(verifier: ServiceTokenVerifier): Guard {
  return async (request): Promise<{ plane: 'public' | 'internal' }> => {
    const token = request.headers[HEADER.internalToken];
    const claims = typeof token === 'string' ? await verifier.verify(token) : null;
    return { plane: claims?.plane ?? 'public' };
  };
}

/** The caller of an internal route. */
export interface ServiceCaller {
  service: string;
}

/** Admits the services that the route names, with a token bound to the path of the request. */
export function serviceGuard(verifier: ServiceTokenVerifier): Guard {
  return async (request, route): Promise<ServiceCaller> => {
    const header = request.headers.authorization ?? '';
    const claims = header.startsWith('Bearer ') ? await verifier.verify(header.slice(7)) : null;
    const allowed =
      claims !== null &&
      claims.path === request.path &&
      (route.callers?.includes(claims.issuer) ?? false);
    if (!allowed) throw new GatewayError('unauthenticated', 'A service token is needed.');
    return { service: claims.issuer };
  };
}

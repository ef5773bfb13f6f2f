import { LRUCache } from 'lru-cache';
import { createLocalJWKSet, errors, importJWK, jwtVerify, SignJWT } from 'jose';
import type { CryptoKey, JSONWebKeySet, JWK, JWTPayload } from 'jose';
import type { Request } from 'express';
import { GatewayError } from '@tollgate/contract/error-codes';
import { HEADER } from '@tollgate/contract/headers';
import type { Guard } from './serve.ts';

/** How long a service token lives, in seconds. */
const SERVICE_TOKEN_SECONDS = 60;
/**
 * How long a cached token is used, in milliseconds; shorter than its life, so that no token arrives
 * expired.
 */
const REUSE_MS = 25_000;
/**
 * As far as the clock of a process may be wrong before it stops serving (`CLOCK_SKEW_MAX_MS` of its
 * readiness).
 */
const LEEWAY_SECONDS = 30;
const TOKENS_CACHED_MAX = 5_000;
const TOKEN_CHARACTERS_MAX = 2_000;
const MILLISECONDS = 1_000;

/** What a service token says. */
export interface ServiceClaims {
  /** The calling service. */
  issuer: string;
  /** The only path that the token is good for; absent for a token that is good for all. */
  path: string | undefined;
  /** From the edge: through which listener the request came. */
  plane: 'public' | 'internal' | undefined;
}

/** Mints tokens for calls of this process to other services. */
export interface ServiceTokenSigner {
  /** A token for `audience`, reused for a while. Claims may bind it to a path or a plane. */
  sign(
    audience: string,
    claims?: { path?: string; plane?: 'public' | 'internal' },
  ): Promise<string>;
}

/** Checks tokens of other services. */
export interface ServiceTokenVerifier {
  /** The claims of a good token; null for any other. */
  verify(token: string): Promise<ServiceClaims | null>;
  /**
   * The claims of a token whose only fault is its age, as when one of the clocks has jumped; null
   * for any other.
   */
  readPast(token: string): Promise<ServiceClaims | null>;
}

/** The service that a key belongs to: `inference` and `inference.2` are keys of one service. */
function serviceOf(kid: string | undefined): string | undefined {
  return kid?.split('.')[0];
}

/**
 * @param signingKey private Ed25519 JWK as JSON; its `kid` is the name of this service, behind a
 *   point the number of the key
 */
export async function createServiceTokenSigner(signingKey: string): Promise<ServiceTokenSigner> {
  const jwk = JSON.parse(signingKey) as JWK;
  const { kid } = jwk;
  const issuer = serviceOf(kid);
  if (kid === undefined || issuer === undefined) throw new Error('SERVICE_SIGNING_KEY has no kid');
  const key = (await importJWK(jwk, 'EdDSA')) as CryptoKey;
  const reusable = new LRUCache<string, { token: string; until: number }>({
    max: TOKENS_CACHED_MAX,
  });
  return {
    async sign(audience, claims = {}) {
      const name = `${audience} ${claims.path ?? ''} ${claims.plane ?? ''}`;
      const now = performance.now();
      const known = reusable.get(name);
      if (known !== undefined && known.until > now) return known.token;
      const token = await new SignJWT({ ...claims })
        .setProtectedHeader({ alg: 'EdDSA', kid })
        .setIssuer(issuer)
        .setAudience(audience)
        .setIssuedAt()
        .setExpirationTime(`${SERVICE_TOKEN_SECONDS}s`)
        .sign(key);
      reusable.set(name, { token, until: now + REUSE_MS });
      return token;
    },
  };
}

/**
 * @param trustKeys JWKS as JSON: the public keys of all services; a service may have several
 * @param audience the name of this service
 */
export function createServiceTokenVerifier(
  trustKeys: string,
  audience: string,
): ServiceTokenVerifier {
  const keys = createLocalJWKSet(JSON.parse(trustKeys) as JSONWebKeySet);
  const cache = new LRUCache<string, ServiceClaims & { expiresAtMs: number }>({
    max: TOKENS_CACHED_MAX,
  });
  return {
    async verify(token) {
      const known = cache.get(token);
      if (known !== undefined) return known.expiresAtMs > Date.now() ? known : null;
      if (token.length > TOKEN_CHARACTERS_MAX) return null;
      const claims = await readToken(token, { keys, audience, at: new Date() });
      if (claims === null) return null;
      cache.set(token, claims);
      return claims;
    },
    async readPast(token) {
      if (token.length > TOKEN_CHARACTERS_MAX) return null;
      const at = await issuedAt(token, { keys, audience });
      return at === null ? null : readToken(token, { keys, audience, at });
    },
  };
}

interface Reading {
  keys: ReturnType<typeof createLocalJWKSet>;
  audience: string;
  /** The moment at which the token must be valid. */
  at: Date;
}

/** When the token was made, if its age is its only fault; null for any other token. */
async function issuedAt(
  token: string,
  { keys, audience }: Omit<Reading, 'at'>,
): Promise<Date | null> {
  try {
    await jwtVerify(token, keys, { audience, algorithms: ['EdDSA'] });
    return null;
  } catch (error) {
    // jose checks signature and audience before the time, so both are good here.
    const isPast = error instanceof errors.JWTExpired;
    return isPast ? new Date((error.payload.iat ?? 0) * MILLISECONDS) : null;
  }
}

async function readToken(
  token: string,
  { keys, audience, at }: Reading,
): Promise<(ServiceClaims & { expiresAtMs: number }) | null> {
  try {
    const { payload, protectedHeader } = await jwtVerify(token, keys, {
      audience,
      currentDate: at,
      algorithms: ['EdDSA'],
      clockTolerance: LEEWAY_SECONDS,
      requiredClaims: ['iss', 'exp', 'iat'],
      // A token from the future is refused as well.
      maxTokenAge: SERVICE_TOKEN_SECONDS,
    });
    if ((payload.exp ?? 0) - (payload.iat ?? 0) > SERVICE_TOKEN_SECONDS) return null;
    if (payload.iss !== serviceOf(protectedHeader.kid) || payload.iss === undefined) return null;
    return {
      issuer: payload.iss,
      path: textClaim(payload, 'path'),
      plane: planeClaim(payload),
      expiresAtMs: ((payload.exp ?? 0) + LEEWAY_SECONDS) * MILLISECONDS,
    };
  } catch {
    return null;
  }
}

function textClaim(payload: JWTPayload, name: string): string | undefined {
  const value = payload[name];
  return typeof value === 'string' ? value : undefined;
}

function planeClaim(payload: JWTPayload): 'public' | 'internal' | undefined {
  const plane = payload['plane'];
  return plane === 'public' || plane === 'internal' ? plane : undefined;
}

/** The name under which the edge signs. */
const EDGE = 'edge';

/**
 * Admits a request only when the edge has sent it.
 * @param plane `internal` refuses what came through the public listener as if the address did not
 *   exist
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

/**
 * The request comes from the edge, but its clock or ours is wrong; the process with the wrong clock
 * soon stops being ready.
 */
function clocksDiffer(): GatewayError {
  return new GatewayError('service_unavailable', 'The gateway is not ready. Try again.', {
    detail: 'the token of the edge is past its time: a clock is wrong',
    retryAfterSeconds: 1,
  });
}

/**
 * The listener of the edge that a request came through, for routes that answer each listener
 * differently.
 */
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

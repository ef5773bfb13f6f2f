import { importJWK, jwtVerify, SignJWT } from 'jose';
import type { CryptoKey, JWK } from 'jose';

/** How long a user's access token lives, in seconds. */
export const USER_TOKEN_SECONDS = 900;
/** How long an administrator's access token lives, in seconds. */
export const PLATFORM_TOKEN_SECONDS = 28_800;
const TOKEN_CHARACTERS_MAX = 2_000;
const LEEWAY_SECONDS = 5;
/** A token of ours has these header fields and no other one. */
const HEADER_FIELDS = new Set(['alg', 'typ', 'kid']);

/** Issuer and audience of each plane: a token of one is nothing on the other. */
const NAMES = { user: 'tollgate-user', platform: 'tollgate-platform' } as const;
const SECONDS = { user: USER_TOKEN_SECONDS, platform: PLATFORM_TOKEN_SECONDS } as const;

/** Whom a token stands for. Whether the session still holds is for the database to say. */
export interface TokenClaims {
  /** The uuid of the user or administrator. */
  subject: string;
  /** The uuid of the session. */
  sessionId: string;
}

/** Issues and reads the access tokens of one plane. */
export interface AccessTokens {
  /** Seconds that a token lives. */
  readonly lifeSeconds: number;
  issue(claims: TokenClaims): Promise<string>;
  /** The claims of a good token; null for any other. Never looks anything up. */
  read(token: string): Promise<TokenClaims | null>;
}

/**
 * @param plane whose tokens these are
 * @param signingKey private Ed25519 JWK as JSON
 */
export async function createAccessTokens(
  plane: 'user' | 'platform',
  signingKey: string,
): Promise<AccessTokens> {
  const { d, ...publicJwk } = JSON.parse(signingKey) as JWK;
  if (d === undefined) throw new Error(`the signing key of the ${plane} plane is not private`);
  const kid = publicJwk.kid ?? plane;
  const privateKey = (await importJWK({ ...publicJwk, d }, 'EdDSA')) as CryptoKey;
  const publicKey = (await importJWK(publicJwk, 'EdDSA')) as CryptoKey;
  const name = NAMES[plane];
  const lifeSeconds = SECONDS[plane];
  return {
    lifeSeconds,
    issue: ({ subject, sessionId }) =>
      new SignJWT({ sid: sessionId })
        .setProtectedHeader({ alg: 'EdDSA', typ: 'JWT', kid })
        .setSubject(subject)
        .setIssuer(name)
        .setAudience(name)
        .setIssuedAt()
        .setExpirationTime(`${lifeSeconds}s`)
        .sign(privateKey),
    read: (token) => readToken(token, publicKey, name),
  };
}

async function readToken(token: string, key: CryptoKey, name: string): Promise<TokenClaims | null> {
  if (token.length > TOKEN_CHARACTERS_MAX) return null;
  try {
    const { payload, protectedHeader } = await jwtVerify(token, key, {
      issuer: name,
      audience: name,
      algorithms: ['EdDSA'],
      clockTolerance: LEEWAY_SECONDS,
      requiredClaims: ['sub', 'sid', 'iat', 'exp'],
    });
    if (!Object.keys(protectedHeader).every((field) => HEADER_FIELDS.has(field))) return null;
    const { sub, sid } = payload;
    return sub === undefined || typeof sid !== 'string' ? null : { subject: sub, sessionId: sid };
  } catch {
    return null;
  }
}

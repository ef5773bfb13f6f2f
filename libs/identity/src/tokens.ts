import { importJWK, jwtVerify, SignJWT } from 'jose';
import type { CryptoKey, JWK } from 'jose';
import { isUuid } from '@tollgate/runtime/ids';

/** How long a user's access token lives, in seconds. */
const USER_TOKEN_SECONDS = 900;
/** How long an administrator's access token lives, in seconds. */
const PLATFORM_TOKEN_SECONDS = 28_800;
const TOKEN_CHARACTERS_MAX = 2_000;
const LEEWAY_SECONDS = 5;
/** A token of ours has these header fields and no other one. */
const HEADER_FIELDS = new Set(['alg', 'typ', 'kid']);

/** Issuer and audience of each plane: a token of one is nothing on the other. */
const NAMES = { user: 'tollgate-user', platform: 'tollgate-platform' } as const;
const SECONDS = { user: USER_TOKEN_SECONDS, platform: PLATFORM_TOKEN_SECONDS } as const;

/**
 * The account and the session that a token names. Whether the session still holds is for the
 * database to say.
 */
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
 * @param signingKeys private Ed25519 JWK as JSON, or `{"keys": [...]}` with several: tokens are
 *   signed with the first, and those of every one are good
 */
export async function createAccessTokens(
  plane: 'user' | 'platform',
  signingKeys: string,
): Promise<AccessTokens> {
  const keys = await readKeys(plane, signingKeys);
  const { kid, privateKey } = keys.first;
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
    read: (token) => readToken(token, keys, plane),
  };
}

interface Keys {
  first: { kid: string; privateKey: CryptoKey };
  /** By the id that the tokens of each key carry. */
  publicKeys: ReadonlyMap<string, CryptoKey>;
}

async function readKeys(plane: keyof typeof NAMES, json: string): Promise<Keys> {
  const document = JSON.parse(json) as JWK & { keys?: JWK[] };
  const jwks = document.keys ?? [document];
  const publicKeys = new Map<string, CryptoKey>();
  for (const { d: _private, ...publicJwk } of jwks) {
    const kid = publicJwk.kid ?? plane;
    if (publicKeys.has(kid))
      throw new Error(`two signing keys of the ${plane} plane are called ${kid}`);
    publicKeys.set(kid, (await importJWK(publicJwk, 'EdDSA')) as CryptoKey);
  }
  const [first] = jwks;
  if (first?.d === undefined)
    throw new Error(`the signing key of the ${plane} plane is not private`);
  const privateKey = (await importJWK(first, 'EdDSA')) as CryptoKey;
  return { first: { kid: first.kid ?? plane, privateKey }, publicKeys };
}

/** The key that a token says it was signed with; of a token that says nothing, the first. */
function keyFor({ first, publicKeys }: Keys, kid: string | undefined): CryptoKey {
  const key = publicKeys.get(kid ?? first.kid);
  if (key === undefined) throw new Error('no key of ours');
  return key;
}

async function readToken(
  token: string,
  keys: Keys,
  plane: keyof typeof NAMES,
): Promise<TokenClaims | null> {
  const name = NAMES[plane];
  const lifeSeconds = SECONDS[plane];
  if (token.length > TOKEN_CHARACTERS_MAX) return null;
  try {
    const { payload, protectedHeader } = await jwtVerify(token, ({ kid }) => keyFor(keys, kid), {
      issuer: name,
      audience: name,
      algorithms: ['EdDSA'],
      clockTolerance: LEEWAY_SECONDS,
      requiredClaims: ['sub', 'sid', 'iat', 'exp'],
      // Refuses what was made in the future as well.
      maxTokenAge: lifeSeconds,
    });
    if ((payload.exp ?? 0) - (payload.iat ?? 0) > lifeSeconds) return null;
    if (!Object.keys(protectedHeader).every((field) => HEADER_FIELDS.has(field))) return null;
    const { sub, sid } = payload;
    return isUuid(sub) && isUuid(sid) ? { subject: sub, sessionId: sid } : null;
  } catch {
    return null;
  }
}

import { createHmac, generateKeyPairSync } from 'node:crypto';
import { exportJWK, generateKeyPair, importJWK, SignJWT } from 'jose';
import type { JWTHeaderParameters } from 'jose';
import { createAccessTokens } from './tokens.ts';

const pair = await generateKeyPair('EdDSA', { crv: 'Ed25519', extractable: true });
const jwk = { ...(await exportJWK(pair.privateKey)), kid: 'user', alg: 'EdDSA' };
const signingKey = JSON.stringify(jwk);
const users = await createAccessTokens('user', signingKey);
const CLAIMS = {
  subject: '01890a5d-ac96-774b-bcce-b302099a8057',
  sessionId: '01890a5d-ac96-774b-bcce-b302099a8058',
};

const base64url = (value: unknown): string =>
  Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)).toString('base64url');
const now = Math.floor(Date.now() / 1_000);
const PAYLOAD = {
  sub: CLAIMS.subject,
  sid: CLAIMS.sessionId,
  iss: 'tollgate-user',
  aud: 'tollgate-user',
  iat: now,
  exp: now + 900,
};

/** Signs anything with the real key. */
const signed = async (
  header: Record<string, unknown> = {},
  payload: Record<string, unknown> = {},
): Promise<string> =>
  new SignJWT({ ...PAYLOAD, ...payload })
    .setProtectedHeader({ alg: 'EdDSA', ...header } as JWTHeaderParameters)
    .sign(await importJWK(jwk, 'EdDSA'));

describe('a token', () => {
  test('reads back to its claims', async () => {
    expect(await users.read(await users.issue(CLAIMS))).toEqual(CLAIMS);
  });

  test('lives for 15 minutes on the user’s plane and 8 hours on the platform’s', async () => {
    expect(users.lifeSeconds).toBe(900);
    expect((await createAccessTokens('platform', signingKey)).lifeSeconds).toBe(28_800);
  });

  test('P03, P04: is nothing on the other plane, even under the same key', async () => {
    const platform = await createAccessTokens('platform', signingKey);
    expect(await users.read(await platform.issue(CLAIMS))).toBeNull();
    expect(await platform.read(await users.issue(CLAIMS))).toBeNull();
  });

  test.each([
    { iat: now + 600, exp: now + 1_500 },
    { exp: now + 901 },
    { iat: now - 901, exp: now + 60 },
    { sub: 'a-user' },
    { sid: "' or true --" },
    { sub: '00000000-0000-0000-0000-00000000000' },
    { sid: '\u0000' },
  ])('P03: is nothing when it says %j', async (claims) => {
    expect(await users.read(await signed({}, {}))).toEqual(CLAIMS);
    expect(await users.read(await signed({}, claims))).toBeNull();
  });

  test('needs a private key to be issued', async () => {
    const { d: _secret, ...publicJwk } = jwk;
    await expect(createAccessTokens('user', JSON.stringify(publicJwk))).rejects.toThrow('private');
  });
});

describe('a change of keys', () => {
  const named = async (kid: string) => {
    const { privateKey } = await generateKeyPair('EdDSA', { crv: 'Ed25519', extractable: true });
    return { ...(await exportJWK(privateKey)), kid, alg: 'EdDSA' };
  };

  test('signs with the first, believes every one, and no longer one that is gone', async () => {
    const [old, fresh] = [await named('user'), await named('user.2')];
    const of = (...keys: object[]) => createAccessTokens('user', JSON.stringify({ keys }));
    const [before, arriving, used, after] = [
      await createAccessTokens('user', JSON.stringify(old)),
      await of(old, fresh),
      await of(fresh, old),
      await of(fresh),
    ];
    const [oldToken, newToken] = [await before.issue(CLAIMS), await used.issue(CLAIMS)];
    expect(await arriving.read(oldToken)).toEqual(CLAIMS);
    expect(await arriving.read(newToken)).toEqual(CLAIMS);
    expect(await used.read(oldToken)).toEqual(CLAIMS);
    expect(await after.read(newToken)).toEqual(CLAIMS);
    expect(await after.read(oldToken)).toBeNull();
    expect(await before.read(newToken)).toBeNull();
  });

  test('two keys need two names', async () => {
    const keys = [await named('user'), await named('user')];
    await expect(createAccessTokens('user', JSON.stringify({ keys }))).rejects.toThrow('two');
  });
});

describe('U09: what is no token of ours', () => {
  const read = users.read.bind(users);

  test.each<[string, Record<string, unknown>]>([
    ['expired', { exp: now - 60 }],
    ['without an end', { exp: undefined }],
    ['of another issuer', { iss: 'tollgate-platform' }],
    ['for another audience', { aud: 'tollgate-platform' }],
    ['without a session', { sid: undefined }],
    ['with a session that is no text', { sid: { $ne: 1 } }],
    ['without a subject', { sub: undefined }],
    ['from the future', { nbf: now + 600 }],
  ])('%s', async (_name, payload) => {
    expect(await read(await signed({}, payload))).toBeNull();
  });

  test.each<[string, Record<string, unknown>]>([
    ['jku', { jku: 'http://127.0.0.1:9/keys' }],
    ['x5u', { x5u: 'http://127.0.0.1:9/cert' }],
    ['jwk', { jwk: { kty: 'OKP' } }],
    ['an unknown field', { cty: 'x' }],
  ])('%s in the header, though the signature is good', async (_name, header) => {
    expect(await read(await signed(header))).toBeNull();
  });

  test.each<[string, Record<string, unknown>]>([
    ['no algorithm', { alg: 'none' }],
    ['a kid that is a path', { alg: 'EdDSA', kid: '../../etc/passwd' }],
    ['a kid that is SQL', { alg: 'EdDSA', kid: "' or 1=1" }],
    ['crit', { alg: 'EdDSA', crit: ['x'], x: 1 }],
    ['b64 false', { alg: 'EdDSA', crit: ['b64'], b64: false }],
    // Nobody counts to a billion here: the test would not come to an end.
    ['PBES2 with a huge count', { alg: 'PBES2-HS256+A128KW', p2c: 1e9, p2s: 'x', enc: 'A128GCM' }],
  ])('%s', async (_name, header) => {
    const good = await signed();
    const [, payload, signature] = good.split('.');
    expect(await read(`${base64url(header)}.${payload}.${signature}`)).toBeNull();
    expect(await read(`${base64url(header)}.${payload}.`)).toBeNull();
  });

  test('HMAC with the public key as the secret', async () => {
    const head = `${base64url({ alg: 'HS256' })}.${base64url(PAYLOAD)}`;
    const mac = createHmac('sha256', String(jwk.x)).update(head).digest('base64url');
    expect(await read(`${head}.${mac}`)).toBeNull();
  });

  test('signed with another key', async () => {
    const { privateKey } = generateKeyPairSync('ed25519');
    const other = await createAccessTokens(
      'user',
      JSON.stringify(privateKey.export({ format: 'jwk' })),
    );
    expect(await read(await other.issue(CLAIMS))).toBeNull();
  });

  test('an encrypted token of five parts, a huge one, no token', async () => {
    const header = base64url({ alg: 'dir', enc: 'A256GCM' });
    for (const text of [`${header}....`, 'x'.repeat(100_000), '', '.', '..', 'a.b.c', '💥.💥.💥']) {
      expect(await read(text)).toBeNull();
    }
  });

  test('a claim changed after signing', async () => {
    const [header, , signature] = (await signed()).split('.');
    expect(await read(`${header}.${base64url({ ...PAYLOAD, sub: 'b' })}.${signature}`)).toBeNull();
  });
});

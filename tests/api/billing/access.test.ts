import { SignJWT, importJWK } from 'jose';
import type { JWK } from 'jose';
import { newUuid } from '@tollgate/runtime/ids';
import { testCluster } from '../../support/cluster.ts';
import { aHold } from '../../ledger/items.ts';
import { aBilling } from './a-billing-service.ts';
import type { TestBilling, WireRequest } from './a-billing-service.ts';

let billing: TestBilling;
beforeAll(async () => {
  billing = await aBilling();
});
afterAll(async () => {
  await billing.drop();
});

const RESERVE = '/internal/reservations/reserve';

interface Claims {
  kid?: string;
  issuer?: string;
  audience?: string;
  path?: string;
  expiresAgoSeconds?: number;
  algorithm?: string;
}

async function tokenWith(claims: Claims, jwk?: JWK): Promise<string> {
  const { keys } = await testCluster();
  const issuer = claims.issuer ?? 'inference';
  const key = await importJWK(jwk ?? keys.signing[claims.kid ?? issuer] ?? {}, 'EdDSA');
  const now = Math.floor(Date.now() / 1_000);
  const expiry = claims.expiresAgoSeconds === undefined ? now + 60 : now - claims.expiresAgoSeconds;
  return new SignJWT({ path: claims.path ?? RESERVE })
    .setProtectedHeader({ alg: 'EdDSA', kid: claims.kid ?? issuer })
    .setIssuer(issuer)
    .setAudience(claims.audience ?? 'billing')
    .setIssuedAt(expiry - 60)
    .setExpirationTime(expiry)
    .sign(key);
}

/** A hold that would be placed if the token were good. */
async function tryWith(token: string | null): Promise<number> {
  const hold = aHold({
    priceVersionId: billing.ledger.priceVersionId,
    userId: newUuid(),
    amount: 0,
  });
  const before = await billing.entryCount();
  const request: WireRequest = {
    method: 'POST',
    path: `${RESERVE}?judge=each`,
    body: { items: [hold] },
    token,
  };
  const { status, body } = await billing.send(request);
  if (status === 401) {
    expect(body).toMatchObject({
      error: { type: 'authentication_error', code: 'unauthenticated' },
    });
    expect(await billing.entryCount()).toBe(before);
  }
  return status;
}

describe('N01 without a good service token', () => {
  test('a good one is taken, so that the refusals below mean something', async () => {
    expect(await tryWith(await tokenWith({}))).toBe(200);
  });

  test('no token', async () => {
    expect(await tryWith(null)).toBe(401);
  });

  test.each<[string, Claims]>([
    ['expired beyond the leeway', { expiresAgoSeconds: 61 }],
    ['for another service', { audience: 'admin' }],
    ['of a service that may not', { issuer: 'account' }],
    ['of the edge', { issuer: 'edge' }],
    ['signed with the key of another service', { issuer: 'inference', kid: 'account' }],
    ['for another path', { path: '/internal/reservations/settle' }],
    ['for the path with something behind it', { path: `${RESERVE}/` }],
  ])('%s', async (_what, claims) => {
    expect(await tryWith(await tokenWith(claims))).toBe(401);
  });

  test('signed with a key that nobody trusts', async () => {
    const { keys } = await testCluster();
    const stranger = { ...keys.userTokenKey, kid: 'inference' };
    expect(await tryWith(await tokenWith({}, stranger))).toBe(401);
  });

  test.each(['', 'x', 'a.b.c', `${'a'.repeat(3_000)}.b.c`])('garbage: %.10s', async (token) => {
    expect(await tryWith(token)).toBe(401);
  });

  test('unsigned', async () => {
    const encode = (part: unknown): string =>
      Buffer.from(JSON.stringify(part)).toString('base64url');
    const now = Math.floor(Date.now() / 1_000);
    const claims = { iss: 'inference', aud: 'billing', path: RESERVE, iat: now, exp: now + 60 };
    const token = `${encode({ alg: 'none', kid: 'inference' })}.${encode(claims)}.`;
    expect(await tryWith(token)).toBe(401);
  });
});

describe('every route asks for a token of a service it names', () => {
  const id = newUuid();
  const ROUTES: readonly [WireRequest['method'], string, stranger: string][] = [
    ['POST', RESERVE, 'admin'],
    ['POST', '/internal/reservations/settle', 'admin'],
    ['POST', '/internal/reservations/release', 'account'],
    ['POST', '/internal/reservations/move', 'account'],
    ['GET', `/internal/reservations?op_id=${id}`, 'edge'],
    ['POST', '/internal/processes/heartbeat', 'admin'],
    ['POST', '/internal/processes/deregister', 'account'],
    ['POST', '/internal/grants', 'inference'],
    ['POST', `/internal/grants/${id}/revoke`, 'account'],
    ['GET', `/internal/wallets/${id}`, 'inference'],
    ['POST', '/internal/wallets/query', 'account'],
    ['GET', `/internal/wallets/${id}/grants`, 'inference'],
    ['GET', `/internal/wallets/${id}/entries`, 'worker'],
    ['GET', `/internal/wallets/${id}/holds`, 'inference'],
    ['GET', '/internal/ledger/verify', 'account'],
    ['POST', '/internal/ledger/sweep', 'inference'],
  ];

  test.each(ROUTES)('%s %s', async (method, path, stranger) => {
    expect((await billing.send({ method, path, token: null })).status).toBe(401);
    expect((await billing.send({ method, path, caller: stranger })).status).toBe(401);
  });
});

test('an address that is not there is 404, another method 405', async () => {
  expect((await billing.send({ method: 'GET', path: '/internal/nothing' })).status).toBe(404);
  expect((await billing.send({ method: 'DELETE', path: RESERVE })).status).toBe(405);
});

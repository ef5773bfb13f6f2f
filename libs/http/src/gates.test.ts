import type { Request } from 'express';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import type { CryptoKey } from 'jose';
import { edgeGate, createServiceTokenVerifier } from './service-token.ts';

const LIFE_SECONDS = 60;

interface TokenClaims {
  issuer?: string;
  audience?: string;
  plane?: string;
  ageSeconds?: number;
}

async function aGate(plane: 'any' | 'internal') {
  const pairs = { edge: await aPair('edge'), inference: await aPair('inference') };
  const keys = Object.values(pairs).map((pair) => pair.open);
  const gate = edgeGate(createServiceTokenVerifier(JSON.stringify({ keys }), 'admin'), plane);
  const sign = (reported: TokenClaims, key: CryptoKey, kid: string): Promise<string> => {
    const issuedAt = Math.floor(Date.now() / 1_000) - (reported.ageSeconds ?? 0);
    return new SignJWT({ plane: reported.plane ?? 'internal' })
      .setProtectedHeader({ alg: 'EdDSA', kid })
      .setIssuer(reported.issuer ?? 'edge')
      .setAudience(reported.audience ?? 'admin')
      .setIssuedAt(issuedAt)
      .setExpirationTime(issuedAt + LIFE_SECONDS)
      .sign(key);
  };
  const judge = async (token: string | undefined): Promise<unknown> =>
    gate({ headers: token === undefined ? {} : { 'x-internal-token': token } } as Request & {
      headers: Record<string, string>;
    }).then(
      () => 'let in',
      (error: { code: string }) => error.code,
    );
  return {
    judge,
    byEdge: async (reported: TokenClaims) => judge(await sign(reported, pairs.edge.key, 'edge')),
    byInference: async (reported: TokenClaims) =>
      judge(await sign(reported, pairs.inference.key, 'inference')),
    byStranger: async (reported: TokenClaims) =>
      judge(await sign(reported, (await aPair('edge')).key, 'edge')),
  };
}

async function aPair(kid: string) {
  const { privateKey, publicKey } = await generateKeyPair('EdDSA', { extractable: true });
  return { key: privateKey, open: { ...(await exportJWK(publicKey)), kid } };
}

test('the edge is let in, nobody else', async () => {
  const gate = await aGate('internal');
  expect(await gate.byEdge({})).toBe('let in');
  expect(await gate.byEdge({ plane: 'public' })).toBe('not_found');
  expect(await gate.byEdge({ audience: 'account' })).toBe('not_found');
  expect(await gate.byInference({ issuer: 'inference' })).toBe('not_found');
  expect(await gate.byInference({})).toBe('not_found');
  expect(await gate.byStranger({})).toBe('not_found');
  expect(await gate.judge(undefined)).toBe('not_found');
  expect(await gate.judge('garbage')).toBe('not_found');
  expect(await (await aGate('any')).byEdge({ plane: 'public' })).toBe('let in');
});

test('a token of the edge that is past its time says that a clock is wrong, any other past token nothing', async () => {
  const gate = await aGate('internal');
  const past = { ageSeconds: 3_600 };
  expect(await gate.byEdge(past)).toBe('service_unavailable');
  expect(await gate.byEdge({ ...past, plane: 'public' })).toBe('not_found');
  expect(await gate.byEdge({ ...past, audience: 'account' })).toBe('not_found');
  expect(await gate.byInference({ ...past, issuer: 'inference' })).toBe('not_found');
  expect(await gate.byStranger(past)).toBe('not_found');
});

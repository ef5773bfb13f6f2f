import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { createServiceTokenSigner, createServiceTokenVerifier } from './service-token.ts';

async function service(name: string) {
  const { privateKey, publicKey } = await generateKeyPair('EdDSA', { extractable: true });
  const privateJwk = { ...(await exportJWK(privateKey)), kid: name };
  return {
    privateKey,
    signing: JSON.stringify(privateJwk),
    public: { ...(await exportJWK(publicKey)), kid: name },
  };
}

describe('service tokens', () => {
  test('a token tells caller, path and plane to the service it is for', async () => {
    const inference = await service('inference');
    const trust = JSON.stringify({ keys: [inference.public] });
    const signer = await createServiceTokenSigner(inference.signing);
    const token = await signer.sign('billing', { path: '/x' });
    expect(await createServiceTokenVerifier(trust, 'billing').verify(token)).toMatchObject({
      issuer: 'inference',
      path: '/x',
    });
    expect(await signer.sign('billing', { path: '/x' })).toBe(token);
    expect(await signer.sign('billing', { path: '/y' })).not.toBe(token);
  });

  test('N01 refuses another audience, an unknown key, a foreign issuer, garbage and an old token', async () => {
    const [inference, admin] = await Promise.all([service('inference'), service('admin')]);
    const trust = JSON.stringify({ keys: [inference.public, admin.public] });
    const verifier = createServiceTokenVerifier(trust, 'billing');
    const signer = await createServiceTokenSigner(inference.signing);
    expect(await verifier.verify(await signer.sign('account'))).toBeNull();
    const stranger = await createServiceTokenSigner((await service('inference')).signing);
    expect(await verifier.verify(await stranger.sign('billing'))).toBeNull();
    expect(await verifier.verify('garbage')).toBeNull();
    expect(await verifier.verify('x'.repeat(1_000_000))).toBeNull();
    const sign = (claims: { issuer: string; ageSeconds: number }): Promise<string> =>
      new SignJWT({})
        .setProtectedHeader({ alg: 'EdDSA', kid: 'inference' })
        .setIssuer(claims.issuer)
        .setAudience('billing')
        .setIssuedAt(Math.floor(Date.now() / 1_000) - claims.ageSeconds)
        .setExpirationTime(Math.floor(Date.now() / 1_000) - claims.ageSeconds + 60)
        .sign(inference.privateKey);
    expect(
      await verifier.verify(await sign({ issuer: 'inference', ageSeconds: 0 })),
    ).not.toBeNull();
    expect(await verifier.verify(await sign({ issuer: 'admin', ageSeconds: 0 }))).toBeNull();
    const past = await sign({ issuer: 'inference', ageSeconds: 95 });
    expect(await verifier.verify(past)).toBeNull();
    expect(await verifier.readPast(past)).toMatchObject({ issuer: 'inference' });
    const live = await sign({ issuer: 'inference', ageSeconds: 0 });
    const foreign = await sign({ issuer: 'admin', ageSeconds: 95 });
    for (const token of [live, foreign, 'garbage', 'x'.repeat(1_000_000)]) {
      expect(await verifier.readPast(token)).toBeNull();
    }
  });

  test('N01 refuses what was made in the future and what lives too long', async () => {
    const inference = await service('inference');
    const trust = JSON.stringify({ keys: [inference.public] });
    const verifier = createServiceTokenVerifier(trust, 'billing');
    const now = Math.floor(Date.now() / 1_000);
    const sign = (iat: number, exp: number): Promise<string> =>
      new SignJWT({})
        .setProtectedHeader({ alg: 'EdDSA', kid: 'inference' })
        .setIssuer('inference')
        .setAudience('billing')
        .setIssuedAt(iat)
        .setExpirationTime(exp)
        .sign(inference.privateKey);
    expect(await verifier.verify(await sign(now, now + 60))).not.toBeNull();
    // By a clock that is as wrong as a process that serves may have it.
    expect(await verifier.verify(await sign(now + 29, now + 89))).not.toBeNull();
    expect(await verifier.verify(await sign(now - 85, now - 25))).not.toBeNull();
    expect(await verifier.verify(await sign(now + 35, now + 95))).toBeNull();
    const bad: [number, number][] = [
      [now + 600, now + 660],
      [now, now + 61],
      [now, now + 1e9],
      [now - 3_600, now + 60],
      [now, 1e300],
      [-1e300, now + 60],
    ];
    for (const [iat, exp] of bad) expect(await verifier.verify(await sign(iat, exp))).toBeNull();
  });

  test('a second key of a service is as good as the first, while it is trusted', async () => {
    const [first, second] = [await service('inference'), await service('inference.2')];
    const trusting = (...keys: object[]) =>
      createServiceTokenVerifier(JSON.stringify({ keys }), 'billing');
    const old = await (await createServiceTokenSigner(first.signing)).sign('billing');
    const fresh = await (await createServiceTokenSigner(second.signing)).sign('billing');
    for (const token of [old, fresh]) {
      expect(await trusting(first.public, second.public).verify(token)).toMatchObject({
        issuer: 'inference',
      });
    }
    expect(await trusting(second.public).verify(old)).toBeNull();
    expect(await trusting(first.public).verify(fresh)).toBeNull();
  });

  test('a key of one service says nothing for another', async () => {
    const admin = await service('admin.2');
    const verifier = createServiceTokenVerifier(
      JSON.stringify({ keys: [admin.public] }),
      'billing',
    );
    const forged = await new SignJWT({})
      .setProtectedHeader({ alg: 'EdDSA', kid: 'admin.2' })
      .setIssuer('inference')
      .setAudience('billing')
      .setIssuedAt()
      .setExpirationTime('60s')
      .sign(admin.privateKey);
    expect(await verifier.verify(forged)).toBeNull();
  });
});

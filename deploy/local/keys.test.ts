import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { generateKeys, loadKeys } from './keys.ts';

test('secrets are made once, kept, and readable by their owner alone', async () => {
  const stateDir = await mkdtemp(join(tmpdir(), 'tollgate-keys-'));
  const keys = await loadKeys(stateDir);
  expect(await loadKeys(stateDir)).toEqual(keys);
  expect((await stat(join(stateDir, 'keys.json'))).mode & 0o777).toBe(0o600);
  await rm(stateDir, { recursive: true });
});

test('a folder of an older release keeps its secrets and gets what is new', async () => {
  const stateDir = await mkdtemp(join(tmpdir(), 'tollgate-keys-'));
  const file = join(stateDir, 'keys.json');
  const { redisServicePassword: _new, ...old } = await generateKeys();
  await writeFile(file, JSON.stringify(old));
  const keys = await loadKeys(stateDir);
  expect(keys).toMatchObject(old);
  expect(keys.redisServicePassword.length).toBeGreaterThan(20);
  expect(await loadKeys(stateDir)).toEqual(keys);
  await rm(stateDir, { recursive: true });
});

test('every signing key has its public half, and nothing more, in the trust set', async () => {
  const { signing, trust } = await generateKeys();
  for (const [service, key] of Object.entries(signing)) {
    const trusted = trust.keys.find(({ kid }) => kid === service);
    expect(trusted).toEqual({
      kty: 'OKP',
      crv: 'Ed25519',
      x: key.x,
      kid: service,
      alg: 'EdDSA',
      use: 'sig',
    });
  }
});

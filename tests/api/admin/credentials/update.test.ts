import { randomUUID } from 'node:crypto';
import { openCredential } from '@tollgate/catalog/credential-secret';
import { getCredential } from '@tollgate/catalog/credentials';
import { catalogCredential, loadCatalog } from '@tollgate/catalog/snapshot';
import { decodeId, encodeId } from '@tollgate/runtime/ids';
import { updateProviderCredential } from '@tollgate/contract/routes/admin/credentials';
import { anAdmin } from '../support/admin.ts';
import type { RunningAdmin } from '../support/admin.ts';
import { aCredential, aPrefix } from '../support/model.ts';
import { aProvider } from '../support/provider.ts';
import type { TestProvider } from '../support/provider.ts';
import { eventsOf } from '../support/trail.ts';

let provider: TestProvider;
let admin: RunningAdmin;
let id: string;
let prefix: string;

beforeAll(async () => {
  provider = await aProvider();
  admin = await anAdmin({ allowedUpstreams: provider.address });
});
beforeEach(async () => {
  prefix = aPrefix();
  id = await aCredential(admin, provider, { provider: prefix });
});
afterAll(async () => {
  await admin.drop();
  await provider.drop();
});

const update = (body: unknown, credentialId = id) =>
  admin.send(updateProviderCredential, { params: { credential_id: credentialId }, body });
const secretNow = async () => {
  const row = await getCredential(admin.deps.db, decodeId('cred', id));
  return openCredential(admin.deps.credentials.masterKey, catalogCredential(row))['api_key'];
};

describe('PATCH /api/platform/provider-credentials/{credential_id} answers 200', () => {
  test('V03: a new name keeps the secret', async () => {
    const before = await secretNow();
    expect((await update({ name: 'renamed' })).body).toMatchObject({ name: 'renamed' });
    expect(await secretNow()).toBe(before);
  });

  test('a new secret replaces the old one, which is in no event', async () => {
    const answer = await update({ credential: { api_key: 'another-provider-key-PQRS' } });
    expect(answer.body.last4).toBe('PQRS');
    expect(await secretNow()).toBe('another-provider-key-PQRS');
    const [event] = await eventsOf(admin, 'credential.update');
    expect(event?.['details']).toEqual({
      credential: 'replaced',
      last4: 'PQRS',
      secret_version: null,
    });
  });

  test('a version names the secret that it came with: it stays with it, and goes with it', async () => {
    const credential = { api_key: 'another-provider-key-PQRS' };
    const given = await update({ credential, secret_version: '2026-11' });
    expect(given.body.secret_version).toBe('2026-11');
    expect((await update({ name: 'renamed' })).body.secret_version).toBe('2026-11');
    expect((await update({ credential })).body.secret_version).toBeNull();
  });

  test('limits of its calls, which stay until they are taken away', async () => {
    const times = { first_byte_seconds: 1, total_seconds: 3_600 };
    expect((await update(times)).body).toMatchObject(times);
    const [event] = await eventsOf(admin, 'credential.update');
    expect(event?.['details']).toEqual(times);
    expect((await update({ name: 'renamed' })).body).toMatchObject(times);
    const without = await update({ total_seconds: null });
    expect(without.body).toMatchObject({ ...times, total_seconds: null });
  });

  test('a disabled credential serves nothing, and replicas are told', async () => {
    const { epoch } = await loadCatalog(admin.deps.db);
    expect((await update({ status: 'disabled' })).body.status).toBe('disabled');
    expect((await loadCatalog(admin.deps.db)).epoch).toBeGreaterThan(epoch);
  });

  test('a new address with the secret', async () => {
    const body = {
      base_url: 'https://eu.acme.example/v1',
      credential: { api_key: 'provider-key-0123456789abcd' },
    };
    expect((await update(body)).body.base_url).toBe('https://eu.acme.example/v1');
  });
});

describe('PATCH /api/platform/provider-credentials/{credential_id} answers 200 to a proxy', () => {
  const PROXY = 'https://me:p%40ss@proxy.example.com';
  const SHOWN = 'https://***@proxy.example.com';
  const https = {
    base_url: 'https://eu.acme.example/v1',
    credential: { api_key: 'another-provider-key-PQRS' },
  };
  const opened = async () => {
    const row = await getCredential(admin.deps.db, decodeId('cred', id));
    return openCredential(admin.deps.credentials.masterKey, catalogCredential(row));
  };

  test('it is set beside the secret, stays with another one, and is taken away', async () => {
    expect((await update(https)).body.proxy_url).toBeNull();
    const answer = await update({ proxy_url: PROXY });
    expect([answer.status, answer.body.proxy_url, answer.body.last4]).toEqual([200, SHOWN, 'PQRS']);
    expect(await opened()).toEqual({ ...https.credential, '@proxy': PROXY });
    const [event] = await eventsOf(admin, 'credential.update');
    expect(event?.['details']).toEqual({ proxy_url: SHOWN });
    expect((await update({ credential: { api_key: 'a-third-provider-key' } })).body.proxy_url).toBe(
      SHOWN,
    );
    expect(await opened()).toEqual({ api_key: 'a-third-provider-key', '@proxy': PROXY });
    expect((await update({ name: 'renamed' })).body.proxy_url).toBe(SHOWN);
    const both = { ...https, proxy_url: 'https://b.example.com' };
    expect((await update(both)).body.proxy_url).toBe('https://b.example.com');
    expect((await update({ proxy_url: null })).body.proxy_url).toBeNull();
    expect(await opened()).toEqual(https.credential);
  });

  test('another proxy makes the last test of the credential a matter of the past', async () => {
    await update(https);
    await admin.owner.raw('update catalog.provider_credential set tested_at = now()');
    expect((await update({ name: 'renamed' })).body.last_test).not.toBeNull();
    expect((await update({ proxy_url: PROXY })).body.last_test).toBeNull();
  });

  test('without TLS to the provider neither a proxy nor an address is taken', async () => {
    const refused = await update({ proxy_url: PROXY });
    expect([refused.status, refused.body.detail[0].loc]).toEqual([422, ['body', 'proxy_url']]);
    await update({ ...https, proxy_url: PROXY });
    const back = await update({ ...https, base_url: provider.baseUrl });
    expect([back.status, back.body.detail[0].loc]).toEqual([422, ['body', 'base_url']]);
  });
});

describe('PATCH /api/platform/provider-credentials/{credential_id} answers 404', () => {
  test('unknown and malformed ids', async () => {
    for (const other of [encodeId('cred', randomUUID()), randomUUID(), 'x']) {
      expect((await update({ name: 'x' }, other)).status).toBe(404);
    }
  });
});

describe('PATCH /api/platform/provider-credentials/{credential_id} answers 409', () => {
  test('a name that is taken', async () => {
    await aCredential(admin, provider, { provider: prefix, name: 'second' });
    expect((await update({ name: 'second' })).status).toBe(409);
  });
});

describe('PATCH /api/platform/provider-credentials/{credential_id} answers 422', () => {
  test.each([
    {},
    { credential: { api_key: '' } },
    { credential: {} },
    { credential: null },
    { status: 'deleted' },
    { base_url: 'https://127.0.0.1' },
    { provider: 'other' },
    { family: 'openai' },
    { last4: 'abcd' },
    { secret_version: '2026-11' },
    { first_byte_seconds: 0 },
    { total_seconds: 3_601 },
    { total_seconds: '60' },
    { proxy_url: '' },
    { proxy_url: 'http://proxy.example.com' },
    { secret_version: 'has a blank', credential: { api_key: 'another-provider-key-PQRS' } },
  ])('V03: %j', async (body) => {
    const before = await secretNow();
    expect((await update(body)).status).toBe(422);
    expect(await secretNow()).toBe(before);
  });

  test('a stored secret is never taken to another address', async () => {
    const answer = await update({ base_url: 'https://elsewhere.example/v1' });
    expect(answer.status).toBe(422);
    expect(answer.body.detail[0].loc).toEqual(['body', 'credential']);
  });
});

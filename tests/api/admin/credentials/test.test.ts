import { randomUUID } from 'node:crypto';
import { encodeId } from '@tollgate/runtime/ids';
import {
  listProviderCredentials,
  testProviderCredential,
} from '@tollgate/contract/routes/admin/credentials';
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
  provider.seen.length = 0;
  id = await aCredential(admin, provider, { provider: prefix });
});
afterAll(async () => {
  await admin.drop();
  await provider.drop();
});

const probe = (credentialId = id) =>
  admin.send(testProviderCredential, { params: { credential_id: credentialId } });

describe('POST /api/platform/provider-credentials/{credential_id}/test answers 200', () => {
  test('a good one: asked with its secret, remembered, with an event', async () => {
    provider.list(['small', 'large']);
    const answer = await probe();
    expect(answer.body).toMatchObject({ ok: true, failure: null });
    expect(provider.seen).toEqual([
      { url: '/v1/models', authorization: 'Bearer provider-key-0123456789abcd' },
    ]);
    const { body } = await admin.send(listProviderCredentials);
    const own = body.find((one: { id: string }) => one.id === id);
    expect(own.last_test).toEqual(answer.body);
    const [event] = await eventsOf(admin, 'credential.test');
    expect(event).toMatchObject({ target: { id }, details: { failure: null } });
  });

  test('a refused one: our words, nothing of what the provider said', async () => {
    provider.answerWith((_request, response) => {
      response.writeHead(401, { 'content-type': 'application/json', 'x-secret': 'header-canary' });
      response.end('{"error":{"message":"bad key sk-canary-0123456789abcdef at 10.1.2.3"}}');
    });
    const answer = await probe();
    expect(answer.body).toMatchObject({ ok: false, failure: 'credential' });
    const said = JSON.stringify([answer.body, answer.headers, admin.logged]);
    expect(said).not.toMatch(/canary|10\.1\.2\.3|provider-key/);
  });

  test.each([
    [429, 'rate_limited'],
    [503, 'unavailable'],
  ])('a provider that answers %d', async (status, failure) => {
    provider.answerWith((_request, response) => response.writeHead(status).end());
    expect((await probe()).body).toMatchObject({ ok: false, failure });
  });

  test('V20: a redirect is not followed', async () => {
    const other = await aProvider();
    provider.answerWith((_request, response) =>
      response.writeHead(302, { location: `${other.baseUrl}/models` }).end(),
    );
    expect((await probe()).body.ok).toBe(false);
    expect(other.seen).toEqual([]);
    await other.drop();
  });

  test('no list of models', async () => {
    provider.answerWith((_request, response) => response.end('<html>'));
    expect((await probe()).body).toMatchObject({ ok: false, failure: 'malformed' });
  });
});

describe('POST /api/platform/provider-credentials/{credential_id}/test answers 404', () => {
  test('unknown and malformed ids', async () => {
    expect((await probe(encodeId('cred', randomUUID()))).status).toBe(404);
    expect((await probe('x')).status).toBe(404);
  });
});

describe('POST /api/platform/provider-credentials/{credential_id}/test answers 409', () => {
  test('a family that has no list of models', async () => {
    const { providers } = admin.deps.credentials;
    const usual = { ...providers };
    Object.assign(providers, {
      findFamily: (family: string) => ({ ...usual.findFamily(family), listing: undefined }),
    });
    try {
      const { status, body } = await probe();
      expect([status, body.error.code]).toEqual([409, 'conflict']);
    } finally {
      Object.assign(providers, usual);
    }
  });
});

describe('POST /api/platform/provider-credentials/{credential_id}/test answers 429', () => {
  test('V09: of a hundred at once the provider sees few', async () => {
    provider.list([]);
    const answers = await Promise.all(Array.from({ length: 100 }, () => probe()));
    const statuses = new Set(answers.map(({ status }) => status));
    expect([...statuses].toSorted((a, b) => a - b)).toEqual([200, 429]);
    expect(provider.seen.length).toBeLessThan(10);
  });
});

describe('POST /api/platform/provider-credentials/{credential_id}/test answers 500', () => {
  test('V07: a row that was tampered with does not open, and says so in the log only', async () => {
    await admin.owner.raw(
      'update catalog.provider_credential set sealed = set_byte(sealed, 20, 1 + get_byte(sealed, 20) % 255)',
    );
    const answer = await probe();
    expect(answer.status).toBe(500);
    expect(answer.body.error.code).toBe('internal_error');
    expect(provider.seen).toEqual([]);
    expect(admin.logged.join('')).toContain('SealError');
  });

  test('V07: a row copied under another id does not open', async () => {
    const second = await aCredential(admin, provider, { provider: prefix, name: 'second' });
    await admin.owner.raw(
      `update catalog.provider_credential as target
       set wrapped_key = source.wrapped_key, sealed = source.sealed
       from catalog.provider_credential as source
       where source.provider = ? and source.name = 'main' and target.name = 'second'`,
      [prefix],
    );
    expect((await probe(second)).status).toBe(500);
    expect(provider.seen).toEqual([]);
  });
});

import { randomUUID } from 'node:crypto';
import { loadCatalog } from '@tollgate/catalog/snapshot';
import { deleteProviderCredential } from '@tollgate/contract/routes/admin/credentials';
import { encodeId } from '@tollgate/runtime/ids';
import { anAdmin } from '../support/admin.ts';
import type { RunningAdmin } from '../support/admin.ts';
import { aCredential, aPrefix } from '../support/model.ts';
import { aProvider } from '../support/provider.ts';
import type { TestProvider } from '../support/provider.ts';
import { eventsOf } from '../support/trail.ts';
import { aUser } from '../support/user.ts';
import {
  aStoreCredential,
  aVectorStore,
  giveVectorStore,
  knowStores,
} from '../support/vector-store.ts';

let provider: TestProvider;
let admin: RunningAdmin;
let credentialId: string;
let user: Awaited<ReturnType<typeof aUser>>;

beforeAll(async () => {
  provider = await aProvider();
  admin = await anAdmin({ allowedUpstreams: provider.address });
  credentialId = await aStoreCredential(admin, provider);
  user = await aUser(admin);
});
beforeEach(() => knowStores(provider));
afterAll(async () => {
  await admin.drop();
  await provider.drop();
});

describe('POST /api/platform/vector-stores answers 201', () => {
  test('a store of one user is in the catalogue under an id of ours, and in the trail', async () => {
    const upstreamId = `vs_${aPrefix()}`;
    const fields = { upstream_id: upstreamId, user_id: user.email };
    const made = await giveVectorStore(admin, credentialId, { ...fields, reason: 'asked for' });
    expect([made.status, made.body]).toEqual([
      201,
      {
        id: expect.stringMatching(/^vs_[0-9a-z]{26}$/u) as unknown,
        name: 'Handbook',
        provider: 'openai',
        credential_id: credentialId,
        upstream_id: upstreamId,
        user_id: user.id,
        email: user.email,
        created_by: encodeId('adm', admin.administrator.id),
        created_at: expect.any(String) as unknown,
      },
    ]);
    const { vectorStores } = await loadCatalog(admin.deps.db);
    const stores = [...vectorStores.values()].flatMap((owned) => [...owned.values()]);
    expect(stores).toMatchObject([{ publicId: made.body.id, upstreamId, provider: 'openai' }]);
    const [event] = await eventsOf(admin, 'vector_store.create');
    expect(event).toMatchObject({
      target: { kind: 'vector_store', id: made.body.id },
      details: { upstream_id: upstreamId, user: user.id, reason: 'asked for' },
    });
  });

  test('again it is the same store, and nothing has changed', async () => {
    const fields = { upstream_id: `vs_${aPrefix()}` };
    const first = await aVectorStore(admin, credentialId, fields);
    const { epoch } = await loadCatalog(admin.deps.db);
    const events = await eventsOf(admin, 'vector_store.create');
    const again = await Promise.all(
      Array.from({ length: 3 }, () => giveVectorStore(admin, credentialId, fields)),
    );
    expect(again.map(({ status, body }) => [status, body])).toEqual(again.map(() => [201, first]));
    expect((await loadCatalog(admin.deps.db)).epoch).toBe(epoch);
    expect(await eventsOf(admin, 'vector_store.create')).toHaveLength(events.length);
  });
});

/** The provider answers with an error from now on. */
const answering = (status: number): void =>
  provider.answerWith((_request, response) => {
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ error: { message: 'No.', type: 'x', param: null, code: null } }));
  });

test('the provider is asked once, with the credential, and not again for what is given', async () => {
  const fields = { upstream_id: `vs_${aPrefix()}` };
  const before = provider.seen.length;
  await aVectorStore(admin, credentialId, fields);
  answering(500);
  await aVectorStore(admin, credentialId, fields);
  expect(provider.seen.slice(before)).toEqual([
    {
      url: `/v1/vector_stores/${fields.upstream_id}`,
      authorization: 'Bearer provider-key-0123456789abcd',
    },
  ]);
});

const stored = async (): Promise<number> => {
  const { vectorStores } = await loadCatalog(admin.deps.db);
  return [...vectorStores.values()].reduce((sum, { size }) => sum + size, 0);
};

describe('POST /api/platform/vector-stores answers 429', () => {
  test('a provider that wants a pause, and nothing is given', async () => {
    const before = await stored();
    answering(429);
    const { status, body } = await giveVectorStore(admin, credentialId);
    expect([status, body.error.code]).toEqual([429, 'upstream_rate_limited']);
    expect(await stored()).toBe(before);
  });
});

describe('POST /api/platform/vector-stores answers 502', () => {
  test.each([
    ['away', () => answering(500), 'upstream_unavailable'],
    ['refusing the credential', () => answering(401), 'upstream_credential_rejected'],
    [
      'speaking of something else',
      () => provider.answerWith((_request, response) => response.end('{"object":"list"}')),
      'upstream_invalid_response',
    ],
  ])('a provider %s, and nothing is given', async (_what, play, code) => {
    const before = await stored();
    play();
    const { status, body } = await giveVectorStore(admin, credentialId);
    expect([status, body.error.code]).toEqual([502, code]);
    expect(await stored()).toBe(before);
  });
});

describe('POST /api/platform/vector-stores answers 409', () => {
  test('a store that belongs to somebody else, or has another name', async () => {
    const fields = { upstream_id: `vs_${aPrefix()}` };
    await aVectorStore(admin, credentialId, fields);
    const elsewhere = await aStoreCredential(admin, provider);
    const others = [{ user_id: user.id }, { name: 'Other' }, { credential_id: elsewhere }];
    for (const other of others) {
      const { status } = await giveVectorStore(admin, credentialId, { ...fields, ...other });
      expect(status).toBe(409);
    }
  });

  test('its credential cannot be deleted', async () => {
    const name = aPrefix();
    const own = await aStoreCredential(admin, provider, name);
    await aVectorStore(admin, own);
    const removed = await admin.send(deleteProviderCredential, {
      params: { credential_id: own },
      body: { confirm_name: name },
    });
    expect(removed.status).toBe(409);
  });
});

describe('POST /api/platform/vector-stores answers 422', () => {
  test.each([
    { upstream_id: 'vs with blanks' },
    { upstream_id: '' },
    { name: '' },
    { user_id: encodeId('usr', randomUUID()) },
    { user_id: 'x' },
    { user_id: 'nobody@example.com' },
    { user_id: undefined },
    { credential_id: encodeId('cred', randomUUID()) },
    { credential_id: 'x' },
    { owner: 'x' },
  ])('%j', async (fields: Record<string, unknown>) => {
    expect((await giveVectorStore(admin, credentialId, fields)).status).toBe(422);
  });

  test.each([
    ['expired', () => knowStores(provider, 'expired'), 'has expired at the provider'],
    ['unknown', () => answering(404), 'is the id of no vector store'],
    ['no id of the provider', () => answering(400), 'is the id of no vector store'],
  ])('a store that is %s', async (_what, play, words) => {
    play();
    const { status, body } = await giveVectorStore(admin, credentialId);
    expect([status, JSON.stringify(body)]).toEqual([422, expect.stringContaining(words)]);
    expect(JSON.stringify(body)).toContain('upstream_id');
  });

  test('a credential of a provider whose stores no model searches', async () => {
    const other = await aCredential(admin, provider, { provider: aPrefix() });
    const { status, body } = await giveVectorStore(admin, other);
    expect([status, JSON.stringify(body)]).toEqual([422, expect.stringContaining('credential_id')]);
  });
});

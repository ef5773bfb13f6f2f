import { listPlatformVectorStores } from '@tollgate/contract/routes/admin/vector-stores';
import { anAdmin } from '../support/admin.ts';
import type { RunningAdmin } from '../support/admin.ts';
import { aProvider } from '../support/provider.ts';
import type { TestProvider } from '../support/provider.ts';
import { aUser } from '../support/user.ts';
import { aStoreCredential, aVectorStore, knowStores } from '../support/vector-store.ts';

let admin: RunningAdmin;
let provider: TestProvider;
let user: Awaited<ReturnType<typeof aUser>>;
/** Newest first. */
const made: { id: string }[] = [];

beforeAll(async () => {
  provider = await aProvider();
  knowStores(provider);
  admin = await anAdmin({ allowedUpstreams: provider.address });
  user = await aUser(admin);
  const credentialId = await aStoreCredential(admin, provider);
  for (const userId of [null, user.id, null]) {
    made.unshift(await aVectorStore(admin, credentialId, { user_id: userId }));
  }
});
afterAll(async () => {
  await admin.drop();
  await provider.drop();
});

const list = (query: Record<string, string> = {}) =>
  admin.send(listPlatformVectorStores, { query });

describe('GET /api/platform/vector-stores answers 200', () => {
  test('all, newest first, by pages, and those of one user', async () => {
    expect((await list()).body).toEqual(made);
    const [newest, second, oldest] = made;
    expect((await list({ limit: '1' })).body).toEqual([newest]);
    expect((await list({ before: second?.id ?? '' })).body).toEqual([oldest]);
    expect((await list({ user: user.id })).body).toEqual([second]);
    expect((await list({ user: user.email })).body).toEqual([second]);
  });
});

describe('GET /api/platform/vector-stores answers 422', () => {
  test.each([{ limit: '0' }, { limit: '1001' }, { before: 'x' }, { user: 'x' }, { name: 'x' }])(
    '%j',
    async (query: Record<string, string>) => {
      expect((await list(query)).status).toBe(422);
    },
  );
});

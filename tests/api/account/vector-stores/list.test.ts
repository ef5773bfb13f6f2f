import { listUserVectorStores } from '@tollgate/contract/routes/account/vector-stores';
import { encodeId, newUuid } from '@tollgate/runtime/ids';
import { anAccount } from '../support/account.ts';
import type { RunningAccount } from '../support/account.ts';
import { aSignedInUser } from '../support/user.ts';

let account: RunningAccount;

beforeAll(async () => {
  account = await anAccount();
});
afterAll(() => account.drop());

const keepStore = async (credential: string, userId: string | null, isGone = false) => {
  const id = newUuid();
  await account.owner.raw(
    `insert into catalog.vector_store
       (id, credential_id, provider, upstream_id, user_id, name, created_by, removed_at)
     values (?, ?, 'acme', ?, ?, 'Handbook', ?, ?)`,
    [
      id,
      credential,
      `upstream-${id}`,
      userId,
      newUuid(),
      isGone ? new Date(Date.now() + 1_000) : null,
    ],
  );
  return encodeId('vs', id);
};

describe('GET /api/vector-stores answers 200', () => {
  test('those of the user and of all users, and nothing of where they lie', async () => {
    const user = await aSignedInUser(account);
    const other = await aSignedInUser(account);
    await account.owner.raw(
      `insert into catalog.provider (prefix, family) values ('acme', 'openai') on conflict do nothing`,
    );
    const credential = newUuid();
    await account.owner.raw(
      `insert into catalog.provider_credential
         (id, provider, family, name, base_url, master_version, wrapped_key, sealed, last4)
       values (?, 'acme', 'openai', 'stores', 'https://acme.example', '1', '', '', '')`,
      [credential],
    );
    const shared = await keepStore(credential, null);
    const own = await keepStore(credential, user.userId);
    await keepStore(credential, other.userId);
    await keepStore(credential, user.userId, true);
    const { status, body } = await account.send(listUserVectorStores, { token: user.token });
    expect(status).toBe(200);
    const known = { name: 'Handbook', provider: 'acme', created_at: expect.any(String) as unknown };
    expect(body).toEqual([
      { id: own, shared: false, ...known },
      { id: shared, shared: true, ...known },
    ]);
  });
});

import { deleteUserKey, listKeys } from '@tollgate/contract/routes/account/keys';
import { anAccount } from '../support/account.ts';
import type { RunningAccount } from '../support/account.ts';
import { aKey } from '../support/key.ts';
import { aSignedInUser } from '../support/user.ts';

let account: RunningAccount;

beforeAll(async () => {
  account = await anAccount();
});
afterAll(() => account.drop());

describe('GET /api/keys answers 200', () => {
  test('own keys, newest first, without deleted ones', async () => {
    const user = await aSignedInUser(account);
    const other = await aSignedInUser(account);
    const first = await aKey(account, user);
    const second = await aKey(account, user);
    const third = await aKey(account, user);
    await aKey(account, other);
    await account.send(deleteUserKey, { token: user.token, params: { key_id: second.id } });
    const { body } = await account.send(listKeys, { token: user.token });
    expect(body.map(({ id }: { id: string }) => id)).toEqual([third.id, first.id]);
  });

  test('nothing for a new user', async () => {
    const user = await aSignedInUser(account);
    expect((await account.send(listKeys, { token: user.token })).body).toEqual([]);
  });

  test('the same with and without X-Organization-ID', async () => {
    const user = await aSignedInUser(account);
    const other = await aSignedInUser(account);
    await aKey(account, user);
    const plain = await account.send(listKeys, { token: user.token });
    const headers = { 'x-organization-id': other.userId };
    const claimed = await account.send(listKeys, { token: user.token, headers });
    expect(claimed.body).toEqual(plain.body);
  });

  test('a key past its expiry is shown as expired', async () => {
    const user = await aSignedInUser(account);
    await aKey(account, user);
    await account.owner.raw(
      `update keys.api_key set expires_at = now() - interval '1 s' where owner_id = ?`,
      [user.userId],
    );
    const { body } = await account.send(listKeys, { token: user.token });
    expect(body[0].status).toBe('expired');
  });
});

describe('GET /api/keys answers 401', () => {
  test('without a token', async () => {
    expect((await account.send(listKeys)).status).toBe(401);
  });
});

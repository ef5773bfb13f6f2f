import { getMe } from '@tollgate/contract/routes/account/me';
import { deleteSession, listUserSessions } from '@tollgate/contract/routes/account/sessions';
import { anAccount } from '../support/account.ts';
import type { RunningAccount } from '../support/account.ts';
import { expectNotFound } from '../support/not-found.ts';
import { aSignedInUser, aUser, signIn } from '../support/user.ts';

let account: RunningAccount;

beforeAll(async () => {
  account = await anAccount();
});
afterAll(() => account.drop());

const idOf = async (token: string): Promise<string> => {
  const { body } = await account.send(listUserSessions, { token });
  return body.find(({ current }: { current: boolean }) => current).id;
};

describe('DELETE /api/sessions/{session_id} answers 204', () => {
  test('ends that session at once and no other', async () => {
    const user = await aUser(account);
    const here = await signIn(account, user);
    const there = await signIn(account, user);
    const params = { session_id: await idOf(there.token) };
    const answer = await account.send(deleteSession, { token: here.token, params });
    expect(answer.status).toBe(204);
    expect(answer.headers['set-cookie']).toBeUndefined();
    expect((await account.send(getMe, { token: there.token })).status).toBe(401);
    expect((await account.send(getMe, { token: here.token })).status).toBe(200);
  });

  test('the own one: the browser forgets it', async () => {
    const { token } = await aSignedInUser(account);
    const params = { session_id: await idOf(token) };
    const answer = await account.send(deleteSession, { token, params });
    expect(answer.headers['set-cookie']).toHaveLength(2);
    expect((await account.send(getMe, { token })).status).toBe(401);
  });
});

describe('DELETE /api/sessions/{session_id} answers 401', () => {
  test('without a token', async () => {
    const { token } = await aSignedInUser(account);
    const params = { session_id: await idOf(token) };
    expect((await account.send(deleteSession, { params })).status).toBe(401);
  });
});

describe('DELETE /api/sessions/{session_id} answers 404', () => {
  test('O01: whatever is not a session of the caller', async () => {
    const { token } = await aSignedInUser(account);
    const other = await aSignedInUser(account);
    await expectNotFound(account, {
      route: deleteSession,
      param: 'session_id',
      prefix: 'ses',
      token,
      foreignId: await idOf(other.token),
    });
    expect((await account.send(getMe, { token: other.token })).status).toBe(200);
  });

  test('the second time', async () => {
    const user = await aUser(account);
    const here = await signIn(account, user);
    const there = await signIn(account, user);
    const params = { session_id: await idOf(there.token) };
    await account.send(deleteSession, { token: here.token, params });
    const again = await account.send(deleteSession, { token: here.token, params });
    expect(again.status).toBe(404);
  });
});

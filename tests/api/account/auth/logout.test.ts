import { getMe } from '@tollgate/contract/routes/account/me';
import { logout, refresh } from '@tollgate/contract/routes/account/auth';
import { anAccount } from '../support/account.ts';
import type { RunningAccount } from '../support/account.ts';
import { aSignedInUser, aUser, signIn } from '../support/user.ts';

let account: RunningAccount;

beforeAll(async () => {
  account = await anAccount();
});
afterAll(() => account.drop());

describe('POST /api/auth/logout answers 204', () => {
  test('U10: the token and the cookies are over at once, other sessions are not', async () => {
    const user = await aUser(account);
    const here = await signIn(account, user);
    const there = await signIn(account, user);
    const answer = await account.send(logout, { token: here.token });
    expect(answer.status).toBe(204);
    for (const line of answer.headers['set-cookie'] ?? []) expect(line).toMatch(/=; Max-Age=0/);
    expect((await account.send(getMe, { token: here.token })).status).toBe(401);
    expect((await account.send(getMe, { cookie: here.cookie })).status).toBe(401);
    expect((await account.send(refresh, { cookie: here.cookie })).status).toBe(401);
    expect((await account.send(getMe, { token: there.token })).status).toBe(200);
  });

  test('by cookie', async () => {
    const { cookie, token } = await aSignedInUser(account);
    expect((await account.send(logout, { cookie })).status).toBe(204);
    expect((await account.send(getMe, { token })).status).toBe(401);
  });
});

describe('POST /api/auth/logout answers 204 without a session', () => {
  test('nobody, the second time, and a token of nobody', async () => {
    const { token } = await aSignedInUser(account);
    await account.send(logout, { token });
    const answers = [
      await account.send(logout),
      await account.send(logout, { token }),
      await account.send(logout, { token: 'x' }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([204, 204, 204]);
    for (const { headers } of answers) expect(headers['set-cookie']).toHaveLength(2);
  });
});

describe('POST /api/auth/logout answers 403', () => {
  test('by cookie from another site: nobody is logged out by a picture', async () => {
    const { cookie, token } = await aSignedInUser(account);
    const headers = { 'sec-fetch-site': 'cross-site' };
    expect((await account.send(logout, { cookie, headers })).status).toBe(403);
    expect((await account.send(getMe, { token })).status).toBe(200);
  });
});

import { getAuthMe } from '@tollgate/contract/routes/account/auth';
import { getMe } from '@tollgate/contract/routes/account/me';
import { anAccount } from '../support/account.ts';
import type { RunningAccount } from '../support/account.ts';
import { aSignedInUser } from '../support/user.ts';

let account: RunningAccount;

beforeAll(async () => {
  account = await anAccount();
});
afterAll(() => account.drop());

describe('GET /api/auth/me answers 200', () => {
  test('the same as /api/me', async () => {
    const { token } = await aSignedInUser(account);
    const here = await account.send(getAuthMe, { token });
    expect(here.status).toBe(200);
    expect(here.body).toEqual((await account.send(getMe, { token })).body);
  });
});

describe('GET /api/auth/me answers 401', () => {
  test('without a token', async () => {
    expect((await account.send(getAuthMe)).status).toBe(401);
  });
});

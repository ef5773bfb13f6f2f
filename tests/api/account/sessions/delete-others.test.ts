import { getMe } from '@tollgate/contract/routes/account/me';
import { deleteOtherSessions } from '@tollgate/contract/routes/account/sessions';
import { anAccount } from '../support/account.ts';
import type { RunningAccount } from '../support/account.ts';
import { aSignedInUser, aUser, signIn } from '../support/user.ts';

let account: RunningAccount;
beforeAll(async () => {
  account = await anAccount();
});
afterAll(() => account.drop());

describe('DELETE /api/sessions answers 204', () => {
  test('every other session of the user ends at once, and none of others', async () => {
    const user = await aUser(account);
    const here = await signIn(account, user);
    const there = [await signIn(account, user), await signIn(account, user)];
    const stranger = await aSignedInUser(account);
    const { status } = await account.send(deleteOtherSessions, { token: here.token });
    expect(status).toBe(204);
    for (const { token } of there) expect((await account.send(getMe, { token })).status).toBe(401);
    for (const { token } of [here, stranger]) {
      expect((await account.send(getMe, { token })).status).toBe(200);
    }
    expect((await account.send(deleteOtherSessions, { token: here.token })).status).toBe(204);
  });
});

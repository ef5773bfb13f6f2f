import { SESSIONS_PER_USER_MAX } from '@tollgate/identity/sessions';
import { logout } from '@tollgate/contract/routes/account/auth';
import { listUserSessions } from '@tollgate/contract/routes/account/sessions';
import { anAccount } from '../support/account.ts';
import type { RunningAccount } from '../support/account.ts';
import { aSignedInUser, aUser, signIn } from '../support/user.ts';

let account: RunningAccount;

beforeAll(async () => {
  account = await anAccount();
});
afterAll(() => account.drop());

describe('GET /api/sessions answers 200', () => {
  test('open sessions of the user, newest first, the own one marked', async () => {
    await aSignedInUser(account);
    const user = await aUser(account);
    const first = await signIn(account, user);
    const second = await signIn(account, user);
    const third = await signIn(account, user);
    await account.send(logout, { token: second.token });
    const { body } = await account.send(listUserSessions, { token: first.token });
    expect(body).toHaveLength(2);
    expect(body[0]).toMatchObject({ current: false, address: '192.0.2.1' });
    expect(body[1]).toMatchObject({ current: true, user_agent: expect.stringContaining('got') });
    expect(body[0].id).toMatch(/^ses_/);
    expect(JSON.stringify(body)).not.toContain(third.session);
  });

  test('a user has so many and no more', async () => {
    const user = await aUser(account);
    await account.owner.raw(
      `insert into identity.session (id, user_id, expires_at, created_at)
       select gen_random_uuid(), ?, now() + interval '1 day', now() - interval '1 hour'
       from generate_series(1, ?)`,
      [user.userId, SESSIONS_PER_USER_MAX + 20],
    );
    const { token } = await signIn(account, user);
    const { body } = await account.send(listUserSessions, { token });
    expect(body).toHaveLength(SESSIONS_PER_USER_MAX);
    expect(body[0].current).toBe(true);
  });
});

describe('GET /api/sessions answers 401', () => {
  test('without a token', async () => {
    expect((await account.send(listUserSessions)).status).toBe(401);
  });
});

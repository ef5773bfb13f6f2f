import { transaction } from '@tollgate/db/connect';
import { setUserStatus } from '@tollgate/identity/users';
import { getMe } from '@tollgate/contract/routes/account/me';
import { refresh } from '@tollgate/contract/routes/account/auth';
import { anAccount } from '../support/account.ts';
import type { RunningAccount } from '../support/account.ts';
import { aSignedInUser, cookieOf, withoutRequestId } from '../support/user.ts';

let account: RunningAccount;

beforeAll(async () => {
  account = await anAccount();
});
afterAll(() => account.drop());

const renew = (session: string) => account.send(refresh, { cookie: `svc_session=${session}` });
const meBy = async (session: string) =>
  (await account.send(getMe, { cookie: `svc_session=${session}` })).status;

describe('POST /api/auth/refresh answers 200', () => {
  test('a new token and a new secret for the same session', async () => {
    const user = await aSignedInUser(account);
    const answer = await renew(user.session);
    const next = cookieOf(answer, 'svc_session') ?? '';
    expect(next).not.toBe(user.session);
    expect(answer.body.user.email).toBe(user.email);
    expect((await account.send(getMe, { token: answer.body.access_token })).status).toBe(200);
    expect((await account.send(getMe, { token: user.token })).status).toBe(200);
    expect(await meBy(next)).toBe(200);
    expect((await renew(next)).status).toBe(200);
  });
});

describe('POST /api/auth/refresh answers 401', () => {
  test('a rotated secret ends the session for everybody who holds a copy', async () => {
    const user = await aSignedInUser(account);
    const next = cookieOf(await renew(user.session), 'svc_session') ?? '';
    expect((await renew(user.session)).status).toBe(401);
    expect((await renew(next)).status).toBe(401);
    expect(await meBy(next)).toBe(401);
    expect((await account.send(getMe, { token: user.token })).status).toBe(401);
    const { rows } = await account.owner.raw(
      `select user_id, actor_kind from audit.event where action = 'session.reuse'`,
    );
    expect(rows).toEqual([{ user_id: user.userId, actor_kind: 'system' }]);
  });

  test('a rotated secret does not authenticate, but using it elsewhere ends nothing', async () => {
    const user = await aSignedInUser(account);
    const next = cookieOf(await renew(user.session), 'svc_session') ?? '';
    expect(await meBy(user.session)).toBe(401);
    expect(await meBy(next)).toBe(200);
  });

  test('of ten at once with one secret at most one succeeds', async () => {
    const user = await aSignedInUser(account);
    const answers = await Promise.all(Array.from({ length: 10 }, () => renew(user.session)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(9);
  });

  test('none, garbage, an unknown one: all alike', async () => {
    const none = await account.send(refresh);
    expect(none.status).toBe(401);
    for (const session of ['x', 'x'.repeat(43), 'x'.repeat(8_000), '%00']) {
      const answer = await renew(session);
      expect(answer.status).toBe(401);
      expect(withoutRequestId(answer.body)).toEqual(withoutRequestId(none.body));
    }
  });

  test('an expired session', async () => {
    const user = await aSignedInUser(account);
    await account.owner.raw('update identity.session set expires_at = now() where user_id = ?', [
      user.userId,
    ]);
    expect((await renew(user.session)).status).toBe(401);
    expect((await account.send(getMe, { token: user.token })).status).toBe(401);
  });

  test('a suspended user', async () => {
    const user = await aSignedInUser(account);
    await transaction(account.owner, (trx) => setUserStatus(trx, user.userId, 'suspended'));
    expect((await renew(user.session)).status).toBe(401);
  });
});

describe('POST /api/auth/refresh answers 403', () => {
  test('from another site, and nothing is rotated', async () => {
    const user = await aSignedInUser(account);
    const cookie = `svc_session=${user.session}`;
    const forged = await account.send(refresh, {
      cookie,
      headers: { 'sec-fetch-site': 'cross-site' },
    });
    expect(forged.status).toBe(403);
    expect((await renew(user.session)).status).toBe(200);
  });
});

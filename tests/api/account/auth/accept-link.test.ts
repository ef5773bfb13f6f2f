import { randomBytes } from 'node:crypto';
import { GatewayError } from '@tollgate/contract/error-codes';
import { rows, transaction } from '@tollgate/db/connect';
import { makePasswordLink } from '@tollgate/identity/password-links';
import { createPasswords } from '@tollgate/identity/password-hashing';
import { setUserStatus } from '@tollgate/identity/users';
import { acceptLink, login } from '@tollgate/contract/routes/account/auth';
import { getMe } from '@tollgate/contract/routes/account/me';
import { anAccount } from '../support/account.ts';
import type { RunningAccount } from '../support/account.ts';
import { aSignedInUser, withoutRequestId } from '../support/user.ts';

let account: RunningAccount;
let isBusy = false;
beforeAll(async () => {
  const passwords = await createPasswords();
  account = await anAccount({
    passwords: {
      ...passwords,
      hash: (password) =>
        isBusy
          ? Promise.reject(
              new GatewayError('rate_limit_exceeded', 'Too many.', { retryAfterSeconds: 2 }),
            )
          : passwords.hash(password),
    },
  });
});
afterAll(() => account.drop());

const aLink = async (userId: string, hours = 1): Promise<string> => {
  const user = { id: userId, status: 'active' as const };
  return (await transaction(account.owner, (trx) => makePasswordLink(trx, user, hours))).token;
};
const aPassword = (): string => randomBytes(12).toString('hex');
const accept = (token: string, new_password = aPassword()) =>
  account.send(acceptLink, { body: { token, new_password } });

describe('POST /api/auth/accept-link answers 200', () => {
  test('the password is set, every session ends and the link is kept nowhere', async () => {
    const user = await aSignedInUser(account);
    const token = await aLink(user.userId);
    const password = aPassword();
    const { status, body, headers } = await accept(token, password);
    expect([status, body.user.email]).toEqual([200, user.email]);
    expect(headers['set-cookie']).toHaveLength(2);
    expect((await account.send(getMe, { token: body.access_token })).status).toBe(200);
    expect((await account.send(getMe, { token: user.token })).status).toBe(401);
    const entered = await account.send(login, { body: { email: user.email, password } });
    expect(entered.status).toBe(200);
    const old = await account.send(login, { body: { email: user.email, password: user.password } });
    expect(old.status).toBe(401);
    const events = await rows<{ text: string }>(
      account.owner,
      `select cast(e as text) as text from audit.event e where user_id = :id and action = 'password.set_by_link'`,
      { id: user.userId },
    );
    expect(events).toHaveLength(1);
    expect(events[0]?.text).not.toContain(token);
  });
});

describe('POST /api/auth/accept-link answers 401', () => {
  test('U21: alike for links that were used, replaced, changed, made up, have ended or are of a suspended user', async () => {
    const user = await aSignedInUser(account);
    const used = await aLink(user.userId);
    expect((await accept(used)).status).toBe(200);
    const replaced = await aLink(user.userId);
    const good = await aLink(user.userId);
    const suspended = await aSignedInUser(account);
    const shut = await aLink(suspended.userId);
    await transaction(account.owner, (trx) => setUserStatus(trx, suspended.userId, 'suspended'));
    const late = await aSignedInUser(account);
    const ended = await aLink(late.userId);
    await account.owner.raw(
      `update identity.password_link set expires_at = now() where user_id = ?`,
      [late.userId],
    );
    const changed = `${good.slice(0, -2)}${good.endsWith('A') ? 'EE' : 'AA'}`;
    const madeUp = randomBytes(32).toString('base64url');
    const answers = [];
    for (const token of [used, replaced, changed, madeUp, shut, ended]) {
      const { status, body } = await accept(token);
      answers.push({ status, body: withoutRequestId(body) });
    }
    expect(new Set(answers.map((one) => JSON.stringify(one))).size).toBe(1);
    expect(answers[0]?.status).toBe(401);
    expect((await accept(good)).status).toBe(200);
  });

  test('U21: of ten at once one sets the password', async () => {
    const user = await aSignedInUser(account);
    const token = await aLink(user.userId);
    const answers = await Promise.all(Array.from({ length: 10 }, () => accept(token)));
    const statuses = answers.map(({ status }) => status).toSorted((a, b) => a - b);
    expect(statuses).toEqual([200, ...Array.from({ length: 9 }, () => 401)]);
  });
});

describe('POST /api/auth/accept-link answers 429', () => {
  test('while too many passwords wait to be hashed; the link stays good', async () => {
    const user = await aSignedInUser(account);
    const token = await aLink(user.userId);
    isBusy = true;
    const answer = await accept(token);
    isBusy = false;
    expect([answer.status, answer.headers['retry-after']]).toEqual([429, '2']);
    expect((await accept(token)).status).toBe(200);
  });
});

describe('POST /api/auth/accept-link answers 422', () => {
  test('U21: a token that is none, and a password that is too short; the link stays good', async () => {
    const user = await aSignedInUser(account);
    const token = await aLink(user.userId);
    for (const bad of ['', 'x', `${token}=`, `${token}\n`, ['x']]) {
      expect((await accept(bad as string)).status).toBe(422);
    }
    expect((await accept(token, 'short')).status).toBe(422);
    expect((await accept(token)).status).toBe(200);
  });
});

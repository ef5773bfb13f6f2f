import { changeUserPassword, login } from '@tollgate/contract/routes/account/auth';
import { getMe } from '@tollgate/contract/routes/account/me';
import { anAccount } from '../support/account.ts';
import type { RunningAccount, Sent } from '../support/account.ts';
import { aSignedInUser, aUser, cookieOf, signIn } from '../support/user.ts';

let account: RunningAccount;

beforeAll(async () => {
  account = await anAccount();
});
afterAll(() => account.drop());

const change = (current: unknown, next: unknown, sent: Sent) =>
  account.send(changeUserPassword, {
    body: { current_password: current, new_password: next },
    ...sent,
  });
const NEW = 'an entirely new password';

describe('POST /api/auth/change-password answers 204', () => {
  test('U10, U17: every session and every token is over, the new password holds', async () => {
    const user = await aUser(account);
    const here = await signIn(account, user);
    const there = await signIn(account, user);
    const answer = await change(user.password, NEW, { token: here.token });
    expect(answer.status).toBe(204);
    for (const token of [here.token, there.token]) {
      expect((await account.send(getMe, { token })).status).toBe(401);
    }
    const { email } = user;
    const old = await account.send(login, { body: { email, password: user.password } });
    expect(old.status).toBe(401);
    expect((await account.send(login, { body: { email, password: NEW } })).status).toBe(200);
  });

  test('no login with the old password outlives the change', async () => {
    const user = await aSignedInUser(account);
    const body = { email: user.email, password: user.password };
    const [changed, ...logins] = await Promise.all([
      change(user.password, NEW, { token: user.token }),
      ...Array.from({ length: 8 }, () => account.send(login, { body })),
    ]);
    expect(changed.status).toBe(204);
    for (const { status, body: answer } of logins) {
      if (status !== 200) continue;
      expect((await account.send(getMe, { token: answer.access_token })).status).toBe(401);
    }
  });

  test('a browser stays logged in, by a session of its own', async () => {
    const user = await aSignedInUser(account);
    const answer = await change(user.password, NEW, { cookie: user.cookie });
    const session = cookieOf(answer, 'svc_session');
    expect(session).not.toBe(user.session);
    expect((await account.send(getMe, { cookie: `svc_session=${session}` })).status).toBe(200);
    const old = await account.send(getMe, { cookie: `svc_session=${user.session}` });
    expect(old.status).toBe(401);
  });

  test('letters, signs and pictures of any script', async () => {
    const user = await aSignedInUser(account);
    const password = 'Zürich 東京 🔑🔑';
    await change(user.password, password, { token: user.token });
    const decomposed = password.normalize('NFD');
    const body = { email: user.email, password: decomposed };
    expect((await account.send(login, { body })).status).toBe(200);
  });
});

describe('POST /api/auth/change-password answers 401', () => {
  test('without a token', async () => {
    expect((await change('a password', NEW, {})).status).toBe(401);
  });

  test('U17: a wrong current password changes nothing', async () => {
    const user = await aSignedInUser(account);
    const answer = await change('not the password', NEW, { token: user.token });
    expect(answer.status).toBe(401);
    expect(answer.body.error).toMatchObject({
      code: 'invalid_credentials',
      param: 'current_password',
    });
    expect((await account.send(getMe, { token: user.token })).status).toBe(200);
  });

  test('U17: of ten at once one wins', async () => {
    const user = await aSignedInUser(account);
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, turn) =>
        change(user.password, `${NEW} ${turn}`, { token: user.token }),
      ),
    );
    const statuses = answers.map(({ status }) => status);
    expect(statuses.filter((status) => status === 204)).toHaveLength(1);
    expect(statuses.filter((status) => status === 401)).toHaveLength(9);
    const winner = statuses.indexOf(204);
    const body = { email: user.email, password: `${NEW} ${winner}` };
    expect((await account.send(login, { body })).status).toBe(200);
  });
});

describe('POST /api/auth/change-password answers 403', () => {
  test('by cookie from another site', async () => {
    const user = await aSignedInUser(account);
    const headers = { 'sec-fetch-site': 'cross-site' };
    const answer = await change(user.password, NEW, { cookie: user.cookie, headers });
    expect(answer.status).toBe(403);
  });
});

describe('POST /api/auth/change-password answers 422', () => {
  test('U17: the same as before', async () => {
    const user = await aSignedInUser(account);
    const answer = await change(user.password, user.password, { token: user.token });
    expect(answer.status).toBe(422);
    expect(answer.body.detail[0].loc).toEqual(['body', 'new_password']);
  });

  test.each<[string, unknown]>([
    ['too short', 'short'],
    ['a megabyte', 'x'.repeat(900_000)],
    ['a number', 1_234_567_890],
    ['null', null],
  ])('U17: %s', async (_name, next) => {
    const user = await aSignedInUser(account);
    expect((await change(user.password, next, { token: user.token })).status).toBe(422);
  });

  test('an extra field', async () => {
    const user = await aSignedInUser(account);
    const body = { current_password: user.password, new_password: NEW, user_id: 'x' };
    const answer = await account.send(changeUserPassword, { token: user.token, body });
    expect(answer.status).toBe(422);
  });
});

describe('POST /api/auth/change-password answers 429', () => {
  test('guessing the current password with a stolen token', async () => {
    const user = await aSignedInUser(account);
    const statuses: number[] = [];
    for (let turn = 0; turn < 12; turn += 1) {
      statuses.push((await change(`guess ${turn}`, NEW, { token: user.token })).status);
    }
    expect(statuses.slice(10)).toEqual([429, 429]);
  });
});

import { GatewayError } from '@tollgate/contract/error-codes';
import { createPasswords } from '@tollgate/identity/password-hashing';
import { getMe } from '@tollgate/contract/routes/account/me';
import { createSetup, getSetupStatus } from '@tollgate/contract/routes/account/setup';
import { setupPolicyOf } from '../../../../services/account/src/deps.ts';
import { anAccount } from '../support/account.ts';
import type { AccountOptions, RunningAccount } from '../support/account.ts';
import { aUser } from '../support/user.ts';

const opened: RunningAccount[] = [];
const open = async (options?: AccountOptions): Promise<RunningAccount> => {
  const account = await anAccount(options);
  opened.push(account);
  return account;
};
afterEach(async () => {
  for (const account of opened.splice(0)) await account.drop();
});

const BODY = { email: 'First@Example.com', password: 'a long password', name: 'First' };
const TOKEN = 'sixteen letters at least';
const guarded = { settings: { setup: setupPolicyOf('production', TOKEN) } };
const countUsers = async (account: RunningAccount): Promise<number> => {
  const { rows } = await account.owner.raw('select id from identity.user_account');
  return rows.length;
};

describe('POST /api/setup answers 201', () => {
  test('the first account, logged in', async () => {
    const account = await open();
    const made = await account.send(createSetup, { body: BODY });
    expect(made.status).toBe(201);
    expect(made.body.user).toMatchObject({ email: 'first@example.com', name: 'First' });
    expect(made.headers['set-cookie']).toHaveLength(2);
    const me = await account.send(getMe, { token: made.body.access_token });
    expect(me.body.id).toBe(made.body.user.id);
    const status = await account.send(getSetupStatus);
    expect(status.body).toMatchObject({ setup_required: false, setup_completed: true });
  });

  test('with the set-up token where one is asked for', async () => {
    const account = await open(guarded);
    const made = await account.send(createSetup, { body: { ...BODY, setup_token: TOKEN } });
    expect(made.status).toBe(201);
  });

  test('of twenty at once one wins', async () => {
    const account = await open();
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        account.send(createSetup, {
          body: { ...BODY, email: `u${index % 10}@example.com` },
        }),
      ),
    );
    const statuses = answers.map(({ status }) => status);
    expect(statuses.filter((status) => status === 201)).toHaveLength(1);
    expect(statuses.filter((status) => status === 409)).toHaveLength(19);
    expect(await countUsers(account)).toBe(1);
  });
});

describe('POST /api/setup answers 403', () => {
  test.each([
    ['no token', {}],
    ['a wrong token', { setup_token: `${TOKEN}x` }],
  ])('%s', async (_name, extra) => {
    const account = await open(guarded);
    const answer = await account.send(createSetup, { body: { ...BODY, ...extra } });
    expect(answer.status).toBe(403);
    expect(answer.body.error.code).toBe('permission_denied');
    expect(await countUsers(account)).toBe(0);
  });

  test('production without a token configured', async () => {
    const account = await open({ settings: { setup: setupPolicyOf('production', undefined) } });
    const answer = await account.send(createSetup, { body: { ...BODY, setup_token: 'x' } });
    expect(answer.status).toBe(403);
    expect(JSON.stringify(answer.body)).not.toContain('SETUP_TOKEN');
  });
});

describe('POST /api/setup answers 409', () => {
  test('S01: the second time, also with the right token', async () => {
    const account = await open(guarded);
    const body = { ...BODY, setup_token: TOKEN };
    await account.send(createSetup, { body });
    const again = await account.send(createSetup, { body: { ...body, email: 'b@example.com' } });
    expect(again.status).toBe(409);
    expect(again.body.error.code).toBe('setup_already_done');
    expect(await countUsers(account)).toBe(1);
  });

  test('after the platform has made a user', async () => {
    const account = await open();
    await aUser(account);
    expect((await account.send(createSetup, { body: BODY })).status).toBe(409);
  });
});

describe('POST /api/setup answers 429', () => {
  test('while too many passwords wait to be hashed; the set-up can be tried again', async () => {
    let isBusy = true;
    const passwords = await createPasswords();
    const account = await open({
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
    const answer = await account.send(createSetup, { body: BODY });
    expect([answer.status, answer.headers['retry-after']]).toEqual([429, '2']);
    expect(await countUsers(account)).toBe(0);
    isBusy = false;
    expect((await account.send(createSetup, { body: BODY })).status).toBe(201);
  });
});

describe('POST /api/setup answers 422', () => {
  test.each<[string, unknown]>([
    ['a role', { ...BODY, role: 'admin' }],
    ['administration', { ...BODY, is_platform_admin: true }],
    ['credits', { ...BODY, credits: '100' }],
    ['a short password', { ...BODY, password: 'short' }],
    ['no name', { email: BODY.email, password: BODY.password }],
    ['a name with a line end', { ...BODY, name: 'a\nb' }],
    ['no address', { ...BODY, email: 'first' }],
  ])('S04: %s', async (_name, body) => {
    const account = await open();
    expect((await account.send(createSetup, { body })).status).toBe(422);
    expect(await countUsers(account)).toBe(0);
  });
});

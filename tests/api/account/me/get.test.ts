import { transaction } from '@tollgate/db/connect';
import { createPasswords } from '@tollgate/identity/password-hashing';
import { createAdministrator } from '@tollgate/identity/administrators';
import { logInAdministrator } from '@tollgate/identity/administrator-sessions';
import { createLoginThrottle, PLATFORM_LOGIN_LIMITS } from '@tollgate/identity/throttle';
import { createAccessTokens } from '@tollgate/identity/tokens';
import { setUserStatus } from '@tollgate/identity/users';
import { encodeId } from '@tollgate/runtime/ids';
import { getMe } from '@tollgate/contract/routes/account/me';
import { testCluster } from '../../../support/cluster.ts';
import { anAccount } from '../support/account.ts';
import type { RunningAccount } from '../support/account.ts';
import { aKey } from '../support/key.ts';
import { aSignedInUser, withoutRequestId } from '../support/user.ts';
import type { SignedInUser } from '../support/user.ts';

let account: RunningAccount;
let user: SignedInUser;

beforeAll(async () => {
  account = await anAccount();
  user = await aSignedInUser(account);
});
afterAll(() => account.drop());

const withCookie = (cookie: string) => account.send(getMe, { cookie });

describe('GET /api/me answers 200', () => {
  test('the user, who is a tenant of their own', async () => {
    const { body } = await account.send(getMe, { token: user.token });
    const id = encodeId('usr', user.userId);
    expect(body).toMatchObject({ id, organization_id: id, email: user.email, status: 'active' });
    expect(JSON.stringify(body)).not.toMatch(/argon|hash/);
  });

  test.each(['Bearer', 'bearer', 'BEARER'])('with the scheme written %s', async (scheme) => {
    const headers = { authorization: `${scheme} ${user.token}` };
    expect((await account.send(getMe, { headers })).status).toBe(200);
  });

  test('with svc_access_token alone, with svc_session alone, with both', async () => {
    const [access = '', session = ''] = user.cookie.split('; ');
    for (const cookie of [access, session, user.cookie]) {
      expect((await withCookie(cookie)).body.email).toBe(user.email);
    }
  });

  test('U13: the header decides, whatever the cookie says', async () => {
    const other = await aSignedInUser(account);
    const { body } = await account.send(getMe, { token: user.token, cookie: other.cookie });
    expect(body.email).toBe(user.email);
  });

  test('cookies that are none of ours do not matter', async () => {
    const noise = Array.from({ length: 200 }, (_, index) => `n${index}="a;b"`).join('; ');
    expect((await withCookie(`${noise}; ${user.cookie}`)).status).toBe(200);
  });
});

describe('GET /api/me answers 401', () => {
  test('nobody; every refusal is alike', async () => {
    const nobody = await account.send(getMe);
    expect(nobody.status).toBe(401);
    expect(nobody.headers['www-authenticate']).toBe('Bearer');
    const wrong = await account.send(getMe, { token: 'a.b.c' });
    expect(withoutRequestId(wrong.body)).toEqual(withoutRequestId(nobody.body));
  });

  test.each(['', 'Bearer', 'Bearer ', 'Basic dTpw', 'Token x', 'Bearer a b', 'Bearer x, Bearer y'])(
    'U13: the header %p, with good cookies behind it',
    async (authorization) => {
      const answer = await account.send(getMe, { headers: { authorization }, cookie: user.cookie });
      expect(answer.status).toBe(401);
    },
  );

  test('U12: the first of two cookies of one name decides', async () => {
    expect((await withCookie(`svc_session=x; svc_session=${user.session}`)).status).toBe(401);
    expect((await withCookie(`svc_session=${user.session}; svc_session=x`)).status).toBe(200);
  });

  test.each([
    ['of 8 kB', `svc_session=${'x'.repeat(8_000)}`],
    ['in quotes', 'svc_session="x"'],
    ['with an escaped NUL', 'svc_session=%00'],
    ['with a lone percent', 'svc_session=%'],
    ['named like a property', '__proto__=x; constructor=y'],
  ])('U12: a cookie %s', async (_name, cookie) => {
    expect((await withCookie(cookie)).status).toBe(401);
  });

  test('P04: an access token under the name of the session, and reverse', async () => {
    const { token, session } = user;
    expect((await withCookie(`svc_session=${token}`)).status).toBe(401);
    expect((await withCookie(`svc_access_token=${session}`)).status).toBe(401);
    expect((await account.send(getMe, { token: session })).status).toBe(401);
  });

  test('P03, P04: an administrator’s token', async () => {
    const { keys } = await testCluster();
    const deps = {
      db: account.owner,
      passwords: await createPasswords(),
      throttle: createLoginThrottle({ plane: 'platform', limits: PLATFORM_LOGIN_LIMITS }),
      tokens: await createAccessTokens('platform', JSON.stringify(keys.platformTokenKey)),
    };
    const administrator = { email: 'root@example.com', password: 'long enough a password' };
    await createAdministrator(deps, { ...administrator, name: 'Root', role: 'owner' });
    const origin = { address: '192.0.2.9', userAgent: undefined };
    const login = await logInAdministrator(deps, { ...administrator, origin });
    const token = login.outcome === 'ok' ? login.accessToken : '';
    expect(token).not.toBe('');
    expect((await account.send(getMe, { token })).status).toBe(401);
    expect((await withCookie(`svc_access_token=${token}`)).status).toBe(401);
    expect((await withCookie(`svc_platform_access_token=${token}`)).status).toBe(401);
  });

  test('an API key', async () => {
    const { secret } = await aKey(account, user);
    expect((await account.send(getMe, { token: secret })).status).toBe(401);
  });

  test('U10: a user who was suspended, at once and by every credential', async () => {
    const other = await aSignedInUser(account);
    await transaction(account.owner, (trx) => setUserStatus(trx, other.userId, 'suspended'));
    expect((await account.send(getMe, { token: other.token })).status).toBe(401);
    expect((await withCookie(`svc_session=${other.session}`)).status).toBe(401);
    await transaction(account.owner, (trx) => setUserStatus(trx, other.userId, 'active'));
    expect((await account.send(getMe, { token: other.token })).status).toBe(401);
  });
});

describe('GET /api/me answers 404', () => {
  test('a request that did not come through the edge', async () => {
    const headers = { 'x-internal-token': 'none' };
    expect((await account.send(getMe, { token: user.token, headers })).status).toBe(404);
  });
});

describe('GET /api/me answers 405', () => {
  test('another method', async () => {
    const answer = await account.request('POST', '/api/me', { token: user.token });
    expect(answer.status).toBe(405);
    expect(answer.headers.allow).toContain('GET');
  });
});

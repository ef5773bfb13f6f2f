import { createAdministrator } from '@tollgate/identity/administrators';
import {
  changePlatformPassword,
  finishPlatformSignIn,
  platformLogin,
  platformMe,
  startPlatformSignIn,
} from '@tollgate/contract/routes/admin/auth';
import {
  listPlatformAdministrators,
  updatePlatformAdministrator,
} from '@tollgate/contract/routes/admin/administrators';
import { anAdmin } from '../support/admin.ts';
import type { Answer, RunningAdmin } from '../support/admin.ts';
import { anOpenIdProvider } from '../support/openid-provider.ts';
import type { Person, TestOpenIdProvider } from '../support/openid-provider.ts';
import { eventsOf } from '../support/trail.ts';

let provider: TestOpenIdProvider;
let admin: RunningAdmin;
let address = 0;

beforeAll(async () => {
  provider = await anOpenIdProvider();
  admin = await anAdmin({ oidc: provider.settings });
});
afterAll(async () => {
  await admin?.drop();
  await provider?.stop();
});

const cookiesOf = ({ headers }: Answer): string[] => [headers['set-cookie'] ?? []].flat();
const cookieIn = (answer: Answer, name: string): string =>
  cookiesOf(answer)
    .find((line) => line.startsWith(`${name}=`))
    ?.split(';')[0] ?? '';

const begin = async (returnTo?: string): Promise<{ url: string; cookie: string }> => {
  const answer = await admin.send(startPlatformSignIn, {
    token: null,
    headers: { 'sec-fetch-site': 'same-origin' },
    body: returnTo === undefined ? {} : { return_to: returnTo },
  });
  expect(answer.status).toBe(200);
  return {
    url: answer.body.authorization_url,
    cookie: cookieIn(answer, '__Host-svc_platform_sign_in'),
  };
};
const comeBack = (query: string, cookie: string, accept = 'text/html'): Promise<Answer> => {
  address += 1;
  return admin.request('GET', finishPlatformSignIn.path + query, {
    token: null,
    headers: { cookie, accept, 'x-forwarded-for': `198.51.100.${address % 250}` },
  });
};
const signIn = async (person: Person & { sub: string }): Promise<Answer> => {
  const { url, cookie } = await begin();
  return comeBack(await provider.signIn(url, person), cookie);
};
const tokenOf = (answer: Answer): string =>
  cookieIn(answer, 'svc_platform_access_token').split('=')[1] ?? '';
const meOf = async (answer: Answer) =>
  (await admin.send(platformMe, { token: tokenOf(answer) })).body;

const ADA = { sub: 'ada-1', name: 'Ada', email: 'ada@example.com', groups: ['staff', 'owners'] };

describe('GET /api/platform/auth/oidc/callback answers 200', () => {
  test('a session with the highest role of the groups, and a page that goes on', async () => {
    const { url, cookie } = await begin('/console/platform/users?search=a%40b');
    const asked = new URL(url).searchParams;
    expect(asked.get('code_challenge_method')).toBe('S256');
    expect(asked.get('redirect_uri')).toBe(provider.settings.redirectUri);
    const answer = await comeBack(await provider.signIn(url, ADA), cookie);
    expect([answer.status, answer.headers['content-type']]).toEqual([
      200,
      'text/html; charset=utf-8',
    ]);
    expect(answer.body).toContain('content="0;url=/console/platform/users?search=a%40b"');
    expect(answer.headers['content-security-policy']).toContain("default-src 'none'");
    const lines = cookiesOf(answer);
    expect(lines.find((line) => line.startsWith('svc_platform_access_token='))).toMatch(
      /; Max-Age=3600; .*HttpOnly; Secure; SameSite=Strict$/,
    );
    expect(lines.find((line) => line.startsWith('__Host-svc_platform_sign_in=;'))).toContain(
      'Max-Age=0',
    );
    expect(await meOf(answer)).toMatchObject({
      email: 'ada@example.com',
      name: 'Ada',
      role: 'owner',
      source: 'oidc',
    });
    expect(await eventsOf(admin, 'administrator.login')).toEqual(
      expect.arrayContaining([
        expect.objectContaining({
          actor: expect.objectContaining({ label: 'ada@example.com' }),
          details: expect.objectContaining({
            method: 'oidc',
            issuer: provider.issuer,
            subject: 'ada-1',
            role: 'owner',
            expires_at: expect.any(String),
          }),
        }),
      ]),
    );
  });

  test('role and name are taken anew, and the new role holds for open sessions', async () => {
    const first = await signIn({ ...ADA, sub: 'bea', email: 'bea@example.com' });
    const again = await signIn({
      sub: 'bea',
      name: 'Bea B.',
      email: 'bea@example.com',
      groups: ['money'],
    });
    expect(await meOf(first)).toMatchObject({ name: 'Bea B.', role: 'finance' });
    expect((await meOf(again)).id).toBe((await meOf(first)).id);
  });

  test('J10: an address of a local administrator opens nothing of that one', async () => {
    const email = 'local@example.com';
    const password = 'a password of a local one';
    const local = await createAdministrator(admin.deps, {
      email,
      name: 'L',
      password,
      role: 'owner',
    });
    const answer = await signIn({ sub: 'thief', email, email_verified: true, groups: ['staff'] });
    const me = await meOf(answer);
    expect(me).toMatchObject({ email, role: 'viewer', source: 'oidc' });
    const { body } = await admin.send(listPlatformAdministrators);
    const namesakes = body.filter((one: { email: string }) => one.email === email);
    expect(namesakes.map((one: { source: string }) => one.source).toSorted()).toEqual([
      'local',
      'oidc',
    ]);
    const login = await admin.send(platformLogin, { token: null, body: { email, password } });
    expect([login.status, login.body.administrator.role]).toEqual([200, local.role]);
  });
});

test('who signs in through the provider has no password here', async () => {
  const token = tokenOf(await signIn(ADA));
  const body = { current_password: 'anything at all', new_password: 'another password' };
  expect((await admin.send(changePlatformPassword, { token, body })).status).toBe(409);
});

describe('GET /api/platform/auth/oidc/callback answers 403', () => {
  const reasonOf = async (query: string, cookie: string) => {
    const { status, body } = await comeBack(query, cookie, 'application/json');
    return [status, body.error.code, body.error.reason];
  };
  const STALE = [403, 'sign_in_refused', 'stale'];

  test('no group with a role: told on a page, in the trail, and open sessions end', async () => {
    const before = await signIn({ ...ADA, sub: 'cid' });
    const answer = await signIn({ ...ADA, sub: 'cid', groups: ['owners-of-cats', 'owners,staff'] });
    expect(answer.status).toBe(403);
    expect(answer.body).toContain('url=/console/platform?sign_in=no_role');
    expect(tokenOf(answer)).toBe('');
    expect((await admin.send(platformMe, { token: tokenOf(before) })).status).toBe(401);
    const [event] = await eventsOf(admin, 'administrator.login_failure');
    expect(event).toMatchObject({ details: { method: 'oidc', reason: 'no_role', subject: 'cid' } });
  });

  test('who is kept out', async () => {
    const { id } = await meOf(await signIn({ ...ADA, sub: 'dan' }));
    const params = { administrator_id: id };
    await admin.send(updatePlatformAdministrator, { params, body: { status: 'disabled' } });
    expect((await signIn({ ...ADA, sub: 'dan' })).body).toContain('sign_in=disabled');
    const role = await admin.send(updatePlatformAdministrator, {
      params,
      body: { role: 'viewer' },
    });
    expect(role.status).toBe(409);
  });

  test('J11: a forged, a foreign and a missing state, and a cookie that is none', async () => {
    const { url, cookie } = await begin();
    const query = await provider.signIn(url, ADA);
    const forged = query.replace(/state=[^&]+/, 'state=forged');
    expect(await reasonOf(forged, cookie)).toEqual(STALE);
    expect(await reasonOf(query.replace(/state=[^&]+/, ''), cookie)).toEqual(STALE);
    expect(await reasonOf(query, '')).toEqual(STALE);
    expect(await reasonOf(query, `${cookie}x`)).toEqual(STALE);
    expect(await reasonOf(query, '__Host-svc_platform_sign_in=a.b.c.d.e')).toEqual(STALE);
    // None of these has used the sign-in up.
    expect((await comeBack(query, cookie)).status).toBe(200);
  });

  test('J12: the same callback twice, also at the same moment', async () => {
    const { url, cookie } = await begin();
    const query = await provider.signIn(url, ADA);
    const answers = await Promise.all([comeBack(query, cookie), comeBack(query, cookie)]);
    expect(answers.map(({ status }) => status)).toEqual(expect.arrayContaining([200, 403]));
    expect(await reasonOf(query, cookie)).toEqual(STALE);
  });

  test('J13: an attacker’s callback in a victim’s browser, with a sign-in of the victim’s own or without', async () => {
    const attackers = await begin();
    const query = await provider.signIn(attackers.url, { ...ADA, sub: 'mallory' });
    expect(await reasonOf(query, (await begin()).cookie)).toEqual(STALE);
    expect(await reasonOf(query, '')).toEqual(STALE);
  });

  test('J14: two tabs: the one that began last goes on, the other is told so', async () => {
    const [first, second] = [await begin(), await begin()];
    const early = await provider.signIn(first.url, ADA);
    const late = await provider.signIn(second.url, ADA);
    expect(await reasonOf(early, second.cookie)).toEqual(STALE);
    expect((await comeBack(late, second.cookie)).status).toBe(200);
  });

  test('J15: a code that another sign-in was given', async () => {
    const [first, second] = [await begin(), await begin()];
    const foreign = new URLSearchParams(await provider.signIn(first.url, ADA)).get('code') ?? '';
    const own = await provider.signIn(second.url, ADA);
    const mixed = own.replace(/code=[^&]+/, `code=${foreign}`);
    expect(await reasonOf(mixed, second.cookie)).toEqual([403, 'sign_in_refused', 'rejected']);
  });

  test('the provider refuses', async () => {
    const { url, cookie } = await begin();
    const query = await provider.signIn(url, { sub: 'nobody' });
    expect(await reasonOf(query, cookie)).toEqual([403, 'sign_in_refused', 'denied']);
  });
});

describe('GET /api/platform/auth/oidc/callback answers 404', () => {
  test('where no provider is configured, or no such one any more', async () => {
    const token = tokenOf(await signIn(ADA));
    const { oidc } = admin.deps;
    admin.deps.oidc = null;
    const answer = await comeBack('?code=x&state=y', '', 'application/json');
    const me = await admin.send(platformMe, { token });
    admin.deps.oidc = oidc;
    expect(answer.status).toBe(404);
    // Its sessions end with it.
    expect(me.status).toBe(401);
    expect((await admin.send(platformMe, { token })).status).toBe(200);
  });
});

describe('GET /api/platform/auth/oidc/callback answers 422', () => {
  test('J16: a parameter twice', async () => {
    const answer = await comeBack('?state=a&state=b&code=c', '', 'application/json');
    expect(answer.status).toBe(422);
  });
});

describe('GET /api/platform/auth/oidc/callback answers 429', () => {
  test('J17: tries without end from one address fill no trail', async () => {
    const headers = { accept: 'application/json', 'x-forwarded-for': '203.0.113.7' };
    const statuses: number[] = [];
    for (let turn = 0; turn < 31; turn += 1) {
      const path = `${finishPlatformSignIn.path}?state=x&code=y`;
      statuses.push((await admin.request('GET', path, { token: null, headers })).status);
    }
    expect(statuses.slice(0, 30).every((status) => status === 403)).toBe(true);
    expect(statuses[30]).toBe(429);
  });
});

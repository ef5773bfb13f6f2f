import { randomUUID } from 'node:crypto';
import { platformLogin, platformMe } from '@tollgate/contract/routes/admin/auth';
import { anAdmin } from '../support/admin.ts';
import type { RunningAdmin } from '../support/admin.ts';
import { eventsOf } from '../support/trail.ts';

let admin: RunningAdmin;

beforeEach(async () => {
  admin = await anAdmin();
});
afterEach(() => admin.drop());

const logIn = (body: unknown) => admin.send(platformLogin, { token: null, body });

describe('POST /api/platform/auth/login answers 200', () => {
  test('a token for the header, the same as a strict cookie, and an event', async () => {
    const { email, password } = admin.administrator;
    const answer = await logIn({ email: email.toUpperCase(), password });
    expect(answer.body).toMatchObject({ token_type: 'Bearer', expires_in: 28_800 });
    const cookie = answer.headers['set-cookie']?.[0] ?? '';
    expect(cookie).toContain(`svc_platform_access_token=${answer.body.access_token}`);
    expect(cookie).toMatch(/HttpOnly/);
    expect(cookie).toMatch(/Secure/);
    expect(cookie).toMatch(/SameSite=Strict/);
    const me = await admin.send(platformMe, {
      token: null,
      headers: { cookie: cookie.split(';')[0] ?? '' },
    });
    expect(me.body).toEqual(answer.body.administrator);
    expect(await eventsOf(admin, 'administrator.login')).toHaveLength(2);
  });
});

describe('POST /api/platform/auth/login answers 401', () => {
  test('a wrong password and an unknown address are answered alike', async () => {
    const wrong = await logIn({ email: admin.administrator.email, password: 'not this one' });
    const unknown = await logIn({ email: `${randomUUID()}@example.com`, password: 'any at all' });
    for (const answer of [wrong, unknown]) {
      expect(answer.status).toBe(401);
      expect(answer.body.error.code).toBe('invalid_credentials');
    }
    expect(wrong.body.error.message).toBe(unknown.body.error.message);
    expect(await eventsOf(admin, 'administrator.login_failure')).toHaveLength(2);
  });
});

describe('POST /api/platform/auth/login answers 404', () => {
  test('through the public listener there is no such route', async () => {
    const { email, password } = admin.administrator;
    const answer = await admin.send(platformLogin, {
      token: null,
      plane: 'public',
      body: { email, password },
    });
    expect(answer.status).toBe(404);
  });
});

describe('POST /api/platform/auth/login answers 422', () => {
  test.each([
    { email: { $gt: '' }, password: 'x' },
    { email: 'a@example.com' },
    { email: 'a@example.com', password: null },
    { email: 'a@example.com', password: 'x'.repeat(1_000) },
    { email: 'a@example.com', password: 'x', is_admin: true },
  ])('%j', async (body) => {
    expect((await logIn(body)).status).toBe(422);
  });
});

describe('POST /api/platform/auth/login answers 429', () => {
  test('P01: after five wrong passwords from elsewhere', async () => {
    const { email, password } = admin.administrator;
    const elsewhere = { 'x-forwarded-for': '198.51.100.7' };
    const guess = (body: unknown) =>
      admin.send(platformLogin, { token: null, headers: elsewhere, body });
    for (let turn = 0; turn < 5; turn += 1) await guess({ email, password: 'wrong' });
    const refused = await guess({ email, password });
    expect(refused.status).toBe(429);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect((await logIn({ email, password })).status).toBe(200);
  });
});

import {
  createAdministratorToken,
  revokeAdministratorToken,
} from '@tollgate/contract/routes/admin/administrator-tokens';
import { updatePlatformAdministrator } from '@tollgate/contract/routes/admin/administrators';
import { platformLogin, platformMe } from '@tollgate/contract/routes/admin/auth';
import { createPlatformUser } from '@tollgate/contract/routes/admin/users';
import { createAdministrator } from '@tollgate/identity/administrators';
import { encodeId } from '@tollgate/runtime/ids';
import { anAdmin } from '../support/admin.ts';
import type { RunningAdmin } from '../support/admin.ts';
import { eventsOf } from '../support/trail.ts';

let admin: RunningAdmin;
beforeAll(async () => {
  admin = await anAdmin();
});
afterAll(() => admin.drop());

const password = 'correct horse battery';
const create = (body: unknown, token?: string | null) =>
  admin.send(createAdministratorToken, { body, ...(token === undefined ? {} : { token }) });
const me = (token: string) => admin.send(platformMe, { token });
let made = 0;
/** A signed-in administrator with a role, beside the first one. */
async function another(role: 'operator' | 'finance' | 'viewer') {
  made += 1;
  const email = `${role}-${made}@example.com`;
  const { id } = await createAdministrator(admin.deps, { email, name: role, password, role });
  const login = await admin.send(platformLogin, { token: null, body: { email, password } });
  return { id: encodeId('adm', id), email, session: login.body.access_token as string };
}

describe('POST /api/platform/administrator-tokens answers 201', () => {
  test('a token that acts for who made it, is shown once, and is named in the trail', async () => {
    const { status, body } = await create({ name: 'CI', role: 'operator', expires_in_days: 7 });
    expect(status).toBe(201);
    expect(body).toMatchObject({
      name: 'CI',
      role: 'operator',
      state: 'active',
      administrator_email: admin.administrator.email,
      last_used_at: null,
    });
    const token = body.token as string;
    expect(token).toMatch(/^tg_adm_[0-9A-Za-z]{49}$/);
    expect(token.endsWith(body.last4 as string)).toBe(true);
    expect(Date.parse(body.expires_at) - Date.parse(body.created_at)).toBe(7 * 86_400_000);
    const caller = await me(token);
    expect([caller.status, caller.body.role]).toEqual([200, 'operator']);
    const user = { email: 'by-machine@example.com', password };
    expect((await admin.send(createPlatformUser, { token, body: user })).status).toBe(201);
    const [event] = await eventsOf(admin, 'user.create');
    const label = `${admin.administrator.email} by the token CI`;
    expect(event).toMatchObject({ actor: { label } });
    const [creation] = await eventsOf(admin, 'administrator_token.create');
    expect(creation).toMatchObject({
      target: { kind: 'administrator_token', id: body.id },
      details: { name: 'CI', role: 'operator' },
    });
    const kept = await admin.owner.raw('select t::text as row from identity.administrator_token t');
    const seen = JSON.stringify([kept.rows, creation, event, admin.logged]);
    expect(seen).not.toContain(token);
    expect(seen).not.toContain(token.slice(7, 50));
  });

  test('of a viewer who says nothing, for 90 days', async () => {
    const { body } = await create({ name: 'plan' });
    expect([body.role, Date.parse(body.expires_at) - Date.parse(body.created_at)]).toEqual([
      'viewer',
      90 * 86_400_000,
    ]);
  });

  test('by a token, which gives no more than it has', async () => {
    const outer = (await create({ name: 'outer', role: 'operator' })).body.token as string;
    const inner = await create({ name: 'inner', role: 'viewer' }, outer);
    expect(inner.status).toBe(201);
    expect((await me(inner.body.token)).body.role).toBe('viewer');
  });
});

describe('POST /api/platform/administrator-tokens answers 401', () => {
  test('without a credential', async () => {
    expect((await create({ name: 'x' }, null)).status).toBe(401);
  });

  test('to a token that has expired, was revoked, was changed or was never made', async () => {
    const expired = (await create({ name: 'old' })).body;
    const revoked = (await create({ name: 'revoked' })).body;
    await admin.owner.raw(
      `update identity.administrator_token set expires_at = now() - interval '1 second'
       where name = 'old'`,
    );
    const params = { token_id: revoked.id as string };
    expect((await admin.send(revokeAdministratorToken, { params })).status).toBe(204);
    const good = (await create({ name: 'good' })).body.token as string;
    const other = `${good.slice(0, -1)}${good.endsWith('a') ? 'b' : 'a'}`;
    for (const token of [expired.token, revoked.token, other, `tg_adm_${'0'.repeat(49)}`]) {
      expect((await me(token)).status).toBe(401);
      expect((await create({ name: 'x' }, token)).status).toBe(401);
    }
    expect((await me(good)).status).toBe(200);
  });

  test('to a token in a cookie, where pages of other sites could send it', async () => {
    const { token } = (await create({ name: 'cookie' })).body;
    const headers = { cookie: `svc_platform_access_token=${token}` };
    expect((await admin.send(platformMe, { token: null, headers })).status).toBe(401);
  });

  test('to the token of an administrator who is disabled, or has lost a right of the token', async () => {
    const { id, session } = await another('operator');
    const { token } = (await create({ name: 'of another', role: 'operator' }, session)).body;
    expect((await me(token)).status).toBe(200);
    const params = { administrator_id: id };
    const change = (body: object) => admin.send(updatePlatformAdministrator, { params, body });
    expect((await change({ role: 'viewer' })).status).toBe(200);
    expect((await me(token)).status).toBe(401);
    await change({ role: 'operator' });
    expect((await me(token)).status).toBe(200);
    await change({ status: 'disabled' });
    expect((await me(token)).status).toBe(401);
  });
});

describe('POST /api/platform/administrator-tokens answers 403', () => {
  test.each([
    ['operator', 'owner'],
    ['operator', 'finance'],
    ['finance', 'operator'],
    ['viewer', 'finance'],
  ] as const)('of %s a token of %s, by a session and by a token', async (own, asked) => {
    const { session } = await another(own);
    const bySession = await create({ name: 'more', role: asked }, session);
    expect([bySession.status, bySession.body.error.code]).toEqual([403, 'role_required']);
    const { token } = (await create({ name: 'same', role: own }, session)).body;
    expect((await create({ name: 'more', role: asked }, token)).status).toBe(403);
  });

  test('a token of a viewer changes nothing', async () => {
    const { token } = (await create({ name: 'reader' })).body;
    const body = { email: 'never@example.com', password };
    const refused = await admin.send(createPlatformUser, { token, body });
    expect([refused.status, refused.body.error.code]).toEqual([403, 'role_required']);
  });
});

describe('POST /api/platform/administrator-tokens answers 409', () => {
  test('for the fifty-first live token', async () => {
    const { session } = await another('viewer');
    for (let count = 0; count < 50; count += 1) {
      expect((await create({ name: `n${count}` }, session)).status).toBe(201);
    }
    expect((await create({ name: 'one more' }, session)).status).toBe(409);
  });
});

describe('POST /api/platform/administrator-tokens answers 422', () => {
  test.each([
    [{}],
    [{ name: '' }],
    [{ name: 'x', role: 'root' }],
    [{ name: 'x', expires_in_days: 0 }],
    [{ name: 'x', expires_in_days: 367 }],
    [{ name: 'x', token: 'tg_adm_mine' }],
  ])('%j', async (body) => {
    expect((await create(body)).status).toBe(422);
  });
});

import { newPublicId } from '@tollgate/runtime/ids';
import {
  createPlatformAdministrator,
  updatePlatformAdministrator,
} from '@tollgate/contract/routes/admin/administrators';
import { platformLogin, platformMe } from '@tollgate/contract/routes/admin/auth';
import { anAdmin } from '../support/admin.ts';
import type { RunningAdmin } from '../support/admin.ts';
import { eventsOf } from '../support/trail.ts';

let admin: RunningAdmin;
let mine: string;
let other: { id: string; token: string };

const password = 'twelve characters';
const email = 'second@example.com';
const logIn = async () => {
  const { body } = await admin.send(platformLogin, { token: null, body: { email, password } });
  return body;
};

beforeAll(async () => {
  admin = await anAdmin();
  mine = (await admin.send(platformMe)).body.id;
  const { body } = await admin.send(createPlatformAdministrator, {
    body: { email, password, role: 'owner' },
  });
  other = { id: body.id, token: (await logIn()).access_token };
});
afterAll(() => admin.drop());

const update = (id: string, body: unknown, token?: string | null) =>
  admin.send(updatePlatformAdministrator, {
    params: { administrator_id: id },
    body,
    ...(token === undefined ? {} : { token }),
  });
const meOf = async (token: string) => (await admin.send(platformMe, { token })).status;

describe('PATCH /api/platform/administrators/{administrator_id} answers 200', () => {
  test('disabling ends every session at once; enabling lets in again, with a new login only', async () => {
    const disabled = await update(other.id, { status: 'disabled', reason: 'left' });
    expect(disabled.status).toBe(200);
    expect(disabled.body).toMatchObject({ id: other.id, status: 'disabled' });
    expect(await meOf(other.token)).toBe(401);
    expect((await logIn()).error.code).toBe('invalid_credentials');

    expect((await update(other.id, { status: 'active' })).body.status).toBe('active');
    expect(await meOf(other.token)).toBe(401);
    other.token = (await logIn()).access_token;
    expect(await meOf(other.token)).toBe(200);
    const events = await eventsOf(admin, 'administrator.set_status');
    expect(events).toMatchObject([
      { target: { id: other.id }, details: { email, to: 'active' } },
      { target: { id: other.id }, details: { email, to: 'disabled', reason: 'left' } },
    ]);
  });
});

describe('PATCH /api/platform/administrators/{administrator_id} answers 200 for a role', () => {
  const roleOf = async (token: string) => {
    const { role, rights } = (await admin.send(platformMe, { token })).body;
    return [role, rights];
  };

  test('J04: a role holds for open sessions at once, nobody raises himself, and leaves both in the trail', async () => {
    const changed = await update(other.id, { role: 'viewer', reason: 'moved' });
    expect([changed.status, changed.body.role]).toEqual([200, 'viewer']);
    expect(await roleOf(other.token)).toEqual(['viewer', 'own_account read']);
    const refused = await update(other.id, { role: 'owner' }, other.token);
    expect([refused.status, refused.body.error.code]).toEqual([403, 'role_required']);
    expect((await update(other.id, { role: 'owner' })).body.role).toBe('owner');
    expect((await roleOf(other.token))[0]).toBe('owner');
    expect(await eventsOf(admin, 'administrator.set_role')).toMatchObject([
      { target: { id: other.id }, details: { email, from: 'viewer', to: 'owner' } },
      { details: { email, from: 'owner', to: 'viewer', reason: 'moved' } },
    ]);
  });

  test('role and status together, or neither', async () => {
    const both = await update(other.id, { role: 'finance', status: 'disabled' });
    expect(both.body).toMatchObject({ role: 'finance', status: 'disabled' });
    const events = await eventsOf(admin, 'administrator.set_role');
    const half = await update(mine, { role: 'owner', status: 'disabled' });
    expect([half.status, half.body.error.code]).toEqual([409, 'conflict']);
    expect(await eventsOf(admin, 'administrator.set_role')).toEqual(events);
    await update(other.id, { role: 'owner', status: 'active' });
    other.token = (await logIn()).access_token;
  });
});

describe('PATCH /api/platform/administrators/{administrator_id} answers 401', () => {
  test('without a token', async () => {
    expect((await update(other.id, { status: 'disabled' }, null)).status).toBe(401);
  });
});

describe('PATCH /api/platform/administrators/{administrator_id} answers 404', () => {
  test('unknown and malformed ids alike, before anything is said of the last one', async () => {
    for (const id of [newPublicId('adm'), 'x', newPublicId('usr'), '__proto__', "' or 1=1--"]) {
      const { status, body } = await update(id, { status: 'disabled' });
      expect([status, body.error.message]).toEqual([404, 'There is no such administrator.']);
    }
  });
});

describe('PATCH /api/platform/administrators/{administrator_id} answers 409', () => {
  test('the last active one stays, whoever asks', async () => {
    await update(other.id, { status: 'disabled' });
    const { status, body } = await update(mine, { status: 'disabled' });
    expect([status, body.error.code]).toEqual([409, 'conflict']);
    expect(await meOf(admin.administrator.token)).toBe(200);
    await update(other.id, { status: 'active' });
    other.token = (await logIn()).access_token;
  });

  test('J05: the last active local owner keeps the role, also beside a disabled one and others', async () => {
    await update(other.id, { role: 'operator' });
    for (const role of ['operator', 'finance', 'viewer']) {
      const { status, body } = await update(mine, { role });
      expect([status, body.error.code]).toEqual([409, 'conflict']);
    }
    await update(other.id, { role: 'owner', status: 'disabled' });
    expect((await update(mine, { role: 'viewer' })).status).toBe(409);
    expect((await update(mine, { role: 'owner' })).status).toBe(200);
    await update(other.id, { status: 'active' });
    other.token = (await logIn()).access_token;
  });

  test('J05: of two owners that take each other’s role at once one is left', async () => {
    const answers = await Promise.all([
      update(other.id, { role: 'viewer' }),
      update(mine, { role: 'viewer' }, other.token),
    ]);
    const { rows } = await admin.owner.raw(
      "select count(*)::int as n from identity.administrator where role = 'owner'",
    );
    expect(rows).toEqual([{ n: 1 }]);
    // Whoever came second is no owner any more, which is what the refusal says.
    const statuses = answers.map(({ status }) => status);
    expect(statuses).toEqual(expect.arrayContaining([200, 403]));
    await admin.owner.raw("update identity.administrator set role = 'owner'");
  });

  test('of two that disable each other at once one is left', async () => {
    const answers = await Promise.all([
      update(other.id, { status: 'disabled' }),
      update(mine, { status: 'disabled' }, other.token),
    ]);
    const { rows } = await admin.owner.raw(
      "select count(*)::int as n from identity.administrator where status = 'active'",
    );
    expect(rows).toEqual([{ n: 1 }]);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    await admin.owner.raw("update identity.administrator set status = 'active'");
    // Either may have been the faster one.
    const { email: own, password: secret } = admin.administrator;
    const body = { email: own, password: secret };
    const login = await admin.send(platformLogin, { token: null, body });
    admin.administrator.token = login.body.access_token;
  });
});

describe('PATCH /api/platform/administrators/{administrator_id} answers 422', () => {
  test.each([
    [{}],
    [{ reason: 'none' }],
    [{ role: 'root' }],
    [{ role: null }],
    [{ status: 'root' }],
    [{ status: 'active', email: 'x@example.com' }],
    ['x'],
  ])('%j', async (body) => {
    expect((await update(other.id, body)).status).toBe(422);
  });
});

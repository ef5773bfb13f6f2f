import { newPublicId } from '@tollgate/runtime/ids';
import { createPlatformAdministrator } from '../../../../services/admin/src/routes/administrators/create.ts';
import { updatePlatformAdministrator } from '../../../../services/admin/src/routes/administrators/update.ts';
import { platformLogin } from '../../../../services/admin/src/routes/auth/login.ts';
import { platformMe } from '../../../../services/admin/src/routes/auth/me.ts';
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
  const { body } = await admin.send(createPlatformAdministrator, { body: { email, password } });
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
  });
});

describe('PATCH /api/platform/administrators/{administrator_id} answers 422', () => {
  test.each([[{}], [{ status: 'root' }], [{ status: 'active', email: 'x@example.com' }], ['x']])(
    '%j',
    async (body) => {
      expect((await update(other.id, body)).status).toBe(422);
    },
  );
});

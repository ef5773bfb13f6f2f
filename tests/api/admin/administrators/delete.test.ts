import { newPublicId } from '@tollgate/runtime/ids';
import {
  createPlatformAdministrator,
  deletePlatformAdministrator,
  listPlatformAdministrators,
} from '@tollgate/contract/routes/admin/administrators';
import { platformLogin, platformMe } from '@tollgate/contract/routes/admin/auth';
import { anAdmin } from '../support/admin.ts';
import type { RunningAdmin } from '../support/admin.ts';
import { eventsOf } from '../support/trail.ts';

let admin: RunningAdmin;
let mine: string;

beforeAll(async () => {
  admin = await anAdmin();
  mine = (await admin.send(platformMe)).body.id;
});
afterAll(() => admin.drop());

const password = 'twelve characters';
const remove = (id: string, token?: string | null) =>
  admin.send(deletePlatformAdministrator, {
    params: { administrator_id: id },
    ...(token === undefined ? {} : { token }),
  });
const add = async (email: string): Promise<string> =>
  (await admin.send(createPlatformAdministrator, { body: { email, password } })).body.id;

describe('DELETE /api/platform/administrators/{administrator_id} answers 204', () => {
  test('gone with every session; the trail stays and the address is free again', async () => {
    const email = 'leaver@example.com';
    const id = await add(email);
    const login = await admin.send(platformLogin, { token: null, body: { email, password } });
    const token = login.body.access_token;
    expect((await remove(id)).status).toBe(204);
    expect((await admin.send(platformMe, { token })).status).toBe(401);
    const { body } = await admin.send(listPlatformAdministrators);
    expect(body.map((one: { id: string }) => one.id)).toEqual([mine]);
    expect(await eventsOf(admin, 'administrator.delete')).toMatchObject([
      { target: { kind: 'administrator', id }, details: { email } },
    ]);
    expect(await eventsOf(admin, 'administrator.login')).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ actor: expect.objectContaining({ label: email }) }),
      ]),
    );
    const again = await add(email);
    expect(again).not.toBe(id);
    expect((await remove(again)).status).toBe(204);
  });
});

describe('DELETE /api/platform/administrators/{administrator_id} answers 401', () => {
  test('without a token', async () => {
    expect((await remove(mine, null)).status).toBe(401);
  });
});

describe('DELETE /api/platform/administrators/{administrator_id} answers 404', () => {
  test('unknown, malformed and removed ids alike', async () => {
    const gone = await add('gone@example.com');
    await remove(gone);
    for (const id of [gone, newPublicId('adm'), 'x', '__proto__']) {
      const { status, body } = await remove(id);
      expect([status, body.error.message]).toEqual([404, 'There is no such administrator.']);
    }
  });
});

describe('DELETE /api/platform/administrators/{administrator_id} answers 409', () => {
  test('the last active one cannot be removed, not even while disabled ones are there', async () => {
    const id = await add('idle@example.com');
    await admin.owner.raw(
      "update identity.administrator set status = 'disabled' where email = 'idle@example.com'",
    );
    expect((await remove(mine)).status).toBe(409);
    expect((await admin.send(platformMe)).status).toBe(200);
    expect((await remove(id)).status).toBe(204);
  });
});

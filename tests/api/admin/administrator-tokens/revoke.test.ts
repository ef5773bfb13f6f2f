import {
  createAdministratorToken,
  revokeAdministratorToken,
} from '@tollgate/contract/routes/admin/administrator-tokens';
import { platformLogin, platformMe } from '@tollgate/contract/routes/admin/auth';
import { createAdministrator } from '@tollgate/identity/administrators';
import { newPublicId } from '@tollgate/runtime/ids';
import { anAdmin } from '../support/admin.ts';
import type { RunningAdmin } from '../support/admin.ts';
import { eventsOf } from '../support/trail.ts';

let admin: RunningAdmin;
let operator: string;
beforeAll(async () => {
  admin = await anAdmin();
  const login = { email: 'operator@example.com', password: 'correct horse battery' };
  await createAdministrator(admin.deps, { ...login, name: 'o', role: 'operator' });
  operator = (await admin.send(platformLogin, { token: null, body: login })).body.access_token;
});
afterAll(() => admin.drop());

const make = async (token?: string) =>
  (
    await admin.send(createAdministratorToken, {
      body: { name: 'CI' },
      ...(token === undefined ? {} : { token }),
    })
  ).body;
const revoke = (id: string, token?: string | null) =>
  admin.send(revokeAdministratorToken, {
    params: { token_id: id },
    ...(token === undefined ? {} : { token }),
  });
const statusOf = async (token: string) => (await admin.send(platformMe, { token })).status;

describe('DELETE /api/platform/administrator-tokens/:token_id answers 204', () => {
  test('one is of no use from then on, with one event however often it is revoked', async () => {
    const { id, token } = await make();
    expect(await statusOf(token)).toBe(200);
    expect([(await revoke(id)).status, (await revoke(id)).status]).toEqual([204, 204]);
    expect(await statusOf(token)).toBe(401);
    const events = await eventsOf(admin, 'administrator_token.revoke');
    expect(events).toMatchObject([{ target: { kind: 'administrator_token', id } }]);
  });

  test('owners revoke those of everybody, and a token itself', async () => {
    const others = await make(operator);
    expect((await revoke(others.id)).status).toBe(204);
    expect(await statusOf(others.token)).toBe(401);
    const own = await make(operator);
    expect((await revoke(own.id, own.token)).status).toBe(204);
  });
});

describe('DELETE /api/platform/administrator-tokens/:token_id answers 401', () => {
  test('without a token', async () => {
    expect((await revoke(newPublicId('tok'), null)).status).toBe(401);
  });
});

describe('DELETE /api/platform/administrator-tokens/:token_id answers 404', () => {
  test('for one of somebody else, and for what is none', async () => {
    const { id, token } = await make();
    for (const other of [id, newPublicId('tok'), newPublicId('key'), 'x']) {
      expect((await revoke(other, operator)).status).toBe(404);
    }
    expect(await statusOf(token)).toBe(200);
  });
});

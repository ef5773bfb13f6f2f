import {
  createPasswordLink,
  setPlatformUserStatus,
  createPlatformUser,
} from '@tollgate/contract/routes/admin/users';
import { anAdmin } from '../support/admin.ts';
import type { RunningAdmin } from '../support/admin.ts';
import { eventsOf } from '../support/trail.ts';
import { aUser } from '../support/user.ts';

let admin: RunningAdmin;
beforeAll(async () => {
  admin = await anAdmin();
});
afterAll(() => admin.drop());

const make = (user_id: string, body: unknown = {}) =>
  admin.send(createPasswordLink, { params: { user_id }, body });
const LINK = /^https:\/\/ai\.example\.com\/console\/welcome#([A-Za-z0-9_-]{43})$/;

describe('POST /api/platform/users/{user_id}/password-link answers 201', () => {
  test('for a user without a password; the token stands in no table and no event', async () => {
    const made = await admin.send(createPlatformUser, { body: { email: 'eve@example.com' } });
    expect(made.status).toBe(201);
    const { status, body } = await make(made.body.id);
    expect([status, body.kind]).toEqual([201, 'invitation']);
    const [, token = ''] = LINK.exec(body.link) ?? [];
    expect(token).toHaveLength(43);
    const [event] = await eventsOf(admin, 'user.password_link');
    expect(event).toMatchObject({ user_id: made.body.id, details: { kind: 'invitation' } });
    const kept = await admin.owner.raw(
      'select cast(l as text) as text from identity.password_link l',
    );
    for (const text of [JSON.stringify(event), JSON.stringify(kept.rows)]) {
      expect(text).not.toContain(token);
    }
  });

  test('good for as long as is said, and one for each user', async () => {
    const { id } = await aUser(admin);
    await make(id);
    const { body } = await make(id, { expires_in_hours: 2 });
    const hours = (Date.parse(body.expires_at) - Date.now()) / 3_600_000;
    expect(hours).toBeGreaterThan(1.9);
    expect(hours).toBeLessThan(2.1);
    const { rows } = await admin.owner.raw(
      'select count(*)::int as links from identity.password_link where user_id = (select id from identity.user_account where email = ?)',
      [(await aUser(admin)).email],
    );
    expect(rows[0].links).toBe(0);
  });
});

describe('POST /api/platform/users/{user_id}/password-link answers 409', () => {
  test('for a user who may not sign in', async () => {
    const { id } = await aUser(admin);
    await admin.send(setPlatformUserStatus, {
      params: { user_id: id },
      body: { status: 'suspended' },
    });
    const { status, body } = await make(id);
    expect([status, body.error.code]).toEqual([409, 'conflict']);
  });
});

describe('POST /api/platform/users/{user_id}/password-link answers 422', () => {
  test.each([{ expires_in_hours: 0 }, { expires_in_hours: 169 }, { hours: 1 }])(
    '%j',
    async (body) => {
      const { id } = await aUser(admin);
      expect((await make(id, body)).status).toBe(422);
    },
  );
});

import { setAdministratorStatus } from '@tollgate/identity/administrators';
import { createAdministrator } from '@tollgate/identity/administrators';
import { PLATFORM_RIGHTS } from '@tollgate/contract/platform/roles';
import { transaction } from '@tollgate/db/connect';
import { platformMe } from '@tollgate/contract/routes/admin/auth';
import { anAdmin } from '../support/admin.ts';
import type { RunningAdmin } from '../support/admin.ts';

let admin: RunningAdmin;

beforeAll(async () => {
  admin = await anAdmin();
});
afterAll(() => admin.drop());

describe('GET /api/platform/auth/me answers 200', () => {
  test('who is signed in, as strings only', async () => {
    const { body } = await admin.send(platformMe);
    expect(body).toMatchObject({
      email: admin.administrator.email,
      name: 'An admin',
      role: 'owner',
      rights: Object.keys(PLATFORM_RIGHTS).join(' '),
      source: 'local',
    });
    expect(body.id).toMatch(/^adm_/);
    expect(Object.values(body).every((value) => typeof value === 'string')).toBe(true);
  });
});

describe('GET /api/platform/auth/me answers 401', () => {
  test('P08: at once when the administrator was disabled', async () => {
    const { id: by } = await createAdministrator(admin.deps, {
      email: 'another@example.com',
      name: 'Another',
      password: 'correct horse battery',
      role: 'owner',
    });
    await transaction(admin.deps.db, (trx) =>
      setAdministratorStatus(trx, { id: admin.administrator.id, by }, 'disabled'),
    );
    expect((await admin.send(platformMe)).status).toBe(401);
  });
});

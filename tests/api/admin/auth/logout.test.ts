import { platformLogout, platformMe } from '@tollgate/contract/routes/admin/auth';
import { anAdmin } from '../support/admin.ts';
import type { RunningAdmin } from '../support/admin.ts';

let admin: RunningAdmin;

beforeAll(async () => {
  admin = await anAdmin();
});
afterAll(() => admin.drop());

describe('POST /api/platform/auth/logout answers 403', () => {
  test('by cookie from another site', async () => {
    const { token } = admin.administrator;
    const headers = {
      cookie: `svc_platform_access_token=${token}`,
      'sec-fetch-site': 'cross-site',
    };
    expect((await admin.send(platformLogout, { token: null, headers })).status).toBe(403);
    expect((await admin.send(platformMe)).status).toBe(200);
  });
});

describe('POST /api/platform/auth/logout answers 204', () => {
  test('P09: the token is worth nothing afterwards', async () => {
    const answer = await admin.send(platformLogout);
    expect(answer.status).toBe(204);
    expect(answer.headers['set-cookie']?.[0]).toMatch(/^svc_platform_access_token=;/);
    expect((await admin.send(platformMe)).status).toBe(401);
    expect((await admin.send(platformLogout)).status).toBe(204);
    expect((await admin.send(platformLogout, { token: null })).status).toBe(204);
    const { rows } = await admin.owner.raw(
      "select actor_label from audit.event where action = 'administrator.logout'",
    );
    expect(rows).toEqual([{ actor_label: admin.administrator.email }]);
  });
});

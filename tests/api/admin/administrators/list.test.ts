import {
  createPlatformAdministrator,
  listPlatformAdministrators,
} from '@tollgate/contract/routes/admin/administrators';
import { anAdmin } from '../support/admin.ts';
import type { RunningAdmin } from '../support/admin.ts';

let admin: RunningAdmin;

beforeAll(async () => {
  admin = await anAdmin();
});
afterAll(() => admin.drop());

describe('GET /api/platform/administrators answers 200', () => {
  test('everyone, oldest first, without anything of a password', async () => {
    const second = { email: 'second@example.com', password: 'twelve characters' };
    await admin.send(createPlatformAdministrator, { body: second });
    const { status, body } = await admin.send(listPlatformAdministrators);
    expect(status).toBe(200);
    expect(body.map(({ email }: { email: string }) => email)).toEqual([
      admin.administrator.email,
      'second@example.com',
    ]);
    expect(body[0].last_seen_at).not.toBeNull();
    expect(body[1].last_seen_at).toBeNull();
    expect(JSON.stringify(body)).not.toMatch(/argon2|hash/);
  });
});

describe('GET /api/platform/administrators answers 401', () => {
  test('without a token', async () => {
    expect((await admin.send(listPlatformAdministrators, { token: null })).status).toBe(401);
  });
});

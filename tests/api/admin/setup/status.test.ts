import { createPlatformSetup, getPlatformSetupStatus } from '@tollgate/contract/routes/admin/setup';
import { anAdmin } from '../support/admin.ts';
import type { AdminOptions, RunningAdmin } from '../support/admin.ts';

const opened: RunningAdmin[] = [];
const open = async (options: AdminOptions): Promise<RunningAdmin> => {
  const admin = await anAdmin(options);
  opened.push(admin);
  return admin;
};
afterEach(async () => {
  for (const admin of opened.splice(0)) await admin.drop();
});

const TOKEN = 'a set-up token of some length';

describe('GET /api/platform/setup/status answers 200', () => {
  test('the set-up is asked for until an administrator exists', async () => {
    const admin = await open({ isEmpty: true, setupToken: TOKEN });
    const before = await admin.send(getPlatformSetupStatus, { token: null });
    expect(before.body).toEqual({ setup_required: true, setup_token_set: true });
    const body = { email: 'a@example.com', password: 'long enough', setup_token: TOKEN };
    await admin.send(createPlatformSetup, { token: null, body });
    const after = await admin.send(getPlatformSetupStatus, { token: null });
    expect(after.body).toEqual({ setup_required: false, setup_token_set: true });
  });

  test('without a token of the operator it is closed, and says so', async () => {
    const admin = await open({ isEmpty: true });
    const { body } = await admin.send(getPlatformSetupStatus, { token: null });
    expect(body).toEqual({ setup_required: true, setup_token_set: false });
  });
});

describe('GET /api/platform/setup/status answers 404', () => {
  test('through the public listener there is no such route', async () => {
    const admin = await open({ isEmpty: true, setupToken: TOKEN });
    const answer = await admin.send(getPlatformSetupStatus, { token: null, plane: 'public' });
    expect(answer.status).toBe(404);
  });
});

import {
  changePlatformPassword,
  platformLogin,
  platformMe,
} from '@tollgate/contract/routes/admin/auth';
import { anAdmin } from '../support/admin.ts';
import type { RunningAdmin } from '../support/admin.ts';
import { eventsOf } from '../support/trail.ts';

let admin: RunningAdmin;

beforeEach(async () => {
  admin = await anAdmin();
});
afterEach(() => admin.drop());

const change = (body: unknown, token?: null) =>
  admin.send(changePlatformPassword, { body, ...(token === null ? { token } : {}) });
const logIn = (password: string) =>
  admin.send(platformLogin, {
    token: null,
    body: { email: admin.administrator.email, password },
  });
const NEXT = 'another password';

describe('POST /api/platform/auth/change-password answers 204', () => {
  test('ends every session; the new one logs in, the old one does not', async () => {
    const { password } = admin.administrator;
    const elsewhere = (await logIn(password)).body.access_token;
    const { status } = await change({ current_password: password, new_password: NEXT });
    expect(status).toBe(204);
    expect((await admin.send(platformMe)).status).toBe(401);
    expect((await admin.send(platformMe, { token: elsewhere })).status).toBe(401);
    expect((await logIn(password)).status).toBe(401);
    const { body } = await logIn(NEXT);
    admin.administrator.token = body.access_token;
    const [event] = await eventsOf(admin, 'administrator.password_change');
    expect(event).toMatchObject({ actor: { label: admin.administrator.email } });
    expect(JSON.stringify(event)).not.toContain(NEXT);
  });
});

describe('POST /api/platform/auth/change-password answers 401', () => {
  test('nobody, and a wrong current password, which leaves an event', async () => {
    const wrong = { current_password: 'wrong', new_password: NEXT };
    expect((await change(wrong, null)).status).toBe(401);
    const { status, body } = await change(wrong);
    expect([status, body.error.code]).toEqual([401, 'invalid_credentials']);
    expect(await eventsOf(admin, 'administrator.password_change_failure')).toHaveLength(1);
    expect((await admin.send(platformMe)).status).toBe(200);
  });
});

describe('POST /api/platform/auth/change-password answers 422', () => {
  test('one that stays the same, is too short, or comes alone', async () => {
    const { password } = admin.administrator;
    for (const body of [
      { current_password: password, new_password: password },
      { current_password: password, new_password: 'short' },
      { new_password: NEXT },
    ]) {
      expect((await change(body)).status).toBe(422);
    }
  });
});

describe('POST /api/platform/auth/change-password answers 429', () => {
  test('after five wrong ones in a row', async () => {
    const wrong = { current_password: 'wrong', new_password: NEXT };
    for (let turn = 0; turn < 5; turn += 1) expect((await change(wrong)).status).toBe(401);
    expect((await change(wrong)).status).toBe(429);
  });
});

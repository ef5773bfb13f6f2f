import { randomUUID } from 'node:crypto';
import { encodeId } from '@tollgate/runtime/ids';
import { createPlatformUserKey, setPlatformKeyLimits } from '@tollgate/contract/routes/admin/keys';
import { anAdmin } from '../support/admin.ts';
import type { RunningAdmin } from '../support/admin.ts';
import { eventsOf } from '../support/trail.ts';
import { aUser } from '../support/user.ts';

let admin: RunningAdmin;
let userId: string;
let keyId: string;

beforeAll(async () => {
  admin = await anAdmin();
  userId = (await aUser(admin)).id;
  const params = { user_id: userId };
  keyId = (await admin.send(createPlatformUserKey, { params, body: { name: 'CI' } })).body.id;
});
afterAll(() => admin.drop());

const set = (body: unknown, sent: { key?: string; user?: string } = {}) =>
  admin.send(setPlatformKeyLimits, {
    params: { user_id: sent.user ?? userId, key_id: sent.key ?? keyId },
    body,
  });

describe('PUT /api/platform/users/{user_id}/keys/{key_id}/limits answers 200', () => {
  test("the platform's set is replaced, the owner's stays", async () => {
    const { body } = await set({ requests_per_minute: 60, credits_per_month: '12' });
    expect(body.platform_limits).toMatchObject({
      requests_per_minute: 60,
      tokens_per_minute: null,
      credits_per_month: '12.000000000',
    });
    expect(body.limits).toMatchObject({ requests_per_minute: null, credits_per_month: null });
    const [event] = await eventsOf(admin, 'key.set_limits');
    expect(event).toMatchObject({
      target: { kind: 'key', id: keyId },
      user_id: userId,
      details: { to: { requests_per_minute: 60 } },
    });
    expect((await set({})).body.platform_limits.requests_per_minute).toBeNull();
  });

  test("a key that the platform makes carries the platform's limits", async () => {
    const params = { user_id: userId };
    const body = { name: 'limited', limits: { concurrent_requests: 3 } };
    const made = await admin.send(createPlatformUserKey, { params, body });
    expect(made.body.platform_limits.concurrent_requests).toBe(3);
    expect(made.body.limits.concurrent_requests).toBeNull();
  });
});

describe('PUT /api/platform/users/{user_id}/keys/{key_id}/limits answers 404', () => {
  test("another user's key, an unknown one and malformed ids", async () => {
    const other = (await aUser(admin)).id;
    for (const sent of [
      { user: other },
      { key: encodeId('key', randomUUID()) },
      { key: userId },
      { user: encodeId('usr', randomUUID()) },
    ]) {
      expect((await set({}, sent)).status).toBe(404);
    }
  });
});

describe('PUT /api/platform/users/{user_id}/keys/{key_id}/limits answers 422', () => {
  test.each([{ requests_per_minute: 0 }, { credits_per_day: 'x' }, { limits: {} }])(
    '%j',
    async (body) => expect((await set(body)).status).toBe(422),
  );
});

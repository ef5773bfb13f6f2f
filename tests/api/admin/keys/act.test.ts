import { randomUUID } from 'node:crypto';
import { decodeId, encodeId } from '@tollgate/runtime/ids';
import { actOnPlatformUserKey, createPlatformUserKey } from '@tollgate/contract/routes/admin/keys';
import { anAdmin } from '../support/admin.ts';
import type { RunningAdmin } from '../support/admin.ts';
import { eventsOf } from '../support/trail.ts';
import { aUser } from '../support/user.ts';

let admin: RunningAdmin;
let userId: string;
let keyId: string;

beforeAll(async () => {
  admin = await anAdmin();
});
afterAll(() => admin.drop());
beforeEach(async () => {
  userId = (await aUser(admin)).id;
  const params = { user_id: userId };
  keyId = (await admin.send(createPlatformUserKey, { params, body: { name: 'CI' } })).body.id;
});

const act = (action: string, sent: { key?: string; user?: string; body?: unknown } = {}) =>
  admin.send(actOnPlatformUserKey, {
    params: { user_id: sent.user ?? userId, key_id: sent.key ?? keyId, action },
    ...('body' in sent ? { body: sent.body } : {}),
  });

describe('POST /api/platform/users/{user_id}/keys/{key_id}/{action} answers 200', () => {
  test('suspend, resume, delete, with and without a body', async () => {
    const suspended = await act('suspend', { body: { reason: 'leaked' } });
    expect(suspended.body).toMatchObject({ status: 'suspended', suspended_by: 'platform' });
    expect((await act('resume')).body).toMatchObject({ status: 'active', suspended_by: null });
    expect((await act('delete', { body: {} })).body.id).toBe(keyId);
    expect((await act('resume')).status).toBe(404);
    const [event] = await eventsOf(admin, 'key.suspend');
    expect(event).toMatchObject({
      target: { kind: 'key', id: keyId },
      user_id: userId,
      details: { reason: 'leaked' },
    });
  });
});

describe('POST /api/platform/users/{user_id}/keys/{key_id}/{action} answers 409', () => {
  test('resume, for a key that has expired', async () => {
    await admin.owner.raw(
      "update keys.api_key set expires_at = now() - interval '1 minute' where id = ?",
      [decodeId('key', keyId)],
    );
    const answer = await act('resume');
    expect([answer.status, answer.body.error.code]).toEqual([409, 'conflict']);
    expect((await act('suspend')).status).toBe(200);
  });
});

describe('POST /api/platform/users/{user_id}/keys/{key_id}/{action} answers 404', () => {
  test("O01: another user's key, an unknown one and a malformed id", async () => {
    const other = (await aUser(admin)).id;
    for (const sent of [
      { user: other },
      { key: encodeId('key', randomUUID()) },
      { key: userId },
      { user: encodeId('usr', randomUUID()) },
    ]) {
      expect((await act('suspend', sent)).status).toBe(404);
    }
  });

  test('G10: an action that is a path', async () => {
    const path = `/api/platform/users/${userId}/keys/${keyId}/../../x`;
    expect((await admin.request('POST', path)).status).toBe(404);
  });
});

describe('POST /api/platform/users/{user_id}/keys/{key_id}/{action} answers 422', () => {
  test.each(['DELETE', '__proto__', 'constructor', 'toString', 'rotate', 'x'.repeat(10_000)])(
    'G10: %.40s',
    async (action) => {
      const answer = await act(action);
      expect(answer.status).toBe(422);
      expect(answer.body.detail[0].loc).toEqual(['path', 'action']);
    },
  );

  test('a body that says more than a reason', async () => {
    expect((await act('suspend', { body: { force: true } })).status).toBe(422);
  });
});

import { randomUUID } from 'node:crypto';
import { encodeId } from '@tollgate/runtime/ids';
import { createPlatformUserKey, listPlatformUserKeys } from '@tollgate/contract/routes/admin/keys';
import { anAdmin } from '../support/admin.ts';
import type { RunningAdmin } from '../support/admin.ts';
import { aUser } from '../support/user.ts';

let admin: RunningAdmin;

beforeAll(async () => {
  admin = await anAdmin();
});
afterAll(() => admin.drop());

describe('GET /api/platform/users/{user_id}/keys answers 200', () => {
  test('keys of this user only, without secrets', async () => {
    const [one, other] = [await aUser(admin), await aUser(admin)];
    const params = { user_id: one.id };
    const made = await admin.send(createPlatformUserKey, { params, body: { name: 'CI' } });
    const { secret, ...shown } = made.body;
    const listed = await admin.send(listPlatformUserKeys, { params });
    expect(listed.body).toEqual([shown]);
    expect(JSON.stringify(listed.body)).not.toContain(secret);
    const none = await admin.send(listPlatformUserKeys, { params: { user_id: other.id } });
    expect(none.body).toEqual([]);
  });
});

describe('GET /api/platform/users/{user_id}/keys answers 404', () => {
  test('an unknown user', async () => {
    const params = { user_id: encodeId('usr', randomUUID()) };
    expect((await admin.send(listPlatformUserKeys, { params })).status).toBe(404);
  });
});

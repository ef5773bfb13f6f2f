import { randomUUID } from 'node:crypto';
import { encodeId } from '@tollgate/runtime/ids';
import { setPlatformUserStatus } from '@tollgate/contract/routes/admin/users';
import { anAdmin } from '../support/admin.ts';
import type { RunningAdmin } from '../support/admin.ts';
import { eventsOf } from '../support/trail.ts';
import { aUser } from '../support/user.ts';

let admin: RunningAdmin;

beforeAll(async () => {
  admin = await anAdmin();
});
afterAll(() => admin.drop());

const set = (id: string, body: unknown) =>
  admin.send(setPlatformUserStatus, { params: { user_id: id }, body });

describe('PATCH /api/platform/users/{user_id}/status answers 200', () => {
  test('G11: suspended and active again, also while billing is away, each with a change and an event', async () => {
    const { id } = await aUser(admin);
    const epoch = async () => (await admin.owner.raw('select epoch from change.counter')).rows[0];
    const before = await epoch();
    expect((await set(id, { status: 'suspended', reason: 'asked for' })).body.status).toBe(
      'suspended',
    );
    expect(await epoch()).not.toEqual(before);
    expect((await set(id, { status: 'suspended' })).status).toBe(200);
    expect((await set(id, { status: 'active' })).body.status).toBe('active');
    const events = await eventsOf(admin, 'user.set_status');
    expect(events.map((event) => event['details'])).toEqual([
      { from: 'suspended', to: 'active', reason: null },
      { from: 'suspended', to: 'suspended', reason: null },
      { from: 'active', to: 'suspended', reason: 'asked for' },
    ]);
  });
});

describe('PATCH /api/platform/users/{user_id}/status answers 404', () => {
  test('G03: an unknown user', async () => {
    expect((await set(encodeId('usr', randomUUID()), { status: 'active' })).status).toBe(404);
  });
});

describe('PATCH /api/platform/users/{user_id}/status answers 409', () => {
  test('a closed account stays closed', async () => {
    const { id } = await aUser(admin);
    expect((await set(id, { status: 'closed' })).status).toBe(200);
    expect((await set(id, { status: 'active' })).status).toBe(409);
  });
});

describe('PATCH /api/platform/users/{user_id}/status answers 422', () => {
  test.each([{}, { status: null }, { status: 'gone' }, { status: 'active', extra: 1 }, []])(
    'G11: %j',
    async (body) => {
      const { id } = await aUser(admin);
      expect((await set(id, body)).status).toBe(422);
    },
  );
});

import { randomUUID } from 'node:crypto';
import { encodeId } from '@tollgate/runtime/ids';
import { updatePlatformUser } from '@tollgate/contract/routes/admin/users';
import { anAdmin } from '../support/admin.ts';
import type { RunningAdmin } from '../support/admin.ts';
import { eventsOf } from '../support/trail.ts';
import { aUser } from '../support/user.ts';

let admin: RunningAdmin;
let user: { id: string; email: string };

beforeAll(async () => {
  admin = await anAdmin();
  user = await aUser(admin);
});
afterAll(() => admin.drop());

const update = (body: unknown, id = user.id) =>
  admin.send(updatePlatformUser, { params: { user_id: id }, body });

describe('PATCH /api/platform/users/{user_id} answers 200', () => {
  test('what is named changes, the rest stays', async () => {
    const first = await update({ name: 'Eve', max_output_tokens: 4_096 });
    expect(first.body).toMatchObject({ name: 'Eve', max_output_tokens: 4_096, email: user.email });
    const second = await update({ max_output_tokens: null });
    expect(second.body).toMatchObject({ name: 'Eve', max_output_tokens: null });
  });

  test('quotas count in another zone from its next midnight on, never sooner', async () => {
    const plain = (await update({ name: 'Eve' })).body.quota;
    expect(plain.time_zone).toBe('UTC');
    const { status, body } = await update({ quota_time_zone: 'Asia/Tokyo' });
    expect([status, body.quota.time_zone]).toEqual([200, 'Asia/Tokyo']);
    const [before, after] = [plain.day_resets_at, body.quota.day_resets_at].map(Date.parse);
    expect(after).toBeGreaterThanOrEqual(before ?? Number.NaN);
    expect(body.quota.day_resets_at).toContain('15:00:00.000Z');
    expect(body.quota.month_resets_at).toContain('15:00:00.000Z');
    const back = await update({ quota_time_zone: 'UTC' });
    expect(back.body.quota.day_resets_at).toContain('00:00:00.000Z');
    expect((await update({ quota_time_zone: 'UTC' })).body.quota).toEqual(back.body.quota);
  });

  test('a new password ends up in no event', async () => {
    const before = await admin.owner.raw('select password_hash from identity.user_account');
    expect((await update({ password: 'another long one' })).status).toBe(200);
    const after = await admin.owner.raw('select password_hash from identity.user_account');
    expect(after.rows).not.toEqual(before.rows);
    const [event] = await eventsOf(admin, 'user.update');
    expect(event?.['details']).toEqual({ password: 'replaced' });
  });
});

describe('PATCH /api/platform/users/{user_id} answers 404', () => {
  test('G03: unknown, malformed and foreign ids alike', async () => {
    const uuid = randomUUID();
    const answers = await Promise.all(
      [encodeId('usr', uuid), encodeId('key', uuid), uuid, 'x', user.id.toUpperCase()].map((id) =>
        update({ name: 'x' }, id),
      ),
    );
    const bodies = answers.map(({ status, body }) => [status, body.error.message]);
    expect(new Set(bodies.map((body) => JSON.stringify(body))).size).toBe(1);
    expect(answers[0]?.status).toBe(404);
  });
});

describe('PATCH /api/platform/users/{user_id} answers 409', () => {
  test('an address that is taken', async () => {
    const other = await aUser(admin);
    expect((await update({ email: other.email })).status).toBe(409);
  });
});

describe('PATCH /api/platform/users/{user_id} answers 422', () => {
  test.each([['Mars/Olympus'], ['+05:00'], [''], [null]])('the zone %j', async (zone) => {
    expect((await update({ quota_time_zone: zone })).status).toBe(422);
  });

  test.each([
    {},
    { name: '' },
    { name: 7 },
    { max_output_tokens: 0 },
    { max_output_tokens: 1.5 },
    { max_output_tokens: 1e18 },
    { max_output_tokens: '5' },
    { status: 'active' },
    { user_id: 'usr_x' },
    { remaining: '1' },
    { created_by: 'me' },
  ])('G02: %j', async (body) => {
    expect((await update(body)).status).toBe(422);
  });
});

import { randomUUID } from 'node:crypto';
import { encodeId } from '@tollgate/runtime/ids';
import { setPlatformUserLimits } from '@tollgate/contract/routes/admin/users';
import { anAdmin } from '../support/admin.ts';
import type { RunningAdmin } from '../support/admin.ts';
import { eventsOf } from '../support/trail.ts';
import { aUser } from '../support/user.ts';

let admin: RunningAdmin;
let user: { id: string };

beforeAll(async () => {
  admin = await anAdmin();
  user = await aUser(admin);
});
afterAll(() => admin.drop());

const set = (body: unknown, id = user.id) =>
  admin.send(setPlatformUserLimits, { params: { user_id: id }, body });

const NONE = {
  requests_per_minute: null,
  tokens_per_minute: null,
  concurrent_requests: null,
  credits_per_day: null,
  credits_per_month: null,
  output_tokens_per_request: null,
};

describe('PUT /api/platform/users/{user_id}/limits answers 200', () => {
  test('the whole set is replaced; credits are decimal strings with nine decimals', async () => {
    const first = await set({
      requests_per_minute: 60,
      concurrent_requests: 2,
      credits_per_day: '0.5',
    });
    expect(first.body.limits).toEqual({
      ...NONE,
      requests_per_minute: 60,
      concurrent_requests: 2,
      credits_per_day: '0.500000000',
    });
    const second = await set({ tokens_per_minute: 1_000, credits_per_month: '8999999.999999999' });
    expect(second.body.limits).toEqual({
      ...NONE,
      tokens_per_minute: 1_000,
      credits_per_month: '8999999.999999999',
    });
    expect((await set({})).body.limits).toEqual(NONE);
  });

  test('replicas hear of it and an event stays', async () => {
    await set({ requests_per_minute: 5 });
    const [event] = await eventsOf(admin, 'user.set_limits');
    expect(event).toMatchObject({
      user_id: user.id,
      details: { to: { ...NONE, requests_per_minute: 5 } },
    });
    const { rows } = await admin.owner.raw(
      `select count(*) as changes from change.log where topic = 'user'`,
    );
    expect(Number(rows[0].changes)).toBeGreaterThan(0);
  });
});

describe('PUT /api/platform/users/{user_id}/limits answers 404', () => {
  test('unknown, malformed and foreign ids alike', async () => {
    const uuid = randomUUID();
    for (const id of [encodeId('usr', uuid), encodeId('key', uuid), uuid, 'x']) {
      expect((await set({}, id)).status).toBe(404);
    }
  });
});

describe('PUT /api/platform/users/{user_id}/limits answers 422', () => {
  test.each([
    { requests_per_minute: 0 },
    { requests_per_minute: 1.5 },
    { requests_per_minute: '5' },
    { tokens_per_minute: 1e18 },
    { concurrent_requests: -1 },
    { credits_per_day: 1 },
    { credits_per_day: '0' },
    { credits_per_day: '-1' },
    { credits_per_day: '1e3' },
    { credits_per_day: '9000000' },
    { credits_per_month: '0.0000000001' },
    { requests_per_hour: 1 },
    [],
  ])('%j', async (body) => expect((await set(body)).status).toBe(422));
});

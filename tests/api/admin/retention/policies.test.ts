import {
  listRetentionPolicies,
  updateRetentionPolicy,
} from '@tollgate/contract/routes/admin/retention';
import { anAdmin } from '../support/admin.ts';
import type { RunningAdmin } from '../support/admin.ts';
import { eventsOf } from '../support/trail.ts';

let admin: RunningAdmin;
beforeAll(async () => {
  admin = await anAdmin();
});
afterAll(() => admin.drop());

const set = (category: string, body: unknown) =>
  admin.send(updateRetentionPolicy, { params: { category }, body });
const policies = async () => (await admin.send(listRetentionPolicies)).body;

describe('the routes of retention policies answer 200', () => {
  test('every category with its default and its floor, and none of the ledger', async () => {
    expect(
      (await policies()).map((policy: Record<string, unknown>) => [
        policy['category'],
        policy['days'],
        policy['minimum_days'],
        policy['updated_at'],
      ]),
    ).toEqual([
      ['request_records', 395, 30, null],
      ['access_events', 90, 7, null],
      ['audit_events', 2555, 365, null],
      ['idempotency_records', 30, 30, null],
      ['async_results', 1, 1, null],
      ['sessions', 30, 1, null],
      ['media', 7, 1, null],
      ['batch_files', 30, 1, null],
      ['webhook_deliveries', 30, 7, null],
      ['payloads', 30, 1, null],
    ]);
  });

  test('a policy is set, again, and leaves an event', async () => {
    expect((await set('sessions', { days: 3 })).body).toMatchObject({ days: 3 });
    const second = await set('sessions', { days: 7 });
    expect(second.body).toMatchObject({
      category: 'sessions',
      days: 7,
      default_days: 30,
      updated_by: expect.stringMatching(/^adm_/),
    });
    expect((await policies()).find(({ category }: never) => category === 'sessions')).toEqual(
      second.body,
    );
    expect(await eventsOf(admin, 'retention.set_policy')).toMatchObject([
      { details: { category: 'sessions', days: 7 } },
      { details: { category: 'sessions', days: 3 } },
    ]);
  });
});

describe('the routes of retention policies answer 404', () => {
  test.each(['ledger', 'audit', '__proto__', 'constructor', '../x', '%00', ''])(
    'T01: there is no category %j',
    async (category) => {
      const answer = await admin.request(
        'PUT',
        `/api/platform/retention-policies/${encodeURIComponent(category)}`,
        { body: { days: 400 } },
      );
      expect(answer.status).toBe(404);
    },
  );
});

describe('the routes of retention policies answer 422', () => {
  test.each([
    ['sessions', 0],
    ['sessions', -1],
    ['sessions', 1e9],
    ['sessions', 1.5],
    ['sessions', '3'],
    ['audit_events', 364],
    ['request_records', 29],
    ['idempotency_records', 29],
  ])('T02: %s for %j days', async (category, days) => {
    const answer = await set(category, { days });
    expect(answer.status).toBe(422);
    expect(answer.body.detail[0].loc).toEqual(['body', 'days']);
  });

  test('nothing beside the days', async () => {
    expect((await set('sessions', { days: 3, floor: 0 })).status).toBe(422);
    expect((await set('sessions', {})).status).toBe(422);
  });
});

describe('the routes of retention policies answer 401', () => {
  test('without an administrator', async () => {
    expect((await admin.send(listRetentionPolicies, { token: null })).status).toBe(401);
    expect((await admin.send(updateRetentionPolicy, { token: null })).status).toBe(401);
  });
});

import { randomUUID } from 'node:crypto';
import { rows } from '@tollgate/db/connect';
import { decodeId, encodeId } from '@tollgate/runtime/ids';
import {
  grantCredits,
  listCreditGrants,
  revokeCredits,
} from '@tollgate/contract/routes/admin/credits';
import { setPlatformUserStatus } from '@tollgate/contract/routes/admin/users';
import { aDatabase } from '../../../support/database.ts';
import { anAdmin } from '../support/admin.ts';
import type { RunningAdmin } from '../support/admin.ts';
import { aBilling } from '../support/billing.ts';
import { eventsOf } from '../support/trail.ts';
import { aUser } from '../support/user.ts';

let admin: RunningAdmin;
let billing: Awaited<ReturnType<typeof aBilling>>;
let userId: string;

beforeAll(async () => {
  const database = await aDatabase();
  billing = await aBilling(database);
  admin = await anAdmin({ database, billingUrl: billing.url });
});
afterAll(async () => {
  await billing.drop();
  await admin.drop();
});
beforeEach(async () => {
  userId = (await aUser(admin)).id;
});

const grant = (body: unknown, key?: string, id = userId) =>
  admin.send(grantCredits, {
    params: { user_id: id },
    body,
    ...(key === undefined ? {} : { headers: { 'idempotency-key': key } }),
  });
const grants = async () =>
  (await admin.send(listCreditGrants, { params: { user_id: userId } })).body;

describe('POST /api/platform/users/{user_id}/credit-grants answers 201', () => {
  test('exact to the nano-credit, with an event', async () => {
    const made = await grant({ amount: '12.345678901', reason: 'welcome' });
    expect(made.body).toMatchObject({
      user_id: userId,
      amount: '12.345678901',
      remaining: '12.345678901',
      reason: 'welcome',
      expires_at: null,
      created_by: encodeId('adm', admin.administrator.id),
    });
    const [event] = await eventsOf(admin, 'credit_grant.create');
    expect(event).toMatchObject({
      target: { kind: 'credit_grant', id: made.body.id },
      user_id: userId,
      details: { amount: '12.345678901' },
    });
  });

  test.each([undefined, 'grant-1'])(
    'the key %j: the order is in the trail with what it asks for',
    async (key) => {
      const made = await grant({ amount: '3', reason: 'ordered' }, key);
      const orders = await eventsOf(admin, 'credit_grant.create_order');
      const [stored] = await rows<{ key: string }>(
        admin.owner,
        `select idempotency_key as key from billing.credit_grant where user_id = :id`,
        { id: decodeId('usr', userId) },
      );
      expect(stored?.key).toEqual(key ?? expect.stringMatching(/^order-/u));
      expect(orders.filter((event) => event['user_id'] === userId)).toMatchObject([
        {
          target: { kind: 'user', id: userId },
          details: {
            amount: '3.000000000',
            expires_at: null,
            reason: 'ordered',
            granted_by: made.body.created_by,
            idempotency_key: stored?.key,
          },
        },
      ]);
    },
  );

  test('FE20: the same key again is one grant, one event and the same body', async () => {
    const key = randomUUID();
    const body = { amount: '5', expires_at: '2999-01-01T00:00:00Z' };
    const first = await grant(body, key);
    await admin.send(revokeCredits, { params: { grant_id: first.body.id }, body: {} });
    const again = await grant(body, key);
    expect(again.status).toBe(201);
    expect(again.body).toEqual(first.body);
    expect(again.headers['x-idempotent-replay']).toBe('true');
    expect(first.headers['x-idempotent-replay']).toBeUndefined();
    expect(await grants()).toHaveLength(1);
    const events = await eventsOf(admin, 'credit_grant.create');
    expect(events.filter((event) => event['user_id'] === userId)).toHaveLength(1);
  });

  test('a repeat is given the first answer although the account was closed since', async () => {
    const key = randomUUID();
    const first = await grant({ amount: '5' }, key);
    const closed = { params: { user_id: userId }, body: { status: 'closed' } };
    await admin.send(setPlatformUserStatus, closed);
    const again = await grant({ amount: '5' }, key);
    expect([again.status, again.body]).toEqual([201, first.body]);
    expect(again.headers['x-idempotent-replay']).toBe('true');
    const other = await grant({ amount: '6' }, key);
    expect([other.status, other.body.error.code]).toEqual([409, 'idempotency_key_mismatch']);
    expect(await grants()).toHaveLength(1);
  });

  test('a repeat is given the first answer although the grant has ended since', async () => {
    const key = randomUUID();
    const body = { amount: '5', expires_at: new Date(Date.now() + 1_500).toISOString() };
    const first = await grant(body, key);
    await new Promise((resolve) => setTimeout(resolve, 2_000));
    const again = await grant(body, key);
    expect([again.status, again.body]).toEqual([201, first.body]);
    expect((await grant(body, randomUUID())).status).toBe(422);
    expect(await grants()).toHaveLength(1);
  });

  test('FE20: twenty at once with one key are one grant', async () => {
    const key = randomUUID();
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => grant({ amount: '1' }, key)),
    );
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1);
    expect(await grants()).toHaveLength(1);
    const events = await eventsOf(admin, 'credit_grant.create');
    expect(events.filter((event) => event['user_id'] === userId)).toHaveLength(1);
  });

  test('an event that got lost is made up for by the repetition', async () => {
    const key = randomUUID();
    await grant({ amount: '1' }, key);
    await admin.owner.raw('alter table audit.event disable trigger event_is_final');
    await admin.owner.raw('delete from audit.event');
    await admin.owner.raw('alter table audit.event enable trigger event_is_final');
    await grant({ amount: '1' }, key);
    expect(await eventsOf(admin, 'credit_grant.create')).toHaveLength(1);
  });
});

describe('POST /api/platform/users/{user_id}/credit-grants answers 400', () => {
  test.each(['', ' ', 'a b', 'ä', 'x'.repeat(201)])('the key %j', async (key) => {
    const answer = await grant({ amount: '1' }, key);
    expect(answer.status).toBe(400);
    expect(answer.body.error.code).toBe('invalid_idempotency_key');
  });
});

describe('POST /api/platform/users/{user_id}/credit-grants answers 404', () => {
  test('G03: an unknown user and the uuid of something else', async () => {
    for (const id of [encodeId('usr', randomUUID()), randomUUID(), encodeId('key', randomUUID())]) {
      expect((await grant({ amount: '1' }, undefined, id)).status).toBe(404);
    }
  });
});

describe('POST /api/platform/users/{user_id}/credit-grants answers 409', () => {
  test('the same key for another grant', async () => {
    const key = randomUUID();
    await grant({ amount: '1' }, key);
    const answer = await grant({ amount: '2' }, key);
    expect(answer.status).toBe(409);
    expect(answer.body.error.code).toBe('idempotency_key_mismatch');
  });

  test('an account that is closed for good', async () => {
    const closed = { params: { user_id: userId }, body: { status: 'closed' } };
    expect((await admin.send(setPlatformUserStatus, closed)).status).toBe(200);
    const answer = await grant({ amount: '1' });
    expect([answer.status, answer.body.error.code]).toEqual([409, 'conflict']);
    expect(answer.body.error.message).toBe(
      'This account is closed. Credits cannot be granted to a closed account.',
    );
    const keyed = await grant({ amount: '1' }, randomUUID());
    expect([keyed.status, keyed.body.error.code]).toEqual([409, 'conflict']);
    expect(await grants()).toEqual([]);
    const orders = await eventsOf(admin, 'credit_grant.create_order');
    expect(orders.filter((event) => event['user_id'] === userId)).toEqual([]);
  });
});

describe('POST /api/platform/users/{user_id}/credit-grants answers 422', () => {
  test.each([
    {},
    { amount: 5 },
    { amount: '0' },
    { amount: '0.000000000' },
    { amount: '-1' },
    { amount: '+1' },
    { amount: '1e3' },
    { amount: 'NaN' },
    { amount: '1,5' },
    { amount: '0.0000000001' },
    { amount: '9999999999' },
    { amount: ' 1' },
    { amount: '1', expires_at: '2000-01-01T00:00:00Z' },
    { amount: '1', expires_at: 'infinity' },
    { amount: '1', remaining: '1' },
    { amount: '1', user_id: 'usr_x' },
    { amount: '1', created_by: 'me' },
  ])('G02: %j', async (body) => {
    expect((await grant(body)).status).toBe(422);
    expect(await grants()).toEqual([]);
  });
});

describe('POST /api/platform/users/{user_id}/credit-grants answers 503', () => {
  test('while billing is away nothing is granted', async () => {
    const alone = await anAdmin();
    const { id } = await aUser(alone);
    const params = { user_id: id };
    const answer = await alone.send(grantCredits, { params, body: { amount: '1' } });
    expect(answer.status).toBe(503);
    expect(answer.body.error.code).toBe('billing_unavailable');
    expect(await eventsOf(alone, 'credit_grant.create')).toEqual([]);
    expect(await eventsOf(alone, 'credit_grant.create_order')).toHaveLength(1);
    await alone.drop();
  });
});

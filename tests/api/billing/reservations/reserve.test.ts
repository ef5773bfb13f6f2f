import { newUuid } from '@tollgate/runtime/ids';
import { aHold } from '../../../ledger/items.ts';
import { aBilling } from '../a-billing-service.ts';
import type { TestBilling } from '../a-billing-service.ts';
import { aGrant } from '../a-grant.ts';

let billing: TestBilling;
beforeAll(async () => {
  billing = await aBilling();
});
afterAll(async () => {
  await billing.ledger.assertSound();
  await billing.drop();
});

const PATH = '/internal/reservations/reserve?judge=each';
const holdOf = (userId: string, amount: number | bigint) =>
  aHold({ priceVersionId: billing.ledger.priceVersionId, userId, amount });

describe('POST /internal/reservations/reserve answers 200', () => {
  test('each item has its own verdict, in order', async () => {
    const userId = newUuid();
    await aGrant(billing, userId, 100);
    const items = [holdOf(userId, 60), holdOf(userId, 50), holdOf(userId, 40), holdOf(userId, 101)];
    const { status, body } = await billing.send({ method: 'POST', path: PATH, body: { items } });
    expect(status).toBe(200);
    expect(body).toEqual({
      results: [
        { outcome: 'held' },
        { outcome: 'credit_held', required_nano: '50', available_nano: '40' },
        { outcome: 'held' },
        { outcome: 'insufficient_credit', required_nano: '101', available_nano: '0' },
      ],
    });
  });

  test('FA06 the same again after a lost reply finds the same hold', async () => {
    const userId = newUuid();
    await aGrant(billing, userId, 100);
    const client = await billing.clientOf('inference');
    const hold = holdOf(userId, 60);
    expect(await client.reserve(hold)).toEqual({ outcome: 'held' });
    expect(await client.reserve(hold)).toEqual({ outcome: 'repeated' });
    expect(await client.reserve({ ...hold, amount_nano: '61' })).toEqual({ outcome: 'conflict' });
  });

  test('a thousand holds travel in one call', async () => {
    const userId = newUuid();
    await aGrant(billing, userId, 1_000);
    const client = await billing.clientOf('worker');
    const verdicts = await Promise.all(
      Array.from({ length: 1_000 }, () => client.reserve(holdOf(userId, 1))),
    );
    expect(verdicts.every(({ outcome }) => outcome === 'held')).toBe(true);
  });
});

describe('an item that cannot be', () => {
  const hold = aHold({ priceVersionId: newUuid(), userId: newUuid(), amount: 1 });
  test.each([
    ['an amount that no balance can have', { amount_nano: '9223372036854775808' }, 'amount_nano'],
    ['a negative amount', { amount_nano: '-1' }, 'amount_nano'],
    ['a number for an amount', { amount_nano: 1 }, 'amount_nano'],
    ['no id', { op_id: 'op_1' }, 'op_id'],
    ['attempt nought', { attempt: 0 }, 'attempt'],
    ['an unknown field', { extra: 1 }, 'extra'],
  ])('%s is refused with the name of the field', async (_what, change, field) => {
    const before = await billing.entryCount();
    const items = [{ ...hold, ...change }];
    const { status, body } = await billing.send({ method: 'POST', path: PATH, body: { items } });
    expect(status).toBe(200);
    const message = expect.stringContaining(field) as string;
    expect(body).toEqual({ results: [{ outcome: 'refused', reason: 'invalid', message }] });
    expect(await billing.entryCount()).toBe(before);
  });
});

describe('POST /internal/reservations/reserve answers 422', () => {
  const hold = aHold({ priceVersionId: newUuid(), userId: newUuid(), amount: 1 });
  test.each([
    ['no items', PATH, []],
    ['more than a thousand', PATH, Array.from({ length: 1_001 }, () => hold)],
    ['no word on how to judge', '/internal/reservations/reserve', [hold]],
  ])('%s', async (_what, path, items) => {
    const before = await billing.entryCount();
    const { status } = await billing.send({ method: 'POST', path, body: { items } });
    expect(status).toBe(422);
    expect(await billing.entryCount()).toBe(before);
  });
});

describe('POST /internal/reservations/reserve answers 503', () => {
  test('FA04 billing away: no hold, and the caller is told when to come again', async () => {
    const other = await aBilling();
    const client = await other.clientOf('inference');
    await other.drop();
    await expect(client.reserve(holdOf(newUuid(), 1))).rejects.toMatchObject({
      code: 'billing_unavailable',
      status: 503,
      retryAfterSeconds: 2,
    });
  });
});

import { newUuid } from '@tollgate/runtime/ids';
import { aHold, settlementOf } from '../../../ledger/items.ts';
import { aBilling } from '../a-billing-service.ts';
import type { TestBilling } from '../a-billing-service.ts';
import { aGrant } from '../a-grant.ts';

let billing: TestBilling;
beforeAll(async () => {
  billing = await aBilling();
});
afterAll(async () => {
  await billing.drop();
});

const hold = (userId: string, amount: number) =>
  aHold({ priceVersionId: billing.ledger.priceVersionId, userId, amount });
const reader = () => billing.clientOf('admin');

describe('GET /internal/operations/{op_id}/entries answers 200', () => {
  test('every movement of every attempt, and of nothing else', async () => {
    const userId = newUuid();
    await aGrant(billing, userId, 1_000);
    const first = hold(userId, 40);
    const second = { ...first, attempt: 2, supersedes: 1 };
    const client = await billing.clientOf('inference');
    await Promise.all([client.reserve(first), client.reserve(hold(userId, 41))]);
    await client.reserve(second);
    await client.settle(settlementOf(second, 7));
    expect(await (await reader()).operationEntries(first.op_id)).toMatchObject([
      { attempt: 1, kind: 'reserve', available_nano: '-40', reserved_nano: '40' },
      { attempt: 1, kind: 'release', available_nano: '40', reserved_nano: '-40' },
      { attempt: 2, kind: 'reserve', available_nano: '-40', reserved_nano: '40' },
      {
        attempt: 2,
        kind: 'settle',
        available_nano: '33',
        reserved_nano: '-40',
        consumed_nano: '7',
        op_id: first.op_id,
        user_id: userId,
      },
    ]);
  });

  test('a charge that came after the hold had ended', async () => {
    const userId = newUuid();
    await aGrant(billing, userId, 1_000);
    const ended = { ...hold(userId, 50), ttl_ms: 1 };
    const client = await billing.clientOf('inference');
    await client.reserve(ended);
    const worker = await billing.clientOf('worker');
    while ((await worker.sweep()).holds_expired === 0);
    expect((await client.settle(settlementOf(ended, 9))).outcome).toBe('late');
    expect(await (await reader()).operationEntries(ended.op_id)).toMatchObject([
      { kind: 'reserve' },
      { kind: 'expire_hold', available_nano: '50' },
      { kind: 'settle_late', available_nano: '-9', consumed_nano: '9' },
    ]);
  });

  test('nothing of an operation that was never held', async () => {
    expect(await (await reader()).operationEntries(newUuid())).toEqual([]);
  });
});

describe('GET /internal/operations/{op_id}/entries answers 401', () => {
  test('for administrators only', async () => {
    const account = await billing.clientOf('account');
    await expect(account.operationEntries(newUuid())).rejects.toThrow();
  });
});

describe('GET /internal/operations/{op_id}/entries answers 422', () => {
  test('what is no id', async () => {
    const path = '/internal/operations/x/entries';
    expect((await billing.send({ method: 'GET', path, caller: 'admin' })).status).toBe(422);
  });
});

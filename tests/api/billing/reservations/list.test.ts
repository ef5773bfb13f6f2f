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

describe('GET /internal/reservations answers 200', () => {
  test('every attempt of an operation, oldest first', async () => {
    const userId = newUuid();
    await aGrant(billing, userId, 100);
    const first = aHold({ priceVersionId: billing.ledger.priceVersionId, userId, amount: 40 });
    const second = { ...first, attempt: 2, supersedes: 1 };
    const client = await billing.clientOf('inference');
    await client.reserve(first);
    await client.reserve(second);
    await client.settle(settlementOf(second, 7));
    const reader = await billing.clientOf('account');
    const found = await reader.reservations(first.op_id);
    expect(found).toMatchObject([
      { attempt: 1, state: 'released', close_reason: 'superseded', charged_nano: null },
      { attempt: 2, state: 'settled', charged_nano: '7', usage: { request: 7 } },
    ]);
    expect(Date.parse(found[1]?.closed_at ?? '')).toBeGreaterThan(0);
  });

  test('nothing for an operation that was never held', async () => {
    expect(await (await billing.clientOf('admin')).reservations(newUuid())).toEqual([]);
  });
});

describe('GET /internal/reservations answers 422', () => {
  test.each(['', '?op_id=x', `?op_id=${newUuid()}&more=1`])('%s', async (query) => {
    const path = `/internal/reservations${query}`;
    expect((await billing.send({ method: 'GET', path })).status).toBe(422);
  });
});

import { newUuid } from '@tollgate/runtime/ids';
import { aHold, settlementOf } from '../../../ledger/items.ts';
import { aBilling } from '../a-billing-service.ts';
import type { TestBilling } from '../a-billing-service.ts';
import { aGrant } from '../a-grant.ts';

const HOUR_MS = 3_600_000;

let billing: TestBilling;
beforeAll(async () => {
  billing = await aBilling();
});
afterAll(async () => {
  await billing.drop();
});

describe('GET /internal/standing answers 200', () => {
  test('the oldest of the holds that are open, whoever has it, and every loss since the moment', async () => {
    const [inference, admin] = [
      await billing.clientOf('inference'),
      await billing.clientOf('admin'),
    ];
    const { priceVersionId } = billing.ledger;
    const hourAgo = new Date(Date.now() - HOUR_MS);
    expect(await admin.standing(hourAgo)).toEqual({
      oldest_hold: null,
      losses: { known_nano: '0', at_most_nano: '0' },
    });
    const held = async (amount: number) => {
      const userId = newUuid();
      await aGrant(billing, userId, 100);
      const hold = aHold({ priceVersionId, userId, amount });
      await inference.reserve(hold);
      return hold;
    };
    const first = await held(10);
    const second = await held(20);
    const reported = await admin.standing(hourAgo);
    expect(reported.oldest_hold).toMatchObject({
      op_id: first.op_id,
      user_id: first.user_id,
      kind: 'async',
      amount_nano: '10',
    });
    const { op_id, attempt } = first;
    const loss = { op_id, attempt, reason: 'failed' as const };
    await inference.bookLoss({ ...loss, n: 1, cost_nano: '7', is_known: true });
    await inference.bookLoss({ ...loss, n: 2, cost_nano: '30', is_known: false });
    await inference.settle(settlementOf(first, 10));
    expect(await admin.standing(hourAgo)).toMatchObject({
      oldest_hold: { op_id: second.op_id },
      losses: { known_nano: '7', at_most_nano: '30' },
    });
    expect((await admin.standing(new Date(Date.now() + HOUR_MS))).losses).toEqual({
      known_nano: '0',
      at_most_nano: '0',
    });
  });
});

describe('GET /internal/standing answers 422', () => {
  test.each(['', '?since=yesterday', '?since=2026-01-01'])('%s', async (query) => {
    const path = `/internal/standing${query}`;
    expect((await billing.send({ method: 'GET', path, caller: 'admin' })).status).toBe(422);
  });
});

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

describe('GET /internal/provider-costs answers 200', () => {
  test('owners by what their calls have cost, the largest first', async () => {
    const inference = await billing.clientOf('inference');
    const lose = async (losses: [cost: string, known: boolean][]): Promise<string> => {
      const userId = newUuid();
      await aGrant(billing, userId, 100);
      const hold = aHold({ priceVersionId: billing.ledger.priceVersionId, userId, amount: 10 });
      await inference.reserve(hold);
      for (const [index, [cost_nano, is_known]] of losses.entries()) {
        const { op_id, attempt } = hold;
        const reason = 'failed' as const;
        await inference.bookLoss({ op_id, attempt, n: index + 1, reason, cost_nano, is_known });
      }
      await inference.settle(settlementOf(hold, 10));
      return userId;
    };
    const small = await lose([['5', true]]);
    const large = await lose([
      ['7', true],
      ['30', false],
      ['8', true],
    ]);
    await lose([]);
    // An overrun that the wallet covered is no loss, and is counted all the same.
    const overrunning = newUuid();
    await aGrant(billing, overrunning, 100);
    const hold = aHold({
      priceVersionId: billing.ledger.priceVersionId,
      userId: overrunning,
      amount: 10,
    });
    await inference.reserve(hold);
    await inference.settle(settlementOf(hold, 25));
    const admin = await billing.clientOf('admin');
    expect(await admin.losses({ days: 1, limit: 10 })).toMatchObject([
      { user_id: large, known_nano: '15', at_most_nano: '30', count: 3 },
      { user_id: small, known_nano: '5', at_most_nano: '0', count: 1, covered_nano: '0' },
      { user_id: overrunning, known_nano: '0', count: 0, covered_nano: '15', covered_count: 1 },
    ]);
    expect(await admin.losses({ days: 1, limit: 1 })).toHaveLength(1);
  });
});

describe('GET /internal/provider-costs answers 422', () => {
  test('more days than are looked back', async () => {
    const path = '/internal/provider-costs?days=100000';
    expect((await billing.send({ method: 'GET', path, caller: 'admin' })).status).toBe(422);
  });
});

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

describe('GET /internal/wallets/{user_id}/holds answers 200', () => {
  test('open holds of the user, oldest first, page by page', async () => {
    const { priceVersionId } = billing.ledger;
    const userId = newUuid();
    for (const id of [userId, newUuid()]) await aGrant(billing, id, 100);
    const paying = await billing.clientOf('inference');
    const holds = [10, 20, 30].map((amount) => aHold({ priceVersionId, userId, amount }));
    for (const hold of holds) await paying.reserve({ ...hold, owner: null });
    const [first, second, third] = holds as [
      (typeof holds)[0],
      (typeof holds)[0],
      (typeof holds)[0],
    ];
    await paying.settle(settlementOf(second, 5));
    const client = await billing.clientOf('account');
    expect(await client.openHolds(userId, { limit: 1 })).toMatchObject([
      { op_id: first.op_id, kind: 'async', amount_nano: '10' },
    ]);
    expect(await client.openHolds(userId, { limit: 5, after: first.op_id })).toMatchObject([
      { op_id: third.op_id, amount_nano: '30' },
    ]);
  });
});

describe('GET /internal/wallets/{user_id}/holds answers 422', () => {
  test.each(['limit=201', 'limit=0', 'after=x'])('%s', async (query) => {
    const path = `/internal/wallets/${newUuid()}/holds?${query}`;
    expect((await billing.send({ method: 'GET', path, caller: 'account' })).status).toBe(422);
  });
});

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
  await billing.ledger.assertSound();
  await billing.drop();
});

describe('POST /internal/processes/deregister answers 204', () => {
  test('what the process held is free at once, and may still be charged from its spool', async () => {
    const userId = newUuid();
    await aGrant(billing, userId, 100);
    const client = await billing.clientOf('inference');
    const owner = newUuid();
    const hold = aHold(
      { priceVersionId: billing.ledger.priceVersionId, userId, amount: 60 },
      { owner },
    );
    await client.reserve(hold);
    await client.deregister(owner);
    await client.deregister(owner);
    const reader = await billing.clientOf('account');
    expect(await reader.wallet(userId)).toMatchObject({ available_nano: '100' });
    expect(await client.settle(settlementOf(hold, 9))).toMatchObject({
      outcome: 'late',
      charged_nano: '9',
    });
  });
});

describe('POST /internal/processes/deregister answers 422', () => {
  test('no process', async () => {
    const path = '/internal/processes/deregister';
    expect((await billing.send({ method: 'POST', path, body: {} })).status).toBe(422);
  });
});

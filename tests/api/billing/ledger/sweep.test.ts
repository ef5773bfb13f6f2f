import { setTimeout as sleep } from 'node:timers/promises';
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

describe('POST /internal/ledger/sweep answers 200', () => {
  test('FD06 holds past their end are closed, and may be charged late', async () => {
    const userId = newUuid();
    await aGrant(billing, userId, 100);
    const terms = { priceVersionId: billing.ledger.priceVersionId, userId, amount: 40 };
    const hold = aHold(terms, { ttl_ms: 1 });
    const paying = await billing.clientOf('inference');
    const sweeping = await billing.clientOf('worker');
    await paying.reserve(hold);
    await sleep(10);
    expect(await sweeping.sweep()).toEqual({
      owner_lost: 0,
      holds_expired: 1,
      grants_expired: 0,
    });
    expect(await paying.settle(settlementOf(hold, 50))).toEqual({
      outcome: 'late',
      charged_nano: '50',
      uncovered_nano: '0',
    });
  });

  test('grants past their end lose what no hold needs', async () => {
    const userId = newUuid();
    const client = await billing.clientOf('admin');
    await client.createGrant({
      user_id: userId,
      amount_nano: '50',
      reason: null,
      expires_at: '2001-01-01T00:00:00Z',
      actor: 'adm_1',
      idempotency_key: null,
    });
    expect(await (await billing.clientOf('worker')).sweep()).toMatchObject({ grants_expired: 1 });
    expect(await client.wallet(userId)).toMatchObject({
      available_nano: '0',
      expired_nano: '50',
    });
  });
});

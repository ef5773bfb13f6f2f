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

describe('GET /internal/wallets/{user_id}/entries answers 200', () => {
  test('every movement, newest first, page by page', async () => {
    const userId = newUuid();
    const grantId = await aGrant(billing, userId, 100);
    const paying = await billing.clientOf('inference');
    const hold = aHold({ priceVersionId: billing.ledger.priceVersionId, userId, amount: 40 });
    await paying.reserve(hold);
    await paying.settle(settlementOf(hold, 25));
    const client = await billing.clientOf('account');
    const { entries: page, archived } = await client.entries(userId, { limit: 2 });
    expect(archived).toBeNull();
    expect(page).toMatchObject([
      {
        kind: 'settle',
        available_nano: '15',
        reserved_nano: '-40',
        consumed_nano: '25',
        issued_nano: '0',
        op_id: hold.op_id,
        attempt: 1,
        grant_id: null,
      },
      { kind: 'reserve', available_nano: '-40', reserved_nano: '40' },
    ]);
    const rest = await client.entries(userId, { limit: 2, before: page[1]?.id ?? '' });
    expect(rest.entries).toMatchObject([
      { kind: 'grant', issued_nano: '-100', grant_id: grantId, actor: 'adm_test', op_id: null },
    ]);
  });
});

describe('GET /internal/wallets/{user_id}/entries answers 422', () => {
  test('a limit beyond the largest page', async () => {
    const path = `/internal/wallets/${newUuid()}/entries?limit=1001`;
    expect((await billing.send({ method: 'GET', path, caller: 'admin' })).status).toBe(422);
  });
});

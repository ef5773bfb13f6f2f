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

const BY = { reason: 'mistake', actor: 'adm_1' };

describe('POST /internal/grants/{grant_id}/revoke answers 200', () => {
  test('takes only what is neither spent nor held', async () => {
    const userId = newUuid();
    const grantId = await aGrant(billing, userId, 100);
    const paying = await billing.clientOf('inference');
    await paying.reserve(
      aHold({ priceVersionId: billing.ledger.priceVersionId, userId, amount: 30 }),
    );
    const client = await billing.clientOf('admin');
    expect(await client.revokeGrant(grantId, { ...BY, amount_nano: '71' })).toMatchObject({
      outcome: 'exceeds',
      revoked_nano: '0',
    });
    expect(await client.revokeGrant(grantId, { ...BY, amount_nano: '20' })).toMatchObject({
      outcome: 'revoked',
      revoked_nano: '20',
      grant: { remaining_nano: '80', revoked_nano: '20' },
    });
    expect(await client.revokeGrant(grantId, BY)).toMatchObject({ revoked_nano: '50' });
    expect(await client.revokeGrant(grantId, BY)).toMatchObject({ outcome: 'nothing_to_revoke' });
    const [wallet] = await client.wallets([userId]);
    expect(wallet).toMatchObject({ available_nano: '0', reserved_nano: '30', revoked_nano: '70' });
  });

  test('the same key takes once, and another amount under it is a conflict', async () => {
    const grantId = await aGrant(billing, newUuid(), 100);
    const client = await billing.clientOf('admin');
    const under = (amount: string) =>
      client.revokeGrant(grantId, { ...BY, amount_nano: amount, idempotency_key: 'once' });
    const first = await under('20');
    expect(first).toMatchObject({ outcome: 'revoked', grant: { remaining_nano: '80' } });
    await client.revokeGrant(grantId, { ...BY, amount_nano: '5' });
    expect(await under('20')).toEqual({ ...first, outcome: 'repeated' });
    expect(await under('21')).toEqual({ outcome: 'conflict', revoked_nano: '0', grant: null });
  });

  test('a grant that is not there', async () => {
    const client = await billing.clientOf('admin');
    expect(await client.revokeGrant(newUuid(), BY)).toEqual({
      outcome: 'not_found',
      revoked_nano: '0',
      grant: null,
    });
  });
});

describe('POST /internal/grants/{grant_id}/revoke answers 422', () => {
  test('no grant id', async () => {
    const path = '/internal/grants/grt_1/revoke';
    const answer = await billing.send({ method: 'POST', path, caller: 'admin', body: BY });
    expect(answer.status).toBe(422);
  });
});

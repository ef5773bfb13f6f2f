import { newUuid } from '@tollgate/runtime/ids';
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

describe('POST /internal/wallets/query answers 200', () => {
  test('one wallet for each user, in their order', async () => {
    const [rich, poor] = [newUuid(), newUuid()];
    await aGrant(billing, rich, 5);
    const wallets = await (await billing.clientOf('admin')).wallets([poor, rich]);
    expect(wallets).toMatchObject([
      { user_id: poor, available_nano: '0' },
      { user_id: rich, available_nano: '5' },
    ]);
  });

  test('nobody asked for, nobody answered', async () => {
    expect(await (await billing.clientOf('admin')).wallets([])).toEqual([]);
  });
});

describe('POST /internal/wallets/query answers 422', () => {
  test('more than a thousand users', async () => {
    const body = { user_ids: Array.from({ length: 1_001 }, () => newUuid()) };
    const path = '/internal/wallets/query';
    expect((await billing.send({ method: 'POST', path, caller: 'admin', body })).status).toBe(422);
  });
});

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

describe('GET /internal/wallets/{user_id} answers 200', () => {
  test('zeros for a user who was never granted anything', async () => {
    const userId = newUuid();
    expect(await (await billing.clientOf('account')).wallet(userId)).toEqual({
      user_id: userId,
      granted_nano: '0',
      available_nano: '0',
      reserved_nano: '0',
      consumed_nano: '0',
      revoked_nano: '0',
      expired_nano: '0',
    });
  });

  test('what was granted is available', async () => {
    const userId = newUuid();
    await aGrant(billing, userId, 7);
    expect(await (await billing.clientOf('admin')).wallet(userId)).toMatchObject({
      granted_nano: '7',
      available_nano: '7',
    });
  });
});

describe('GET /internal/wallets/{user_id} answers 422', () => {
  test('no user id', async () => {
    const path = '/internal/wallets/usr_1';
    expect((await billing.send({ method: 'GET', path, caller: 'admin' })).status).toBe(422);
  });
});

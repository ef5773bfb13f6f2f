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

describe('GET /internal/wallets/{user_id}/grants answers 200', () => {
  test('newest first, page by page, of this user alone', async () => {
    const userId = newUuid();
    const ids = [];
    for (const amount of [1, 2, 3]) ids.unshift(await aGrant(billing, userId, amount));
    await aGrant(billing, newUuid(), 4);
    const client = await billing.clientOf('account');
    const first = await client.grants(userId, { limit: 2 });
    expect(first.map(({ id }) => id)).toEqual(ids.slice(0, 2));
    const second = await client.grants(userId, { limit: 2, before: ids[1] ?? '' });
    expect(second.map(({ id }) => id)).toEqual(ids.slice(2));
  });
});

describe('GET /internal/wallets/{user_id}/grants answers 422', () => {
  test.each(['?limit=0', '?limit=1001', '?limit=x', '?before=1'])('%s', async (query) => {
    const path = `/internal/wallets/${newUuid()}/grants${query}`;
    expect((await billing.send({ method: 'GET', path, caller: 'admin' })).status).toBe(422);
  });
});

import { newUuid } from '@tollgate/runtime/ids';
import { aBilling } from '../a-billing-service.ts';
import type { TestBilling } from '../a-billing-service.ts';
import { aGrant } from '../a-grant.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

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
    expect(first.grants.map(({ id }) => id)).toEqual(ids.slice(0, 2));
    const second = await client.grants(userId, { limit: 2, before: ids[1] ?? '' });
    expect(second.grants.map(({ id }) => id)).toEqual(ids.slice(2));
    expect(first.next_end).toBeNull();
  });

  test('when credit ends next, with all that ends then and is left', async () => {
    const userId = newUuid();
    const [soon, later] = [1, 2].map((days) => new Date(Date.now() + days * DAY_MS).toISOString());
    for (const end of [later, soon, soon, undefined]) await aGrant(billing, userId, 10, end);
    await aGrant(billing, newUuid(), 4, new Date(Date.now() + HOUR_MS).toISOString());
    const gone = await aGrant(billing, userId, 7, new Date(Date.now() + HOUR_MS).toISOString());
    const admin = await billing.clientOf('admin');
    await admin.revokeGrant(gone, { reason: null, actor: 'adm_test' });
    const { next_end: end } = await admin.grants(userId, { limit: 1 });
    expect(end).toEqual({ at: soon, remaining_nano: '20' });
  });
});

describe('GET /internal/wallets/{user_id}/grants answers 422', () => {
  test.each(['?limit=0', '?limit=1001', '?limit=x', '?before=1'])('%s', async (query) => {
    const path = `/internal/wallets/${newUuid()}/grants${query}`;
    expect((await billing.send({ method: 'GET', path, caller: 'admin' })).status).toBe(422);
  });
});

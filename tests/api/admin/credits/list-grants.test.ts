import { randomUUID } from 'node:crypto';
import { encodeId } from '@tollgate/runtime/ids';
import {
  grantCredits,
  listCreditGrants,
  listCreditTransactions,
} from '@tollgate/contract/routes/admin/credits';
import { aDatabase } from '../../../support/database.ts';
import { anAdmin } from '../support/admin.ts';
import type { RunningAdmin } from '../support/admin.ts';
import { aBilling } from '../support/billing.ts';
import { aUser } from '../support/user.ts';

let admin: RunningAdmin;
let billing: Awaited<ReturnType<typeof aBilling>>;
let params: { user_id: string };

beforeAll(async () => {
  const database = await aDatabase();
  billing = await aBilling(database);
  admin = await anAdmin({ database, billingUrl: billing.url });
  params = { user_id: (await aUser(admin)).id };
  for (const amount of ['1', '2', '3']) {
    await admin.send(grantCredits, { params, body: { amount } });
  }
});
afterAll(async () => {
  await billing.drop();
  await admin.drop();
});

describe('GET /api/platform/users/{user_id}/credit-grants answers 200', () => {
  test('newest first, in pages', async () => {
    const all = (await admin.send(listCreditGrants, { params })).body;
    expect(all.map(({ amount }: { amount: string }) => amount)).toEqual([
      '3.000000000',
      '2.000000000',
      '1.000000000',
    ]);
    const query = { limit: '2', before: all[0].id };
    expect((await admin.send(listCreditGrants, { params, query })).body).toEqual(all.slice(1));
  });
});

describe('GET /api/platform/users/{user_id}/credit-grants answers 404', () => {
  test('an unknown user, for grants and movements alike', async () => {
    const unknown = { params: { user_id: encodeId('usr', randomUUID()) } };
    expect((await admin.send(listCreditGrants, unknown)).status).toBe(404);
    expect((await admin.send(listCreditTransactions, unknown)).status).toBe(404);
  });
});

describe('GET /api/platform/users/{user_id}/credit-grants answers 422', () => {
  test.each([{ limit: '0' }, { before: 'grt_x' }, { before: 'txn_x' }])('%j', async (query) => {
    const sent = { params, query: query as Record<string, string> };
    expect((await admin.send(listCreditGrants, sent)).status).toBe(422);
  });
});

import { encodeId } from '@tollgate/runtime/ids';
import {
  grantCredits,
  listCreditTransactions,
  revokeCredits,
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
});
afterAll(async () => {
  await billing.drop();
  await admin.drop();
});

describe('GET /api/platform/users/{user_id}/credit-transactions answers 200', () => {
  test('a grant and its revocation, signed and with who did it', async () => {
    const made = await admin.send(grantCredits, { params, body: { amount: '4' } });
    const grantId = made.body.id;
    const taken = { params: { grant_id: grantId }, body: { amount: '1.5' } };
    await admin.send(revokeCredits, taken);
    const { body } = await admin.send(listCreditTransactions, { params });
    const actor = encodeId('adm', admin.administrator.id);
    expect(body).toMatchObject([
      {
        type: 'revoke',
        net_change: '-1.500000000',
        balance: '2.500000000',
        grant_id: grantId,
        actor,
      },
      {
        type: 'grant',
        net_change: '4.000000000',
        balance: '4.000000000',
        grant_id: grantId,
        actor,
      },
    ]);
    const query = { before: body[0].id };
    const page = await admin.send(listCreditTransactions, { params, query });
    expect(page.body).toEqual(body.slice(1));
  });
});

describe('GET /api/platform/users/{user_id}/credit-transactions answers 422', () => {
  test.each([{ limit: '1001' }, { before: 'grt_x' }])('%j', async (query) => {
    const sent = { params, query: query as Record<string, string> };
    expect((await admin.send(listCreditTransactions, sent)).status).toBe(422);
  });
});

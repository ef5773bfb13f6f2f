import { HEADER } from '@tollgate/contract/headers';
import { connectDatabase } from '@tollgate/db/connect';
import { decodeId, encodeId } from '@tollgate/runtime/ids';
import {
  grantCredits,
  listCreditMovements,
  listCreditTransactions,
  revokeCredits,
} from '@tollgate/contract/routes/admin/credits';
import { aDatabase } from '../../../support/database.ts';
import { putLeftYear } from '../../../support/past-ledger.ts';
import { aCharge } from '../../account/support/grant.ts';
import { anAdmin } from '../support/admin.ts';
import type { RunningAdmin } from '../support/admin.ts';
import { aBilling } from '../../account/support/billing.ts';
import { aUser } from '../support/user.ts';

let admin: RunningAdmin;
let billing: Awaited<ReturnType<typeof aBilling>>;

beforeAll(async () => {
  const database = await aDatabase();
  billing = await aBilling(database);
  admin = await anAdmin({ database, billingUrl: billing.url });
});
afterAll(async () => {
  await billing.drop();
  await admin.drop();
});

describe('GET /api/platform/credit-transactions answers 200', () => {
  test('movements of every wallet, with whose they are; by page and by cause', async () => {
    const one = await aUser(admin);
    const other = await aUser(admin);
    const grant = async (userId: string, amount: string): Promise<string> =>
      (await admin.send(grantCredits, { params: { user_id: userId }, body: { amount } })).body.id;
    const first = await grant(one.id, '4');
    const second = await grant(other.id, '7');
    await admin.send(revokeCredits, { params: { grant_id: first }, body: { amount: '1.5' } });
    const { body } = await admin.send(listCreditMovements, {});
    const actor = encodeId('adm', admin.administrator.id);
    expect(body).toMatchObject([
      { type: 'revoke', available_change: '-1.500000000', grant_id: first, user_id: one.id, actor },
      { type: 'grant', available_change: '7.000000000', grant_id: second, user_id: other.id },
      { type: 'grant', available_change: '4.000000000', grant_id: first, user_email: one.email },
    ]);
    const query = { before: body[0].id, limit: '1' };
    expect((await admin.send(listCreditMovements, { query })).body).toEqual([body[1]]);
    const of = async (moved_by: string): Promise<unknown> =>
      (await admin.send(listCreditMovements, { query: { moved_by } })).body;
    expect(await of('grants')).toEqual(body);
    expect(await of('requests')).toEqual([]);
    const userId = decodeId('usr', other.id) ?? '';
    await aCharge(billing, userId, { holdNano: '2', costNano: '1' });
    expect(await of('grants')).toEqual(body);
    expect(await of('requests')).toMatchObject([
      { type: 'settle', user_id: other.id, grant_id: null, operation_id: expect.any(String) },
      { type: 'reserve', user_id: other.id, reserved_change: '0.000000002', actor: null },
    ]);
    const owner = connectDatabase({ url: admin.database.url, applicationName: 'test' });
    await putLeftYear(owner, { year: 2020, userId });
    await owner.destroy();
    const leftOut = async (answered: Promise<{ headers: Record<string, unknown> }>) =>
      (await answered).headers[HEADER.archived];
    const years = '2020-01-01T00:00:00.000Z/2021-01-01T00:00:00.000Z';
    expect(await leftOut(admin.send(listCreditMovements, {}))).toBe(years);
    const grants = { query: { moved_by: 'grants' } };
    expect(await leftOut(admin.send(listCreditMovements, grants))).toBeUndefined();
    const moved = { params: { user_id: other.id } };
    expect(await leftOut(admin.send(listCreditTransactions, moved))).toBe(years);
    const unmoved = { params: { user_id: one.id } };
    expect(await leftOut(admin.send(listCreditTransactions, unmoved))).toBeUndefined();
  });
});

describe('GET /api/platform/credit-transactions answers 422', () => {
  test.each([{ limit: '1001' }, { before: 'grt_x' }, { moved_by: 'magic' }])(
    '%j',
    async (query) => {
      const sent = { query: query as Record<string, string> };
      expect((await admin.send(listCreditMovements, sent)).status).toBe(422);
    },
  );
});

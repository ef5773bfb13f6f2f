import { connectDatabase } from '@tollgate/db/connect';
import { encodeId, newUuid } from '@tollgate/runtime/ids';
import { getPlatformStanding } from '@tollgate/contract/routes/admin/analytics';
import { createLedger } from '../../../../services/billing/src/ledger.ts';
import { aHold } from '../../../ledger/items.ts';
import { noteLeftDays } from '../../../support/archived-days.ts';
import { aDatabase } from '../../../support/database.ts';
import { aRecord } from '../../../support/request-records.ts';
import { anAdmin } from '../support/admin.ts';
import type { RunningAdmin } from '../support/admin.ts';
import { aBilling } from '../support/billing.ts';
import { recordsIn } from '../support/records.ts';

const DAY_MS = 86_400_000;

let billing: Awaited<ReturnType<typeof aBilling>>;
let admin: RunningAdmin;
beforeAll(async () => {
  const database = await aDatabase();
  billing = await aBilling(database);
  admin = await anAdmin({ database, billingUrl: billing.url });
});
afterAll(async () => {
  await billing?.drop();
  await admin?.drop();
});

/** Holds 90 nano-credits of a user and loses 50, and 400 more at most. @returns the operation */
async function heldAndLost(userId: string): Promise<string> {
  await admin.deps.billing.createGrant({
    user_id: userId,
    amount_nano: '100',
    reason: null,
    expires_at: null,
    actor: 'adm_test',
    idempotency_key: null,
  });
  const db = connectDatabase({
    url: admin.database.urlOf('tollgate_billing'),
    applicationName: 'test-standing',
  });
  const ledger = createLedger(db);
  const hold = aHold({ priceVersionId: newUuid(), userId, amount: 90 });
  const { op_id, attempt } = hold;
  const loss = { op_id, attempt, reason: 'failed' as const };
  expect((await ledger.reserve(hold)).outcome).toBe('held');
  await ledger.bookLoss({ ...loss, n: 1, cost_nano: '50', is_known: true });
  await ledger.bookLoss({ ...loss, n: 2, cost_nano: '400', is_known: false });
  await db.destroy();
  return op_id;
}

const standing = (query: Record<string, string> = {}) => admin.send(getPlatformStanding, { query });

describe('GET /api/platform/standing answers 200', () => {
  test('nothing earned, nothing lost and nothing held, before anybody has called', async () => {
    const { body } = await standing();
    expect(body).toMatchObject({ days: 30, oldest_hold: null });
    expect(body.margin).toEqual({
      uplifts: '0.000000000',
      losses: '0.000000000',
      losses_at_most: '0.000000000',
      least: '0.000000000',
      most: '0.000000000',
    });
  });

  test('the part of uplifts in charges, list prices rounded up, less what was lost', async () => {
    await recordsIn(admin, [
      aRecord({ charged_n: 1_150n, uplift_bp: 1_500 }),
      aRecord({ charged_n: 1_151n, uplift_bp: 1_500, at: new Date(Date.now() - 3 * DAY_MS) }),
      aRecord({ charged_n: 300n, uplift_bp: 20_000 }),
      aRecord({ charged_n: 5_000n, uplift_bp: 0 }),
      aRecord({ charged_n: 1_150n, uplift_bp: 1_500, at: new Date(Date.now() - 40 * DAY_MS) }),
    ]);
    const user = newUuid();
    const operation = await heldAndLost(user);
    const { body } = await standing();
    // 2,301 at 15 % are 2,001 at list price, 300 at 200 % are 100.
    expect(body.margin).toEqual({
      uplifts: '0.000000500',
      losses: '0.000000050',
      losses_at_most: '0.000000400',
      least: '0.000000050',
      most: '0.000000450',
    });
    expect(body.oldest_hold).toMatchObject({
      operation_id: encodeId('op', operation),
      user_id: encodeId('usr', user),
      kind: 'async',
      held: '0.000000090',
    });
    expect((await standing({ days: '2' })).body.margin.uplifts).toBe('0.000000350');
  });
});

describe('GET /api/platform/standing answers 401', () => {
  test('without a token', async () => {
    expect((await admin.send(getPlatformStanding, { token: null })).status).toBe(401);
  });
});

describe('GET /api/platform/standing answers 422', () => {
  test.each([{ days: '0' }, { days: '367' }, { days: 'a' }, { since: 'x' }])(
    '%j',
    async (query) => {
      const answer = await standing(query as Record<string, string>);
      expect(answer.status).toBe(422);
    },
  );
});

describe('GET /api/platform/standing answers 503', () => {
  test('while billing is away', async () => {
    const alone = await anAdmin({ billingUrl: 'http://127.0.0.1:9' });
    const { status, body } = await alone.send(getPlatformStanding);
    expect([status, body.error.code]).toEqual([503, 'billing_unavailable']);
    await alone.drop();
  });

  test('which of the days are archived, and so not among the uplifts', async () => {
    const left = new Date(Date.now() - 60 * DAY_MS).toISOString().slice(0, 10);
    const owner = connectDatabase({ url: admin.database.url, applicationName: 'test-standing' });
    await noteLeftDays(owner, [left]);
    await owner.destroy();
    const to = new Date(Date.parse(left) + DAY_MS).toISOString();
    const from = new Date(left).toISOString();
    expect((await standing({ days: '90' })).body.archived).toEqual({ from, to });
    expect((await standing()).body.archived).toBeNull();
  });
});

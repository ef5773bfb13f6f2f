import { newUuid } from '@tollgate/runtime/ids';
import type { LossItem } from '@tollgate/contract/losses';
import type { ReserveItem } from '@tollgate/contract/billing';
import { rows } from '@tollgate/db/connect';
import { aHold, releaseOf, settlementOf } from '../../../ledger/items.ts';
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

async function aPlacedHold(): Promise<ReserveItem> {
  const userId = newUuid();
  await aGrant(billing, userId, 100);
  const hold = aHold({ priceVersionId: billing.ledger.priceVersionId, userId, amount: 40 });
  const client = await billing.clientOf('inference');
  expect(await client.reserve(hold)).toEqual({ outcome: 'held' });
  return hold;
}

const lossOf = ({ op_id, attempt }: ReserveItem, more: Partial<LossItem> = {}): LossItem => ({
  op_id,
  attempt,
  n: 1,
  reason: 'failed',
  cost_nano: '7',
  is_known: true,
  ...more,
});

const booked = ({ op_id: opId }: ReserveItem): Promise<object[]> =>
  rows(
    billing.ledger.owner,
    `select n, user_id, reason, cast(uncovered_n as text) as nano, is_known
     from billing.provider_cost where op_id = :opId order by n`,
    { opId },
  );

describe('POST /internal/provider-costs answers 200', () => {
  test('books each loss once, beside what the hold becomes', async () => {
    const hold = await aPlacedHold();
    const client = await billing.clientOf('inference');
    const first = lossOf(hold);
    const second = lossOf(hold, { n: 2, reason: 'broke', is_known: false });
    const results = await Promise.all([first, second, first].map((one) => client.bookLoss(one)));
    expect(results.map(({ outcome }) => outcome).toSorted()).toEqual([
      'booked',
      'booked',
      'repeated',
    ]);
    expect(await client.bookLoss({ ...first, cost_nano: '9' })).toEqual({ outcome: 'repeated' });
    expect(await client.settle(settlementOf(hold, 40))).toMatchObject({ outcome: 'settled' });
    const { user_id } = hold;
    expect(await booked(hold)).toEqual([
      { n: 1, user_id, reason: 'failed', nano: '7', is_known: true },
      { n: 2, user_id, reason: 'broke', nano: '7', is_known: false },
    ]);
  });

  test('moves nothing, and comes after a release as well', async () => {
    const hold = await aPlacedHold();
    const client = await billing.clientOf('inference');
    await client.release(releaseOf(hold));
    const before = await billing.entryCount();
    expect(await client.bookLoss(lossOf(hold))).toEqual({ outcome: 'booked' });
    expect(await billing.entryCount()).toBe(before);
    const account = await billing.clientOf('account');
    expect((await account.wallet(hold.user_id)).available_nano).toBe('100');
  });

  test('knows no loss of a call that held nothing', async () => {
    const client = await billing.clientOf('inference');
    const hold = aHold({ priceVersionId: newUuid(), userId: newUuid(), amount: 1 });
    expect(await client.bookLoss(lossOf(hold))).toEqual({ outcome: 'unknown' });
    expect(await booked(hold)).toEqual([]);
  });
});

describe('POST /internal/provider-costs answers 400', () => {
  test('an amount that no column holds', async () => {
    const body = { items: [lossOf(await aPlacedHold(), { cost_nano: '9999999999999999999' })] };
    const path = '/internal/provider-costs';
    expect((await billing.send({ method: 'POST', path, body })).status).toBe(400);
  });
});

describe('POST /internal/provider-costs answers 422', () => {
  test('a reason that is none', async () => {
    const body = { items: [{ ...lossOf(await aPlacedHold()), reason: 'luck' }] };
    const path = '/internal/provider-costs';
    expect((await billing.send({ method: 'POST', path, body })).status).toBe(422);
  });
});

import { newUuid } from '@tollgate/runtime/ids';
import { aHold, releaseOf } from '../../../ledger/items.ts';
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

describe('POST /internal/reservations/release answers 200', () => {
  test('gives the hold back once', async () => {
    const userId = newUuid();
    await aGrant(billing, userId, 100);
    const hold = aHold({ priceVersionId: billing.ledger.priceVersionId, userId, amount: 40 });
    const client = await billing.clientOf('inference');
    await client.reserve(hold);
    expect(await client.release(releaseOf(hold))).toEqual({ outcome: 'released' });
    expect(await client.release(releaseOf(hold))).toEqual({ outcome: 'repeated' });
  });

  test('FA05 a reservation that comes after its release is refused', async () => {
    const userId = newUuid();
    await aGrant(billing, userId, 100);
    const hold = aHold({ priceVersionId: billing.ledger.priceVersionId, userId, amount: 40 });
    const client = await billing.clientOf('inference');
    expect(await client.release(releaseOf(hold))).toEqual({ outcome: 'unknown' });
    expect(await client.reserve(hold)).toEqual({ outcome: 'conflict' });
  });

  test('a reason that PostgreSQL cannot store as it stands', async () => {
    const userId = newUuid();
    await aGrant(billing, userId, 100);
    const hold = aHold({ priceVersionId: billing.ledger.priceVersionId, userId, amount: 40 });
    const client = await billing.clientOf('inference');
    await client.reserve(hold);
    const release = releaseOf(hold, 'a\u0000b\ud800c');
    expect(await client.release(release)).toEqual({ outcome: 'released' });
    expect((await client.reservations(hold.op_id))[0]?.close_reason).toBe('ab\ufffdc');
  });
});

describe('POST /internal/reservations/release answers 422', () => {
  test('a batch without a word on how to judge', async () => {
    const body = { items: [{ op_id: newUuid(), attempt: 1, user_id: newUuid(), reason: 'x' }] };
    const path = '/internal/reservations/release';
    expect((await billing.send({ method: 'POST', path, body })).status).toBe(422);
  });
});

test('a release without a reason is refused with the name of the field', async () => {
  const body = { items: [{ op_id: newUuid(), attempt: 1, user_id: newUuid(), reason: '' }] };
  const path = '/internal/reservations/release?judge=each';
  const answer = await billing.send({ method: 'POST', path, body });
  const message = expect.stringContaining('reason') as string;
  expect(answer.body).toEqual({ results: [{ outcome: 'refused', reason: 'invalid', message }] });
});

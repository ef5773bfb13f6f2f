import { VIDEO_HOLDER } from '@tollgate/contract/billing';
import { rows } from '@tollgate/db/connect';
import { newUuid } from '@tollgate/runtime/ids';
import { aHold, settlementOf } from '../../../ledger/items.ts';
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

describe('GET /internal/unowned-reservations answers 200', () => {
  test('open holds that nobody answers for, and no others', async () => {
    const userId = newUuid();
    await aGrant(billing, userId, 100);
    const { priceVersionId } = billing.ledger;
    const made = () => aHold({ priceVersionId, userId, amount: 10 });
    const owned = { ...made(), owner: newUuid() };
    const unowned = { ...made(), owner: null };
    const ofVideo = { ...made(), owner: VIDEO_HOLDER };
    const settled = { ...made(), owner: null };
    const client = await billing.clientOf('inference');
    await Promise.all([owned, unowned, ofVideo, settled].map((hold) => client.reserve(hold)));
    await client.settle(settlementOf(settled, 7));
    const worker = await billing.clientOf('worker');
    expect(await worker.unowned(0)).toMatchObject([{ op_id: unowned.op_id, state: 'held' }]);
    expect(await worker.unowned(3_600_000)).toEqual([]);
    expect(await worker.unowned(3_600_000, VIDEO_HOLDER)).toEqual([]);
    // A sweep takes what has lost its process, and videos never do.
    await rows(billing.ledger.owner, 'select billing.sweep_owners(0, 500)');
    const videos = await worker.unowned(0, VIDEO_HOLDER);
    expect(videos).toMatchObject([{ op_id: ofVideo.op_id, state: 'held' }]);
    expect(await worker.reservations(owned.op_id)).toMatchObject([{ state: 'expired' }]);
    await billing.ledger.assertSound();
  });
});

describe('GET /internal/unowned-reservations answers 401', () => {
  test('who has no business with them', async () => {
    const account = await billing.clientOf('account');
    await expect(account.unowned(0)).rejects.toMatchObject({ code: 'billing_unavailable' });
  });
});

describe('GET /internal/unowned-reservations answers 422', () => {
  test.each(['', '?older_than_ms=x', '?older_than_ms=-1', '?older_than_ms=1&holder=x'])(
    '%s',
    async (query) => {
      const path = `/internal/unowned-reservations${query}`;
      expect((await billing.send({ method: 'GET', path, caller: 'worker' })).status).toBe(422);
    },
  );
});

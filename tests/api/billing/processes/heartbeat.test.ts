import { setTimeout as sleep } from 'node:timers/promises';
import { startHeartbeat } from '@tollgate/billing-client/billing-client';
import { newUuid } from '@tollgate/runtime/ids';
import { aHold } from '../../../ledger/items.ts';
import { quiet } from '../../../ledger/a-ledger.ts';
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

describe('POST /internal/processes/heartbeat answers 204', () => {
  test('holds of a process that speaks stay, those of one that fell silent go', async () => {
    const userId = newUuid();
    await aGrant(billing, userId, 100);
    const client = await billing.clientOf('inference');
    const sweeping = await billing.clientOf('worker');
    const [living, silent] = [newUuid(), newUuid()];
    const stop = await startHeartbeat({
      billing: client,
      processId: living,
      timers: billing.timers,
      logger: quiet,
    });
    await client.heartbeat(silent);
    const hold = (owner: string) =>
      aHold({ priceVersionId: billing.ledger.priceVersionId, userId, amount: 10 }, { owner });
    const [kept, lost] = [hold(living), hold(silent)];
    await Promise.all([kept, lost].map((one) => client.reserve(one)));
    expect(await sweeping.sweep()).toMatchObject({ owner_lost: 0 });
    await sleep(billing.timers.lease * 2.5);
    expect(await sweeping.sweep()).toMatchObject({ owner_lost: 1 });
    expect((await client.reservations(kept.op_id))[0]?.state).toBe('held');
    expect((await client.reservations(lost.op_id))[0]).toMatchObject({
      state: 'expired',
      close_reason: 'owner_lost',
    });
    await stop();
    await client.deregister(living);
  });
});

describe('POST /internal/processes/heartbeat answers 422', () => {
  test.each([{}, { process_id: 'x' }])('%j', async (body) => {
    const path = '/internal/processes/heartbeat';
    expect((await billing.send({ method: 'POST', path, body })).status).toBe(422);
  });
});

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
  await billing.ledger.assertSound();
  await billing.drop();
});

const PATH = '/internal/reservations/settle';

async function anOpenHold() {
  const userId = newUuid();
  await aGrant(billing, userId, 100);
  const hold = aHold({ priceVersionId: billing.ledger.priceVersionId, userId, amount: 40 });
  const client = await billing.clientOf('inference');
  await client.reserve(hold);
  return { hold, client };
}

describe('200', () => {
  test('FD03 charges once however often it is sent', async () => {
    const { hold, client } = await anOpenHold();
    const item = settlementOf(hold, 55);
    const amounts = { charged_nano: '40', uncovered_nano: '15' };
    expect(await client.settle(item)).toEqual({ outcome: 'settled', ...amounts });
    expect(await client.settle(item)).toEqual({ outcome: 'repeated', ...amounts });
    expect(await client.settle(settlementOf(hold, 1))).toMatchObject({ outcome: 'conflict' });
  });

  test('FD12 a hold that billing does not know is named so and charges nothing', async () => {
    const { hold, client } = await anOpenHold();
    const before = await billing.entryCount();
    expect(await client.settle({ ...settlementOf(hold, 5), op_id: newUuid() })).toEqual({
      outcome: 'unknown',
      charged_nano: '0',
      uncovered_nano: '0',
    });
    expect(await client.settle({ ...settlementOf(hold, 5), user_id: newUuid() })).toMatchObject({
      outcome: 'unknown',
    });
    expect(await billing.entryCount()).toBe(before);
  });

  test('what broke off is kept as such', async () => {
    const { hold, client } = await anOpenHold();
    await client.settle(settlementOf(hold, 5, { partial: true, usage_source: 'counted' }));
    const [kept] = await client.reservations(hold.op_id);
    expect(kept).toMatchObject({ usage_source: 'counted', charged_nano: '5' });
  });
});

describe('400', () => {
  test('a cost that no balance can have', async () => {
    const { hold } = await anOpenHold();
    const item = { ...settlementOf(hold, 5), cost_nano: '9999999999999999999' };
    const answer = await billing.send({ method: 'POST', path: PATH, body: { items: [item] } });
    expect(answer.status).toBe(400);
  });
});

describe('422', () => {
  const hold = aHold({ priceVersionId: newUuid(), userId: newUuid(), amount: 1 });
  test.each([
    ['negative usage', { usage: { input: -1 } }],
    ['broken usage', { usage: { input: 1.5 } }],
    ['unknown usage', { usage: { tokens: 1 } }],
    ['an unknown source', { usage_source: 'guessed' }],
    ['a broken cost', { cost_nano: '1.5' }],
  ])('%s', async (_what, change) => {
    const body = { items: [{ ...settlementOf(hold, 1), ...change }] };
    expect((await billing.send({ method: 'POST', path: PATH, body })).status).toBe(422);
  });
});

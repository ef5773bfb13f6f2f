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
  await billing.ledger.assertSound();
  await billing.drop();
});

const PATH = '/internal/reservations/settle?judge=each';

async function anOpenHold() {
  const userId = newUuid();
  await aGrant(billing, userId, 100);
  const hold = aHold({ priceVersionId: billing.ledger.priceVersionId, userId, amount: 40 });
  const client = await billing.clientOf('inference');
  await client.reserve(hold);
  return { hold, client };
}

describe('POST /internal/reservations/settle answers 200', () => {
  test('FD03 charges once however often it is sent', async () => {
    const { hold, client } = await anOpenHold();
    const item = settlementOf(hold, 55);
    const amounts = { charged_nano: '55', uncovered_nano: '0' };
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

describe('a batch whose items are judged each by itself', () => {
  test('FD13 one that cannot be is named so, and the others are charged', async () => {
    const { hold } = await anOpenHold();
    const { hold: second } = await anOpenHold();
    const items = [
      { ...settlementOf(hold, 5), cost_nano: '123456789012345678901' },
      { ...settlementOf(hold, 5), usage: { tokens: 1 } },
      'nonsense',
      settlementOf(second, 7),
      { ...settlementOf(hold, 5), cost_nano: '9999999999999999999' },
      settlementOf(hold, 6),
    ];
    const { status, body } = await billing.send({ method: 'POST', path: PATH, body: { items } });
    expect(status).toBe(200);
    const refused = { outcome: 'refused', reason: 'invalid' };
    expect(body).toMatchObject({
      results: [
        { ...refused, message: expect.stringContaining('cost_nano') as string },
        { ...refused, message: expect.stringContaining('tokens') as string },
        refused,
        { outcome: 'settled', charged_nano: '7' },
        { ...refused, message: 'cost_nano is larger than any balance.' },
        { outcome: 'settled', charged_nano: '6' },
      ],
    });
  });

  test('FA12 a wallet that is locked holds up no other, and is waited for by who asks for it alone', async () => {
    const { hold, client } = await anOpenHold();
    const { hold: second } = await anOpenHold();
    const blocker = await billing.ledger.owner.transaction();
    try {
      await rows(blocker, 'select 1 from billing.wallet where user_id = :userId for update', {
        userId: hold.user_id,
      });
      const items = [settlementOf(hold, 5), settlementOf(second, 5)];
      const { body } = await billing.send({ method: 'POST', path: PATH, body: { items } });
      expect(body).toMatchObject({
        results: [{ outcome: 'refused', reason: 'locked' }, { outcome: 'settled' }],
      });
      await expect(client.settle(settlementOf(hold, 5))).rejects.toMatchObject({
        code: 'billing_unavailable',
      });
    } finally {
      await blocker.rollback();
    }
    expect(await client.settle(settlementOf(hold, 5))).toMatchObject({ outcome: 'settled' });
  });
});

describe('an item that cannot be', () => {
  const hold = aHold({ priceVersionId: newUuid(), userId: newUuid(), amount: 1 });
  test.each([
    ['negative usage', { usage: { input: -1 } }, 'usage'],
    ['broken usage', { usage: { input: 1.5 } }, 'usage'],
    ['unknown usage', { usage: { tokens: 1 } }, 'usage'],
    ['an unknown source', { usage_source: 'guessed' }, 'usage_source'],
    ['a broken cost', { cost_nano: '1.5' }, 'cost_nano'],
    ['a cost that no balance can have', { cost_nano: '9999999999999999999' }, 'cost_nano'],
  ])('%s is refused with the name of the field', async (_what, change, field) => {
    const item = { ...settlementOf(hold, 1), ...change };
    const { body } = await billing.send({ method: 'POST', path: PATH, body: { items: [item] } });
    const message = expect.stringContaining(field) as string;
    expect(body).toEqual({ results: [{ outcome: 'refused', reason: 'invalid', message }] });
    const client = await billing.clientOf('inference');
    const settled = client.settle(item as Parameters<typeof client.settle>[0]);
    await expect(settled).rejects.toMatchObject({ code: 'invalid_request' });
  });
});

describe('POST /internal/reservations/settle answers 422', () => {
  test('a batch without a word on how to judge', async () => {
    const { hold } = await anOpenHold();
    const path = '/internal/reservations/settle';
    const body = { items: [settlementOf(hold, 1)] };
    expect((await billing.send({ method: 'POST', path, body })).status).toBe(422);
  });
});

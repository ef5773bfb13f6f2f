import { newUuid } from '@tollgate/runtime/ids';
import { aHold, releaseOf, settlementOf } from '../../../ledger/items.ts';
import { aBilling } from '../a-billing-service.ts';
import type { TestBilling } from '../a-billing-service.ts';
import { aGrant } from '../a-grant.ts';

const PATH = '/internal/reservations/move';

let billing: TestBilling;
beforeAll(async () => {
  billing = await aBilling();
});
afterAll(async () => {
  await billing.ledger.assertSound();
  await billing.drop();
});

const holdOf = (userId: string, amount: number) =>
  aHold({ priceVersionId: billing.ledger.priceVersionId, userId, amount });

const move = (items: readonly unknown[], judge = 'each') =>
  billing.send({ method: 'POST', path: `${PATH}?judge=${judge}`, body: { items } });

async function aUserWithHolds() {
  const userId = newUuid();
  await aGrant(billing, userId, 100);
  const [first, second] = [holdOf(userId, 50), holdOf(userId, 50)];
  const client = await billing.clientOf('inference');
  await Promise.all([client.reserve(first), client.reserve(second)]);
  return { userId, first, second, client };
}

describe('POST /internal/reservations/move answers 200', () => {
  test('charges, gives back and holds at once, each item with its own verdict', async () => {
    const { userId, first, second } = await aUserWithHolds();
    const { status, body } = await move([
      { movement: 'reserve', ...holdOf(userId, 90) },
      { movement: 'settle', ...settlementOf(first, 10) },
      { movement: 'release', ...releaseOf(second) },
      { movement: 'reserve', ...holdOf(userId, 90) },
    ]);
    expect(status).toBe(200);
    expect(body).toEqual({
      results: [
        { outcome: 'held' },
        { outcome: 'settled', charged_nano: '10', uncovered_nano: '0' },
        { outcome: 'released' },
        { outcome: 'credit_held', required_nano: '90', available_nano: '0' },
      ],
    });
    const account = await billing.clientOf('account');
    expect(await account.wallet(userId)).toMatchObject({
      available_nano: '0',
      reserved_nano: '90',
      consumed_nano: '10',
    });
  });

  test('refuses what is no movement, and moves the others', async () => {
    const { first } = await aUserWithHolds();
    const refused = { outcome: 'refused', reason: 'invalid' };
    const { status, body } = await move([
      { movement: 'grant', ...settlementOf(first, 10) },
      settlementOf(first, 10),
      'nonsense',
      null,
      { movement: 'reserve', ...settlementOf(first, 10) },
      { movement: 'settle', ...settlementOf(first, 10), cost_nano: '9'.repeat(19) },
      { movement: 'settle', ...settlementOf(first, 7) },
    ]);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      results: [...Array.from({ length: 6 }, () => refused), { outcome: 'settled' }],
    });
  });

  test('the client sends movements together, and hears of each what the ledger says', async () => {
    const { userId, first, second, client } = await aUserWithHolds();
    // What is sent first leaves alone; the others leave together while it is under way.
    const [leading, ...others] = await Promise.all([
      client.reserve(holdOf(userId, 1_000)),
      client.settle(settlementOf(first, 20)),
      client.release(releaseOf(second)),
      client.release(releaseOf(holdOf(userId, 1))),
    ]);
    expect(leading).toMatchObject({ outcome: 'insufficient_credit', required_nano: '1000' });
    expect(others).toEqual([
      { outcome: 'settled', charged_nano: '20', uncovered_nano: '0' },
      { outcome: 'released' },
      { outcome: 'unknown' },
    ]);
  });
});

describe('POST /internal/reservations/move answers 422', () => {
  test.each([
    ['no item', []],
    ['too many items', Array.from({ length: 1_001 }, () => null)],
  ])('%s', async (_what, items) => {
    expect((await move(items)).status).toBe(422);
  });

  test('without a word on how to judge', async () => {
    expect((await move([{}], 'somehow')).status).toBe(422);
    const body = { items: [{}] };
    expect((await billing.send({ method: 'POST', path: PATH, body })).status).toBe(422);
  });
});

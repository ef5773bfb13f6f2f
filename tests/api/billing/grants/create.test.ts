import { newUuid } from '@tollgate/runtime/ids';
import { aBilling } from '../a-billing-service.ts';
import type { TestBilling } from '../a-billing-service.ts';

let billing: TestBilling;
beforeAll(async () => {
  billing = await aBilling();
});
afterAll(async () => {
  await billing.ledger.assertSound();
  await billing.drop();
});

const PATH = '/internal/grants';
const grantOf = (change: object = {}) => ({
  user_id: newUuid(),
  amount_nano: '100',
  reason: 'welcome',
  expires_at: '2999-01-02T03:04:05.000Z',
  actor: 'adm_1',
  idempotency_key: null,
  ...change,
});
const send = (body: unknown) => billing.send({ method: 'POST', path: PATH, caller: 'admin', body });

describe('POST /internal/grants answers 200', () => {
  test('the grant as it is kept', async () => {
    const body = grantOf();
    const answer = await send(body);
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({
      outcome: 'granted',
      grant: {
        user_id: body.user_id,
        amount_nano: '100',
        remaining_nano: '100',
        reason: 'welcome',
        expires_at: '2999-01-02T03:04:05.000Z',
        created_by: 'adm_1',
      },
    });
  });

  test('FE20 the same key grants once, also when sent at the same time', async () => {
    const body = grantOf({ idempotency_key: 'k1' });
    const answers = await Promise.all(Array.from({ length: 10 }, () => send(body)));
    const outcomes = answers.map((answer) => (answer.body as { outcome: string }).outcome).sort();
    expect(outcomes).toEqual(['granted', ...Array.from({ length: 9 }, () => 'repeated')]);
    const ids = answers.map((answer) => (answer.body as { grant: { id: string } }).grant.id);
    expect(new Set(ids).size).toBe(1);
  });

  test('the same key with another body is a conflict, of another actor a grant', async () => {
    const body = grantOf({ idempotency_key: 'k2' });
    await send(body);
    expect((await send({ ...body, amount_nano: '101' })).body).toEqual({
      outcome: 'conflict',
      grant: null,
    });
    expect((await send({ ...body, actor: 'adm_2' })).body).toMatchObject({ outcome: 'granted' });
  });
});

describe('POST /internal/grants answers 400', () => {
  test('a grant of nothing', async () => {
    expect((await send(grantOf({ amount_nano: '0' }))).status).toBe(400);
  });

  test('more than a wallet can hold', async () => {
    const body = grantOf({ amount_nano: '9223372036854775807' });
    expect((await send(body)).status).toBe(200);
    expect((await send({ ...body, amount_nano: '1' })).status).toBe(400);
  });
});

describe('POST /internal/grants answers 422', () => {
  test.each([
    { amount_nano: '-1' },
    { amount_nano: 1 },
    { expires_at: 'soon' },
    { actor: '' },
    { idempotency_key: '' },
    { extra: 1 },
  ])('%j', async (change) => {
    expect((await send(grantOf(change))).status).toBe(422);
  });
});

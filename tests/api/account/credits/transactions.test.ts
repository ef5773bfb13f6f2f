import { encodeId, newPublicId } from '@tollgate/runtime/ids';
import { listTransactions } from '@tollgate/contract/routes/account/credits';
import { anAccountWithBilling } from '../support/billing.ts';
import { aCharge, aGrant } from '../support/grant.ts';
import { aSignedInUser } from '../support/user.ts';

let running: Awaited<ReturnType<typeof anAccountWithBilling>>;

beforeAll(async () => {
  running = await anAccountWithBilling();
});
afterAll(() => running.drop());

const list = (token: string, query?: Record<string, string>) =>
  running.account.send(listTransactions, { token, ...(query === undefined ? {} : { query }) });

describe('GET /api/credits/transactions answers 200', () => {
  test('each movement, newest first', async () => {
    const user = await aSignedInUser(running.account);
    const grant = await aGrant(running.billing, user.userId, '10000000000');
    const op = await aCharge(running.billing, user.userId, {
      holdNano: '2000000000',
      costNano: '500000000',
    });
    const { body } = await list(user.token);
    const operation_id = encodeId('op', op);
    expect(body).toMatchObject({ has_more: false, next_cursor: null });
    expect(body.data).toMatchObject([
      {
        type: 'settle',
        available_change: '1.500000000',
        reserved_change: '-2.000000000',
        consumed_change: '0.500000000',
        net_change: '-0.500000000',
        balance: '9.500000000',
        operation_id,
      },
      {
        type: 'reserve',
        available_change: '-2.000000000',
        net_change: '0.000000000',
        balance: '10.000000000',
        operation_id,
        grant_id: null,
      },
      {
        type: 'grant',
        available_change: '10.000000000',
        net_change: '10.000000000',
        balance: '10.000000000',
        grant_id: encodeId('grt', grant),
      },
    ]);
  });

  test('one line a call without holds, each with the balance after it, on every page', async () => {
    const user = await aSignedInUser(running.account);
    await aGrant(running.billing, user.userId, '10000000000');
    for (const costNano of ['1000000000', '2000000000', '3000000000']) {
      await aCharge(running.billing, user.userId, { holdNano: '4000000000', costNano });
    }
    const seen: unknown[] = [];
    let cursor: string | null = null;
    do {
      const query: Record<string, string> = cursor === null ? {} : { cursor };
      const { body } = await list(user.token, { limit: '2', holds: 'false', ...query });
      for (const { type, net_change, balance } of body.data) {
        seen.push([type, net_change, balance]);
      }
      cursor = body.next_cursor;
    } while (cursor !== null);
    expect(seen).toEqual([
      ['settle', '-3.000000000', '4.000000000'],
      ['settle', '-2.000000000', '7.000000000'],
      ['settle', '-1.000000000', '9.000000000'],
      ['grant', '10.000000000', '10.000000000'],
    ]);
  });

  test('page by page without gap or repetition', async () => {
    const user = await aSignedInUser(running.account);
    for (let turn = 1; turn <= 5; turn += 1) {
      await aGrant(running.billing, user.userId, String(turn));
    }
    const seen: string[] = [];
    let cursor: string | null = null;
    do {
      const query: Record<string, string> = cursor === null ? {} : { cursor };
      const { body } = await list(user.token, { limit: '2', ...query });
      expect(body.data.length).toBeLessThanOrEqual(2);
      seen.push(...body.data.map((row: { available_change: string }) => row.available_change));
      cursor = body.next_cursor;
    } while (cursor !== null);
    expect(seen).toEqual([5, 4, 3, 2, 1].map((nano) => `0.00000000${nano}`));
  });

  test('O01: the cursor of another user shows nothing of theirs', async () => {
    const user = await aSignedInUser(running.account);
    const other = await aSignedInUser(running.account);
    await aGrant(running.billing, other.userId, '7');
    const foreign = (await list(other.token)).body.data[0].id;
    const mine = await list(user.token, { cursor: foreign });
    const unknown = await list(user.token, { cursor: newPublicId('txn') });
    expect(mine.body).toEqual(unknown.body);
    expect(mine.body.data).toEqual([]);
  });
});

describe('GET /api/credits/transactions answers 401', () => {
  test('without a token', async () => {
    expect((await running.account.send(listTransactions)).status).toBe(401);
  });
});

describe('GET /api/credits/transactions answers 422', () => {
  test.each([
    '?limit=0',
    '?limit=-1',
    '?limit=1001',
    '?limit=1e20',
    '?limit=a',
    '?limit=1&limit=2',
    '?limit[$gt]=1',
    '?cursor=1',
    '?cursor=key_01h455vb4pex5vsknk084sn02q',
    "?cursor=' or 1=1--",
    '?sort=id',
    '?holds=maybe',
  ])('X01: %s', async (query) => {
    const { token } = await aSignedInUser(running.account);
    const path = `/api/credits/transactions${encodeURI(query)}`;
    expect((await running.account.request('GET', path, { token })).status).toBe(422);
  });
});

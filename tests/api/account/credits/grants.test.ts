import { encodeId, newPublicId } from '@tollgate/runtime/ids';
import { listGrants } from '@tollgate/contract/routes/account/credits';
import { eventually } from '../../../support/eventually.ts';
import { anAccountWithBilling } from '../support/billing.ts';
import { ACTOR, aCharge, aGrant, REASON } from '../support/grant.ts';
import { aSignedInUser } from '../support/user.ts';

const DAY_MS = 86_400_000;
const SOON_MS = 1_500;

let running: Awaited<ReturnType<typeof anAccountWithBilling>>;

beforeAll(async () => {
  running = await anAccountWithBilling();
});
afterAll(() => running.drop());

const list = (token: string, query: Record<string, string> = {}) =>
  running.account.send(listGrants, { token, query });
const moment = (ms: number): string => new Date(Date.now() + ms).toISOString();
const idsOf = (body: { data: { id: string }[] }): string[] => body.data.map(({ id }) => id);

describe('GET /api/credits/grants answers 200', () => {
  test('nothing where nothing was granted', async () => {
    const { token } = await aSignedInUser(running.account);
    expect((await list(token)).body).toEqual({
      data: [],
      has_more: false,
      next_cursor: null,
      next_expiry: null,
    });
  });

  test('what is left of each, to the last nano-credit, and the sum is the grant', async () => {
    const { userId, token } = await aSignedInUser(running.account);
    const end = moment(DAY_MS);
    const grant = await aGrant(running.billing, userId, '9007199254740993', end);
    await aCharge(running.billing, userId, { holdNano: '1000', costNano: '2' });
    const { body } = await list(token);
    expect(body).toMatchObject({
      data: [
        {
          id: encodeId('grt', grant),
          state: 'granted',
          amount: '9007199.254740993',
          remaining: '9007199.254740991',
          spent: '0.000000002',
          revoked: '0.000000000',
          expired: '0.000000000',
          expires_at: end,
        },
      ],
      next_expiry: { at: end, remaining: '9007199.254740991' },
    });
  });

  test('what became of each, and never who granted and why', async () => {
    const { userId, token } = await aSignedInUser(running.account);
    const admin = await running.billing.as('admin');
    await aGrant(running.billing, userId, '5');
    await aCharge(running.billing, userId, { holdNano: '5', costNano: '5' });
    await aGrant(running.billing, userId, '6', moment(SOON_MS));
    const revoked = await aGrant(running.billing, userId, '7');
    await admin.revokeGrant(revoked, { reason: REASON, actor: ACTOR });
    await aGrant(running.billing, userId, '8');
    await eventually(async () => {
      const { data } = (await list(token)).body;
      return data.some(({ state }: { state: string }) => state === 'expired');
    });
    const { body } = await list(token);
    const text = JSON.stringify(body);
    expect(body.data.map(({ state }: { state: string }) => state)).toEqual([
      'granted',
      'revoked',
      'expired',
      'spent',
    ]);
    expect(body.next_expiry).toBeNull();
    expect(text).not.toContain(REASON);
    expect(text).not.toContain(ACTOR);
  });

  test('newest first, page by page without gap or repetition', async () => {
    const { userId, token } = await aSignedInUser(running.account);
    const ids: string[] = [];
    for (const amount of ['1', '2', '3', '4', '5']) {
      ids.unshift(encodeId('grt', await aGrant(running.billing, userId, amount)));
    }
    const seen: string[] = [];
    let cursor: string | null = null;
    do {
      const query: Record<string, string> = cursor === null ? {} : { cursor };
      const { body } = await list(token, { limit: '2', ...query });
      seen.push(...idsOf(body));
      cursor = body.next_cursor;
      expect(body.has_more).toBe(cursor !== null);
    } while (cursor !== null);
    expect(seen).toEqual(ids);
  });

  test('O01: another user’s are never seen, neither by a cursor of theirs nor as the next end', async () => {
    const user = await aSignedInUser(running.account);
    const other = await aSignedInUser(running.account);
    const mine = await aGrant(running.billing, user.userId, '1');
    const foreign = await aGrant(running.billing, other.userId, '7', moment(DAY_MS));
    expect((await list(user.token)).body).toMatchObject({
      data: [{ id: encodeId('grt', mine) }],
      next_expiry: null,
    });
    const { body } = await list(other.token, { cursor: encodeId('grt', foreign) });
    expect(body.data).toEqual([]);
    const behind = await list(user.token, { cursor: encodeId('grt', foreign) });
    expect(idsOf(behind.body)).toEqual([encodeId('grt', mine)]);
  });
});

describe('GET /api/credits/grants answers 401', () => {
  test('without a token', async () => {
    expect((await running.account.send(listGrants)).status).toBe(401);
  });
});

describe('GET /api/credits/grants answers 422', () => {
  test.each([
    [{ cursor: 'x' }, 'cursor'],
    [{ cursor: newPublicId('txn') }, 'cursor'],
    [{ limit: '0' }, 'limit'],
    [{ limit: '501' }, 'limit'],
    [{ user_id: newPublicId('usr') }, 'user_id'],
  ])('X01: %j', async (query, field) => {
    const { token } = await aSignedInUser(running.account);
    const { status, body } = await list(token, query as Record<string, string>);
    expect(status).toBe(422);
    expect(JSON.stringify(body)).toContain(field);
  });
});

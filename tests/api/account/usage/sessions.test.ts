import { connectDatabase } from '@tollgate/db/connect';
import type { Knex } from '@tollgate/db/connect';
import { listUserRequests } from '@tollgate/contract/routes/account/requests';
import { getSessionUsage } from '@tollgate/contract/routes/account/usage';
import { aRecord, keepRecords } from '../../../support/request-records.ts';
import { anAccount } from '../support/account.ts';
import type { RunningAccount } from '../support/account.ts';
import { aSignedInUser } from '../support/user.ts';
import type { SignedInUser } from '../support/user.ts';

const DAY_MS = 86_400_000;
let account: RunningAccount;
let inference: Knex;
let user: SignedInUser;
const daysAgo = (days: number): Date => new Date(Date.now() - days * DAY_MS);

beforeAll(async () => {
  account = await anAccount();
  inference = connectDatabase({
    url: account.database.urlOf('tollgate_inference'),
    applicationName: 'test-inference',
  });
  user = await aSignedInUser(account);
  const run = { user_id: user.userId, session_id: 'run/1' };
  await keepRecords(inference, [
    aRecord({ ...run, charged_n: 1n }),
    aRecord({ ...run, charged_n: 2n, at: daysAgo(3) }),
    aRecord({ ...run, charged_n: 4n, at: daysAgo(40) }),
    aRecord({ ...run, charged_n: 0n, mode: 'test' }),
    aRecord({ user_id: user.userId, session_id: 'dear', charged_n: 2_000_000_000n }),
    aRecord({ user_id: user.userId }),
    aRecord({ session_id: 'run/1' }),
  ]);
});
afterAll(async () => {
  await inference.destroy();
  await account.drop();
});

const sessions = (query: Record<string, string> = {}) =>
  account.send(getSessionUsage, { token: user.token, query });

describe('GET /api/usage/sessions answers 200', () => {
  test('the own sessions and no others, most credits first', async () => {
    const { body } = await sessions();
    expect(body).toMatchObject({
      days: 30,
      data: [
        { session_id: 'dear', requests: 1, credits: '2.000000000' },
        {
          session_id: 'run/1',
          requests: 2,
          credits: '0.000000003',
          tokens: { input: 206, cache_read: 6, output: 50, reasoning: 10, total: 256 },
        },
      ],
    });
    expect(body.data).toHaveLength(2);
    expect(Date.parse(body.data[1].first_at)).toBeLessThan(Date.parse(body.data[1].last_at));
  });

  test.each([
    [{ session_id: 'run/1', days: '1' }, [['run/1', 1]]],
    [{ session_id: 'run/1', days: '90' }, [['run/1', 3]]],
    [{ session_id: 'run/1', mode: 'all' }, [['run/1', 3]]],
    [{ mode: 'test' }, [['run/1', 1]]],
    [{ limit: '1' }, [['dear', 1]]],
    [{ session_id: "' OR 1=1--" }, []],
  ])('by %j', async (query, wanted) => {
    const { body } = await sessions(query as Record<string, string>);
    expect(
      body.data.map((one: { session_id: string; requests: number }) => [
        one.session_id,
        one.requests,
      ]),
    ).toEqual(wanted);
  });

  test('and the requests of each are listed', async () => {
    const list = async (query: Record<string, string>) =>
      (await account.send(listUserRequests, { token: user.token, query })).body.data.map(
        (one: { session_id: string }) => one.session_id,
      );
    expect(await list({ session_id: 'run/1' })).toEqual(['run/1', 'run/1', 'run/1', 'run/1']);
    expect(await list({ session_id: 'run/1', mode: 'test' })).toEqual(['run/1']);
    expect(await list({ session_id: 'none' })).toEqual([]);
    expect(await list({})).toHaveLength(6);
  });
});

describe('GET /api/usage/sessions answers 401', () => {
  test('without a token', async () => {
    expect((await account.send(getSessionUsage)).status).toBe(401);
  });
});

describe('GET /api/usage/sessions answers 422', () => {
  test.each([{ days: '0' }, { days: '91' }, { mode: 'x' }, { limit: '1001' }, { other: '1' }])(
    'for %j',
    async (query) => {
      expect((await sessions(query as Record<string, string>)).status).toBe(422);
    },
  );
});

import { connectDatabase } from '@tollgate/db/connect';
import type { Knex } from '@tollgate/db/connect';
import { getTagUsage } from '@tollgate/contract/routes/account/usage';
import { aRecord, keepRecords } from '../../../support/request-records.ts';
import { anAccount } from '../support/account.ts';
import type { RunningAccount } from '../support/account.ts';
import { aSignedInUser } from '../support/user.ts';
import type { SignedInUser } from '../support/user.ts';

const DAY_MS = 86_400_000;
const DATE_CHARACTERS = 10;
let account: RunningAccount;
let inference: Knex;
let user: SignedInUser;
const now = new Date();
const daysAgo = (days: number): Date => new Date(now.getTime() - days * DAY_MS);
const dateOf = (at: Date): string => at.toISOString().slice(0, DATE_CHARACTERS);

beforeAll(async () => {
  account = await anAccount();
  inference = connectDatabase({
    url: account.database.urlOf('tollgate_inference'),
    applicationName: 'test-inference',
  });
  user = await aSignedInUser(account);
  const search = { user_id: user.userId, tag: 'search' };
  await keepRecords(inference, [
    aRecord({ ...search, charged_n: 1n, at: now }),
    aRecord({ ...search, charged_n: 2n, at: daysAgo(3) }),
    aRecord({ ...search, charged_n: 4n, at: daysAgo(40) }),
    aRecord({ ...search, charged_n: 0n, mode: 'test', at: now }),
    aRecord({ user_id: user.userId, tag: 'dear', charged_n: 2_000_000_000n, at: now }),
    aRecord({ user_id: user.userId }),
    aRecord({ tag: 'search' }),
  ]);
});
afterAll(async () => {
  await inference.destroy();
  await account.drop();
});

const tags = (query: Record<string, string> = {}) =>
  account.send(getTagUsage, { token: user.token, query });

describe('GET /api/usage/tags answers 200', () => {
  test('the own tags and no others, most credits first, by day', async () => {
    const { status, body } = await tags();
    expect(status).toBe(200);
    expect(body).toMatchObject({
      days: 30,
      data: [
        { tag: 'dear', requests: 1, credits: '2.000000000', series: [{ requests: 1 }] },
        {
          tag: 'search',
          requests: 2,
          credits: '0.000000003',
          tokens: { input: 206, cache_read: 6, output: 50, reasoning: 10, total: 256 },
          series: [
            { date: dateOf(daysAgo(3)), requests: 1, credits: '0.000000002' },
            { date: dateOf(now), requests: 1, credits: '0.000000001' },
          ],
        },
      ],
    });
    expect(body.data).toHaveLength(2);
  });

  test.each([
    [{ tag: 'search', days: '90' }, [['search', 3]]],
    [{ tag: 'search', mode: 'all' }, [['search', 3]]],
    [{ mode: 'test' }, [['search', 1]]],
    [{ limit: '1' }, [['dear', 1]]],
    [{ tag: "' OR 1=1--" }, []],
  ])('by %j', async (query, wanted) => {
    const { body } = await tags(query as Record<string, string>);
    const found = body.data.map((one: { tag: string; requests: number }) => [
      one.tag,
      one.requests,
    ]);
    expect(found).toEqual(wanted);
  });
});

describe('GET /api/usage/tags answers 401', () => {
  test('without a token', async () => {
    expect((await account.send(getTagUsage)).status).toBe(401);
  });
});

describe('GET /api/usage/tags answers 422', () => {
  test.each([[{ days: '0' }], [{ days: '91' }], [{ tag: '' }], [{ limit: '1001' }]])(
    'for %j',
    async (query) => {
      expect((await tags(query as Record<string, string>)).status).toBe(422);
    },
  );
});

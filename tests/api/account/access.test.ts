import { randomBytes, randomUUID } from 'node:crypto';
import { createAccessTokens } from '@tollgate/identity/tokens';
import { mintSecret, readPepper } from '@tollgate/keys/secret';
import { routes } from '../../../services/account/src/routes.ts';
import { testCluster } from '../../support/cluster.ts';
import { anAccount } from './support/account.ts';
import type { RunningAccount } from './support/account.ts';
import { aSignedInUser, withoutRequestId } from './support/user.ts';
import type { SignedInUser } from './support/user.ts';

let account: RunningAccount;
let user: SignedInUser;
let platformToken: string;
let apiKey: string;

beforeAll(async () => {
  account = await anAccount();
  user = await aSignedInUser(account);
  const { keys } = await testCluster();
  const tokens = await createAccessTokens('platform', JSON.stringify(keys.platformTokenKey));
  platformToken = await tokens.issue({ subject: randomUUID(), sessionId: randomUUID() });
  apiKey = mintSecret('live', readPepper(keys.keyPepper)).secret;
});
afterAll(() => account.drop());

const guarded = routes({ settings: {} } as never)
  .map(({ definition }) => definition)
  .filter(({ auth }) => auth === 'user');

/** Any text in place of every id. */
const paramsOf = ({ path }: { path: string }): Record<string, string> =>
  Object.fromEntries([...path.matchAll(/:(\w+)/g)].map(([, name = '']) => [name, 'x']));

const rowsWritten = async (): Promise<unknown> => {
  const { rows } = await account.owner.raw(
    'select (select count(*) from audit.event) as events, (select epoch from change.counter)',
  );
  return rows;
};

describe('every route of a user answers 401', () => {
  test('the routes are seen at all', () => expect(guarded.length).toBeGreaterThan(15));

  test('nobody, administrators and keys are refused alike on every route, and nothing is written', async () => {
    const before = await rowsWritten();
    const bodies = new Set<string>();
    for (const route of guarded) {
      for (const sent of [
        {},
        { token: platformToken },
        { token: apiKey },
        { token: randomBytes(20).toString('hex') },
        { cookie: `svc_platform_access_token=${user.token}` },
        { cookie: `svc_access_token=${platformToken}` },
      ]) {
        const body = route.body === undefined ? {} : { body: {} };
        const answer = await account.send(route, { params: paramsOf(route), ...sent, ...body });
        expect([route.path, answer.status]).toEqual([route.path, 401]);
        bodies.add(JSON.stringify(withoutRequestId(answer.body)));
      }
    }
    expect(bodies.size).toBe(1);
    expect(await rowsWritten()).toEqual(before);
  });
});

describe('every route of a user answers 403', () => {
  test('a cookie that another site makes a browser send changes nothing', async () => {
    const before = await rowsWritten();
    for (const route of guarded.filter(({ method }) => method !== 'get')) {
      const answer = await account.send(route, {
        params: paramsOf(route),
        cookie: user.cookie,
        headers: { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' },
        ...(route.body === undefined ? {} : { body: {} }),
      });
      expect([route.path, answer.status]).toEqual([route.path, 403]);
      expect(answer.body.error.code).toBe('cross_site_request');
    }
    expect(await rowsWritten()).toEqual(before);
  });
});

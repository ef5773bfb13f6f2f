import { randomBytes, randomUUID } from 'node:crypto';
import { createAccessTokens } from '@tollgate/identity/tokens';
import { mintSecret, readPepper } from '@tollgate/keys/secret';
import { routes } from '../../../services/admin/src/routes.ts';
import { testCluster } from '../../support/cluster.ts';
import { anAdmin, pathOf } from './support/admin.ts';
import type { RunningAdmin } from './support/admin.ts';

let admin: RunningAdmin;
let userToken: string;
let apiKey: string;

beforeAll(async () => {
  admin = await anAdmin();
  const { keys } = await testCluster();
  const tokens = await createAccessTokens('user', JSON.stringify(keys.userTokenKey));
  userToken = await tokens.issue({ subject: randomUUID(), sessionId: randomUUID() });
  apiKey = mintSecret('live', readPepper(keys.keyPepper)).secret;
});
afterAll(() => admin.drop());

const guarded = routes({ credentials: {} } as never)
  .map(({ definition }) => definition)
  .filter(({ auth }) => auth !== 'none');

const rowsWritten = async (): Promise<unknown> => {
  const { rows } = await admin.owner.raw(
    'select (select count(*) from audit.event) as events, (select epoch from change.counter)',
  );
  return rows;
};

const withoutRequestId = (body: { error: object }) => ({
  error: { ...body.error, request_id: '' },
});

describe('every platform route answers 401', () => {
  test('every route but those of signing in, signing out and the set-up asks for an administrator', () => {
    expect(guarded.every(({ auth }) => auth === 'platform')).toBe(true);
    const open = routes({ credentials: {} } as never).filter(
      ({ definition }) => definition.auth === 'none',
    );
    expect(open.map(({ definition }) => definition.path)).toEqual([
      '/api/platform/auth/login',
      '/api/platform/auth/methods',
      '/api/platform/auth/oidc/start',
      '/api/platform/auth/oidc/callback',
      '/api/platform/auth/logout',
      '/api/platform/setup/status',
      '/api/platform/setup',
    ]);
  });

  test('P02, P05: nobody, users and keys are refused alike on every route, and nothing is written', async () => {
    const before = await rowsWritten();
    const bodies = new Set<string>();
    for (const route of guarded) {
      for (const sent of [
        { token: null },
        { token: userToken },
        { token: apiKey },
        { token: randomBytes(20).toString('hex') },
        { token: null, headers: { cookie: `svc_access_token=${userToken}` } },
        { token: null, headers: { cookie: `svc_platform_access_token=${userToken}` } },
        { token: null, headers: { cookie: `svc_access_token=${admin.administrator.token}` } },
      ]) {
        const headers = { ...sent.headers, 'sec-fetch-site': 'same-origin' };
        const answer = await admin.send(route, { ...sent, headers, body: {} });
        expect([route.path, answer.status]).toEqual([route.path, 401]);
        bodies.add(JSON.stringify(withoutRequestId(answer.body)));
      }
    }
    expect(bodies.size).toBe(1);
    expect(await rowsWritten()).toEqual(before);
  });
});

describe('every platform route answers 403', () => {
  test('a cookie that another site makes a browser send changes nothing', async () => {
    const cookie = `svc_platform_access_token=${admin.administrator.token}`;
    for (const route of guarded.filter(({ method }) => method !== 'get')) {
      const answer = await admin.send(route, {
        token: null,
        headers: { cookie, 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' },
        body: {},
      });
      expect([route.path, answer.status]).toEqual([route.path, 403]);
    }
  });
});

describe('every platform route answers 404', () => {
  test('nothing is there for what came through the public listener', async () => {
    for (const route of guarded) {
      const answer = await admin.send(route, { plane: 'public', body: {} });
      expect([route.path, answer.status]).toEqual([route.path, 404]);
      expect(answer.body.error.code).toBe('not_found');
    }
  });
});

/** A path with a parameter at its end, such as that of actions, covers its siblings' paths too. */
const isTaken = (method: string, path: string): boolean =>
  guarded.some(
    (route) =>
      route.method === method.toLowerCase() &&
      new RegExp(`^${route.path.replaceAll(/:[^/]+/g, '[^/]+')}$`).test(path),
  );

describe('every platform route answers 405', () => {
  test('P06: other methods of every path', async () => {
    const allowed = Map.groupBy(guarded, (route) => pathOf(route, {}));
    for (const [path, definitions] of allowed) {
      const methods = definitions.map(({ method }) => method.toUpperCase());
      const others = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'].filter(
        (method) => !isTaken(method, path),
      );
      for (const method of others) {
        const answer = await admin.request(method, path);
        expect([method, path, answer.status]).toEqual([method, path, 405]);
        expect(String(answer.headers.allow).split(', ').toSorted()).toEqual(methods.toSorted());
      }
    }
  });
});

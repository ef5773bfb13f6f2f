import type { StartedEdge } from './start-edge.ts';
import { startEdge } from './start-edge.ts';
import { bodyOf, sendPlain, sendRaw, statusOf } from './raw-client.ts';

const READER = 'Accept: text/html,application/xhtml+xml,*/*;q=0.8\r\n';
let started: StartedEdge;
beforeAll(async () => {
  started = await startEdge();
});
afterAll(() => started.stop());
beforeEach(() => {
  for (const service of Object.values(started.services)) service.seen.length = 0;
});

function hits(): number {
  return Object.values(started.services).reduce((sum, { seen }) => sum + seen.length, 0);
}

async function get(target: string, plane: 'public' | 'internal' = 'public'): Promise<string> {
  return sendPlain(started.listeners[plane].port, target);
}

/** The envelope, its headers, and nothing having reached a service. */
function expectRefused(answer: string, status: number): void {
  expect(statusOf(answer)).toBe(status);
  const { error } = bodyOf(answer);
  expect(error?.request_id).toMatch(/^req_[0-9a-z]{26}$/);
  expect(answer.toLowerCase()).toContain(`x-request-id: ${error?.request_id}`);
  expect(answer).toContain('content-type: application/json');
  expect(answer).toContain('x-content-type-options: nosniff');
  expect(hits()).toBe(0);
}

describe('addresses with nothing behind them', () => {
  it.each(['/nope', '/healthz', '/console.html'])('%s is a page for readers', async (target) => {
    const answer = await sendPlain(started.listeners.public.port, target, READER);
    expect(statusOf(answer)).toBe(404);
    expect(answer).toContain('content-type: text/html');
    expect(answer).toContain('content-security-policy: ');
    expect(answer).toContain('href="/docs"');
    expect(hits()).toBe(0);
  });

  it('is an error for programs, and below the interfaces for everybody', async () => {
    expectRefused(await get('/nope'), 404);
    const { port } = started.listeners.public;
    expectRefused(await sendPlain(port, '/api/platform/users', READER), 404);
  });
});

describe('prefixes', () => {
  it.each([
    ['/v1/models', 'inference'],
    ['/v1', 'inference'],
    ['/api/keys?limit=2', 'account'],
  ] as const)('%s goes to %s', async (target, name) => {
    const answer = await get(target);
    expect(statusOf(answer)).toBe(200);
    expect(answer).toContain(`{"service":"${name}"}`);
    expect(started.services[name].seen[0]?.url).toBe(target);
  });

  it('the internal listener knows the admin service and the others', async () => {
    expect(await get('/api/platform/users', 'internal')).toContain('{"service":"admin"}');
    expect(await get('/api/platform', 'internal')).toContain('{"service":"admin"}');
    expect(await get('/api/platforms', 'internal')).toContain('{"service":"account"}');
    expect(await get('/v1/models', 'internal')).toContain('{"service":"inference"}');
  });

  it.each([
    '/console/platform',
    '/console/platform/',
    '/console/platform/users',
    '/console/Platform',
    '/CONSOLE/PLATFORM/',
    '/console/platform?x=1',
    '/console//platform',
    '//console/platform',
    '/console/./platform',
    '/console/x/../platform',
    '/./console/platform',
    '/console/%70latform',
    '/console/%2570latform',
    '/console%2Fplatform',
    '/console/platform%2Fusers',
    '/console/platform%00',
    '/console\\platform',
    '/console;/platform',
    '/v1/models/../../console/platform',
    'http://x/console/platform',
  ])('the public listener has no console of administrators at %s', async (target) => {
    const answer = await get(target);
    expect([400, 404]).toContain(statusOf(answer));
    expectRefused(answer, statusOf(answer));
  });

  it('each listener has the consoles that belong to it, and gives no credential on', async () => {
    expect(await get('/console/keys')).toContain('{"service":"console"}');
    expect(await get('/console/platform/users', 'internal')).toContain('{"service":"console"}');
    const head = 'GET /console HTTP/1.1\r\nhost: x\r\nconnection: close\r\n';
    const secrets = 'cookie: svc_session=s\r\nauthorization: Bearer s\r\n\r\n';
    await sendRaw(started.listeners.public.port, head + secrets);
    const headers = started.services.console.seen.at(-1)?.headers;
    expect([headers?.cookie, headers?.authorization, headers?.host]).toEqual([
      undefined,
      undefined,
      'x',
    ]);
  });

  it('the internal listener takes the admin prefix in one spelling only', async () => {
    expectRefused(await get('/api/Platform/users', 'internal'), 404);
  });
});

describe('E01 to E14: addresses', () => {
  it('E01 a platform token does not open the admin plane in public', async () => {
    const answer = await sendPlain(
      started.listeners.public.port,
      '/api/platform/users',
      'Authorization: Bearer platform\r\n',
    );
    expectRefused(answer, 404);
  });

  it.each([
    ['E02', '//api/platform/users', 400],
    ['E03', '/api//platform/users', 400],
    ['E04', '/API/Platform/users', 404],
    ['E04', '/Api/platform', 404],
    ['E04', '/api/PLATFORM/users', 404],
    ['E06', '/api%2fplatform/users', 400],
    ['E06', '/api/platform%2Fusers', 400],
    ['E06', '/api%252fplatform/users', 400],
    ['E08', '/v1/%2e%2e/api/platform/users', 400],
    ['E08', '/v1/%2E%2E/api/platform/users', 400],
    ['E08', '/v1/..%2fapi/platform/users', 400],
    ['E08', '/v1/../api/platform/users', 400],
    ['E08', '/v1/./models', 400],
    ['E10', '/api\\platform\\users', 400],
    ['E10', '/api%5cplatform', 400],
    ['E11', '/apiX', 404],
    ['E11', '/v1x', 404],
    ['E11', '/healthz', 404],
    ['E12', 'http://evil/api/platform/users', 400],
    ['E12', 'http://a@b/v1/models', 400],
    ['E14', '/v1/%00', 400],
    ['E14', '/v1/%0d%0aX:%20y', 400],
    ['E14', '/v1/%', 400],
    ['E14', '/v1/%zz', 400],
    ['E14', '/v1/m\u00e4', 400],
    ['E14', '/v1/\u0080', 400],
    ['E14', '/v1/models?q=\u00ff', 400],
    ['E14', '/v1/models#x', 400],
    ['E14', '/v1/models;a=b', 400],
  ])('%s %s', async (_id, target, status) => {
    expectRefused(await get(target), status);
  });

  it('E11 /api/platformX belongs to the account service', async () => {
    expect(await get('/api/platformX/users')).toContain('{"service":"account"}');
  });

  it.each([
    ['OPTIONS * HTTP/1.1', 405],
    ['OPTIONS /health/ready HTTP/1.1', 405],
    ['TRACE /nowhere HTTP/1.1', 404],
    ['CONNECT evil:443 HTTP/1.1', 405],
  ])('E13 %s', async (line, status) => {
    const answer = await sendRaw(
      started.listeners.public.port,
      `${line}\r\nHost: t\r\nX-Secret: echo-me\r\nConnection: close\r\n\r\n`,
    );
    expectRefused(answer, status);
    expect(answer).not.toContain('echo-me');
  });

  it.each(['OPTIONS', 'TRACE', 'PROPFIND'])(
    'E13 %s comes to the service as OPTIONS, because only the service knows the methods of the address',
    async (method) => {
      const { seen } = started.services.inference;
      seen.length = 0;
      const answer = await sendRaw(
        started.listeners.public.port,
        `${method} /v1/models HTTP/1.1\r\nHost: t\r\nX-Secret: echo-me\r\nConnection: close\r\n\r\n`,
      );
      expect(seen.map((one) => one.method)).toEqual(['OPTIONS']);
      expect(answer).toMatch(/^HTTP\/1\.1 405 /);
      expect(answer).toMatch(/\r\nallow: GET\r\n/i);
      expect(answer).not.toContain('echo-me');
    },
  );

  it('E39 a preflight is not answered with permission', async () => {
    const answer = await sendRaw(
      started.listeners.public.port,
      'OPTIONS /api/keys HTTP/1.1\r\nHost: t\r\nOrigin: https://evil\r\n' +
        'Access-Control-Request-Method: POST\r\nConnection: close\r\n\r\n',
    );
    expect(answer.toLowerCase()).not.toContain('access-control');
  });

  it('E42 a key in the query is refused and never logged', async () => {
    const key = 'svc_live_abcdefghijklmnopqrstuvwxyz';
    for (const query of [
      `api_key=${key}`,
      `x=${key}`,
      `x=${key.replaceAll('_', '%5f')}`,
      `x=${key.replaceAll('_', '%255f')}`,
      'api_key=anything',
      'a=1&Access_Token=2',
    ]) {
      const answer = await get(`/v1/models?${query}`);
      expectRefused(answer, 401);
      expect(bodyOf(answer).error?.code).toBe('invalid_api_key');
    }
    expect(started.logged()).not.toContain(key);
    expect(started.logged()).not.toContain('svc_live_');
  });
});

describe('the admin plane from the public listener', () => {
  it('is not reached by any of many spellings', async () => {
    const spellings = platformSpellings();
    expect(spellings.length).toBeGreaterThan(300);
    for (let index = 0; index < spellings.length; index += 25) {
      const part = spellings.slice(index, index + 25);
      const answers = await Promise.all(part.map((target) => get(target)));
      answers.forEach((answer, at) => {
        expect([part[at], [400, 404, 200].includes(statusOf(answer))]).toEqual([part[at], true]);
      });
    }
    expect(started.services.admin.seen).toHaveLength(0);
    const forwarded = started.services.account.seen.map(({ url }) => url ?? '');
    // What went elsewhere was another address altogether, under no reading the admin plane's.
    for (const url of forwarded) {
      expect(new URL(url, 'http://x').pathname.toLowerCase()).not.toMatch(
        /^\/+api\/+platform(\/|$)/,
      );
    }
  });
});

function platformSpellings(): string[] {
  const slashes = [
    '/',
    '//',
    '/./',
    '/x/../',
    '%2f',
    '%2F',
    '%252f',
    '\\',
    '%5c',
    '/;/',
    '/%2e/',
    '%c0%af',
  ];
  const apis = [
    'api',
    'API',
    'Api',
    'aPi',
    '%61pi',
    'a%70i',
    'api;x',
    'api%20',
    'api.',
    '\u00e4pi',
  ];
  const platforms = [
    'platform',
    'PLATFORM',
    'Platform',
    '%70latform',
    'plat%66orm',
    'platform;x=1',
  ];
  const spellings: string[] = [];
  for (const slash of slashes) {
    for (const api of apis) {
      for (const platform of platforms) spellings.push(`/${api}${slash}${platform}/users`);
    }
  }
  for (const start of [
    '/v1/..',
    '/v1/%2e%2e',
    '/v1/.%2e',
    '/v1/..;',
    '/health/..',
    '/api/..',
    '.',
    '',
    'http://x',
  ]) {
    for (const end of ['', '/', '/users', '?', '?x=/', '#']) {
      spellings.push(`${start}/api/platform${end}`);
    }
  }
  return spellings;
}

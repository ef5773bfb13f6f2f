import { createServiceTokenVerifier } from '@tollgate/http/service-token';
import type { StartedEdge } from './start-edge.ts';
import { startEdge } from './start-edge.ts';
import { bodyOf, connectRaw, sendPlain, sendRaw, statusOf } from './raw-client.ts';

let started: StartedEdge;
beforeAll(async () => {
  started = await startEdge();
});
afterAll(() => started.stop());
beforeEach(() => {
  started.services.inference.seen.length = 0;
});

async function forwarded(headers: string): Promise<Record<string, unknown>> {
  const answer = await sendPlain(started.listeners.public.port, '/v1/models', headers);
  expect(statusOf(answer)).toBe(200);
  return started.services.inference.seen.at(-1)?.headers ?? {};
}

async function refusal(headers: string): Promise<string | undefined> {
  const answer = await sendPlain(started.listeners.public.port, '/v1/models', headers);
  expect(statusOf(answer)).toBe(400);
  expect(started.services.inference.seen).toHaveLength(0);
  return bodyOf(answer).error?.code;
}

describe('request headers', () => {
  it('passes what a client may say', async () => {
    const headers = await forwarded(
      'Authorization: Bearer k\r\nIdempotency-Key: i\r\nX-Svc-Max-Credits: 1.5\r\nPrefer: respond-async\r\n' +
        'X-Svc-Session-Id: s\r\nX-Claude-Code-Session-Id: c\r\nSession-Id: x\r\nThread-Id: t\r\n' +
        'Cookie: a=1\r\nCookie: b=2\r\nAccept: x/y\r\nAccept: z/z\r\nX-Custom: yes\r\n',
    );
    expect(headers).toMatchObject({
      host: 't',
      authorization: 'Bearer k',
      'idempotency-key': 'i',
      'x-svc-max-credits': '1.5',
      'x-svc-session-id': 's',
      'x-claude-code-session-id': 'c',
      'session-id': 'x',
      'thread-id': 't',
      prefer: 'respond-async',
      cookie: 'a=1; b=2',
      accept: 'x/y, z/z',
      'x-custom': 'yes',
    });
  });

  it('E17 E18 strips what only the edge may say', async () => {
    const headers = await forwarded(
      'X-Forwarded-For: 127.0.0.9\r\nForwarded: for=10.0.0.1\r\nX-Real-IP: 10.0.0.1\r\nX-Forwarded-Host: e\r\n' +
        'X-Original-URL: /api/platform/users\r\nX-Rewrite-URL: /x\r\nX-HTTP-Method-Override: DELETE\r\n' +
        'X-Internal-Token: mine\r\nX-Internal-Own-Request-Id: 1\r\nX-Request-ID: abc\r\nX-Internal-Plane: internal\r\nX-Svc-Provider: p\r\nProxy-Authorization: x\r\n' +
        'TE: trailers\r\nTrailer: a\r\nKeep-Alive: timeout=9\r\nAPI_key: x\r\nX_Internal_Token: mine\r\n',
    );
    expect(Object.keys(headers).sort()).toEqual([
      'connection',
      'host',
      'x-forwarded-for',
      'x-forwarded-proto',
      'x-internal-token',
      'x-request-id',
    ]);
    expect(headers['x-forwarded-for']).toBe('127.0.0.1');
    expect(headers['x-internal-token']).not.toBe('mine');
    expect(headers['connection']).toBe('keep-alive');
  });

  it('E20 drops what Connection names, and still sets its own', async () => {
    const headers = await forwarded(
      'Authorization: Bearer k\r\nX-Request-ID: abc\r\nX-Hop: 1\r\n' +
        'Connection: authorization, x-request-id\r\nConnection: X-Internal-Token, X-Forwarded-For, x-hop\r\n',
    );
    expect(headers).not.toHaveProperty('authorization');
    expect(headers).not.toHaveProperty('x-hop');
    expect(headers['x-request-id']).toMatch(/^req_/);
    expect(headers['x-internal-own-request-id']).toBe('1');
    expect(headers['x-internal-token']).toMatch(/^ey/);
    expect(headers['x-forwarded-for']).toBe('127.0.0.1');
  });

  it('E20 Connection cannot take the framing away', async () => {
    for (const name of ['content-length', 'Transfer-Encoding', 'host']) {
      expect(await refusal(`Connection: ${name}\r\n`)).toBe('invalid_header');
    }
  });

  it.each([
    'Authorization',
    'Idempotency-Key',
    'X-Request-ID',
    'X-Svc-Max-Credits',
    'Content-Type',
    'Host',
  ])('refuses %s when it comes twice, in any case', async (name) => {
    expect(await refusal(`${name}: a\r\n${name.toUpperCase()}: a\r\n`)).toBe('invalid_header');
  });

  it('E25 names of object members are ordinary', async () => {
    const headers = await forwarded(
      '__proto__: x\r\n__proto__: y\r\nconstructor: x\r\ntoString: z\r\nhasOwnProperty: q\r\n',
    );
    expect(Object.getOwnPropertyNames(headers)).not.toContain('__proto__');
    expect(Object.entries(headers)).toContainEqual(['constructor', 'x']);
    expect(Object.entries(headers)).toContainEqual(['tostring', 'z']);
  });

  it('E26 h2c is ignored and the connection goes on; other upgrades are refused', async () => {
    const client = connectRaw(started.listeners.public.port);
    const offer =
      'GET /v1/models HTTP/1.1\r\nHost: t\r\nConnection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AA\r\n\r\n';
    client.socket.write(offer);
    await client.until((text) => text.includes('"service"'));
    client.socket.write('GET /v1/again HTTP/1.1\r\nHost: t\r\nConnection: close\r\n\r\n');
    const { received } = await client.closed();
    expect(received.match(/HTTP\/1\.1 200 /g)).toHaveLength(2);
    expect(started.services.inference.seen[0]?.headers).not.toHaveProperty('upgrade');
    started.services.inference.seen.length = 0;
    expect(await refusal('Connection: Upgrade\r\nUpgrade: websocket\r\n')).toBe('invalid_header');
  });

  it.each(['Host:\r\n', '', 'Host: a b\r\n', 'Host: evil/x\r\n', 'Host: a@b\r\n'])(
    'E35 a bad host (%j) is refused',
    async (line) => {
      const answer = await sendRaw(
        started.listeners.public.port,
        `GET /v1/models HTTP/1.1\r\n${line}Connection: close\r\n\r\n`,
      );
      expect(statusOf(answer)).toBe(400);
      expect(started.services.inference.seen).toHaveLength(0);
    },
  );

  it('E41 takes a request id as clients make them, and refuses any other', async () => {
    const good = ['My.id_1-2', 'trace/123:abc', 'Root=1-67891233-abc;Sampled=1', 'a'.repeat(200)];
    for (const id of good) {
      expect((await forwarded(`X-Request-ID: ${id}\r\n`))['x-request-id']).toBe(id);
    }
    for (const id of ['', 'a'.repeat(201), '<script>', '\u00e4', 'a b', 'a,b', '"a"']) {
      const { port } = started.listeners.public;
      const answer = await sendPlain(port, '/v1/models', `X-Request-ID: ${id}\r\n`);
      expect([id, statusOf(answer), bodyOf(answer).error?.code]).toEqual([
        id,
        400,
        'invalid_header',
      ]);
      expect(bodyOf(answer).error?.request_id).toMatch(/^req_[0-9a-z]{26}$/);
    }
  });

  it('E41 gives the id back, with errors too', async () => {
    const { port } = started.listeners.public;
    const good = await sendPlain(port, '/v1/models', 'X-Request-ID: mine\r\n');
    expect(good).toMatch(/^x-request-id: mine\r$/im);
    const bad = await sendPlain(port, '/nowhere', 'X-Request-ID: mine\r\n');
    expect(bodyOf(bad).error?.request_id).toBe('mine');
    expect(bad).toMatch(/^x-request-id: mine\r$/im);
  });

  it('shows each service a token of its own, with the plane', async () => {
    const verifier = createServiceTokenVerifier(started.trustKeys, 'inference');
    for (const plane of ['public', 'internal'] as const) {
      await sendPlain(started.listeners[plane].port, '/v1/models');
      const token = String(started.services.inference.seen.at(-1)?.headers['x-internal-token']);
      expect(await verifier.verify(token)).toMatchObject({ issuer: 'edge', plane });
      const other = createServiceTokenVerifier(started.trustKeys, 'admin');
      expect(await other.verify(token)).toBeNull();
    }
  });
});

describe('E17 with a known proxy before the edge', () => {
  it('takes the last address that is not a proxy', async () => {
    const behind = await startEdge({ trustedProxies: '127.0.0.1, 10.0.0.0/8' });
    try {
      const cases = [
        ['203.0.113.7', '203.0.113.7'],
        ['1.2.3.4, 203.0.113.7, 10.1.2.3', '203.0.113.7'],
        ['203.0.113.7, nonsense', '127.0.0.1'],
        ['2001:db8::1', '2001:db8::1'],
      ] as const;
      for (const [given, expected] of cases) {
        await sendPlain(behind.listeners.public.port, '/v1/x', `X-Forwarded-For: ${given}\r\n`);
        const seen = behind.services.inference.seen.at(-1);
        expect(seen?.headers['x-forwarded-for']).toBe(expected);
      }
    } finally {
      await behind.stop();
    }
  });
});

describe('response headers', () => {
  it('E40 hides what is internal and adds what protects', async () => {
    const { inference } = started.services;
    const usual = inference.handler;
    inference.handler = (_request, response) => {
      response.writeHead(201, {
        'x-powered-by': 'Express',
        server: 'secret/1.0',
        'x-internal-node': 'n1',
        'x-request-id': 'theirs',
        'x-hop': '1',
        connection: 'close, x-hop',
        'set-cookie': ['a=1', 'b=2'],
        'x-svc-model': 'm',
      });
      response.end('done');
    };
    const answer = (await sendPlain(started.listeners.public.port, '/v1/x')).toLowerCase();
    inference.handler = usual;
    expect(statusOf(answer.toUpperCase())).toBe(201);
    for (const name of [
      'x-powered-by',
      'server',
      'x-internal-node',
      'x-hop',
      'theirs',
      'strict-transport',
    ]) {
      expect(answer).not.toContain(name);
    }
    for (const line of [
      'set-cookie: a=1',
      'set-cookie: b=2',
      'x-svc-model: m',
      'cache-control: no-store',
    ]) {
      expect(answer).toContain(line);
    }
    expect(answer.match(/x-content-type-options: nosniff/g)).toHaveLength(1);
    expect(answer.match(/x-request-id: req_/g)).toHaveLength(1);
  });

  it('E40 keeps the cache rules of the service', async () => {
    const { inference } = started.services;
    const usual = inference.handler;
    inference.handler = (_request, response) => {
      response.writeHead(200, { 'cache-control': 'public, max-age=60' }).end('x');
    };
    const answer = await sendPlain(started.listeners.public.port, '/v1/x');
    inference.handler = usual;
    expect(answer.match(/cache-control: .*/gi)).toEqual([
      'cache-control: public, max-age=60\r'.trim(),
    ]);
  });

  it('E40 sends HSTS on https only, also with errors and health', async () => {
    const secure = await startEdge({ https: true });
    for (const target of ['/v1/models', '/nowhere', '/health/live']) {
      const answer = await sendPlain(secure.listeners.public.port, target);
      expect(answer).toMatch(/^strict-transport-security: max-age=\d+/im);
      expect(answer).toMatch(/^x-content-type-options: nosniff/im);
      expect(answer).toMatch(/^x-request-id: req_/im);
    }
    await secure.stop();
  });
});

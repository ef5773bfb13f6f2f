import type { StartedEdge } from './start-edge.ts';
import { startEdge } from './start-edge.ts';
import type { RawClient } from './raw-client.ts';
import { bodyOf, connectRaw, sendPlain, sendRaw, statusOf, waitFor } from './raw-client.ts';

const SMUGGLED = 'GET /v1/smuggled HTTP/1.1\r\nHost: t\r\n\r\n';
let started: StartedEdge;
beforeAll(async () => {
  started = await startEdge();
});
afterAll(() => started.stop());
beforeEach(() => {
  for (const service of Object.values(started.services)) service.seen.length = 0;
});

function port(): number {
  return started.listeners.public.port;
}

function urls(): (string | undefined)[] {
  return started.services.inference.seen.map(({ url }) => url);
}

describe('E22 to E24: requests that could be read in two ways', () => {
  const post = 'POST /v1/x HTTP/1.1\r\nHost: t\r\n';
  it.each([
    [
      'E22 length and coding',
      `${post}Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n${SMUGGLED}`,
    ],
    [
      'E22 coding and length',
      `${post}Transfer-Encoding: chunked\r\nContent-Length: 4\r\n\r\n0\r\n\r\n${SMUGGLED}`,
    ],
    ['E22 two lengths', `${post}Content-Length: 4\r\nContent-Length: 0\r\n\r\n${SMUGGLED}`],
    [
      'E22 the same length twice',
      `${post}Content-Length: 4\r\nContent-Length: 4\r\n\r\nabcd${SMUGGLED}`,
    ],
    ['E22 unknown coding', `${post}Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n${SMUGGLED}`],
    [
      'E22 chunked is not last',
      `${post}Transfer-Encoding: chunked, identity\r\n\r\n0\r\n\r\n${SMUGGLED}`,
    ],
    [
      'E22 another coding first',
      `${post}Transfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n${SMUGGLED}`,
    ],
    [
      'E22 coding twice',
      `${post}Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n${SMUGGLED}`,
    ],
    [
      'E22 coding for 1.0',
      `POST /v1/x HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n${SMUGGLED}`,
    ],
    ['E22 +5', `${post}Content-Length: +5\r\n\r\nabcde${SMUGGLED}`],
    ['E22 -1', `${post}Content-Length: -1\r\n\r\n${SMUGGLED}`],
    ['E22 5, 5', `${post}Content-Length: 5, 5\r\n\r\nabcde${SMUGGLED}`],
    ['E22 0x5', `${post}Content-Length: 0x5\r\n\r\nabcde${SMUGGLED}`],
    ['E24 space before the colon', `${post}Content-Length : 4\r\n\r\nabcd${SMUGGLED}`],
    ['E24 NUL in a value', `${post}X: a\0b\r\n\r\n${SMUGGLED}`],
    ['E24 NUL in a name', `${post}X\0: a\r\n\r\n${SMUGGLED}`],
    ['E24 bare LF', `GET /v1/x HTTP/1.1\nHost: t\n\n${SMUGGLED}`],
    ['E24 bare LF in headers', `GET /v1/x HTTP/1.1\r\nHost: t\nX: y\r\n\r\n${SMUGGLED}`],
    ['E24 bare CR', `GET /v1/x HTTP/1.1\r\nHost: t\r\nX: a\rY: b\r\n\r\n${SMUGGLED}`],
    ['E24 folded line', `GET /v1/x HTTP/1.1\r\nHost: t\r\nX: a\r\n b\r\n\r\n${SMUGGLED}`],
    ['another version', `GET /v1/x HTTP/2.0\r\nHost: t\r\n\r\n${SMUGGLED}`],
    ['no HTTP at all', `\x16\x03\x01hello\r\n\r\n${SMUGGLED}`],
  ])('%s: refused, closed, and nothing behind it is read', async (_name, bytes) => {
    const answer = await sendRaw(port(), bytes);
    expect([400, 405]).toContain(statusOf(answer));
    expect(answer.toLowerCase()).toContain('connection: close');
    expect(answer.match(/HTTP\/1\.1 \d{3}/g)).toHaveLength(1);
    expect(urls()).toEqual([]);
  });

  it.each([
    ['E23 a hexadecimal mark', `0x5\r\nabcde\r\n0\r\n\r\n${SMUGGLED}`],
    ['E23 17 digits', `00000000000000005\r\nabcde\r\n0\r\n\r\n${SMUGGLED}`.replace('0000', '1111')],
    ['E23 a wrong length', `3\r\nabcde\r\n0\r\n\r\n${SMUGGLED}`],
    ['E23 LF after the size', `5\nabcde\r\n0\r\n\r\n${SMUGGLED}`],
    ['E23 endless extensions', `5;${'a'.repeat(1_000_000)}\r\nabcde\r\n0\r\n\r\n${SMUGGLED}`],
  ])('%s in a chunked body: refused, and the service is told', async (_name, body) => {
    let completed = 0;
    const { inference } = started.services;
    const usual = inference.handler;
    inference.handler = (request, response) => {
      request.resume();
      request.once('end', () => {
        completed += 1;
        response.end('whole');
      });
    };
    const answer = await sendRaw(port(), `${post}Transfer-Encoding: chunked\r\n\r\n${body}`);
    inference.handler = usual;
    expect([400, 413]).toContain(statusOf(answer));
    expect(completed).toBe(0);
    expect(urls()).not.toContain('/v1/smuggled');
  });

  it('E23 a request inside a chunked body stays a body', async () => {
    const { inference } = started.services;
    const usual = inference.handler;
    inference.handler = (request, response) => request.pipe(response);
    const size = SMUGGLED.length.toString(16);
    const answer = await sendRaw(
      port(),
      `${post}Transfer-Encoding: chunked\r\nConnection: close\r\n\r\n${size}\r\n${SMUGGLED}\r\n0\r\n\r\n`,
    );
    inference.handler = usual;
    expect(answer).toContain(SMUGGLED);
    expect(urls()).toEqual(['/v1/x']);
  });

  it.each(['GET', 'DELETE', 'HEAD'])(
    'a body of %s reaches the service as a body',
    async (method) => {
      for (const framing of [
        `Content-Length: ${SMUGGLED.length}\r\nConnection: close\r\n\r\n${SMUGGLED}`,
        `Transfer-Encoding: chunked\r\nConnection: close\r\n\r\n${SMUGGLED.length.toString(16)}\r\n${SMUGGLED}\r\n0\r\n\r\n`,
      ]) {
        started.services.inference.seen.length = 0;
        await sendRaw(port(), `${method} /v1/x HTTP/1.1\r\nHost: t\r\n${framing}`);
        expect(urls()).toEqual(['/v1/x']);
      }
    },
  );

  it('a broken second request does not answer the first', async () => {
    const { inference } = started.services;
    const usual = inference.handler;
    inference.handler = () => undefined;
    const answer = await sendRaw(port(), `GET /v1/1 HTTP/1.1\r\nHost: t\r\n\r\nBROKEN\r\n\r\n`);
    inference.handler = usual;
    expect(answer).toBe('');
  });
});

describe('E15 sizes', () => {
  it.each([
    [
      'a request line of 20 kB',
      `GET /v1/${'a'.repeat(20_000)} HTTP/1.1\r\nHost: t\r\n\r\n`,
      [414, 431],
    ],
    [
      'a request line of 9 kB',
      `GET /v1/${'a'.repeat(9_000)} HTTP/1.1\r\nHost: t\r\nConnection: close\r\n\r\n`,
      [414],
    ],
    [
      'a header of 17 kB',
      `GET /v1/x HTTP/1.1\r\nHost: t\r\nX: ${'a'.repeat(17_000)}\r\n\r\n`,
      [431],
    ],
    [
      '2,001 headers',
      `GET /v1/x HTTP/1.1\r\nHost: t\r\n${'A: b\r\n'.repeat(2_001)}Connection: close\r\n\r\n`,
      [431],
    ],
    ['200 MB of headers', `GET /v1/x HTTP/1.1\r\nHost: t\r\nX: ${'a'.repeat(2_000_000)}`, [431]],
  ])('%s', async (_name, bytes, statuses) => {
    const answer = await sendRaw(port(), bytes);
    expect(statuses).toContain(statusOf(answer));
    expect(bodyOf(answer).error?.request_id).toMatch(/^req_/);
    expect(urls()).toEqual([]);
  });
});

describe('E32 bodies', () => {
  const control = 1_048_576;
  it('a body one byte too long is refused by its announcement, before a byte of it', async () => {
    const client = connectRaw(port());
    client.socket.write(
      `POST /api/keys HTTP/1.1\r\nHost: t\r\nContent-Length: ${control + 1}\r\n\r\n`,
    );
    await client.until((text) => text.includes('payload_too_large'));
    expect(statusOf(client.received())).toBe(413);
    expect(started.services.account.seen).toHaveLength(0);
    client.socket.destroy();
  });

  it('and before the client has leave to send it', async () => {
    const client = connectRaw(port());
    client.socket.write(
      `POST /api/keys HTTP/1.1\r\nHost: t\r\nExpect: 100-continue\r\nContent-Length: ${control + 1}\r\n\r\n`,
    );
    const answer = await client.until((text) => text.includes('payload_too_large'));
    expect(answer).not.toContain('100 Continue');
    client.socket.destroy();
  });

  it('a body of exactly the limit passes; inference takes 20 MiB', async () => {
    const head = (path: string, bytes: number): string =>
      `POST ${path} HTTP/1.1\r\nHost: t\r\nConnection: close\r\nContent-Length: ${bytes}\r\n\r\n`;
    expect(statusOf(await sendRaw(port(), head('/api/keys', control) + 'a'.repeat(control)))).toBe(
      200,
    );
    expect(
      statusOf(await sendRaw(port(), head('/v1/x', control + 1) + 'a'.repeat(control + 1))),
    ).toBe(200);
    expect(statusOf(await sendRaw(port(), head('/v1/x', 20_971_521)))).toBe(413);
  });

  it('a report of a provider may be larger than other bodies of the platform, and no larger', async () => {
    const internal = started.listeners.internal.port;
    const path = '/api/platform/reconciliations';
    const head = (at: string, bytes: number): string =>
      `POST ${at} HTTP/1.1\r\nHost: t\r\nConnection: close\r\nContent-Length: ${bytes}\r\n\r\n`;
    const report = 'a'.repeat(8 * control);
    expect(statusOf(await sendRaw(internal, head(path, 8 * control) + report))).toBe(200);
    expect(statusOf(await sendRaw(internal, head(path, 8 * control + 1)))).toBe(413);
    expect(statusOf(await sendRaw(internal, head(`${path}x`, control + 1)))).toBe(413);
    expect(statusOf(await sendRaw(port(), head(path, 0)))).toBe(404);
  });

  it('a body of unknown length is counted as it passes', async () => {
    const { account } = started.services;
    const usual = account.handler;
    let bytes = 0;
    account.handler = (request) =>
      void request.on('data', (chunk: Buffer) => (bytes += chunk.length));
    const client = connectRaw(port());
    client.socket.write('POST /api/keys HTTP/1.1\r\nHost: t\r\nTransfer-Encoding: chunked\r\n\r\n');
    const chunk = `10000\r\n${'a'.repeat(65_536)}\r\n`;
    for (let index = 0; index < 16; index += 1) client.socket.write(chunk);
    await waitFor(() => (bytes === control ? true : undefined));
    expect(client.received()).toBe('');
    client.socket.write(`1\r\na\r\n`);
    const answer = await client.until((text) => text.includes('payload_too_large'));
    account.handler = usual;
    expect(statusOf(answer)).toBe(413);
    // The sender goes on; it sees the answer and then the end, not a reset.
    for (let index = 0; index < 16; index += 1) client.socket.write(chunk);
    const { reset } = await client.closed();
    expect(reset).toBe(false);
    await waitFor(() => (account.seen[0]?.destroyed === true ? true : undefined), 1_000);
  });
});

describe('E27 to E31 connections', () => {
  it('E27 slow headers are cut in time, and others are served meanwhile', async () => {
    const quick = await startEdge({ limits: { headersMs: 2_000, checkEveryMs: 50 } });
    const clients = Array.from({ length: 200 }, () => connectRaw(quick.listeners.public.port));
    clients.forEach(({ socket }) => socket.write('GET /v1/x HTTP/1.1\r\nHost: t\r\nX: '));
    const drip = setInterval(() => clients.forEach(({ socket }) => socket.write('a')), 100);
    await sendPlain(quick.listeners.public.port, '/v1/x');
    expect(clients.map((client) => client.received())).toEqual(clients.map(() => ''));
    const ends = await Promise.all(clients.map((client) => client.closed()));
    for (const { received } of ends) expect(statusOf(received)).toBe(408);
    clearInterval(drip);
    clients.forEach(({ socket }) => socket.destroy());
    await quick.stop();
  });

  it('E27 a slow body is cut in time, and its service told', async () => {
    const quick = await startEdge({ limits: { headersMs: 200, requestMs: 300, checkEveryMs: 50 } });
    quick.services.inference.handler = (request) => void request.resume();
    const answer = await sendRaw(
      quick.listeners.public.port,
      'POST /v1/x HTTP/1.1\r\nHost: t\r\nContent-Length: 10\r\n\r\nabc',
    );
    expect(statusOf(answer)).toBe(408);
    await waitFor(() => quick.services.inference.seen[0]?.destroyed || undefined, 1_000);
    await quick.stop();
  });

  it('E30 idle connections make room for new ones, busy ones do not', async () => {
    const small = await startEdge({ limits: { connectionsMax: 50 } });
    const { port: open } = small.listeners.public;
    const idle = Array.from({ length: 300 }, () => connectRaw(open));
    await waitFor(
      () => (idle.filter(({ socket }) => socket.closed).length >= 250 ? true : undefined),
      5_000,
    );
    expect(statusOf(await sendPlain(open, '/health/live'))).toBe(200);
    idle.forEach(({ socket }) => socket.destroy());
    small.services.inference.handler = () => undefined;
    const busy: RawClient[] = Array.from({ length: 50 }, () => connectRaw(open));
    busy.forEach(({ socket }) => socket.write('GET /v1/x HTTP/1.1\r\nHost: t\r\n\r\n'));
    await waitFor(() => (small.services.inference.seen.length === 50 ? true : undefined));
    expect(await sendPlain(open, '/health/live')).toBe('');
    expect(statusOf(await sendPlain(small.listeners.internal.port, '/health/live'))).toBe(200);
    busy.forEach(({ socket }) => socket.destroy());
    await small.stop();
  });

  it('E31 ten thousand requests at once on one connection end after a few', async () => {
    const client = connectRaw(port());
    client.socket.write('GET /v1/x HTTP/1.1\r\nHost: t\r\n\r\n'.repeat(10_000));
    const { received } = await client.closed();
    const answers = received.match(/HTTP\/1\.1 \d{3}/g) ?? [];
    expect(answers.length).toBeLessThanOrEqual(1_000);
    expect(answers.at(-1)).toBe('HTTP/1.1 429');
    expect(statusOf(await sendPlain(port(), '/v1/x'))).toBe(200);
  });

  it('a connection is closed in good order after its thousandth request', async () => {
    const client = connectRaw(port());
    for (let index = 10; index <= 1_000; index += 10) {
      client.socket.write('GET /health/live HTTP/1.1\r\nHost: t\r\n\r\n'.repeat(10));
      await waitFor(() => (client.received().split('"live"').length > index ? true : undefined));
    }
    const { received } = await client.closed();
    expect(received.match(/connection: close/gi)).toHaveLength(1);
  });
});

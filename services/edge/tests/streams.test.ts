import { createHash, randomBytes } from 'node:crypto';
import { request as httpRequest } from 'node:http';
import type { ServerResponse } from 'node:http';
import type { StartedEdge } from './start-edge.ts';
import { startEdge } from './start-edge.ts';
import { connectRaw, sendPlain, sendRaw, statusOf, waitFor } from './raw-client.ts';

const BODY_BYTES = 5_000_000;
/** The lines of a small export, which takes three times as long as an answer may take to begin. */
const LINES = 30;
const LAST_CHUNK = '\r\n0\r\n\r\n';
let started: StartedEdge;
beforeEach(async () => {
  started = await startEdge();
});
afterEach(() => started.stop());

function port(): number {
  return started.listeners.public.port;
}

function get(path: string): string {
  return `GET ${path} HTTP/1.1\r\nHost: t\r\n\r\n`;
}

/** Makes the inference service hand its answers to the test. */
function answers(): ServerResponse[] {
  const open: ServerResponse[] = [];
  started.services.inference.handler = (_request, response) => void open.push(response);
  return open;
}

async function first<T>(list: readonly T[]): Promise<T> {
  return waitFor(() => list[0]);
}

/** Waits until the service has noticed that its caller has gone; it has not answered until then. */
async function sawCallerLeave(response: ServerResponse): Promise<void> {
  await waitFor(() => (response.closed ? true : undefined));
  expect(response.writableEnded).toBe(false);
}

describe('streaming', () => {
  it('each chunk arrives before the next is sent, and the headers before the first', async () => {
    const open = answers();
    const client = connectRaw(port());
    client.socket.write(get('/v1/stream'));
    const response = await first(open);
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.flushHeaders();
    await client.until((text) => text.includes('\r\n\r\n'));
    for (let index = 0; index < 20; index += 1) {
      response.write(`data: ${index}\n\n`);
      await client.until((text) => text.includes(`data: ${index}\n\n`));
    }
    response.end();
    await client.until((text) => text.endsWith('0\r\n\r\n'));
    client.socket.destroy();
  });

  it('a large body is the same bytes both ways, with a length and without', async () => {
    started.services.inference.handler = (request, response) => {
      const length = request.headers['content-length'];
      if (length !== undefined) response.setHeader('content-length', length);
      request.pipe(response);
    };
    for (const chunked of [false, true]) {
      const body = randomBytes(BODY_BYTES);
      const echoed = await exchange(body, chunked);
      expect(createHash('sha256').update(echoed).digest('hex')).toBe(
        createHash('sha256').update(body).digest('hex'),
      );
    }
  });

  it('FC13 a slow reader holds the service back', async () => {
    const open = answers();
    const client = connectRaw(port());
    client.socket.write(get('/v1/stream'));
    const response = await first(open);
    client.socket.pause();
    const chunk = Buffer.alloc(65_536);
    let written = 0;
    let blocked = false;
    while (!blocked && written < 200_000_000) {
      blocked = !response.write(chunk);
      written += chunk.length;
      if (blocked) {
        await Promise.race([
          new Promise<void>((resolve) =>
            response.once('drain', () => ((blocked = false), resolve())),
          ),
          new Promise((resolve) => setTimeout(resolve, 500)),
        ]);
      }
    }
    // What fits in between: socket buffers of four ends and a few stream buffers.
    expect(written).toBeLessThan(40_000_000);
    client.socket.destroy();
  });

  it('FC20 an HTTP/1.0 client gets plain bytes until the end of the connection', async () => {
    started.services.inference.handler = (_request, response) => {
      response.write('one,');
      setTimeout(() => response.end('two'), 20);
    };
    const answer = await sendRaw(port(), 'GET /v1/x HTTP/1.0\r\n\r\n');
    expect(statusOf(answer)).toBe(200);
    expect(answer.slice(answer.indexOf('\r\n\r\n') + 4)).toBe('one,two');
  });

  it('keeps connections on both sides', async () => {
    const client = connectRaw(port());
    for (let index = 1; index <= 5; index += 1) {
      client.socket.write(get('/v1/x'));
      await client.until((text) => (text.match(/"service"/g) ?? []).length === index);
    }
    expect(started.services.inference.sockets.size).toBe(1);
    client.socket.destroy();
  });

  it('HEAD, 204 and 304 have no body and keep the connection', async () => {
    started.services.inference.handler = (request, response) => {
      response.writeHead(Number(request.url?.slice(4) ?? 200)).end();
    };
    const client = connectRaw(port());
    client.socket.write('HEAD /v1/200 HTTP/1.1\r\nHost: t\r\n\r\n');
    await client.until((text) => text.includes('200 OK') && text.endsWith('\r\n\r\n'));
    client.socket.write(get('/v1/204'));
    await client.until((text) => text.includes(' 204 ') && text.endsWith('\r\n\r\n'));
    client.socket.write(get('/v1/304'));
    await client.until((text) => text.includes(' 304 ') && text.endsWith('\r\n\r\n'));
    expect(client.received()).not.toContain('transfer-encoding');
    client.socket.destroy();
  });

  it('a client that waits for leave to send gets it', async () => {
    started.services.inference.handler = (request, response) => request.pipe(response);
    const client = connectRaw(port());
    client.socket.write(
      'POST /v1/x HTTP/1.1\r\nHost: t\r\nContent-Length: 4\r\nExpect: 100-continue\r\n\r\n',
    );
    await client.until((text) => text.startsWith('HTTP/1.1 100 Continue\r\n\r\n'));
    client.socket.write('ping');
    await client.until((text) => text.includes('ping'));
    client.socket.destroy();
  });
});

describe('a client leaves', () => {
  it('E34 but one that only closes its sending side is answered', async () => {
    const open = answers();
    const client = connectRaw(port());
    client.socket.end(get('/v1/x'));
    const response = await first(open);
    await new Promise((resolve) => setTimeout(resolve, 900));
    response.end('{"late":true}');
    const { received } = await client.closed();
    expect(received).toContain('{"late":true}');
    expect(received).toContain('HTTP/1.1 200 OK');
  });

  it('E34 at once when the answer is there at once', async () => {
    const client = connectRaw(port());
    client.socket.end(get('/v1/x'));
    const { received } = await client.closed();
    expect(statusOf(received)).toBe(200);
  });

  it.each(['close', 'reset'] as const)('E38 before the headers (%s)', async (way) => {
    const open = answers();
    const client = connectRaw(port());
    client.socket.write(get('/v1/x'));
    const response = await first(open);
    if (way === 'close') client.socket.destroy();
    else client.socket.resetAndDestroy();
    await sawCallerLeave(response);
  });

  it('E38 in the middle of its body', async () => {
    const open = answers();
    const client = connectRaw(port());
    client.socket.write('POST /v1/x HTTP/1.1\r\nHost: t\r\nContent-Length: 100\r\n\r\nhalf');
    const response = await first(open);
    client.socket.destroy();
    await sawCallerLeave(response);
  });

  it('E38 in the middle of a silent stream', async () => {
    const open = answers();
    const client = connectRaw(port());
    client.socket.write(get('/v1/x'));
    const response = await first(open);
    response.write('data: 1\n\n');
    await client.until((text) => text.includes('data: 1'));
    client.socket.destroy();
    await sawCallerLeave(response);
  });

  it('E38 with requests waiting in a pipeline', async () => {
    const open = answers();
    const client = connectRaw(port());
    client.socket.write(get('/v1/1') + get('/v1/2') + get('/v1/3'));
    await waitFor(() => (open.length === 3 ? true : undefined));
    client.socket.destroy();
    await Promise.all(open.map(sawCallerLeave));
  });
});

describe('E37 a service dies', () => {
  it.each([
    ['chunked', {}, 'HTTP/1.1'],
    ['with a length', { 'content-length': '100' }, 'HTTP/1.1'],
    ['for an HTTP/1.0 client', {}, 'HTTP/1.0'],
  ])('in the middle of an answer %s: the client sees a cut', async (_name, headers, version) => {
    const open = answers();
    const client = connectRaw(port());
    client.socket.write(`GET /v1/x ${version}\r\nHost: t\r\n\r\n`);
    const response = await first(open);
    response.writeHead(200, headers);
    response.write('data: 1\n\n');
    await client.until((text) => text.includes('data: 1'));
    started.services.inference.kill();
    const { received, reset } = await client.closed();
    expect(received.endsWith('0\r\n\r\n')).toBe(false);
    if (version === 'HTTP/1.0') expect(reset).toBe(true);
  });

  it('before the headers: 502', async () => {
    started.services.inference.handler = (request) => request.socket.destroy();
    const answer = await sendRaw(
      port(),
      'POST /v1/x HTTP/1.1\r\nHost: t\r\nConnection: close\r\nContent-Length: 2\r\n\r\n{}',
    );
    expect(statusOf(answer)).toBe(502);
    expect(answer).toContain('service_crashed');
    expect(answer).toMatch(/^retry-after: \d+/im);
    expect(started.services.inference.seen).toHaveLength(1);
  });

  it('and is away: 503, while the others are served', async () => {
    started.services.inference.kill();
    const answer = await sendPlain(port(), '/v1/x');
    expect(statusOf(answer)).toBe(503);
    expect(answer).toContain('service_unavailable');
    expect(answer).toMatch(/^retry-after: \d+/im);
    expect(answer).not.toContain('ECONNREFUSED');
    expect(answer).not.toContain(String(started.services.inference.port));
    expect(statusOf(await sendPlain(port(), '/api/me'))).toBe(200);
  });
});

describe('a service is late', () => {
  it('504 before its headers, a cut after; the service is told', async () => {
    const late = await startEdge({ route: { answerMs: 150 } });
    const open: ServerResponse[] = [];
    late.services.inference.handler = (request, response) => {
      open.push(response);
      if (request.url === '/v1/begun') response.write('data: 1\n\n');
    };
    const answer = await sendPlain(late.listeners.public.port, '/v1/x');
    expect(statusOf(answer)).toBe(504);
    expect(answer).toContain('service_timeout');
    const cut = await sendPlain(late.listeners.public.port, '/v1/begun');
    expect(statusOf(cut)).toBe(200);
    expect(cut.endsWith('0\r\n\r\n')).toBe(false);
    for (const response of open) await waitFor(() => response.closed || undefined, 1_000);
    await late.stop();
  });
});

describe('an export', () => {
  it('may take as long as it likes while it is being sent, and is cut when it stands still', async () => {
    const answerMs = 500;
    const started = await startEdge({ route: { answerMs, goesOn: true } });
    const timers = new Set<NodeJS.Timeout>();
    const open: ServerResponse[] = [];
    started.services.admin.handler = (request, response) => {
      open.push(response);
      const isEndless = request.url === '/api/platform/still';
      let lines = 0;
      const timer = setInterval(() => {
        lines += 1;
        response.write(`line ${lines}\r\n`);
        if (lines < LINES) return;
        clearInterval(timer);
        if (!isEndless) response.end();
      }, answerMs / 10);
      timers.add(timer);
    };
    const { port: internal } = started.listeners.internal;
    const whole = await sendPlain(internal, '/api/platform/whole');
    expect(statusOf(whole)).toBe(200);
    expect(whole).toContain(`line ${LINES}\r\n`);
    expect(whole.endsWith(LAST_CHUNK)).toBe(true);
    const still = await sendPlain(internal, '/api/platform/still');
    expect(still).toContain(`line ${LINES}\r\n`);
    expect(still.endsWith(LAST_CHUNK)).toBe(false);
    for (const response of open) await waitFor(() => response.closed || undefined, 1_000);
    for (const timer of timers) clearInterval(timer);
    await started.stop();
  });
});

describe('FF19 a kept socket is closed in the moment it is reused', () => {
  it('a read is sent again on a new connection, a write is not', async () => {
    const { inference } = started.services;
    const usual = inference.handler;
    await sendPlain(port(), '/v1/warm');
    let cut = 0;
    inference.handler = (request, response) => {
      if (cut > 0) usual(request, response);
      else request.socket.destroy();
      cut += 1;
    };
    expect(statusOf(await sendPlain(port(), '/v1/x'))).toBe(200);
    expect(cut).toBe(2);
    cut = 0;
    const answer = await sendRaw(
      port(),
      'POST /v1/x HTTP/1.1\r\nHost: t\r\nConnection: close\r\nContent-Length: 2\r\n\r\n{}',
    );
    expect(statusOf(answer)).toBe(502);
    expect(cut).toBe(1);
  });
});

function exchange(body: Buffer, chunked: boolean): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const sent = httpRequest(
      { port: port(), path: '/v1/echo', method: 'POST', agent: false },
      (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('end', () => resolve(Buffer.concat(chunks)));
        response.on('error', reject);
      },
    );
    sent.on('error', reject);
    if (!chunked) sent.setHeader('content-length', body.length);
    for (let at = 0; at < body.length; at += 500_000) sent.write(body.subarray(at, at + 500_000));
    sent.end();
  });
}

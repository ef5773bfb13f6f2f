import { connectRaw, sendPlain, sendRaw, statusOf } from './raw-client.ts';
import { startEdge } from './start-edge.ts';
import type { StartedEdge } from './start-edge.ts';

/**
 * Refuses connections: nobody listens on so low a port. One that was free a moment ago may be
 * anybody's by now.
 */
const NOBODY = 'http://127.0.0.1:1';

/** An edge whose inference is played by the toys of account and admin, in this order. */
async function withTwo(first?: string): Promise<StartedEdge> {
  return startEdge({
    targets: ({ account, admin }) => ({ inference: [first ?? account, admin] }),
  });
}

const post = (length: string, body: string): string =>
  `POST /v1/x HTTP/1.1\r\nHost: t\r\nConnection: close\r\n${length}\r\n\r\n${body}`;

describe('several processes of a service', () => {
  it.each([
    ['a body of known length', post('Content-Length: 5', 'hello')],
    ['a chunked body', post('Transfer-Encoding: chunked', '5\r\nhello\r\n0\r\n\r\n')],
  ])('one that refuses connections makes room for the next, with %s', async (_what, bytes) => {
    const started = await withTwo(NOBODY);
    const bodies: string[] = [];
    started.services.admin.handler = (request, response) => {
      if (request.url?.startsWith('/health') === true) return void response.end();
      request.setEncoding('utf8');
      request.on('data', (text: string) => bodies.push(text));
      request.on('end', () => response.end('{}'));
    };
    expect(statusOf(await sendRaw(started.listeners.public.port, bytes))).toBe(200);
    expect(bodies.join('')).toBe('hello');
    await started.stop();
  });

  it('those that are ready take turns', async () => {
    const started = await withTwo();
    const { port } = started.listeners.public;
    expect(await answeredBy(port, 10)).toEqual({ account: 5, admin: 5 });
    await started.stop();
  });

  it('the one that is not ready any more gets no requests, and its share when it is back', async () => {
    const started = await withTwo();
    const { port } = started.listeners.public;
    const { account } = started.services;
    const usual = account.handler;
    let stopping = true;
    account.handler = (request, response) => {
      if (stopping && request.url === '/health/ready') response.statusCode = 503;
      usual(request, response);
    };
    await until(async () => (await answeredBy(port, 4)).account === 0);
    expect(await answeredBy(port, 10)).toEqual({ account: 0, admin: 10 });
    stopping = false;
    await until(async () => (await answeredBy(port, 4)).account === 2);
    await started.stop();
  });

  it('a connection that one refuses is tried at the others before the turn ends', async () => {
    const started = await withTwo();
    const { port } = started.listeners.public;
    expect(await answeredBy(port, 2)).toEqual({ account: 1, admin: 1 });
    started.services.account.kill();
    expect(await answeredBy(port, 10)).toEqual({ account: 0, admin: 10 });
    await started.stop();
  });

  it('when all refuse, the caller is told to come back', async () => {
    const started = await withTwo();
    started.services.account.kill();
    started.services.admin.kill();
    const answer = await sendRaw(started.listeners.public.port, post('Content-Length: 2', '{}'));
    expect(statusOf(answer)).toBe(503);
    expect(answer).toContain('service_unavailable');
    await started.stop();
  });

  it('a caller who leaves while nobody is reached leaves nothing behind', async () => {
    const started = await withTwo(NOBODY);
    const client = connectRaw(started.listeners.public.port);
    client.socket.write(post('Content-Length: 5', 'he'));
    client.socket.destroy();
    expect(await sendPlain(started.listeners.public.port, '/v1/x')).toContain('admin');
    await started.stop();
  });
});

/** How many of so many requests, one after the other, each of the toys has answered. */
async function answeredBy(
  port: number,
  requests: number,
): Promise<{ account: number; admin: number }> {
  const counts = { account: 0, admin: 0 };
  for (let request = 0; request < requests; request += 1) {
    const answer = await sendPlain(port, '/v1/x');
    expect(statusOf(answer)).toBe(200);
    counts[answer.includes('account') ? 'account' : 'admin'] += 1;
  }
  return counts;
}

/** Looks until it is so; the test's own limit ends what never comes. */
async function until(look: () => Promise<boolean>): Promise<void> {
  while (!(await look())) await new Promise((resolve) => setTimeout(resolve, 50));
}

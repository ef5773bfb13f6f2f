import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { connectRaw, sendPlain, sendRaw, statusOf } from './raw-client.ts';
import { startEdge } from './start-edge.ts';
import type { StartedEdge } from './start-edge.ts';

/** An address that refuses connections. */
async function nobody(): Promise<string> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return `http://127.0.0.1:${port}`;
}

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
    const started = await withTwo(await nobody());
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

  it('the one that is not ready any more gets no requests', async () => {
    const started = await withTwo();
    const { port } = started.listeners.public;
    expect(await sendPlain(port, '/v1/x')).toContain('account');
    const { account } = started.services;
    const usual = account.handler;
    let stopping = true;
    account.handler = (request, response) => {
      if (stopping && request.url === '/health/ready') response.statusCode = 503;
      usual(request, response);
    };
    await eventuallyAnsweredBy(port, 'admin');
    stopping = false;
    await eventuallyAnsweredBy(port, 'account');
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
    const started = await withTwo(await nobody());
    const client = connectRaw(started.listeners.public.port);
    client.socket.write(post('Content-Length: 5', 'he'));
    client.socket.destroy();
    expect(await sendPlain(started.listeners.public.port, '/v1/x')).toContain('admin');
    await started.stop();
  });
});

async function eventuallyAnsweredBy(port: number, name: string): Promise<void> {
  const end = performance.now() + 10_000;
  while (!(await sendPlain(port, '/v1/x')).includes(name)) {
    if (performance.now() > end) throw new Error(`${name} was never asked`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

import { createServer } from 'node:http';
import type { RequestListener, Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { RouteDefinition } from '@tollgate/contract/route';
import { createServiceClient } from './call.ts';
import type { ServiceClient } from './call.ts';
import { followReplicas } from './replica-choice.ts';
import type { Replicas } from './replica-choice.ts';

const LOOK_MS = 20;
const TIMEOUT_MS = 10_000;
/** How long a call waits of which the test knows that nobody answers it. */
const UNANSWERED_MS = 2_000;
const ROUTE: RouteDefinition = {
  method: 'post',
  path: '/work',
  auth: 'service',
  summary: 'Work',
  status: 200,
};

/** One process of a service. */
interface Toy {
  url: string;
  /** Calls that reached it, without probes. */
  calls: number;
  isReady: boolean;
  answer: RequestListener;
  stop(): Promise<void>;
  start(): Promise<void>;
}

const done: RequestListener = (_request, response) => void response.end('{}');

async function aToy(): Promise<Toy> {
  let server: Server;
  let port = 0;
  const start = async (): Promise<void> => {
    server = createServer((request, response) => {
      if (request.url === '/health/ready') {
        response.writeHead(toy.isReady ? 200 : 503).end();
        return;
      }
      toy.calls += 1;
      toy.answer(request, response);
    });
    await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
    ({ port } = server.address() as AddressInfo);
  };
  const stop = async (): Promise<void> => {
    const closed = new Promise((resolve) => server.close(resolve));
    server.closeAllConnections();
    await closed;
  };
  const toy: Toy = { url: '', calls: 0, isReady: true, answer: done, start, stop };
  await start();
  toy.url = `http://127.0.0.1:${port}`;
  return toy;
}

let first: Toy;
let second: Toy;
let replicas: Replicas;
beforeEach(async () => {
  [first, second] = await Promise.all([aToy(), aToy()]);
  replicas = followReplicas([first.url, second.url], {
    probeEveryMs: LOOK_MS,
    resolveEveryMs: LOOK_MS,
  });
});
afterEach(async () => {
  replicas.stop();
  await Promise.allSettled([first.stop(), second.stop()]);
});

const clientOf = (options: { retryOnce?: boolean; timeoutMs?: number } = {}): ServiceClient =>
  createServiceClient({
    replicas,
    audience: 'toy',
    signer: { sign: () => Promise.resolve('a token') },
    timeoutMs: TIMEOUT_MS,
    ...options,
  });

async function callTimes(client: ServiceClient, times: number): Promise<[number, number]> {
  const [before, beforeToo] = [first.calls, second.calls];
  for (let call = 0; call < times; call += 1) await client.call(ROUTE, {});
  return [first.calls - before, second.calls - beforeToo];
}

/** Looks until it is so; the test's own limit ends what never comes. */
async function until(look: () => Promise<boolean>): Promise<void> {
  while (!(await look())) await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
}

test('processes of a service take turns', async () => {
  expect(await callTimes(clientOf(), 10)).toEqual([5, 5]);
});

test('one that is stopping gets no calls, and its share again when it is back', async () => {
  const client = clientOf();
  first.isReady = false;
  await until(async () => (await callTimes(client, 4))[0] === 0);
  expect(await callTimes(client, 10)).toEqual([0, 10]);
  first.isReady = true;
  await until(async () => (await callTimes(client, 4))[0] === 2);
});

test('one that refuses connections costs no call, and gets its share again when it is back', async () => {
  // A kept connection may be met while it breaks.
  const client = clientOf({ retryOnce: true });
  await callTimes(client, 2);
  await first.stop();
  expect(await callTimes(client, 10)).toEqual([0, 10]);
  await first.start();
  await until(async () => (await callTimes(client, 4))[0] === 2);
});

test('one that turns our token away was not asked', async () => {
  first.answer = (_request, response) => void response.writeHead(401).end('{}');
  const [, heard] = await callTimes(clientOf(), 10);
  expect(heard).toBe(10);
  second.answer = first.answer;
  await expect(clientOf().call(ROUTE, {})).rejects.toMatchObject({ status: 401 });
});

test('a call that one process does not answer is asked of the next, once, if that does no harm', async () => {
  first.answer = () => undefined;
  second.answer = () => undefined;
  const once = clientOf({ timeoutMs: UNANSWERED_MS });
  await expect(once.call(ROUTE, {})).rejects.toMatchObject({ status: null });
  expect(first.calls + second.calls).toBe(1);
  const twice = clientOf({ timeoutMs: UNANSWERED_MS, retryOnce: true });
  await expect(twice.call(ROUTE, {})).rejects.toMatchObject({ status: null });
  expect(first.calls + second.calls).toBe(3);
  expect(Math.min(first.calls, second.calls)).toBe(1);
});

test('a single process is asked whatever became of the call before', async () => {
  replicas.stop();
  replicas = followReplicas([first.url], { probeEveryMs: LOOK_MS, resolveEveryMs: LOOK_MS });
  const client = clientOf({ timeoutMs: UNANSWERED_MS });
  first.isReady = false;
  first.answer = () => undefined;
  await expect(client.call(ROUTE, {})).rejects.toMatchObject({ status: null });
  first.answer = done;
  await client.call(ROUTE, {});
  expect(first.calls).toBe(2);
});

import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { RouteDefinition } from '@tollgate/contract/route';
import { createServiceClient } from '@tollgate/http/call';
import { followReplicas } from '@tollgate/http/replica-choice';
import { openaiCompatible } from '@tollgate/providers/openai-compatible/index';
import { createProviderCaller } from '@tollgate/providers/engine/provider-caller';

/** Between the first half of an answer and the second. */
const HALF_MS = 100;
const BLOCKED_MS_MAX = 10_000;
const LOOK_MS = 60_000;
const LIMITS = { firstByteMs: 20_000, idleMs: 20_000, totalMs: 60_000 };
const DELTA = 'data: {"choices":[{"index":0,"delta":{"content":"a"}}]}\n\n';
const END =
  'data: {"choices":[{"index":0,"delta":{},"finish_reason":"stop"}]}\n\n' +
  'data: {"choices":[],"usage":{"prompt_tokens":3,"completion_tokens":2,"total_tokens":5}}\n\n' +
  'data: [DONE]\n\n';

/**
 * Has a loop of its own: it answers while ours is blocked, and says how many first halves are on
 * their way.
 */
const SERVER = `
  const { createServer } = require('node:http');
  const { parentPort, workerData } = require('node:worker_threads');
  const { halves, type, halfMs, answered } = workerData;
  const count = new Int32Array(answered);
  const server = createServer((request, response) => {
    request.resume().once('end', () => {
      response.writeHead(200, { 'content-type': type });
      response.write(halves[0], () => {
        Atomics.add(count, 0, 1);
        Atomics.notify(count, 0);
      });
      setTimeout(() => response.end(halves[1]), halfMs);
    });
  });
  server.listen(0, '127.0.0.1', () => parentPort.postMessage(server.address().port));
`;

interface EarlyServer {
  origin: string;
  /** Blocks this thread until so many answers have begun; gives how many have. */
  block(answers: number): number;
  stop(): Promise<unknown>;
}

async function anEarlyServer(type: string, halves: [string, string]): Promise<EarlyServer> {
  const answered = new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT);
  const workerData = { halves, type, halfMs: HALF_MS, answered };
  const worker = new Worker(SERVER, { eval: true, workerData });
  const [port] = (await once(worker, 'message')) as [number];
  const count = new Int32Array(answered);
  return {
    origin: `http://127.0.0.1:${port}`,
    block: (answers) => {
      // The answer may have begun already: this thread has not read from its connections since it
      // asked.
      Atomics.wait(count, 0, answers - 1, BLOCKED_MS_MAX);
      return Atomics.load(count, 0);
    },
    stop: () => worker.terminate(),
  };
}

/** Published by undici when a request's last byte has been handed to the socket. */
const WRITTEN = 'undici:request:bodySent';

function whenWritten(work: () => void): void {
  const once = (): void => {
    unsubscribe(WRITTEN, once);
    work();
  };
  subscribe(WRITTEN, once);
}

/**
 * Asks twice over one kept connection. The second time this process is busy from the moment when
 * the request has been written until its answer has begun, as on a machine with too much to do.
 */
async function askWhileLate<Answer>(
  server: EarlyServer,
  ask: () => Promise<Answer>,
): Promise<Answer> {
  await ask();
  const late = Promise.withResolvers<Answer>();
  const begun = Promise.withResolvers<number>();
  setImmediate(() => late.resolve(ask()));
  whenWritten(() => begun.resolve(server.block(2)));
  // Anything else would say that the request was not under way, and nothing be tried.
  expect(await begun.promise).toBe(2);
  return late.promise;
}

test('a stream that begins before its request is known to be written comes to its end', async () => {
  const server = await anEarlyServer('text/event-stream', [DELTA, DELTA + END]);
  const allowed = new Set([new URL(server.origin).host]);
  const caller = createProviderCaller({ allowed });
  const baseUrl = `${server.origin}/v1`;
  try {
    const contents = await askWhileLate(server, async () => {
      const { events } = await caller.chatStream(
        {
          family: openaiCompatible,
          endpoint: { family: 'openai-compatible', provider: 'test', upstreamModel: 'm', baseUrl },
          credential: { api_key: 'a secret of the test' },
          limits: LIMITS,
          signal: new AbortController().signal,
        },
        { model: 'm', messages: [{ role: 'user', content: 'Hello' }] },
      );
      let contents = 0;
      for await (const batch of events) {
        contents += JSON.stringify(batch).split('"content":"a"').length - 1;
      }
      return contents;
    });
    expect(contents).toBe(2);
  } finally {
    caller.close();
    await server.stop();
  }
});

test('so does an answer of a service', async () => {
  const server = await anEarlyServer('application/json', ['{"whole":', 'true}']);
  const route: RouteDefinition = {
    method: 'post',
    path: '/work',
    auth: 'service',
    summary: 'Work',
    status: 200,
  };
  const replicas = followReplicas([server.origin], {
    probeEveryMs: LOOK_MS,
    resolveEveryMs: LOOK_MS,
  });
  const client = createServiceClient({
    replicas,
    audience: 'test',
    signer: { sign: () => Promise.resolve('a token') },
    timeoutMs: LIMITS.firstByteMs,
  });
  try {
    const answer = await askWhileLate(server, () => client.call(route, { body: { hello: 1 } }));
    expect(answer).toEqual({ whole: true });
  } finally {
    replicas.stop();
    await server.stop();
  }
});

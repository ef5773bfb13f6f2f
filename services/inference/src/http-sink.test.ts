import { once } from 'node:events';
import { createServer, get } from 'node:http';
import type { IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import express from 'express';
import { GatewayError } from '@tollgate/contract/error-codes';
import { scaleTimers } from '@tollgate/runtime/timers';
import type { Timers } from '@tollgate/runtime/timers';
import { createHttpSink, GATHER_LAG_MS, GATHER_MS } from './http-sink.ts';
import type { HttpSink } from './http-sink.ts';

const ROUTE = { 'x-svc-provider': 'demo', 'x-svc-model': 'demo/one', 'x-request-id': 'req_1' };
/** A silence that is bridged lasts 15 ms, a call 600 ms. */
const timers = scaleTimers(0.001);
/** No silence of a test is long enough to be bridged, however busy the machine is. */
const unbridged = scaleTimers(1);

interface Answered {
  status: number;
  headers: IncomingMessage['headers'];
  text: string;
  /** What was written, write by write. */
  written: string[];
}

/** Lets a sink be played, and gives what its caller got. */
async function answered(
  play: (sink: HttpSink) => Promise<void>,
  { timers: used = timers, lagMs = 0 }: { timers?: Timers; lagMs?: number } = {},
): Promise<Answered> {
  const app = express();
  let played: Promise<void> = Promise.resolve();
  app.get('/', (_request, response) => {
    const given = { startedMs: performance.now(), streaming: () => undefined, lagMs: () => lagMs };
    played = play(createHttpSink(response, used, given));
  });
  const server = createServer(app).listen(0, '127.0.0.1');
  await once(server, 'listening');
  try {
    const { port } = server.address() as AddressInfo;
    const [response] = (await once(get(`http://127.0.0.1:${port}/`), 'response')) as [
      IncomingMessage,
    ];
    // The client hands on each chunk by itself, and the sink makes a chunk of each write. An
    // encoding would join chunks that came before it was set.
    const chunks: string[] = [];
    response.on('data', (chunk: Buffer) => chunks.push(chunk.toString()));
    await once(response, 'end');
    await played;
    const { statusCode: status = 0, headers } = response;
    return { status, headers, text: chunks.join(''), written: chunks };
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
const silence = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 100));

test('a stream is bridged every 15 seconds of silence, and may still be served by another target until it has content', async () => {
  const begun: boolean[] = [];
  const { status, headers, text } = await answered(async (sink) => {
    sink.expect(ROUTE, 'stream');
    await silence();
    begun.push(sink.hasBegun());
    sink.expect({ ...ROUTE, 'x-svc-model': 'demo/two' }, 'stream');
    await silence();
    const out = sink.openStream(ROUTE);
    begun.push(sink.hasBegun());
    await out.write('data: one\n\n');
    out.end();
  });
  expect(begun).toEqual([false, true]);
  expect(status).toBe(200);
  expect(text).toMatch(/^(?:: ping\n\n){2,}data: one\n\n$/u);
  expect(headers['x-request-id']).toBe('req_1');
  expect(headers).not.toHaveProperty('x-svc-provider');
  expect(headers).not.toHaveProperty('x-svc-model');
});

test('a stream without silence names its target', async () => {
  const { headers, text } = await answered(
    async (sink) => {
      sink.expect(ROUTE, 'stream');
      const out = sink.openStream(ROUTE);
      await out.write('data: one\n\n');
      out.end();
    },
    { timers: unbridged },
  );
  expect(text).toBe('data: one\n\n');
  expect(headers['x-svc-model']).toBe('demo/one');
});

test('once a stream was bridged a failure is a frame', async () => {
  const { status, text } = await answered(async (sink) => {
    sink.expect(ROUTE, 'stream');
    await silence();
    const error = new GatewayError('upstream_timeout', 'The provider did not answer in time.');
    expect(sink.failInside(error, 'req_1')).toBe(true);
  });
  expect(status).toBe(200);
  expect(text).toMatch(/^(?:: ping\n\n)+data: \{"error":.*"upstream_timeout".*\n\n$/u);
});

test('a whole answer that was bridged has begun, and names its target', async () => {
  const begun: boolean[] = [];
  const { headers, text } = await answered(async (sink) => {
    sink.expect(ROUTE, 'document');
    await silence();
    begun.push(sink.hasBegun());
    sink.send({ status: 200, headers: ROUTE, body: Buffer.from('{}') });
  });
  expect(begun).toEqual([true]);
  expect(text).toMatch(/^ +\{\}$/u);
  expect(headers['x-svc-model']).toBe('demo/one');
});

test('a whole answer is reported as read once its caller has it, or has gone', async () => {
  const body = Buffer.alloc(32_000_000, 'x');
  const app = express();
  const read: string[] = [];
  app.get('/:caller', ({ params }, response) => {
    const given = { startedMs: performance.now(), streaming: () => undefined, lagMs: () => 0 };
    const answer = { status: 200, headers: ROUTE, body };
    createHttpSink(response, timers, given).send(answer, () => read.push(params.caller));
  });
  const server = createServer(app).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const asked = async (caller: string) => {
    const outgoing = get(`http://127.0.0.1:${port}/${caller}`);
    const [response] = (await once(outgoing, 'response')) as [IncomingMessage];
    return response.on('error', () => undefined);
  };
  const seenRead = async (caller: string): Promise<void> => {
    while (!read.includes(caller)) await pause(1);
  };
  const [reader, leaver] = [await asked('reader'), await asked('leaver')];
  expect(read).toEqual([]);
  reader.resume();
  await seenRead('reader');
  expect(read).toEqual(['reader']);
  leaver.destroy();
  await seenRead('leaver');
  server.closeAllConnections();
  server.close();
});

test('a caller who takes nothing is cut when the whole time of the call is over', async () => {
  const app = express();
  const cut = new Promise<boolean>((resolve) => {
    app.get('/', (_request, response) => {
      const given = {
        startedMs: performance.now(),
        streaming: () => undefined,
        lagMs: () => 0,
      };
      const out = createHttpSink(response, timers, given).openStream(ROUTE);
      const writing = async (): Promise<void> => {
        const frames = `data: ${'x'.repeat(1_000_000)}\n\n`;
        while (!response.destroyed) await out.write(frames);
        resolve(response.writableFinished);
      };
      void writing();
    });
  });
  const server = createServer(app).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const outgoing = get(`http://127.0.0.1:${port}/`, (response) => response.pause());
  outgoing.on('error', () => undefined);
  expect(await cut).toBe(false);
  outgoing.destroy();
  server.closeAllConnections();
  server.close();
});

test('frames of an event loop that keeps up leave at once, each write by itself', async () => {
  const { written } = await answered(
    async (sink) => {
      const out = sink.openStream(ROUTE);
      for (const frames of ['data: 1\n\ndata: 2\n\n', 'data: 3\n\n']) {
        await out.write(frames);
        await pause(2 * GATHER_MS);
      }
      out.end();
    },
    { timers: unbridged },
  );
  expect(written).toEqual(['data: 1\n\ndata: 2\n\n', 'data: 3\n\n']);
});

test('frames of an event loop that lags leave together, and the last one waits for nothing', async () => {
  const { written } = await answered(
    async (sink) => {
      const out = sink.openStream(ROUTE);
      await out.write('data: 1\n\n');
      await out.write('data: 2\n\n');
      await pause(4 * GATHER_MS);
      await out.write('data: 3\n\n');
      await out.write('data: [DONE]\n\n');
      out.end();
    },
    { timers: unbridged, lagMs: GATHER_LAG_MS },
  );
  expect(written).toEqual(['data: 1\n\ndata: 2\n\n', 'data: 3\n\ndata: [DONE]\n\n']);
});

test('gathered frames stand before an error that ends the stream', async () => {
  const { text } = await answered(
    async (sink) => {
      const out = sink.openStream(ROUTE);
      await out.write('data: 1\n\n');
      const error = new GatewayError('internal_error', 'It failed.');
      expect(sink.failInside(error, 'req_1')).toBe(true);
    },
    { timers: unbridged, lagMs: GATHER_LAG_MS },
  );
  expect(text).toMatch(/^data: 1\n\n(?:event: error\n)?data: \{/u);
});

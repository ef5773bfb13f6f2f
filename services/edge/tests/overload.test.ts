import type { ServerResponse } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import type { StartedEdge } from './start-edge.ts';
import { startEdge } from './start-edge.ts';
import { bodyOf, connectRaw, sendPlain, statusOf, waitFor } from './raw-client.ts';
import type { RawClient } from './raw-client.ts';

const CALLS_MAX = 10;
/** What one caller gets of the permits while nobody else calls. */
const ALONE = 8;
const ROUND_MS = 30_000;
/** What one caller gets of 64 permits. */
const FAIR_PART = 50;
const WAIT_MS = 400;
/** Long enough for what would go wrong to go wrong. */
const PAUSE_MS = 50;

let started: StartedEdge;
let open: ServerResponse[];
let clients: RawClient[];
beforeEach(async () => {
  started = await startEdge({ serviceCallsMax: CALLS_MAX });
  open = [];
  clients = [];
  started.services.inference.handler = (_request, response) => void open.push(response);
});
afterEach(async () => {
  for (const { socket } of clients) socket.destroy();
  await started.stop();
});

const port = (): number => started.listeners.public.port;

/** A call that waits for its answer. */
function call(caller: string, body = ''): RawClient {
  const client = connectRaw(port());
  clients.push(client);
  client.socket.write(
    `POST /v1/x HTTP/1.1\r\nHost: t\r\nAuthorization: Bearer ${caller}\r\n` +
      `Content-Length: ${body.length}\r\n\r\n${body}`,
  );
  return client;
}

/** Makes the service answer so, and reports how many calls the service had at once. */
function countingService(answer: (response: ServerResponse) => void): { peak: number } {
  const service = { peak: 0 };
  let calls = 0;
  started.services.inference.handler = (_request, response) => {
    calls += 1;
    service.peak = Math.max(service.peak, calls);
    response.once('close', () => (calls -= 1));
    answer(response);
  };
  return service;
}

/** So many calls at once; gives their answers and how many of them the service had at once. */
async function round(
  count: number,
  service: { peak: number },
): Promise<{ answers: string[]; peak: number }> {
  service.peak = 0;
  const calls = Array.from({ length: count }, () => call('flood'));
  const answers = await Promise.all(
    calls.map((client) => client.until((text) => text.includes('}'), ROUND_MS)),
  );
  for (const { socket } of calls) socket.destroy();
  for (const answer of answers) expect(answer).not.toContain('x-internal-s');
  return { answers, peak: service.peak };
}

/** One after the other: connections that come at once are not taken in their order. */
async function fill(): Promise<void> {
  for (let count = 0; count < ALONE; count += 1) {
    call('flood');
    await waitFor(() => open[count]);
  }
}

describe('more calls to a service than it is given', () => {
  it('503 with Retry-After when no permit comes free, before the service hears of it, on a connection that stays', async () => {
    await fill();
    const refused = call('flood', '{"a":1}');
    const answer = await refused.until((text) => text.includes('"error"'));
    expect(statusOf(answer)).toBe(503);
    expect(bodyOf(answer).error?.code).toBe('overloaded');
    expect(answer).toMatch(/^retry-after: [1-4]\r$/im);
    expect(answer).not.toMatch(/^connection: close\r$/im);
    expect(open).toHaveLength(ALONE);
    for (const response of open) response.end('{}');
    await waitFor(() => (open.every(({ closed }) => closed) ? true : undefined));
    refused.socket.write('GET /v1/y HTTP/1.1\r\nHost: t\r\nAuthorization: Bearer flood\r\n\r\n');
    await waitFor(() => open[ALONE]);
    open[ALONE]?.end('{"again":true}');
    await refused.until((text) => text.includes('{"again":true}'));
  });

  it('other callers and other services are not refused', async () => {
    await fill();
    call('patient');
    await waitFor(() => open[ALONE]);
    expect(statusOf(await sendPlain(port(), '/api/keys'))).toBe(200);
  });

  it('an open stream gives its permit to a call', async () => {
    await fill();
    open[0]?.writeHead(200, { 'content-type': 'text/event-stream' });
    open[0]?.write('data: 1\n\n');
    await clients[0]?.until((text) => text.includes('data: 1'));
    call('flood');
    await waitFor(() => open[ALONE]);
    const refused = call('flood');
    expect(statusOf(await refused.until((text) => text.includes('"error"')))).toBe(503);
  });

  it('a caller who leaves gives the permit back', async () => {
    await fill();
    clients[0]?.socket.destroy();
    await waitFor(() => (open[0]?.closed === true ? true : undefined));
    call('flood');
    await waitFor(() => open[ALONE]);
  });

  it('calls that wait on the way take permits away, those that the service itself takes long for do not', async () => {
    await started.stop();
    started = await startEdge({ serviceCallsMax: 64, waitMsMax: WAIT_MS / 4 });
    let servedMs = 0;
    const service = countingService((response) => {
      setTimeout(() => {
        response.writeHead(200, { 'x-internal-served-ms': String(servedMs) }).end('{}');
      }, WAIT_MS);
    });
    // Calls beyond the permits wait at the edge, so the service sees fewer at once.
    while ((await round(FAIR_PART, service)).peak === FAIR_PART);
    servedMs = WAIT_MS;
    while ((await round(FAIR_PART, service)).peak < FAIR_PART);
  });

  it('calls that can be served soon wait for a permit, in their order', async () => {
    await fill();
    const waiting = call('flood', '{"waits":1}');
    const later = call('flood', '{"waits":2}');
    await pause(PAUSE_MS);
    expect(open).toHaveLength(ALONE);
    open[0]?.end('{"first":true}');
    await waitFor(() => open[ALONE]);
    open[ALONE]?.end('{"second":true}');
    await waiting.until((text) => text.includes('{"second":true}'));
    await waitFor(() => open[ALONE + 1]);
    open[ALONE + 1]?.end('{"third":true}');
    await later.until((text) => text.includes('{"third":true}'));
  });

  it('a caller who leaves the line takes no permit', async () => {
    await fill();
    const leaving = call('flood');
    await pause(PAUSE_MS);
    leaving.socket.resetAndDestroy();
    await pause(PAUSE_MS);
    call('flood');
    for (const response of open.slice(0, 2)) response.end('{}');
    await waitFor(() => open[ALONE]);
    await pause(PAUSE_MS);
    expect(open).toHaveLength(ALONE + 1);
  });

  it('a refusal of the service is learned from, and its mark stays inside', async () => {
    const service = countingService((response) => {
      setTimeout(() => {
        response.writeHead(503, { 'x-internal-shed': 'owner', 'content-length': '2' }).end('{}');
      }, PAUSE_MS);
    });
    // What was learned is forgotten within a second, so a slow machine needs some rounds.
    for (;;) {
      const { peak, answers } = await round(ALONE, service);
      expect(answers.map(statusOf)).toEqual(Array(ALONE).fill(503));
      if (peak < ALONE) return;
    }
  });
});

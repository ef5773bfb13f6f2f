import type { ServerResponse } from 'node:http';
import type { StartedEdge } from './start-edge.ts';
import { startEdge } from './start-edge.ts';
import { bodyOf, connectRaw, sendPlain, statusOf, waitFor } from './raw-client.ts';
import type { RawClient } from './raw-client.ts';

const CALLS_MAX = 10;
/** What one caller gets of the places while nobody else calls. */
const ALONE = 8;
const ROUND_MS = 30_000;
/** What one caller gets of 64 places. */
const FAIR_PART = 50;
const WAIT_MS = 400;

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

/** One after the other: connections that come at once are not taken in their order. */
async function fill(): Promise<void> {
  for (let count = 0; count < ALONE; count += 1) {
    call('flood');
    await waitFor(() => open[count]);
  }
}

describe('more calls to a service than it is given', () => {
  it('503 with Retry-After before the service hears of it, on a connection that stays', async () => {
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

  it('an open stream gives its place to a call', async () => {
    await fill();
    open[0]?.writeHead(200, { 'content-type': 'text/event-stream' });
    open[0]?.write('data: 1\n\n');
    await clients[0]?.until((text) => text.includes('data: 1'));
    call('flood');
    await waitFor(() => open[ALONE]);
    const refused = call('flood');
    expect(statusOf(await refused.until((text) => text.includes('"error"')))).toBe(503);
  });

  it('a caller who leaves gives the place back', async () => {
    await fill();
    clients[0]?.socket.destroy();
    await waitFor(() => (open[0]?.closed === true ? true : undefined));
    call('flood');
    await waitFor(() => open[ALONE]);
  });

  it('calls that wait on the way take places away, those that the service itself takes long for do not', async () => {
    await started.stop();
    started = await startEdge({ serviceCallsMax: 64, waitMsMax: WAIT_MS / 4 });
    let servedMs = 0;
    started.services.inference.handler = (_request, response) => {
      setTimeout(() => {
        response.writeHead(200, { 'x-internal-served-ms': String(servedMs) }).end('{}');
      }, WAIT_MS);
    };
    const round = async (): Promise<number[]> => {
      const calls = Array.from({ length: FAIR_PART }, () => call('flood'));
      const answers = await Promise.all(
        calls.map((client) => client.until((text) => text.includes('}'), ROUND_MS)),
      );
      for (const { socket } of calls) socket.destroy();
      for (const answer of answers) expect(answer).not.toContain('x-internal-served-ms');
      return answers.map(statusOf);
    };
    while (!(await round()).includes(503));
    servedMs = WAIT_MS;
    while ((await round()).includes(503));
  });

  it('a refusal of the service is learned from, and its mark stays inside', async () => {
    started.services.inference.handler = (_request, response) => {
      response.writeHead(503, { 'x-internal-shed': '1', 'content-length': '2' }).end('{}');
    };
    const refused = (text: string): boolean => text.includes('"overloaded"');
    // What was learned is forgotten within a second, so a slow machine needs some rounds.
    for (let answers: string[] = []; !answers.some(refused);) {
      const round = Array.from({ length: ALONE }, () => call('flood'));
      answers = await Promise.all(
        round.map((client) => client.until((text) => text.includes('}'), ROUND_MS)),
      );
      for (const answer of answers) {
        expect(statusOf(answer)).toBe(503);
        expect(answer).not.toContain('x-internal-shed');
      }
      for (const { socket } of round) socket.destroy();
    }
  });
});

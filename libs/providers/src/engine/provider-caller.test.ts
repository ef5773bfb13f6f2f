import { createServer } from 'node:http';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { createServer as createTcpServer } from 'node:net';
import type { AddressInfo, Server as TcpServer } from 'node:net';
import { gzipSync } from 'node:zlib';
import type { ChatRequest } from '@tollgate/contract/chat';
import { ProviderError } from '../adapter/adapter.ts';
import type { Failure, MappedEvent } from '../adapter/adapter.ts';
import { keepMessages } from '@tollgate/contract/text-only';
import { createAnswerAccumulator } from '../adapter/accumulate.ts';
import { openaiCompatible } from '../openai-compatible/index.ts';
import { BYTES_WITHOUT_EVENT_MAX, STREAM_BYTES_MAX } from './stream-bounds.ts';
import { createProviderCaller } from './provider-caller.ts';
import type { ProviderCall, ProviderCaller } from './provider-caller.ts';

type Answer = (request: IncomingMessage, response: ServerResponse) => void;

const SECRET = 'canary-secret-value-0123456789';
const REQUEST: ChatRequest = { model: 'x', messages: [{ role: 'user', content: 'hello' }] };
const LIMITS = { firstByteMs: 1_500, idleMs: 1_500, totalMs: 7_500 };
/** More than the buffers of two sockets hold. */
const LONG_REQUEST_CHARACTERS = 16_000_000;
/** A limit that is not the one that ends the call. */
const NEVER_MS = 3_600_000;
const COMPLETION = {
  id: 'c',
  choices: [{ index: 0, message: { role: 'assistant', content: 'hi' }, finish_reason: 'stop' }],
  usage: { prompt_tokens: 3, completion_tokens: 1, total_tokens: 4 },
};
const CHUNK = 'data: {"choices":[{"index":0,"delta":{"content":"a"}}]}\n\n';
const FINISH = 'data: {"choices":[{"index":0,"delta":{},"finish_reason":"stop"}]}\n\n';
const DONE = 'data: [DONE]\n\n';
const USAGE = (tokens: number): string =>
  `data: {"choices":[],"usage":{"prompt_tokens":3,"completion_tokens":${tokens},"total_tokens":9}}\n\n`;

let answer: Answer = (_request, response) => response.end();
let server: Server;
let hits = 0;
let port = 0;
let caller: ProviderCaller;

beforeAll(async () => {
  server = createServer((request, response) => {
    hits += 1;
    request.resume();
    request.once('end', () => answer(request, response));
  });
  port = await listen(server);
  caller = createProviderCaller({ allowed: new Set([`127.0.0.1:${port}`]) });
});

afterAll(async () => {
  caller.close();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

beforeEach(() => {
  hits = 0;
});

function listen(made: Server | TcpServer): Promise<number> {
  return new Promise((resolve) => {
    made.listen(0, '127.0.0.1', () => resolve((made.address() as AddressInfo).port));
  });
}

function callTo(changes: Partial<ProviderCall> & { baseUrl?: string } = {}): ProviderCall {
  const { baseUrl = `http://127.0.0.1:${port}/v1`, ...rest } = changes;
  return {
    family: openaiCompatible,
    endpoint: { family: 'openai-compatible', provider: 'test', upstreamModel: 'm', baseUrl },
    credential: { api_key: SECRET },
    limits: LIMITS,
    signal: new AbortController().signal,
    ...rest,
  };
}

function json(body: unknown, status = 200, headers: Record<string, string> = {}): Answer {
  return (_request, response) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers });
    response.end(typeof body === 'string' ? body : JSON.stringify(body));
  };
}

function stream(...frames: string[]): Answer {
  return (_request, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    for (const frame of frames) response.write(frame);
    response.end();
  };
}

async function failureOf(work: Promise<unknown>): Promise<Failure> {
  const error: unknown = await work.then(
    () => null,
    (reason: unknown) => reason,
  );
  if (!(error instanceof ProviderError)) throw new Error('expected a failure', { cause: error });
  return error.failure;
}

async function chatFailure(made: Answer, call = callTo()): Promise<Failure> {
  answer = made;
  return failureOf(caller.chat(call, REQUEST));
}

async function batchesOf(call = callTo()): Promise<readonly MappedEvent[][]> {
  const { events } = await caller.chatStream(call, REQUEST);
  const batches: MappedEvent[][] = [];
  for await (const batch of events) batches.push([...batch]);
  return batches;
}

describe('a body that was written ahead', () => {
  const { chat } = openaiCompatible;
  if (chat === undefined) throw new TypeError('the family has no chat');
  const { forRequest: _, ...plain } = chat;
  let written = 0;
  const family = {
    ...openaiCompatible,
    chat: {
      ...plain,
      toWire(...given: Parameters<typeof plain.toWire>) {
        written += 1;
        return plain.toWire(...given);
      },
    },
  };
  let sent: unknown[] = [];

  beforeEach(() => {
    written = 0;
    sent = [];
    answer = json(COMPLETION);
    server.prependListener('request', note);
  });
  afterEach(() => {
    server.off('request', note);
  });

  function note(request: IncomingMessage): void {
    const pieces: Buffer[] = [];
    request.on('data', (piece: Buffer) => pieces.push(piece));
    request.once('end', () => sent.push(JSON.parse(Buffer.concat(pieces).toString())));
  }

  it('is sent by the call, and by that call alone', async () => {
    const request = { ...REQUEST };
    const call = callTo({ family });
    caller.writeAhead(call, request, false);
    await caller.chat(call, request);
    expect(written).toBe(1);
    await caller.chat(call, request);
    expect(written).toBe(2);
    expect(sent).toEqual([expect.objectContaining({ model: 'm' }), sent[0]]);
  });

  it('is not sent to another endpoint, nor as a stream', async () => {
    const request = { ...REQUEST };
    const call = callTo({ family });
    const endpoint = { ...call.endpoint, upstreamModel: 'other' };
    caller.writeAhead(call, request, false);
    await caller.chat({ ...call, endpoint }, request);
    expect(sent).toEqual([expect.objectContaining({ model: 'other' })]);
    caller.writeAhead(call, request, false);
    answer = stream(CHUNK, FINISH, USAGE(1), DONE);
    for await (const _batch of (await caller.chatStream(call, request)).events);
    expect(sent[1]).toMatchObject({ model: 'm', stream: true });
  });
});

describe('a whole answer', () => {
  it('is mapped, with its times', async () => {
    answer = json(COMPLETION);
    const { answer: mapped, timing } = await caller.chat(callTo(), REQUEST);
    expect(mapped.choices[0]?.message.content).toBe('hi');
    expect(mapped.usage).toEqual({
      input: 3,
      cache_read: 0,
      cache_write: 0,
      output: 1,
      reasoning: 0,
    });
    expect(timing.dispatchedMs).toBeLessThanOrEqual(timing.firstByteMs ?? 0);
  });

  it('is read whatever its content type says, after white space, compressed', async () => {
    const body = gzipSync(`   \n${JSON.stringify(COMPLETION)}`);
    answer = (_request, response) => {
      response.writeHead(200, { 'content-type': 'text/html', 'content-encoding': 'gzip' });
      response.end(body);
    };
    expect((await caller.chat(callTo(), REQUEST)).answer.choices).toHaveLength(1);
  });

  it('carries the credential and nothing of our own', async () => {
    let headers: IncomingMessage['headers'] = {};
    answer = (request, response) => {
      ({ headers } = request);
      json(COMPLETION)(request, response);
    };
    await caller.chat(callTo(), REQUEST);
    expect(headers.authorization).toBe(`Bearer ${SECRET}`);
    expect(Object.keys(headers).sort()).toEqual([
      'accept',
      'accept-encoding',
      'authorization',
      'connection',
      'content-length',
      'content-type',
      'host',
      'user-agent',
    ]);
  });

  it('reuses its connections', async () => {
    const sockets = new Set<unknown>();
    answer = (request, response) => {
      sockets.add(request.socket);
      json(COMPLETION)(request, response);
    };
    for (let round = 0; round < 5; round += 1) await caller.chat(callTo(), REQUEST);
    // A connection rests for one turn of the loop after an answer, and a call at once takes a
    // second connection.
    expect(sockets.size).toBeLessThanOrEqual(2);
  });
});

describe('failures of a whole answer', () => {
  it('FB04: nobody listens', async () => {
    const closed = createTcpServer();
    const free = await listen(closed);
    await new Promise((resolve) => closed.close(resolve));
    const allowing = createProviderCaller({ allowed: new Set([`127.0.0.1:${free}`]) });
    const call = callTo({ baseUrl: `http://127.0.0.1:${free}/v1` });
    expect(await failureOf(allowing.chat(call, REQUEST))).toMatchObject({ kind: 'unavailable' });
  });

  it('FB04: the name does not exist', async () => {
    const call = callTo({ baseUrl: 'https://no-such-host.invalid/v1' });
    expect(await failureOf(caller.chat(call, REQUEST))).toMatchObject({ kind: 'unavailable' });
  });

  it('FB04, W09: no TLS on the other side', async () => {
    const allowing = createProviderCaller({ allowed: new Set([`127.0.0.1:${port}`]) });
    const call = callTo({ baseUrl: `https://127.0.0.1:${port}/v1` });
    expect(await failureOf(allowing.chat(call, REQUEST))).toMatchObject({ kind: 'unavailable' });
  });

  it('a refusal that begins before the request has arrived is read to its end', async () => {
    const hasty = createServer((_request, response) => {
      response.writeHead(400, { 'content-type': 'application/json', connection: 'close' });
      response.write('{"error":{"message":"The image');
      setTimeout(() => response.end(' is too large."}}'), 50);
    });
    const at = await listen(hasty);
    const allowing = createProviderCaller({ allowed: new Set([`127.0.0.1:${at}`]) });
    const messages = [{ role: 'user' as const, content: 'x'.repeat(LONG_REQUEST_CHARACTERS) }];
    try {
      const call = callTo({ baseUrl: `http://127.0.0.1:${at}/v1` });
      const failure = await failureOf(allowing.chat(call, { ...REQUEST, messages }));
      expect(failure).toMatchObject({ kind: 'rejected', status: 400 });
      expect(failure.detail ?? failure.message).toContain('The image is too large.');
    } finally {
      allowing.close();
      hasty.closeAllConnections();
      await new Promise((resolve) => hasty.close(resolve));
    }
  });

  it.each([
    [401, 'credential'],
    [403, 'credential'],
    [400, 'rejected'],
    [404, 'model_unavailable'],
    [410, 'model_unavailable'],
    [422, 'rejected'],
    [500, 'unavailable'],
    [502, 'unavailable'],
    [503, 'overloaded'],
    [529, 'overloaded'],
    [504, 'timeout'],
    [204, 'malformed'],
    [206, 'malformed'],
    [304, 'unavailable'],
    [418, 'malformed'],
    [600, 'unavailable'],
  ])('FB05 to FB08, W08: status %d', async (status, kind) => {
    expect(await chatFailure(json({ error: { message: 'no' } }, status))).toMatchObject({ kind });
    expect(hits).toBe(1);
  });

  it('FB07: passes the wait on, capped', async () => {
    const limited = json({ error: {} }, 429, { 'retry-after': '20' });
    expect(await chatFailure(limited)).toMatchObject({
      kind: 'rate_limited',
      retryAfterSeconds: 20,
    });
    const long = json({ error: {} }, 429, { 'retry-after': '86400' });
    expect(await chatFailure(long)).toMatchObject({ retryAfterSeconds: 3_600 });
  });

  it('FB06: a refusal keeps the sentence and loses what it reveals', async () => {
    const message = `Bad key ${SECRET} at https://api.provider.com for org-abcDEF123456 (ops@provider.com)`;
    const { message: reported, detail } = await chatFailure(json({ error: { message } }, 400));
    for (const text of [reported, detail ?? '']) {
      expect(text).not.toMatch(/canary|provider\.com|org-abc|ops@/u);
    }
    expect(reported).toContain('Bad key');
  });

  it('FB09: accepts and never answers', async () => {
    const limits = { ...LIMITS, idleMs: NEVER_MS, totalMs: NEVER_MS };
    expect(await chatFailure(() => undefined, callTo({ limits }))).toMatchObject({
      kind: 'timeout',
    });
  });

  it('FB10: drips white space until the total is over', async () => {
    const drip: Answer = (_request, response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      const timer = setInterval(() => response.write(' '), 50);
      response.once('close', () => clearInterval(timer));
    };
    const limits = { firstByteMs: 200, idleMs: 200, totalMs: 500 };
    expect(await chatFailure(drip, callTo({ limits }))).toMatchObject({ kind: 'timeout' });
  });

  it.each(['<html></html>', '', 'null', '{"choices":[', '[]', '{"choices":[]}', '{}', '"text"'])(
    'FB11, FB12: answers 200 with %j',
    async (body) => {
      expect(await chatFailure(json(body))).toMatchObject({ kind: 'malformed' });
    },
  );

  it('FB11: breaks off in the middle of the body', async () => {
    const cut: Answer = (_request, response) => {
      response.writeHead(200, { 'content-length': '1000' });
      response.write('{"choices":');
      setTimeout(() => response.destroy(), 20);
    };
    expect(await chatFailure(cut)).toMatchObject({ kind: 'malformed' });
  });

  it('FB11: the connection dies before anything came', async () => {
    const cut: Answer = (_request, response) => response.destroy();
    expect(await chatFailure(cut)).toMatchObject({ kind: 'indeterminate' });
  });

  it('FB13: a body without an end', async () => {
    const block = Buffer.alloc(1_048_576, 32);
    const flood: Answer = (_request, response) => {
      response.writeHead(200);
      const more = (): void => {
        while (!response.destroyed && response.write(block));
      };
      response.on('drain', more);
      more();
    };
    expect(
      await chatFailure(flood, callTo({ limits: { ...LIMITS, totalMs: 10_000 } })),
    ).toMatchObject({
      kind: 'malformed',
    });
  });

  it('FB13: a small body that swells', async () => {
    const bomb = gzipSync(Buffer.alloc(67_108_864, 32));
    const swelling: Answer = (_request, response) => {
      response.writeHead(200, { 'content-encoding': 'gzip' });
      response.end(bomb);
    };
    const limits = { firstByteMs: 5_000, idleMs: 5_000, totalMs: 10_000 };
    expect(await chatFailure(swelling, callTo({ limits }))).toMatchObject({ kind: 'malformed' });
  });

  it('FB14, V20: a redirect is not followed', async () => {
    let visited = 0;
    const other = createServer((_request, response) => {
      visited += 1;
      response.end('{}');
    });
    const source = await listen(other);
    for (const status of [301, 302, 303, 307, 308]) {
      const location = `http://127.0.0.1:${source}/v1/chat/completions`;
      expect(await chatFailure(json({}, status, { location }))).toMatchObject({
        kind: 'unavailable',
      });
    }
    other.close();
    expect(visited).toBe(0);
    expect(hits).toBe(5);
  });

  it('W02: says that it is compressed and is not', async () => {
    const lying: Answer = (_request, response) => {
      response.writeHead(200, { 'content-encoding': 'br' });
      response.end('this is no brotli at all');
    };
    const { kind } = await chatFailure(lying);
    expect(kind).toBe('malformed');
  });

  it('W08: interim replies', async () => {
    const early: Answer = (request, response) => {
      response.writeProcessing();
      setTimeout(() => json(COMPLETION)(request, response), 20);
    };
    expect(await chatFailure(early)).toMatchObject({ kind: 'malformed' });
  });

  it('an error in a reply of status 200', async () => {
    const body = { error: { code: 429, message: 'slow down' } };
    expect(await chatFailure(json(body))).toMatchObject({ kind: 'rate_limited' });
  });

  it('gives up when asked to', async () => {
    const controller = new AbortController();
    setTimeout(() => controller.abort(), 50);
    const failure = await chatFailure(() => undefined, callTo({ signal: controller.signal }));
    expect(failure.kind).toBe('indeterminate');
    const before = await chatFailure(() => undefined, callTo({ signal: AbortSignal.abort() }));
    expect(before.kind).toBe('unavailable');
  });

  it('V27: takes no proxy from the environment', async () => {
    process.env['HTTP_PROXY'] = 'http://127.0.0.1:1';
    process.env['http_proxy'] = 'http://127.0.0.1:1';
    try {
      answer = json(COMPLETION);
      expect((await caller.chat(callTo(), REQUEST)).answer.choices).toHaveLength(1);
    } finally {
      delete process.env['HTTP_PROXY'];
      delete process.env['http_proxy'];
    }
  });

  it('V10 to V16: goes to no private place that is not allowed', async () => {
    const strict = createProviderCaller({ allowed: new Set() });
    for (const baseUrl of [
      `http://127.0.0.1:${port}/v1`,
      `https://127.0.0.1:${port}/v1`,
      `https://localhost:${port}/v1`,
      'https://[::1]/v1',
      'https://169.254.169.254/v1',
    ]) {
      const failure = await failureOf(strict.chat(callTo({ baseUrl }), REQUEST));
      expect(failure.kind).toBe('unavailable');
      expect(failure.message).not.toMatch(/127|localhost|169/u);
    }
    expect(hits).toBe(0);
  });
});

describe('a stream', () => {
  it('gives what arrived together together', async () => {
    answer = stream(CHUNK + CHUNK + FINISH + USAGE(2) + DONE);
    const batches = await batchesOf();
    expect(batches).toHaveLength(1);
    const accumulator = createAnswerAccumulator();
    for (const batch of batches) accumulator.push(batch);
    const whole = accumulator.answer();
    expect(whole.choices[0]?.message.content).toBe('aa');
    expect(whole.usage?.output).toBe(2);
  });

  it('gives what arrived in one read together, in however many chunks it was sent', async () => {
    answer = (_request, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      // Writes of one turn leave in one piece, each as a chunk of its own.
      for (const frame of [CHUNK, CHUNK, FINISH, USAGE(2), DONE]) response.write(frame);
      response.end();
    };
    const [batch, ...others] = await batchesOf();
    expect(others).toEqual([]);
    expect(batch?.filter(({ kind }) => kind === 'choices')).toHaveLength(3);
  });

  it('FC01: dies after a chunk', async () => {
    answer = (_request, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.write(CHUNK);
      setTimeout(() => response.destroy(), 30);
    };
    expect(await failureOf(batchesOf())).toMatchObject({ kind: 'indeterminate' });
  });

  it('FC02: ends without a finish reason, or with one and without [DONE]', async () => {
    answer = stream(CHUNK);
    const cut = (await batchesOf()).flat().at(-1);
    expect(cut).toMatchObject({ kind: 'failure', failure: { kind: 'malformed' } });
    answer = stream(CHUNK, FINISH);
    const whole = (await batchesOf()).flat().at(-1);
    expect(whole).toMatchObject({ kind: 'choices', choices: [{ finish_reason: 'stop' }] });
  });

  it('FC03: stalls', async () => {
    answer = (_request, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.write(CHUNK);
    };
    expect(await failureOf(batchesOf())).toMatchObject({ kind: 'timeout' });
  });

  it('stalls or breaks after the finish reason: the answer is whole', async () => {
    for (const finish of [() => undefined, (response: ServerResponse) => response.destroy()]) {
      answer = (_request, response) => {
        response.writeHead(200, { 'content-type': 'text/event-stream' });
        response.write(CHUNK + FINISH);
        setTimeout(() => finish(response), 20);
      };
      expect((await batchesOf()).flat().at(-1)).toMatchObject({ kind: 'choices' });
    }
  });

  it.each([
    ['comments', ': keep-alive\n\n'],
    ['events that add nothing', 'data: {"choices":[]}\n\n'],
  ])('%s after the finish reason do not keep the answer open', async (_name, frame) => {
    let closed = (): void => undefined;
    const isClosed = new Promise<void>((resolve) => (closed = resolve));
    answer = (_request, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.write(CHUNK + FINISH + USAGE(4));
      const timer = setInterval(() => response.write(frame), 5);
      response.once('close', () => {
        clearInterval(timer);
        closed();
      });
    };
    const limits = { ...LIMITS, idleMs: 600, totalMs: NEVER_MS };
    const events = (await batchesOf(callTo({ limits }))).flat();
    expect(events.at(-1)).toMatchObject({ choices: [{ finish_reason: 'stop' }] });
    await isClosed;
  });

  it('FC04: an error comes first', async () => {
    answer = stream('event: error\ndata: {"error":{"message":"busy","code":503}}\n\n');
    const [first] = (await batchesOf()).flat();
    expect(first).toMatchObject({ kind: 'failure', failure: { kind: 'overloaded' } });
  });

  it('FC05: a frame that is no JSON', async () => {
    answer = stream(CHUNK, 'data: {"choices":\n\n', FINISH);
    const events = (await batchesOf()).flat();
    expect(events.at(-1)).toMatchObject({ kind: 'failure', failure: { kind: 'malformed' } });
  });

  it('FC06: a frame without an end', async () => {
    const block = 'x'.repeat(65_536);
    answer = (_request, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.write(`data: ${block}`);
      const more = (): void => {
        while (!response.destroyed && response.write(block));
      };
      response.on('drain', more);
      more();
    };
    expect((await batchesOf()).flat().at(-1)).toMatchObject({ failure: { kind: 'malformed' } });
  });

  it.each([' ', ': a comment\n', 'x'])('FC06: bytes without an event: %j', async (filler) => {
    const block = filler.repeat(65_536);
    let sent = 0;
    answer = (_request, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      const more = (): void => {
        if (response.destroyed) return;
        sent += block.length;
        response.write(block);
      };
      response.on('drain', more);
      more();
    };
    expect(await failureOf(batchesOf())).toMatchObject({ kind: 'malformed' });
    expect(sent).toBeGreaterThan(BYTES_WITHOUT_EVENT_MAX / 2);
    expect(sent).toBeLessThan(STREAM_BYTES_MAX / 4);
  });

  it('FC07: any line ends, comments, fields and blanks', async () => {
    const crlf = (CHUNK + FINISH).replaceAll('\n', '\r\n').replaceAll('data: ', 'data:');
    answer = stream(': ping\r\n\r\nid: 1\r\nretry: 1\r\nevent: x\r\n', crlf, 'data:[DONE]\r\n\r\n');
    expect((await batchesOf()).flat().map(({ kind }) => kind)).toEqual(['choices', 'choices']);
  });

  it('FC18: usage after [DONE] and twice', async () => {
    answer = stream(CHUNK, FINISH, USAGE(2), DONE, USAGE(3));
    const usages = (await batchesOf()).flat().filter(({ kind }) => kind === 'usage');
    expect(usages.at(-1)).toMatchObject({ usage: { output: 3 } });
  });

  it('FC19: pings only', async () => {
    answer = (_request, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      const timer = setInterval(() => response.write(': ping\n\n'), 10);
      response.once('close', () => clearInterval(timer));
    };
    const limits = { ...LIMITS, idleMs: NEVER_MS, totalMs: NEVER_MS };
    expect(await failureOf(batchesOf(callTo({ limits })))).toMatchObject({ kind: 'timeout' });
  });

  it('a whole document instead of a stream', async () => {
    answer = json(COMPLETION);
    expect((await batchesOf()).flat()[0]).toMatchObject({ kind: 'choices' });
    answer = json({ error: { message: 'no', code: 400 } });
    expect(await failureOf(batchesOf())).toMatchObject({ kind: 'rejected' });
  });

  it('closes the connection when its reader stops', async () => {
    const closed = new Promise<void>((resolve) => {
      answer = (_request, response) => {
        response.writeHead(200, { 'content-type': 'text/event-stream' });
        const timer = setInterval(() => response.write(CHUNK), 10);
        response.once('close', () => {
          clearInterval(timer);
          resolve();
        });
      };
    });
    const { events } = await caller.chatStream(callTo(), REQUEST);
    await events.next();
    await events.return();
    await closed;
  });

  it('does not count the time of a slow reader as silence', async () => {
    answer = stream(CHUNK, FINISH, DONE);
    const limits = { firstByteMs: 300, idleMs: 60, totalMs: 3_000 };
    const { events } = await caller.chatStream(callTo({ limits }), REQUEST);
    const kinds: string[] = [];
    for await (const batch of events) {
      kinds.push(...batch.map(({ kind }) => kind));
      await new Promise((resolve) => setTimeout(resolve, 150));
    }
    expect(kinds).not.toContain('failure');
  });
});

describe('other verbs', () => {
  it('lists models, leaving out what is no usable name', async () => {
    const data = ['gpt-x', 'a/b:free', '../etc', 'a/../b', '', 'sp ace', 7].map((id) => ({ id }));
    answer = json({ object: 'list', data });
    expect(await caller.models(callTo())).toEqual(['gpt-x', 'a/b:free']);
  });

  it('embeds in the order of the inputs', async () => {
    answer = json({
      data: [
        { index: 1, embedding: [0, 1] },
        { index: 0, embedding: [1, 0] },
      ],
      usage: { prompt_tokens: 4, total_tokens: 4 },
    });
    const { embeddings } = await caller.embeddings(callTo(), { inputs: ['a', 'b'] });
    expect(embeddings.vectors).toEqual([
      [1, 0],
      [0, 1],
    ]);
    expect(embeddings.usage?.input).toBe(4);
  });
});

describe('the body of a long request of text', () => {
  const TEXT = 'Blanks, "quotes", \u00e9 and \ud83d\ude00 stay. '.repeat(1_000);
  const bodyFor = async (request: ChatRequest): Promise<string> => {
    let seen = '';
    answer = (_request, response) => response.end(JSON.stringify(COMPLETION));
    const read = (incoming: IncomingMessage): void => {
      const pieces: Buffer[] = [];
      incoming.on('data', (piece: Buffer) => pieces.push(piece));
      incoming.once('end', () => (seen = Buffer.concat(pieces).toString('utf8')));
    };
    server.prependOnceListener('request', read);
    await caller.chat(callTo(), request);
    return seen;
  };
  const spaced = `[ {"role": "user", "content": ${JSON.stringify(TEXT)}} ]`;
  const requestOf = (): ChatRequest => ({
    ...REQUEST,
    temperature: 0.5,
    messages: JSON.parse(spaced) as ChatRequest['messages'],
  });

  it('has the messages as the caller wrote them, and says the same as one that was written', async () => {
    const written = await bodyFor(requestOf());
    const request = requestOf();
    keepMessages(request, Buffer.from(spaced));
    const kept = await bodyFor(request);
    expect(kept).toContain(spaced);
    expect(written).not.toContain(spaced);
    expect(JSON.parse(kept)).toEqual(JSON.parse(written));
    expect(Object.keys(JSON.parse(kept) as object).toSorted()).toEqual(
      Object.keys(JSON.parse(written) as object).toSorted(),
    );
  });

  it('is written where there is more in it than text', async () => {
    const request: ChatRequest = { ...requestOf(), n: 1 };
    keepMessages(request, Buffer.from(spaced));
    expect(await bodyFor(request)).not.toContain(spaced);
  });

  it('is written where blanks or escapes make most of it', async () => {
    const padded = spaced.replace('[ ', `[${' '.repeat(20_000)}`);
    const request = requestOf();
    keepMessages(request, Buffer.from(padded));
    expect(await bodyFor(request)).not.toContain('[ ');
  });
});

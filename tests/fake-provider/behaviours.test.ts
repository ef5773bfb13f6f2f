import { readFile } from 'node:fs/promises';
import { gunzipSync } from 'node:zlib';
import { BEHAVIOURS } from './behaviours.ts';
import { scriptValue } from './behaviours/answers.ts';
import { eventsOf, type Probe, probeChat, type ProbeOptions } from './probe.ts';
import { startFakeProvider, type FakeProvider } from './server.ts';

/** Longer than a busy machine takes for the head of an answer. */
const SILENCE_MS = 500;

/** One behaviour as a test asks for it, and what must be seen of it. */
interface Case extends ProbeOptions {
  ask: string;
  stream?: boolean;
  more?: Record<string, unknown>;
  see: (probe: Probe) => void;
}

const tools = [{ type: 'function', function: { name: 'lookup', parameters: { type: 'object' } } }];

const contentOf = (probe: Probe): string =>
  eventsOf(probe.text)
    .map((event) => (event as Chunk).choices?.[0]?.delta?.content ?? '')
    .join('');
const json = (probe: Probe): Completion => JSON.parse(probe.text) as Completion;
const done = (probe: Probe): boolean => probe.text.includes('data: [DONE]');
const finished = (probe: Probe): boolean => probe.text.includes('"finish_reason":"');
const usages = (probe: Probe): unknown[] =>
  eventsOf(probe.text)
    .map((event) => (event as Chunk).usage)
    .filter((usage) => usage !== null && usage !== undefined);

interface Chunk {
  choices?: { delta?: { content?: string; tool_calls?: unknown[] } }[];
  usage?: unknown;
  error?: unknown;
}
interface Completion {
  choices: { message: Record<string, unknown>; finish_reason: string }[];
  usage: Record<string, unknown>;
}

const CASES: Case[] = [
  { ask: 'delay=60', see: (probe) => expect(probe.firstByteMs).toBeGreaterThanOrEqual(55) },
  {
    ask: 'head-delay=60',
    see: (probe) => expect(probe.firstByteMs).toBeGreaterThanOrEqual(55),
  },
  {
    ask: 'chunks=6; chunk-delay=20',
    stream: true,
    see(probe) {
      expect(probe.reads).toBeGreaterThan(4);
      expect(probe.totalMs).toBeGreaterThanOrEqual(9 * 18);
      expect(done(probe)).toBe(true);
    },
  },
  {
    ask: 'pause after=2 ms=60',
    stream: true,
    see(probe) {
      expect(probe.totalMs).toBeGreaterThanOrEqual(55);
      expect(done(probe)).toBe(true);
    },
  },
  {
    ask: 'stall-before-first-byte',
    leaveAfterMs: SILENCE_MS,
    see: (probe) => expect(probe).toMatchObject({ status: 0, left: true }),
  },
  {
    ask: 'stall',
    leaveAfterMs: SILENCE_MS,
    see: (probe) => expect(probe).toMatchObject({ status: 200, text: '', left: true }),
  },
  {
    ask: 'stall after=3',
    stream: true,
    leaveAfterMs: SILENCE_MS,
    see: (probe) => expect(eventsOf(probe.text)).toHaveLength(3),
  },
  {
    ask: 'drip=10',
    leaveAfterBytes: 5,
    see: (probe) => expect(probe.text).toMatch(/^ {3,}$/),
  },
  {
    ask: 'pings every=10 after=1',
    stream: true,
    leaveAfterBytes: 800,
    see(probe) {
      expect(eventsOf(probe.text)).toHaveLength(1);
      expect(probe.text.split(': keep-alive').length).toBeGreaterThan(3);
    },
  },
  {
    ask: 'cut-before-first-byte',
    see: (probe) => expect(probe).toMatchObject({ status: 0, left: false }),
  },
  {
    ask: 'cut after=3',
    stream: true,
    see(probe) {
      expect(eventsOf(probe.text)).toHaveLength(3);
      expect(probe.complete).toBe(false);
    },
  },
  {
    ask: 'cut',
    see(probe) {
      expect(probe.complete).toBe(false);
      expect(probe.text).toMatch(/^\{"id"/);
      expect(() => json(probe)).toThrow();
    },
  },
  {
    ask: 'cut after=0',
    see: (probe) => expect(probe).toMatchObject({ status: 200, text: '', complete: false }),
  },
  {
    ask: 'cut-in-frame after=2',
    stream: true,
    see(probe) {
      expect(probe.complete).toBe(false);
      expect(typeof eventsOf(probe.text)[2]).toBe('string');
    },
  },
  {
    ask: 'end after=3',
    stream: true,
    see(probe) {
      expect(eventsOf(probe.text)).toHaveLength(3);
      expect(probe.complete).toBe(true);
      expect(finished(probe)).toBe(false);
    },
  },
  {
    ask: 'no-done',
    stream: true,
    see: (probe) => expect([done(probe), finished(probe)]).toEqual([false, true]),
  },
  {
    ask: 'no-finish',
    stream: true,
    see: (probe) => expect([done(probe), finished(probe)]).toEqual([true, false]),
  },
  {
    ask: 'truncated',
    see(probe) {
      expect(probe.complete).toBe(true);
      expect(() => json(probe)).toThrow();
    },
  },
  {
    ask: 'short-length',
    see(probe) {
      expect(Number(probe.headers['content-length'])).toBe(probe.bytes.length * 2);
      expect(probe.complete).toBe(false);
    },
  },
  {
    ask: 'after-done',
    stream: true,
    see: (probe) => expect(eventsOf(probe.text).at(-2)).toBe('[DONE]'),
  },
  {
    ask: 'status=429 retry-after=20',
    see(probe) {
      expect(probe.status).toBe(429);
      expect(probe.headers['retry-after']).toBe('20');
      expect(JSON.parse(probe.text)).toMatchObject({ error: { code: 'rate_limit_exceeded' } });
    },
  },
  ...[204, 205, 206, 304, 401, 418, 500, 502, 503, 529].map((status): Case => ({
    ask: `status=${status}`,
    see: (probe) => expect(probe.status).toBe(status),
  })),
  {
    ask: 'status=502 body=html',
    see: (probe) => expect(probe.headers['content-type']).toBe('text/html'),
  },
  {
    ask: 'redirect=307',
    see(probe) {
      expect(probe.status).toBe(307);
      expect(probe.headers.location).toMatch(/^http:\/\/localhost:\d+\/__elsewhere\/v1\/chat/);
    },
  },
  {
    ask: 'information=103 times=2',
    see: (probe) => expect(probe).toMatchObject({ informed: [103, 103], status: 200 }),
  },
  {
    ask: 'error-first=429 code=rate_limit_exceeded',
    stream: true,
    see(probe) {
      expect(probe.status).toBe(200);
      expect(eventsOf(probe.text)).toMatchObject([{ error: { code: 'rate_limit_exceeded' } }]);
    },
  },
  {
    ask: 'error after=2 code=overloaded',
    stream: true,
    see(probe) {
      expect(eventsOf(probe.text)[2]).toMatchObject({ error: { code: 'overloaded' } });
      expect(done(probe)).toBe(false);
    },
  },
  {
    ask: 'html',
    see(probe) {
      expect(probe.headers['content-type']).toBe('text/html');
      expect(probe.text).toContain('<html>');
    },
  },
  { ask: 'empty', see: (probe) => expect(probe).toMatchObject({ status: 200, text: '' }) },
  { ask: 'null', see: (probe) => expect(probe.text).toBe('null') },
  { ask: `body="{'choices':7}"`, see: (probe) => expect(probe.text).toBe('{"choices":7}') },
  {
    ask: 'content-type=text/plain',
    see: (probe) => expect(probe.headers['content-type']).toBe('text/plain'),
  },
  {
    ask: 'garbage after=2',
    stream: true,
    see(probe) {
      expect(typeof eventsOf(probe.text)[2]).toBe('string');
      expect(done(probe)).toBe(true);
    },
  },
  { ask: 'garbage', see: (probe) => expect(() => json(probe)).toThrow() },
  {
    ask: 'huge-body mb=3',
    see: (probe) => expect(probe.bytes.length).toBeGreaterThan(3_000_000),
  },
  {
    ask: 'huge-body',
    leaveAfterBytes: 10_000_000,
    see: (probe) => expect(probe.left).toBe(true),
  },
  {
    ask: 'huge-frame mb=2',
    stream: true,
    see(probe) {
      expect(probe.text).not.toContain('\n');
      expect(probe.bytes.length).toBeGreaterThan(2_000_000);
    },
  },
  {
    ask: 'gzip',
    see(probe) {
      expect(probe.headers['content-encoding']).toBe('gzip');
      expect(gunzipSync(probe.bytes).toString()).toContain('You said');
    },
  },
  {
    ask: 'gzip-bomb mb=40',
    see(probe) {
      expect(probe.bytes.length).toBeLessThan(100_000);
      expect(gunzipSync(probe.bytes).length).toBeGreaterThan(40_000_000);
    },
  },
  { ask: 'blanks=10', see: (probe) => expect(probe.text).toMatch(/^( \n){10}\{/) },
  { ask: 'bom', see: (probe) => expect(probe.text.charCodeAt(0)).toBe(0xfeff) },
  {
    ask: 'one-byte',
    see(probe) {
      expect(probe.reads).toBeGreaterThan(50);
      expect(json(probe).choices).toHaveLength(1);
    },
  },
  {
    ask: 'split-characters',
    stream: true,
    see(probe) {
      expect(contentOf(probe)).toContain('naïve 日本語 😀🏳️‍🌈');
      expect(done(probe)).toBe(true);
    },
  },
  {
    ask: 'crlf',
    stream: true,
    see(probe) {
      expect(probe.text).toContain('\r\n\r\n');
      expect(probe.text).not.toMatch(/[^\r]\n/);
    },
  },
  { ask: 'cr', stream: true, see: (probe) => expect(probe.text).not.toContain('\n') },
  { ask: 'no-space', stream: true, see: (probe) => expect(probe.text).toMatch(/^data:\{/) },
  { ask: 'comments', stream: true, see: (probe) => expect(probe.text).toMatch(/^: keep-alive\n/) },
  {
    ask: 'fields',
    stream: true,
    see: (probe) => expect(probe.text).toMatch(/^event: message\nid: 7\nretry: 10\n/),
  },
  {
    ask: 'one-write',
    stream: true,
    see: (probe) => expect(probe.headers['content-length']).toBe(String(probe.bytes.length)),
  },
  {
    ask: 'hostile-headers',
    see(probe) {
      expect(probe.headers['set-cookie']).toHaveLength(2);
      expect(probe.headers['x-svc-model']).toBe('stranger/other-model');
    },
  },
  {
    ask: 'header name=x-flavour value=plain',
    see: (probe) => expect(probe.headers['x-flavour']).toBe('plain'),
  },
  { ask: 'usage=none', see: (probe) => expect(json(probe)).not.toHaveProperty('usage') },
  { ask: 'usage=null', see: (probe) => expect(json(probe).usage).toBeNull() },
  {
    ask: 'usage=negative',
    see: (probe) => expect(json(probe).usage['prompt_tokens']).toBeLessThan(0),
  },
  {
    ask: 'usage=zero',
    see: (probe) => expect(json(probe).usage).toMatchObject({ total_tokens: 0 }),
  },
  {
    ask: 'usage=string',
    see: (probe) => expect(typeof json(probe).usage['prompt_tokens']).toBe('string'),
  },
  {
    ask: 'usage=huge',
    see: (probe) => expect(json(probe).usage['completion_tokens']).toBe(1e18),
  },
  {
    ask: 'usage=larger factor=50',
    see: (probe) => expect(json(probe).usage['prompt_tokens']).toBe(4 * 50),
  },
  // Tools that the provider runs are tried with the wires that have them.
  { ask: 'search=2', see: (probe) => expect(json(probe)).toHaveProperty('choices') },
  { ask: 'fetch=2', see: (probe) => expect(json(probe)).toHaveProperty('choices') },
  { ask: 'files=2', see: (probe) => expect(json(probe)).toHaveProperty('choices') },
  { ask: 'mcp=2', see: (probe) => expect(json(probe)).toHaveProperty('choices') },
  { ask: 'draw=2', see: (probe) => expect(json(probe)).toHaveProperty('choices') },
  { ask: 'code=2', see: (probe) => expect(json(probe)).toHaveProperty('choices') },
  // What they do to vectors is tried with every family.
  { ask: 'vectors=fewer', see: (probe) => expect(json(probe)).toHaveProperty('choices') },
  { ask: 'usage=twice', stream: true, see: (probe) => expect(usages(probe)).toHaveLength(2) },
  {
    ask: 'chunks=3; usage=every',
    stream: true,
    see(probe) {
      const counts = usages(probe) as { completion_tokens: number }[];
      expect(counts.map((usage) => usage.completion_tokens)).toEqual([0, 1, 2, 3, 3]);
    },
  },
  {
    ask: 'usage=finish',
    stream: true,
    see(probe) {
      const last = eventsOf(probe.text).at(-2);
      expect(last).toMatchObject({ choices: [{ finish_reason: 'stop' }], usage: {} });
    },
  },
  {
    ask: 'usage=after-done',
    stream: true,
    see: (probe) => expect(eventsOf(probe.text).at(-1)).toMatchObject({ choices: [] }),
  },
  {
    ask: 'tokens input=1000 output=500 cached=200 reasoning=100',
    see: (probe) =>
      expect(json(probe).usage).toMatchObject({
        prompt_tokens: 1000,
        completion_tokens: 500,
        prompt_tokens_details: { cached_tokens: 200 },
        completion_tokens_details: { reasoning_tokens: 100 },
      }),
  },
  {
    ask: 'tier=priority',
    see: (probe) => expect(json(probe)).toMatchObject({ service_tier: 'priority' }),
  },
  { ask: 'chunks=50', see: (probe) => expect(json(probe).usage['completion_tokens']).toBe(50) },
  {
    ask: 'say="Exactly this; no more"',
    see: (probe) =>
      expect(json(probe).choices[0]?.message['content']).toBe('Exactly this; no more'),
  },
  {
    ask: 'content=nul',
    see: (probe) => expect(json(probe).choices[0]?.message['content']).toBe('before\u0000after'),
  },
  {
    ask: 'content=surrogate',
    see: (probe) => expect(probe.text).toContain('before\\ud83dafter'),
  },
  {
    ask: 'content=sse',
    stream: true,
    see: (probe) => expect(contentOf(probe)).toContain('data: [DONE]\n\n'),
  },
  {
    ask: 'reasoning=5',
    see: (probe) =>
      expect(json(probe).usage).toMatchObject({
        completion_tokens_details: { reasoning_tokens: 5 },
      }),
  },
  {
    ask: 'refusal',
    see: (probe) =>
      expect(json(probe).choices[0]?.message).toMatchObject({
        content: null,
        refusal: "I'm sorry, I can't help with that.",
      }),
  },
  {
    ask: 'finish=content_filter',
    see: (probe) => expect(json(probe).choices[0]?.finish_reason).toBe('content_filter'),
  },
  {
    ask: 'tool=negative-index',
    stream: true,
    more: { tools },
    see: (probe) => expect(probe.text).toContain('"tool_calls":[{"index":-1,'),
  },
  {
    ask: `script=${scriptValue([{ calls: [{ name: 'lookup', arguments: { a: 1 } }] }, { text: 'Done.' }])}`,
    more: { tools },
    see: (probe) =>
      expect(json(probe).choices[0]).toMatchObject({
        finish_reason: 'tool_calls',
        message: { tool_calls: [{ function: { name: 'lookup', arguments: '{"a":1}' } }] },
      }),
  },
  {
    ask: 'tool=broken-arguments',
    more: { tools },
    see: (probe) =>
      expect(json(probe).choices[0]?.message['tool_calls']).toMatchObject([
        { function: { name: 'lookup', arguments: '{"city": "Par' } },
      ]),
  },
  {
    ask: 'answers-as="another-model"',
    see: (probe) => expect(json(probe)).toMatchObject({ model: 'another-model' }),
  },
  {
    ask: 'answers-as="another-model"',
    stream: true,
    see: (probe) => expect(probe.text).toContain('"model":"another-model"'),
  },
  {
    ask: 'empty-choices',
    see: (probe) => expect(json(probe)).toMatchObject({ object: 'chat.completion', choices: [] }),
  },
];

let provider: FakeProvider;

beforeAll(async () => {
  provider = await startFakeProvider();
});

afterAll(() => provider.stop());

test.each(CASES.map((one) => [`${one.ask}${one.stream ? ' (stream)' : ''}`, one] as const))(
  '%s',
  async (_, { ask, see, ...options }) => {
    see(await probeChat(provider.url, `Hi [[provider: ${ask}]]`, options));
  },
);

test('every behaviour has a case here and a line in the README', async () => {
  const readme = await readFile(new URL('README.md', import.meta.url), 'utf8');
  const names = CASES.flatMap(({ ask }) => ask.split('; ').map((part) => part.split(/[ =]/)[0]));
  for (const name of Object.keys(BEHAVIOURS)) {
    expect(names).toContain(name);
    expect(readme).toMatch(new RegExp(`^- \`${name}\`[ :]`, 'm'));
  }
});

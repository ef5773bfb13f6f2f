import type { ChatRequest } from '@tollgate/contract/chat';
import { createAnswerAccumulator } from '@tollgate/providers/adapter/accumulate';
import { parseAllowedUpstreams } from '@tollgate/providers/engine/address-guard';
import { ollama } from '@tollgate/providers/ollama/index';
import { createProviderCaller } from '@tollgate/providers/engine/provider-caller';
import type { ProviderCall, ProviderCaller } from '@tollgate/providers/engine/provider-caller';
import { startFakeProvider, type FakeProvider } from '../server.ts';

const LIMITS = { firstByteMs: 5_000, idleMs: 5_000, totalMs: 10_000 };

let provider: FakeProvider;
let caller: ProviderCaller;

beforeAll(async () => {
  provider = await startFakeProvider();
  caller = createProviderCaller({ allowed: parseAllowedUpstreams(`127.0.0.1:${provider.port}`) });
});

beforeEach(() => provider.reset());

afterAll(async () => {
  caller.close();
  await provider.stop();
});

function callTo(model: string, credential: Record<string, string> = {}): ProviderCall {
  return {
    family: ollama,
    endpoint: { family: 'ollama', provider: 'ollama', upstreamModel: model, baseUrl: provider.url },
    credential,
    limits: LIMITS,
    signal: AbortSignal.timeout(LIMITS.totalMs),
  };
}

function ask(content: string, more: Partial<ChatRequest> = {}): ChatRequest {
  return { model: 'ollama/x', messages: [{ role: 'user', content }], ...more };
}

async function streamed(call: ProviderCall, request: ChatRequest) {
  const accumulator = createAnswerAccumulator();
  const stream = await caller.chatStream(call, { ...request, stream: true });
  for await (const batch of stream.events) accumulator.push(batch);
  return { ...accumulator.answer(), model: stream.model() ?? 'untold' };
}

const weather: NonNullable<ChatRequest['tools']> = [
  {
    type: 'function',
    function: {
      name: 'get_weather',
      parameters: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] },
    },
  },
];

describe('without any secret', () => {
  it('lists, answers whole and in a stream, and embeds', async () => {
    const call = callTo('demo-small');
    expect(await caller.models(call)).toContain('demo-reasoner:4b');
    const { answer } = await caller.chat(call, ask('Hello'));
    expect(answer.choices[0]).toMatchObject({ finish_reason: 'stop' });
    expect(answer.usage).toMatchObject({ input: 5 });
    expect(answer.model).toBe('demo-small');
    expect(await streamed(call, ask('Hello'))).toEqual(answer);
    const { embeddings } = await caller.embeddings(call, { inputs: ['a', 'b'], dimensions: 8 });
    expect(embeddings.vectors.map((vector) => vector.length)).toEqual([8, 8]);
    const sent = provider.invoice.list().map((entry) => entry.credential);
    expect(new Set(sent)).toEqual(new Set(['']));
  });

  it('a key goes along where there is one', async () => {
    await caller.chat(callTo('demo-small', { api_key: 'key-of-a-proxy' }), ask('Hello'));
    expect(provider.invoice.list()[0]?.credential).toBe('roxy');
    const bad = caller.chat(callTo('demo-small', { api_key: 'bad-key' }), ask('Hello'));
    await expect(bad).rejects.toMatchObject({ failure: { kind: 'credential' } });
  });
});

it('the engine goes round a loop of tools of Ollama, thinking on the way', async () => {
  const call = callTo('demo-reasoner');
  const request = ask('get_weather', { tools: weather, reasoning_effort: 'medium' });
  const { choices } = await streamed(call, request);
  const message = choices[0]?.message;
  expect(choices[0]?.finish_reason).toBe('tool_calls');
  expect(message?.reasoning_content).toContain('weigh');
  const id = message?.tool_calls?.[0]?.id ?? '';
  if (message === undefined) throw new TypeError('no message');
  const messages: ChatRequest['messages'] = [
    ...request.messages,
    message,
    { role: 'tool', tool_call_id: id, content: '21 degrees' },
  ];
  const { answer } = await caller.chat(call, { ...request, messages });
  expect(answer.choices[0]?.message.content).toContain('21 degrees');
  const body = provider.invoice.list().at(-1)?.request_body as { messages: unknown[] };
  expect(body.messages.slice(1)).toMatchObject([
    { thinking: message.reasoning_content, tool_calls: [{ id }] },
    { role: 'tool', tool_name: 'get_weather', tool_call_id: id },
  ]);
});

it.each([
  ['status=503 retry-after=4', { kind: 'overloaded', retryAfterSeconds: 4 }],
  ['error-first message=gone', { kind: 'unavailable' }],
  ['error after=2 message=gone', { kind: 'unavailable' }],
  ['cut after=2', { kind: 'indeterminate' }],
  ['end after=2', { kind: 'malformed' }],
  ['no-finish', { kind: 'malformed' }],
  ['garbage after=1', { kind: 'malformed' }],
  ['huge-frame mb=2 after=1', { kind: 'malformed' }],
  ['html', { kind: 'malformed' }],
])('a stream with %s fails', async (directive, failure) => {
  const asked = streamed(callTo('demo-small'), ask(`Hello [[provider: ${directive}]]`));
  await expect(asked).rejects.toMatchObject({ failure });
});

it.each(['one-byte', 'split-characters', 'crlf', 'one-write', 'comments', 'blanks=40', 'gzip'])(
  'a stream with %s is the same',
  async (directive) => {
    const plain = await streamed(callTo('demo-small'), ask('Hello'));
    const odd = await streamed(callTo('demo-small'), ask(`Hello [[provider: ${directive}]]`));
    const text = plain.choices[0]?.message.content ?? '';
    expect(odd.choices[0]?.message.content).toContain(text);
    expect(odd.choices[0]?.finish_reason).toBe('stop');
  },
);

it.each([
  ['same-id', 2],
  ['no-id', 1],
  ['no-index', 1],
  ['huge-index', 1],
  ['empty-arguments', 1],
])('calls with %s get ids of their own', async (kind, count) => {
  const request = ask(`Hello [[provider: tool=${kind}]]`, { tools: weather });
  const { choices } = await streamed(callTo('demo-small'), request);
  const ids = choices[0]?.message.tool_calls?.map(({ id }) => id) ?? [];
  expect(new Set(ids).size).toBe(count);
  expect(ids).not.toContain('');
});

it.each(['empty-name', 'null-name', 'many'])('calls with %s are no answer', async (kind) => {
  const request = ask(`Hello [[provider: tool=${kind}]]`, { tools: weather });
  const asked = streamed(callTo('demo-small'), request);
  await expect(asked).rejects.toMatchObject({ failure: { kind: 'malformed' } });
});

it.each(['none', 'null', 'text', 'negative', 'string', 'fraction', 'huge'])(
  'usage=%s is no usage',
  async (kind) => {
    const { answer } = await caller.chat(
      callTo('demo-small'),
      ask(`Hello [[provider: usage=${kind}]]`),
    );
    expect(answer.usage).toBeNull();
  },
);

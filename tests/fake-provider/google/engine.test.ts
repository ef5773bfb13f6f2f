import type { AssistantMessage, ChatRequest } from '@tollgate/contract/chat';
import { createAnswerAccumulator } from '@tollgate/providers/adapter/accumulate';
import type { MappedAnswer } from '@tollgate/providers/adapter/adapter';
import { parseAllowedUpstreams } from '@tollgate/providers/engine/address-guard';
import { google } from '@tollgate/providers/google/index';
import { createProviderCaller } from '@tollgate/providers/engine/provider-caller';
import type { ProviderCall, ProviderCaller } from '@tollgate/providers/engine/provider-caller';
import { startFakeProvider, type FakeProvider } from '../server.ts';

const LIMITS = { firstByteMs: 5_000, idleMs: 5_000, totalMs: 10_000 };
const OLDER = 'gemini-2.5-flash';
const THIRD = 'gemini-3-flash-preview';

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

function callTo(model: string, key = 'secret-key'): ProviderCall {
  const baseUrl = `${provider.url}/v1beta`;
  return {
    family: google,
    endpoint: { family: 'google', provider: 'google', upstreamModel: model, baseUrl },
    credential: { api_key: key },
    limits: LIMITS,
    signal: AbortSignal.timeout(LIMITS.totalMs),
  };
}

function ask(content: string, more: Partial<ChatRequest> = {}): ChatRequest {
  return { model: 'google/x', messages: [{ role: 'user', content }], ...more };
}

async function streamed(call: ProviderCall, request: ChatRequest): Promise<MappedAnswer> {
  const accumulator = createAnswerAccumulator();
  const stream = await caller.chatStream(call, { ...request, stream: true });
  for await (const batch of stream.events) accumulator.push(batch);
  return { ...accumulator.answer(), model: stream.model() ?? 'untold' };
}

async function whole(call: ProviderCall, request: ChatRequest): Promise<MappedAnswer> {
  return (await caller.chat(call, request)).answer;
}

const tools: NonNullable<ChatRequest['tools']> = ['get_weather', 'get_time'].map((name) => ({
  type: 'function',
  function: {
    name,
    parameters: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] },
  },
}));

it('the engine lists, answers and embeds with the key in a header', async () => {
  const call = callTo(OLDER);
  expect(await caller.models(call)).toEqual([
    'gemini-2.5-pro',
    'gemini-2.5-flash',
    'gemini-3-flash-preview',
    'gemini-embedding-001',
    'veo-3.1-generate-preview',
    'imagen-4.0-generate-001',
    'gemini-2.5-flash-image',
    'gemini-3-pro-image',
    'gemini-3.5-transcribe',
    'gemini-3.1-flash-tts-preview',
    'gemini-3.8-flash-tts',
  ]);
  const answer = await whole(call, ask('Hello'));
  expect(answer.choices[0]).toMatchObject({ finish_reason: 'stop' });
  expect(answer.usage).toMatchObject({ input: 5 });
  expect(answer.model).toBe('gemini-2.5-flash');
  expect(await streamed(call, ask('Hello'))).toEqual(answer);
  const embedding = callTo('gemini-embedding-001');
  const { embeddings } = await caller.embeddings(embedding, { inputs: ['a', 'b'], dimensions: 8 });
  expect(embeddings.vectors.map((vector) => vector.length)).toEqual([8, 8]);
  const entries = provider.invoice.list();
  expect(new Set(entries.map((entry) => entry.credential))).toEqual(new Set(['-key']));
  expect(JSON.stringify(entries)).not.toContain('secret-key');
});

it('the engine counts reasoning of Google beside the answer', async () => {
  const request = ask('Hello', { reasoning_effort: 'medium' });
  const answer = await streamed(callTo(OLDER), request);
  expect(answer.choices[0]?.message.reasoning_content).toContain('weigh');
  expect(answer.usage).toMatchObject({ reasoning: 32 });
  expect(provider.invoice.list()[0]).toMatchObject({ reasoning_tokens: 32 });
});

describe.each([
  [OLDER, 'whole', whole],
  [OLDER, 'stream', streamed],
  [THIRD, 'whole', whole],
  [THIRD, 'stream', streamed],
] as const)('%s, %s', (model, _name, answerTo) => {
  it('the engine goes round a loop of two calls of Google, results in any order', async () => {
    const call = callTo(model);
    const request = ask('get_weather and get_time', { tools, reasoning_effort: 'low' });
    const { choices } = await answerTo(call, request);
    expect(choices[0]?.finish_reason).toBe('tool_calls');
    const message = choices[0]?.message as AssistantMessage;
    const results = (message.tool_calls ?? []).map(({ id, function: { name } }) => ({
      role: 'tool' as const,
      tool_call_id: id,
      content: `result of ${name}`,
    }));
    const messages = [...request.messages, message, ...results.toReversed()];
    const last = await answerTo(call, { ...request, messages });
    const text = 'The tool says: result of get_weather; result of get_time.';
    expect(last.choices[0]?.message.content).toBe(text);
    const after: ChatRequest['messages'] = [
      ...messages,
      last.choices[0]?.message as AssistantMessage,
      { role: 'user', content: 'And now?' },
    ];
    const more = await answerTo(call, { ...request, messages: after });
    expect(more.choices[0]?.message.content).toContain('And now?');
  });
});

describe('failures', () => {
  it.each([
    ['bad-key', OLDER, 'Hello', 'credential'],
    ['key', 'missing-model', 'Hello', 'model_unavailable'],
    ['key', OLDER, '[[provider: status=429 retry-after=3]]', 'rate_limited'],
    ['key', OLDER, '[[provider: status=503]]', 'overloaded'],
    ['key', OLDER, '[[provider: error-first=500]]', 'unavailable'],
    ['key', OLDER, '[[provider: empty-choices]]', 'malformed'],
    ['key', OLDER, '[[provider: garbage after=1]]', 'malformed'],
    ['key', OLDER, '[[provider: null]]', 'malformed'],
  ])('%s %s %s is %s', async (key, model, text, kind) => {
    const failure = { failure: { kind } };
    await expect(whole(callTo(model, key), ask(text))).rejects.toMatchObject(failure);
    await expect(streamed(callTo(model, key), ask(text))).rejects.toMatchObject(failure);
  });

  it.each([
    ['error after=2 status=503', 'overloaded'],
    ['cut after=2', 'indeterminate'],
    ['end after=2', 'malformed'],
    ['no-finish', 'malformed'],
  ])('%s in a stream is %s', async (directive, kind) => {
    const request = ask(`[[provider: ${directive}]] Hello`);
    await expect(streamed(callTo(OLDER), request)).rejects.toMatchObject({ failure: { kind } });
  });

  it.each(['comments', 'crlf', 'cr', 'fields', 'one-byte', 'no-space', 'split-characters', 'bom'])(
    '%s changes nothing',
    async (directive) => {
      const plain = await streamed(callTo(OLDER), ask('Hello'));
      const odd = await streamed(callTo(OLDER), ask(`Hello [[provider: ${directive}]]`));
      const before = plain.choices[0]?.message.content ?? '';
      expect(odd.choices[0]?.message.content?.slice(0, before.length)).toBe(before);
    },
  );

  it.each(['none', 'null', 'text', 'negative', 'string', 'fraction', 'huge'])(
    'usage %s is none',
    async (kind) => {
      const answer = await streamed(callTo(OLDER), ask(`Hello [[provider: usage=${kind}]]`));
      expect(answer.usage).toBeNull();
    },
  );
});

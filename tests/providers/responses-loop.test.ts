import type { ChatMessageOut, ChatRequest } from '@tollgate/contract/chat';
import { createAnswerAccumulator } from '@tollgate/providers/adapter/accumulate';
import { parseAllowedUpstreams } from '@tollgate/providers/engine/address-guard';
import { ProviderError } from '@tollgate/providers/adapter/adapter';
import type { MappedAnswer, Endpoint } from '@tollgate/providers/adapter/adapter';
import { familyById } from '@tollgate/providers/families';
import { createProviderCaller } from '@tollgate/providers/engine/provider-caller';
import type { ProviderCall } from '@tollgate/providers/engine/provider-caller';
import { startFakeProvider } from '../fake-provider/server.ts';
import type { FakeProvider } from '../fake-provider/server.ts';

const MODEL = 'gpt-5.2-codex';
const openai = familyById('openai');
if (openai === undefined) throw new Error('no family');

let provider: FakeProvider;
let call: ProviderCall;
let caller: ReturnType<typeof createProviderCaller>;

beforeAll(async () => {
  provider = await startFakeProvider();
  caller = createProviderCaller({ allowed: parseAllowedUpstreams(new URL(provider.url).host) });
  const endpoint: Endpoint = {
    family: 'openai',
    provider: 'openai',
    upstreamModel: MODEL,
    baseUrl: `${provider.url}/openai/v1`,
  };
  call = {
    family: openai,
    endpoint,
    credential: { api_key: 'test-key' },
    limits: { firstByteMs: 5_000, idleMs: 5_000, totalMs: 10_000 },
    signal: AbortSignal.timeout(60_000),
  };
});

afterAll(async () => {
  caller.close();
  await provider.stop();
});

async function ask(request: ChatRequest): Promise<MappedAnswer> {
  if (request.stream !== true) return (await caller.chat(call, request)).answer;
  const accumulator = createAnswerAccumulator();
  const { events } = await caller.chatStream(call, request);
  for await (const batch of events) accumulator.push(batch);
  return accumulator.answer();
}

function messageOf({ choices }: MappedAnswer): ChatMessageOut {
  const [choice] = choices;
  if (choice === undefined) throw new Error('no answer');
  return choice.message;
}

async function failureOf(request: ChatRequest): Promise<ProviderError> {
  const error: unknown = await ask(request).catch((thrown: unknown) => thrown);
  if (error instanceof ProviderError) return error;
  throw new Error('no failure', { cause: error });
}

const parameters = {
  type: 'object',
  properties: { city: { type: 'string' } },
  required: ['city'],
};
const tools: ChatRequest['tools'] = [
  { type: 'function', function: { name: 'get_weather', parameters } },
  { type: 'function', function: { name: 'get_time' } },
];
const base: ChatRequest = {
  model: `openai/${MODEL}`,
  messages: [
    { role: 'system', content: 'Be brief.' },
    { role: 'user', content: 'get_weather and get_time' },
  ],
  max_completion_tokens: 4_000,
};

describe.each([false, true])('over the Responses wire, stream: %s', (stream) => {
  test('a loop of tools keeps its sealed reasoning', async () => {
    const request: ChatRequest = { ...base, tools, stream, reasoning_effort: 'low' };
    const first = await ask(request);
    const message = messageOf(first);
    expect(first.choices[0]?.finish_reason).toBe('tool_calls');
    expect(first.usage).toMatchObject({ reasoning: 16 });
    expect(message.tool_calls).toHaveLength(2);
    const kept = message.extra_content?.['openai'] as { model: string; items: object[] };
    expect(kept.model).toBe(MODEL);
    expect(kept.items).toMatchObject([
      { type: 'reasoning', encrypted_content: expect.stringMatching(/^gAAAAA/u) },
      { type: 'function_call', name: 'get_weather' },
      { type: 'function_call', name: 'get_time' },
    ]);
    const results = (message.tool_calls ?? []).map(({ id }) => ({
      role: 'tool' as const,
      tool_call_id: id,
      content: 'wet',
    }));
    const next: ChatRequest = { ...request, messages: [...base.messages, message, ...results] };
    expect(openai.foreignContent?.(next, call.endpoint)).toBeNull();
    const second = await ask(next);
    expect(messageOf(second).content).toContain('wet; wet');
    expect(second.choices[0]?.finish_reason).toBe('stop');
  });

  test('an answer that is cut says so, and its reasoning is not handed back', async () => {
    const answer = await ask({
      ...base,
      stream,
      reasoning_effort: 'high',
      max_completion_tokens: 20,
    });
    expect(answer.choices[0]?.finish_reason).toBe('length');
    expect(answer.usage).toMatchObject({ output: 0, reasoning: 20 });
    expect(messageOf(answer).extra_content).toBeUndefined();
  });

  test('a conversation without reasoning goes on, calls and all', async () => {
    const made = { name: 'get_weather', arguments: '{"city":"Bern"}' };
    const answer = await ask({
      ...base,
      stream,
      tools,
      messages: [
        ...base.messages,
        {
          role: 'assistant',
          content: 'I look.',
          tool_calls: [{ id: 'c', type: 'function', function: made }],
        },
        { role: 'tool', tool_call_id: 'c', content: [{ type: 'text', text: 'dry' }] },
        { role: 'assistant', content: null, refusal: 'No.' },
        { role: 'user', content: [{ type: 'text', text: 'And now?' }] },
      ],
    });
    expect(messageOf(answer).content).toContain('And now?');
  });

  test.each([
    ['status=429', 'rate_limited'],
    ['status=500', 'unavailable'],
    ['status=401', 'credential'],
  ])('%s is %s', async (directive, kind) => {
    const messages = [{ role: 'user' as const, content: `[[provider: ${directive}]] Hi.` }];
    const { failure } = await failureOf({ ...base, stream, messages });
    expect(failure.kind).toBe(kind);
  });

  test('a prompt beyond the context is told as such', async () => {
    const messages = [{ role: 'user' as const, content: 'word '.repeat(120_000) }];
    const { failure } = await failureOf({ ...base, stream, messages });
    expect(failure.kind).toBe('context_length');
  });
});

test('a stream that breaks off is a failure and no answer', async () => {
  const messages = [{ role: 'user' as const, content: '[[provider: cut after=6]] Hi there, you.' }];
  const { failure } = await failureOf({ ...base, stream: true, messages });
  expect(['malformed', 'unavailable', 'indeterminate']).toContain(failure.kind);
});

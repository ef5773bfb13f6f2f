import { existsSync, readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import type { ChatMessageOut, ChatRequest } from '@tollgate/contract/chat';
import { createAnswerAccumulator } from '@tollgate/providers/adapter/accumulate';
import { parseAllowedUpstreams } from '@tollgate/providers/engine/address-guard';
import type { MappedAnswer, Endpoint } from '@tollgate/providers/adapter/adapter';
import { anthropic } from '@tollgate/providers/anthropic/index';
import { createProviderCaller } from '@tollgate/providers/engine/provider-caller';
import type { ProviderCall } from '@tollgate/providers/engine/provider-caller';
import { startFakeProvider } from '../fake-provider/server.ts';
import type { FakeProvider } from '../fake-provider/server.ts';

type Turns = { messages: { role: string; content: unknown }[] };

const ROOT = path.join(import.meta.dirname, 'anthropic');
const MODEL = 'claude-opus-4-6';

function endpointOf(upstreamModel: string, baseUrl: string): Endpoint {
  return { family: 'anthropic', provider: 'anthropic', upstreamModel, baseUrl };
}

/** What goes out when a client appends the message, a result for each call, and goes on. */
function goneOn(request: ChatRequest, message: ChatMessageOut): ChatRequest {
  const results = (message.tool_calls ?? []).map(({ id }) => ({
    role: 'tool' as const,
    tool_call_id: id,
    content: 'wet',
  }));
  return { ...request, messages: [...request.messages, message, ...results] };
}

describe('an answer of ours goes back as the provider gave it', () => {
  const cases = readdirSync(ROOT).filter((name) => existsSync(path.join(ROOT, name, 'reply.json')));
  const read = (name: string, file: string) =>
    JSON.parse(readFileSync(path.join(ROOT, name, file), 'utf8'));

  test.each(cases)('%s', (name) => {
    const { model, request } = read(name, 'request.json') as {
      model: string;
      request: ChatRequest;
    };
    const reply = read(name, 'reply.json') as { content: { id?: string; name?: string }[] };
    const endpoint = endpointOf(model, 'https://api.example.com');
    const message = anthropic.chat?.fromWire(reply, endpoint).choices[0]?.message;
    if (message === undefined) throw new Error('no answer');
    const before = anthropic.chat?.toWire(request, endpoint, false) as Turns;
    const next = anthropic.chat?.toWire(goneOn(request, message), endpoint, false) as Turns;
    const turn = next.messages
      .slice(before.messages.length)
      .find(({ role }) => role === 'assistant');
    const isJson = reply.content.some((block) => block.name === 'tollgate_json_object');
    const reported = isJson ? [{ type: 'text', text: message.content }] : reply.content;
    // Ids that a reply lacks are made, and who calls is told only where it is not the model itself.
    const plain = (content: unknown) =>
      ((content ?? []) as Record<string, unknown>[]).map(
        ({ caller: _caller, id: _id, ...block }) => ({
          ...block,
          input: block['input'] ?? {},
        }),
      );
    expect(plain(turn?.content)).toEqual(plain(reported));
  });
});

describe('a loop through the engine', () => {
  let provider: FakeProvider;
  let call: ProviderCall;
  let caller: ReturnType<typeof createProviderCaller>;

  beforeAll(async () => {
    provider = await startFakeProvider();
    caller = createProviderCaller({ allowed: parseAllowedUpstreams(new URL(provider.url).host) });
    call = {
      family: anthropic,
      endpoint: endpointOf(MODEL, provider.url),
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
    model: `anthropic/${MODEL}`,
    messages: [{ role: 'user', content: 'get_weather and get_time' }],
    max_tokens: 4_000,
  };

  test.each([false, true])('keeps signed reasoning (stream: %s)', async (stream) => {
    const request = { ...base, tools, stream, reasoning_effort: 'low' };
    const first = await ask(request);
    const message = messageOf(first);
    expect(message.reasoning_content).not.toBe('');
    expect(message.tool_calls?.map((made) => made.function.arguments)).toEqual([
      '{"city":"example"}',
      '{}',
    ]);
    expect(first.usage?.reasoning).toBe(16);
    expect(messageOf(await ask(goneOn(request, message))).content).toContain('wet; wet');
  });

  test.each([false, true])('answers with a JSON object (stream: %s)', async (stream) => {
    const request: ChatRequest = { ...base, stream, response_format: { type: 'json_object' } };
    const message = messageOf(await ask(request));
    expect(JSON.parse(message.content ?? '')).toEqual({});
    expect(message.tool_calls).toBeUndefined();
  });

  test('knows the models, and the failures', async () => {
    expect(await caller.models(call)).toContain('claude-sonnet-4-6');
    const failed = ask({
      ...base,
      messages: [{ role: 'user', content: '[[provider: status=529]]' }],
    });
    await expect(failed).rejects.toMatchObject({ failure: { kind: 'overloaded' } });
    const bad = { ...call, credential: { api_key: 'bad-key' } };
    await expect(caller.chat(bad, base)).rejects.toMatchObject({ failure: { kind: 'credential' } });
  });
});

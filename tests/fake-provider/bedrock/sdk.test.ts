import {
  AccessDeniedException,
  BedrockRuntimeClient,
  ConverseCommand,
  ConverseStreamCommand,
  InvokeModelCommand,
  ThrottlingException,
  ValidationException,
} from '@aws-sdk/client-bedrock-runtime';
import type {
  ContentBlock,
  ConverseCommandInput,
  ConverseStreamOutput,
} from '@aws-sdk/client-bedrock-runtime';
import { NodeHttpHandler } from '@smithy/node-http-handler';
import type { AssistantMessage, ChatRequest } from '@tollgate/contract/chat';
import { createAnswerAccumulator } from '@tollgate/providers/adapter/accumulate';
import { ProviderError } from '@tollgate/providers/adapter/adapter';
import type { MappedAnswer } from '@tollgate/providers/adapter/adapter';
import { parseAllowedUpstreams } from '@tollgate/providers/engine/address-guard';
import { bedrock } from '@tollgate/providers/bedrock/index';
import { createProviderCaller } from '@tollgate/providers/engine/provider-caller';
import type { ProviderCall, ProviderCaller } from '@tollgate/providers/engine/provider-caller';
import { startFakeProvider, type FakeProvider } from '../server.ts';

const SONNET = 'us.anthropic.claude-sonnet-4-5-20250929-v1:0';
const NOVA = 'amazon.nova-lite-v1:0';
const KEYS = { accessKeyId: 'AKIDEXAMPLE', secretAccessKey: 'secret' };
const LIMITS = { firstByteMs: 5_000, idleMs: 5_000, totalMs: 10_000 };

let provider: FakeProvider;
let client: BedrockRuntimeClient;
let caller: ProviderCaller;

beforeAll(async () => {
  provider = await startFakeProvider();
  client = clientWith(KEYS.accessKeyId);
  const allowed = parseAllowedUpstreams(`127.0.0.1:${provider.port}`);
  caller = createProviderCaller({ allowed });
});

beforeEach(() => provider.reset());

afterAll(async () => {
  client.destroy();
  caller.close();
  await provider.stop();
});

function clientWith(accessKeyId: string): BedrockRuntimeClient {
  return new BedrockRuntimeClient({
    region: 'us-east-1',
    endpoint: provider.url,
    credentials: { ...KEYS, accessKeyId },
    maxAttempts: 1,
    // The client would speak HTTP/2 else, which the fake provider does not.
    requestHandler: new NodeHttpHandler(),
  });
}

function ask(text: string, more: Partial<ConverseCommandInput> = {}): ConverseCommandInput {
  return { modelId: NOVA, messages: [{ role: 'user', content: [{ text }] }], ...more };
}

function toolSpec(name: string): NonNullable<ConverseCommandInput['toolConfig']> {
  const json = { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] };
  return { tools: [{ toolSpec: { name, inputSchema: { json } } }] };
}

async function collect(input: ConverseCommandInput): Promise<ConverseStreamOutput[]> {
  const { stream } = await client.send(new ConverseStreamCommand(input));
  const events: ConverseStreamOutput[] = [];
  for await (const event of stream ?? []) events.push(event);
  return events;
}

function idIn(content: ContentBlock[]): string | undefined {
  return content.find(({ toolUse }) => toolUse !== undefined)?.toolUse?.toolUseId;
}

const THINKING = { thinking: { type: 'enabled', budget_tokens: 1_024 } };

describe('the official client', () => {
  test('reads an answer', async () => {
    const reply = await client.send(new ConverseCommand(ask('Hello there')));
    expect(reply.output?.message?.content?.[0]?.text).toContain('Hello there');
    expect(reply.stopReason).toBe('end_turn');
    expect(reply.usage).toMatchObject({ inputTokens: 6, totalTokens: 6 + 13 });
  });

  test('reads a stream', async () => {
    const whole = await client.send(new ConverseCommand(ask('Grüße')));
    const events = await collect(ask('Grüße'));
    const text = events.map((event) => event.contentBlockDelta?.delta?.text ?? '').join('');
    expect(text).toBe(whole.output?.message?.content?.[0]?.text);
    expect(events[0]?.messageStart?.role).toBe('assistant');
    expect(events.at(-2)?.messageStop?.stopReason).toBe('end_turn');
    expect(events.at(-1)?.metadata?.usage).toEqual(whole.usage);
  });

  test('goes through a loop with signed reasoning and a tool', async () => {
    const toolConfig = toolSpec('weather');
    const question = ask('Use weather.', { modelId: SONNET, toolConfig });
    const more = { additionalModelRequestFields: THINKING };
    const first = await client.send(new ConverseCommand({ ...question, ...more }));
    const content = first.output?.message?.content ?? [];
    expect(first.stopReason).toBe('tool_use');
    expect(content[0]?.reasoningContent?.reasoningText?.signature).toBeTruthy();
    const result: ContentBlock = {
      toolResult: { toolUseId: idIn(content), content: [{ text: '21' }] },
    };
    const messages: ConverseCommandInput['messages'] = [
      ...(question.messages ?? []),
      { role: 'assistant', content },
      { role: 'user', content: [result] },
    ];
    const last = await client.send(new ConverseCommand({ ...question, ...more, messages }));
    expect(last.output?.message?.content?.at(-1)?.text).toContain('21');
  });

  test('reads vectors of both lines', async () => {
    const invoke = async (modelId: string, body: object): Promise<Record<string, unknown>> => {
      const input = { modelId, body: JSON.stringify(body), contentType: 'application/json' };
      const reply = await client.send(new InvokeModelCommand(input));
      return JSON.parse(reply.body.transformToString()) as Record<string, unknown>;
    };
    const titan = await invoke('amazon.titan-embed-text-v2:0', { inputText: 'a', dimensions: 256 });
    expect(titan['embedding']).toHaveLength(256);
    const body = { texts: ['a', 'b'], input_type: 'clustering' };
    const cohere = await invoke('cohere.embed-english-v3', body);
    expect(cohere['embeddings']).toHaveLength(2);
  });

  test('knows errors by their class, in a stream too', async () => {
    const send = (text: string): Promise<unknown> => client.send(new ConverseCommand(ask(text)));
    await expect(send('[[provider: status=429]]')).rejects.toBeInstanceOf(ThrottlingException);
    await expect(send('[[provider: dance]]')).rejects.toBeInstanceOf(ValidationException);
    const missing = new ConverseCommand(ask('Hi', { modelId: 'missing.model' }));
    await expect(client.send(missing)).rejects.toBeInstanceOf(ValidationException);
    await expect(collect(ask('[[provider: error after=3 status=429]]'))).rejects.toBeInstanceOf(
      ThrottlingException,
    );
    const stranger = clientWith('bad-key');
    const refused = stranger.send(new ConverseCommand(ask('Hi')));
    await expect(refused).rejects.toMatchObject({ name: 'UnrecognizedClientException' });
    await expect(refused).rejects.not.toBeInstanceOf(AccessDeniedException);
    stranger.destroy();
  });
});

describe('our own engine', () => {
  function callTo(upstreamModel: string, more: Record<string, string> = {}): ProviderCall {
    return {
      family: bedrock,
      endpoint: { family: 'bedrock', provider: 'bedrock', upstreamModel, baseUrl: provider.url },
      credential: { region: 'us-east-1', api_key: 'some-api-key', ...more },
      limits: LIMITS,
      signal: AbortSignal.timeout(LIMITS.totalMs),
    };
  }

  function request(text: string, more: Partial<ChatRequest> = {}): ChatRequest {
    return { model: 'm', messages: [{ role: 'user', content: text }], ...more };
  }

  async function streamed(model: string, asked: ChatRequest): Promise<MappedAnswer> {
    const accumulator = createAnswerAccumulator();
    const { events } = await caller.chatStream(callTo(model), asked);
    for await (const batch of events) accumulator.push(batch);
    return accumulator.answer();
  }

  async function failureOf(answer: Promise<unknown>): Promise<string> {
    const error = await answer.then(
      () => null,
      (reason: unknown) => reason,
    );
    return error instanceof ProviderError ? error.failure.kind : `no failure: ${String(error)}`;
  }

  test('says the same whole and streamed, byte by byte too', async () => {
    const { answer } = await caller.chat(callTo(NOVA), request('Grüße'));
    expect(await streamed(NOVA, request('Grüße'))).toEqual(answer);
    expect(await streamed(NOVA, request('Grüße [[provider: one-byte]]'))).toEqual(answer);
    expect(provider.invoice.list().map(({ path }) => path)).toContain(
      `/model/${encodeURIComponent(NOVA)}/converse-stream`,
    );
  });

  test('signs with keys as well', async () => {
    const { api_key: _none, ...rest } = callTo(NOVA).credential;
    const keys = { access_key_id: 'AKIDEXAMPLE', secret_access_key: 'secret' };
    const call = { ...callTo(NOVA), credential: { ...rest, ...keys } };
    const { answer } = await caller.chat(call, request('Hello'));
    expect(answer.choices[0]?.message.content).toContain('Hello');
  });

  test.each(['whole', 'streamed'])('brings signed reasoning back, %s', async (kind) => {
    const tools: ChatRequest['tools'] = [
      { type: 'function', function: { name: 'weather', parameters: { type: 'object' } } },
    ];
    const asked = request('Use weather.', { tools, reasoning_effort: 'low' });
    const answerTo = async (question: ChatRequest): Promise<MappedAnswer> =>
      kind === 'whole'
        ? (await caller.chat(callTo(SONNET), question)).answer
        : streamed(SONNET, question);
    const first = (await answerTo(asked)).choices[0];
    expect(first?.finish_reason).toBe('tool_calls');
    const message = first?.message as AssistantMessage;
    const id = message.tool_calls?.[0]?.id ?? '';
    const result = { role: 'tool', tool_call_id: id, content: '21' } as const;
    const messages = [...asked.messages, message, result];
    const last = (await answerTo({ ...asked, messages })).choices[0];
    expect(last?.message.content).toContain('21');
    const forged = JSON.parse(
      JSON.stringify(messages).replace('"signature":"', '"signature":"X'),
    ) as ChatRequest['messages'];
    expect(await failureOf(answerTo({ ...asked, messages: forged }))).toBe('rejected');
  });

  test('reads vectors in the order of the inputs', async () => {
    const inputs = ['one', 'two', 'three'];
    const titan = await caller.embeddings(callTo('amazon.titan-embed-text-v2:0'), {
      inputs,
      dimensions: 256,
    });
    expect(titan.embeddings.vectors.map((vector) => vector.length)).toEqual([256, 256, 256]);
    expect(titan.embeddings.usage?.input).toBe(1 + 1 + 2);
    const call = { inputs, inputType: 'search_query', dimensions: 256 };
    const cohere = await caller.embeddings(callTo('cohere.embed-v4:0'), call);
    expect(cohere.embeddings.vectors).toEqual(titan.embeddings.vectors);
    expect(cohere.embeddings.usage?.input).toBe(4);
  });

  test('lists what can be called', async () => {
    expect(await caller.models(callTo(''))).toEqual([
      'amazon.nova-lite-v1:0',
      'amazon.titan-embed-text-v2:0',
      'meta.llama3-1-70b-instruct-v1:0',
      'cohere.embed-english-v3',
      'cohere.rerank-v3-5:0',
      'amazon.rerank-v1:0',
      'amazon.nova-canvas-v1:0',
      'stability.sd3-5-large-v1:0',
      'stability.stable-image-core-v1:1',
      'stability.stable-image-ultra-v1:1',
      'amazon.nova-reel-v1:1',
      'luma.ray-v2:0',
      SONNET,
    ]);
  });

  test.each([
    ['status=429', 'rate_limited'],
    ['status=503', 'overloaded'],
    ['error-first', 'unavailable'],
    ['error after=3 status=429', 'rate_limited'],
    ['garbage after=2', 'malformed'],
    ['no-finish', 'malformed'],
    ['end after=3', 'malformed'],
    ['cut after=3', 'indeterminate'],
    ['cut-in-frame after=3', 'indeterminate'],
    ['html', 'malformed'],
    ['empty', 'malformed'],
    ['truncated', 'malformed'],
    ['content-type=application/json', 'malformed'],
  ])('a stream with %s ends as %s', async (behaviour, kind) => {
    const asked = request(`Hello. [[provider: ${behaviour}]]`);
    expect(await failureOf(streamed(NOVA, asked))).toBe(kind);
  });

  test('a stream without metadata is an answer without usage', async () => {
    const answer = await streamed(NOVA, request('Hello. [[provider: no-done]]'));
    expect(answer.usage).toBeNull();
    expect(answer.choices[0]?.finish_reason).toBe('stop');
  });

  test('a refused credential is ours to mend', async () => {
    const call = callTo(NOVA, { api_key: 'bad-key' });
    expect(await failureOf(caller.chat(call, request('Hello')))).toBe('credential');
  });
});

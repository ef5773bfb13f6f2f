import OpenAI, {
  AuthenticationError,
  BadRequestError,
  InternalServerError,
  NotFoundError,
  PermissionDeniedError,
  RateLimitError,
} from 'openai';
import { startFakeProvider, type FakeProvider } from '../server.ts';

type Chunk = OpenAI.Chat.ChatCompletionChunk;
type ChatBody = OpenAI.Chat.ChatCompletionCreateParamsNonStreaming;

let provider: FakeProvider;
let client: OpenAI;

beforeAll(async () => {
  provider = await startFakeProvider();
  client = clientWith('test-key');
});

beforeEach(() => provider.reset());

afterAll(() => provider.stop());

function clientWith(apiKey: string, prefix = '/v1'): OpenAI {
  return new OpenAI({ apiKey, baseURL: `${provider.url}${prefix}`, maxRetries: 0 });
}

function chatBody(content: string, more: Partial<ChatBody> = {}): ChatBody {
  return { model: 'demo-small', messages: [{ role: 'user', content }], ...more };
}

async function collect(stream: AsyncIterable<Chunk>): Promise<Chunk[]> {
  const chunks: Chunk[] = [];
  for await (const chunk of stream) chunks.push(chunk);
  return chunks;
}

const weather = functionTool('get_weather', 'city');
const time = functionTool('get_time', 'zone');

function functionTool(name: string, parameter: string): OpenAI.Chat.ChatCompletionFunctionTool {
  const properties = { [parameter]: { type: 'string' } };
  const parameters = { type: 'object', properties, required: [parameter] };
  return { type: 'function', function: { name, parameters } };
}

describe('models', () => {
  test('lists and shows them, with and without a prefix', async () => {
    for (const prefix of ['/v1', '', '/api/openai/v1']) {
      const ids = (await clientWith('test-key', prefix).models.list()).data.map(({ id }) => id);
      expect(ids).toContain('demo-small');
    }
    expect((await client.models.retrieve('demo-large')).id).toBe('demo-large');
    await expect(client.models.retrieve('missing-one')).rejects.toBeInstanceOf(NotFoundError);
  });
});

describe('chat', () => {
  test('echoes deterministically and counts tokens', async () => {
    const first = await client.chat.completions.create(chatBody('Hello there'));
    const second = await client.chat.completions.create(chatBody('Hello there'));
    expect(first.choices[0]?.message.content).toContain('Hello there');
    expect(second.choices).toEqual(first.choices);
    expect(second.id).not.toBe(first.id);
    // ceil(11 / 4) for the text and 3 for the message.
    expect(first.usage).toMatchObject({ prompt_tokens: 6, total_tokens: 6 + 11 });
    expect(second.usage).toEqual(first.usage);
  });

  test('a directive changes neither the echo nor the price', async () => {
    const plain = await client.chat.completions.create(chatBody('Hello'));
    const steered = await client.chat.completions.create(chatBody('Hello [[provider: delay=1]]'));
    expect(steered.choices).toEqual(plain.choices);
    expect(steered.usage).toEqual(plain.usage);
  });

  test.each(['max_tokens', 'max_completion_tokens'])('honours %s', async (name) => {
    const reply = await client.chat.completions.create(chatBody('Hello', { [name]: 3 }));
    expect(reply.choices[0]?.finish_reason).toBe('length');
    expect(reply.usage?.completion_tokens).toBe(3);
  });

  test('honours stop and n', async () => {
    const body = chatBody('Hello', { stop: [' speaking', '. This'], n: 2 });
    const { choices, usage } = await client.chat.completions.create(body);
    expect(choices.map(({ message }) => message.content)).toEqual([
      'You said: "Hello"',
      'You said: "Hello"',
    ]);
    expect(choices.map(({ index }) => index)).toEqual([0, 1]);
    expect(usage?.completion_tokens).toBe(8);
  });

  test('streams the same text, one token a chunk, with usage behind it', async () => {
    const whole = await client.chat.completions.create(chatBody('Hello'));
    const stream = await client.chat.completions.create({
      ...chatBody('Hello'),
      stream: true,
      stream_options: { include_usage: true },
    });
    const chunks = await collect(stream);
    expect(chunks[0]?.choices[0]?.delta).toMatchObject({ role: 'assistant', content: '' });
    expect(chunks.at(-1)).toMatchObject({ choices: [], usage: whole.usage });
    expect(chunks.at(-2)?.choices[0]).toMatchObject({ delta: {}, finish_reason: 'stop' });
    const text = chunks.map((chunk) => chunk.choices[0]?.delta.content ?? '').join('');
    expect(text).toBe(whole.choices[0]?.message.content);
    expect(chunks.length - 3).toBe(whole.usage?.completion_tokens);
  });

  test('streams no usage unless asked', async () => {
    const stream = await client.chat.completions.create({ ...chatBody('Hello'), stream: true });
    const chunks = await collect(stream);
    expect(chunks.every((chunk) => !('usage' in chunk))).toBe(true);
  });

  test('interleaves several answers', async () => {
    const body = { ...chatBody('Hello', { n: 2, max_tokens: 2 }), stream: true as const };
    const chunks = await collect(await client.chat.completions.create(body));
    const indexes = chunks.map((chunk) => chunk.choices[0]?.index);
    expect(indexes).toEqual([0, 1, 0, 1, 0, 1, 0, 1]);
  });

  test('lists alternatives for each token', async () => {
    const body = chatBody('Hello', { logprobs: true, top_logprobs: 2, max_tokens: 2 });
    const { choices } = await client.chat.completions.create(body);
    expect(choices[0]?.logprobs?.content?.map((token) => token.top_logprobs.length)).toEqual([
      2, 2,
    ]);
  });

  test('reasons by effort, within the ceiling', async () => {
    const body = chatBody('Why?', { model: 'demo-reasoner', reasoning_effort: 'low' });
    const { choices, usage } = await client.chat.completions.create(body);
    expect(choices[0]?.message).toHaveProperty('reasoning_content');
    expect(usage?.completion_tokens_details?.reasoning_tokens).toBe(16);
    const cut = await client.chat.completions.create({ ...body, max_completion_tokens: 10 });
    expect(cut.choices[0]).toMatchObject({ finish_reason: 'length', message: { content: '' } });
    expect(cut.usage?.completion_tokens_details?.reasoning_tokens).toBe(10);
  });

  test('gives JSON when asked for it', async () => {
    const object = chatBody('Hi', { response_format: { type: 'json_object' } });
    const free = await client.chat.completions.create(object);
    expect(JSON.parse(free.choices[0]?.message.content ?? '')).toMatchObject({ said: 'Hi' });
    const schema = {
      type: 'object',
      properties: {
        name: { type: 'string' },
        kind: { enum: ['big', 'small'] },
        tags: { type: 'array', items: { $ref: '#/$defs/tag' }, minItems: 1 },
        age: { type: ['integer', 'null'], minimum: 18 },
      },
      required: ['name', 'kind', 'tags', 'age'],
      $defs: { tag: { anyOf: [{ type: 'boolean' }, { type: 'null' }] } },
    };
    const format = { type: 'json_schema' as const, json_schema: { name: 'thing', schema } };
    const fitted = await client.chat.completions.create(
      chatBody('Hi', { response_format: format }),
    );
    expect(JSON.parse(fitted.choices[0]?.message.content ?? '')).toEqual({
      name: 'example',
      kind: 'big',
      tags: [true],
      age: 18,
    });
  });
});

describe('tools', () => {
  test('runs the loop of the SDK', async () => {
    const asked: unknown[] = [];
    const runner = client.chat.completions.runTools({
      ...chatBody('Please use get_weather'),
      tools: [
        {
          type: 'function',
          function: {
            name: 'get_weather',
            description: '',
            parameters: weather.function.parameters ?? {},
            parse: JSON.parse,
            function: (input: unknown) => {
              asked.push(input);
              return '21 degrees';
            },
          },
        },
      ],
    });
    expect(await runner.finalContent()).toContain('21 degrees');
    expect(asked).toEqual([{ city: 'example' }]);
    expect(provider.invoice.summary().calls).toBe(2);
  });

  test('calls both in parallel, or one after the other', async () => {
    const body = chatBody('get_weather and get_time', { tools: [weather, time] });
    const both = await client.chat.completions.create(body);
    expect(both.choices[0]?.message.tool_calls).toHaveLength(2);
    expect(both.choices[0]?.finish_reason).toBe('tool_calls');
    const single = { ...body, parallel_tool_calls: false };
    const first = await client.chat.completions.create(single);
    const message = first.choices[0]?.message as OpenAI.Chat.ChatCompletionMessage;
    expect(message.tool_calls).toMatchObject([{ function: { name: 'get_weather' } }]);
    const id = message.tool_calls?.[0]?.id ?? '';
    const messages = [
      ...body.messages,
      message,
      { role: 'tool' as const, tool_call_id: id, content: 'wet' },
    ];
    const second = await client.chat.completions.create({ ...single, messages });
    expect(second.choices[0]?.message.tool_calls).toMatchObject([
      { function: { name: 'get_time' } },
    ]);
  });

  test('obeys tool_choice', async () => {
    const body = chatBody('Hello', { tools: [weather, time] });
    const named = { type: 'function' as const, function: { name: 'get_time' } };
    const calls = async (tool_choice: OpenAI.Chat.ChatCompletionToolChoiceOption) =>
      (await client.chat.completions.create({ ...body, tool_choice })).choices[0]?.message
        .tool_calls;
    expect(await calls('auto')).toBeUndefined();
    expect(await calls('none')).toBeUndefined();
    expect(await calls('required')).toMatchObject([{ function: { name: 'get_weather' } }]);
    expect(await calls(named)).toMatchObject([{ function: { name: 'get_time' } }]);
  });

  test('streams a call in pieces', async () => {
    const stream = client.chat.completions.stream({
      ...chatBody('get_weather', { tools: [weather] }),
      stream: true,
    });
    const completion = await stream.finalChatCompletion();
    expect(completion.choices[0]?.message.tool_calls).toMatchObject([
      { function: { name: 'get_weather', arguments: '{"city":"example"}' } },
    ]);
  });

  test('refuses a tool message without its call', async () => {
    const messages = [{ role: 'tool' as const, tool_call_id: 'call_1', content: 'x' }];
    await expect(
      client.chat.completions.create({ model: 'demo-small', messages }),
    ).rejects.toBeInstanceOf(BadRequestError);
  });
});

describe('embeddings', () => {
  test('are the same as numbers and as base64, and of length 1', async () => {
    const body = { model: 'demo-embed', input: ['one', 'two'], dimensions: 64 };
    const numbers = await client.embeddings.create({ ...body, encoding_format: 'float' });
    // The SDK asks for base64 by itself and decodes it.
    const decoded = await client.embeddings.create(body);
    expect(decoded.data.map(({ embedding }) => embedding.map(Math.fround))).toEqual(
      numbers.data.map(({ embedding }) => embedding),
    );
    const [first, second] = numbers.data.map(({ embedding }) => embedding);
    expect(Math.hypot(...(first ?? []))).toBeCloseTo(1, 5);
    expect(first).not.toEqual(second);
    expect(numbers.usage).toEqual({ prompt_tokens: 2, total_tokens: 2 });
  });

  test('count given tokens', async () => {
    const { usage } = await client.embeddings.create({ model: 'demo-embed', input: [1, 2, 3] });
    expect(usage.prompt_tokens).toBe(3);
  });
});

describe('errors', () => {
  test('are of the right class', async () => {
    const ask = (content: string) => client.chat.completions.create(chatBody(content));
    const bad = clientWith('bad-key').chat.completions.create(chatBody('Hi'));
    await expect(bad).rejects.toBeInstanceOf(AuthenticationError);
    await expect(ask('[[provider: status=403]]')).rejects.toBeInstanceOf(PermissionDeniedError);
    await expect(ask('[[provider: status=500]]')).rejects.toBeInstanceOf(InternalServerError);
    const limited = await ask('[[provider: status=429 retry-after=20]]').catch((error) => error);
    expect(limited).toBeInstanceOf(RateLimitError);
    expect(limited.headers.get('retry-after')).toBe('20');
    const context = ask('[[provider: status=400 code=context_length_exceeded]]');
    await expect(context).rejects.toMatchObject({ code: 'context_length_exceeded', status: 400 });
    const unknown = client.chat.completions.create(chatBody('Hi', { model: 'missing-model' }));
    await expect(unknown).rejects.toBeInstanceOf(NotFoundError);
    const hot = client.chat.completions.create(chatBody('Hi', { temperature: 3 }));
    await expect(hot).rejects.toMatchObject({ status: 400, param: 'temperature' });
    await expect(ask('[[provider: dance]]')).rejects.toMatchObject({ code: 'unknown_behaviour' });
    await expect(ask('x'.repeat(600_000))).rejects.toMatchObject({
      code: 'context_length_exceeded',
    });
  });
});

import Anthropic, {
  APIError,
  AuthenticationError,
  BadRequestError,
  InternalServerError,
  NotFoundError,
  RateLimitError,
} from '@anthropic-ai/sdk';
import { startFakeProvider, type FakeProvider } from '../server.ts';

type Body = Anthropic.MessageCreateParamsNonStreaming;

let provider: FakeProvider;
let client: Anthropic;

beforeAll(async () => {
  provider = await startFakeProvider();
  client = clientWith('test-key');
});

beforeEach(() => provider.reset());

afterAll(() => provider.stop());

function clientWith(apiKey: string): Anthropic {
  return new Anthropic({ apiKey, baseURL: provider.url, maxRetries: 0 });
}

function bodyOf(content: string, more: Partial<Body> = {}): Body {
  const messages: Body['messages'] = [{ role: 'user', content }];
  return { model: 'claude-sonnet-4-6', max_tokens: 4_096, messages, ...more };
}

const weather: Anthropic.Tool = {
  name: 'get_weather',
  input_schema: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] },
};
const time: Anthropic.Tool = { name: 'get_time', input_schema: { type: 'object' } };

function callsOf(message: Anthropic.Message): Anthropic.ToolUseBlock[] {
  return message.content.filter((block) => block.type === 'tool_use');
}

function kindsOf(message: Anthropic.Message): string[] {
  return message.content.map(({ type }) => type);
}

test('the fake of Anthropic lists and shows models', async () => {
  const page = await client.models.list();
  expect(page.data.map(({ id }) => id)).toContain('claude-sonnet-4-5');
  expect((await client.models.retrieve('claude-haiku-4-5')).id).toBe('claude-haiku-4-5');
  await expect(client.models.retrieve('missing-one')).rejects.toBeInstanceOf(NotFoundError);
});

describe('a message', () => {
  test('echoes and counts', async () => {
    const message = await client.messages.create(bodyOf('Hello there'));
    expect(message.content).toMatchObject([{ type: 'text' }]);
    expect(JSON.stringify(message.content)).toContain('Hello there');
    expect(message.stop_reason).toBe('end_turn');
    expect(message.usage).toMatchObject({ input_tokens: 6, cache_read_input_tokens: 0 });
  });

  test('is the same as a stream', async () => {
    const whole = await client.messages.create(bodyOf('Hello there'));
    const streamed = await client.messages.stream(bodyOf('Hello there')).finalMessage();
    expect(streamed.content).toEqual(whole.content);
    expect(streamed.stop_reason).toBe(whole.stop_reason);
    expect(streamed.usage.output_tokens).toBe(whole.usage.output_tokens);
  });

  test('ends at its ceiling', async () => {
    const message = await client.messages.create(bodyOf('Hello', { max_tokens: 3 }));
    expect(message.stop_reason).toBe('max_tokens');
    expect(message.usage.output_tokens).toBe(3);
  });

  test('follows a schema', async () => {
    const schema = { type: 'object', properties: { n: { type: 'integer' } }, required: ['n'] };
    const message = await client.messages.create(
      bodyOf('Hello', { output_config: { format: { type: 'json_schema', schema } } }),
    );
    const [block] = message.content;
    expect(block?.type === 'text' && JSON.parse(block.text)).toHaveProperty('n');
  });
});

describe('tools', () => {
  test('are called at once, or one at a time', async () => {
    const body = bodyOf('get_weather and get_time', { tools: [weather, time] });
    expect(callsOf(await client.messages.create(body))).toHaveLength(2);
    const single = { type: 'auto', disable_parallel_tool_use: true } as const;
    const one = await client.messages.create({ ...body, tool_choice: single });
    expect(callsOf(one)).toMatchObject([{ name: 'get_weather', input: { city: 'example' } }]);
  });

  test('obey the choice', async () => {
    const calls = async (tool_choice: Anthropic.ToolChoice) =>
      callsOf(
        await client.messages.create(bodyOf('Hi', { tools: [weather, time], tool_choice })),
      ).map(({ name }) => name);
    expect(await calls({ type: 'none' })).toEqual([]);
    expect(await calls({ type: 'any' })).toEqual(['get_weather']);
    expect(await calls({ type: 'tool', name: 'get_time' })).toEqual(['get_time']);
  });

  test('stream their input', async () => {
    const stream = client.messages.stream(
      bodyOf('get_weather get_time', { tools: [weather, time] }),
    );
    const calls = callsOf(await stream.finalMessage());
    expect(calls.map(({ input }) => input)).toEqual([{ city: 'example' }, {}]);
  });
});

describe('thinking', () => {
  const thinking = { type: 'enabled', budget_tokens: 1_024 } as const;

  test.each(['whole', 'stream'])('is signed, and goes back in a loop (%s)', async (way) => {
    const body = bodyOf('get_weather', { tools: [weather], thinking });
    const ask = (asked: Body) =>
      way === 'whole'
        ? client.messages.create(asked)
        : client.messages.stream(asked).finalMessage();
    const first = await ask(body);
    expect(kindsOf(first)).toEqual(['thinking', 'tool_use']);
    const result = {
      type: 'tool_result',
      tool_use_id: callsOf(first)[0]?.id ?? '',
      content: 'wet',
    };
    const loop = (content: Anthropic.ContentBlockParam[]): Body => ({
      ...body,
      messages: [
        ...body.messages,
        { role: 'assistant', content },
        { role: 'user', content: [result as Anthropic.ToolResultBlockParam] },
      ],
    });
    expect(JSON.stringify((await ask(loop(first.content))).content)).toContain('wet');
    const forged = first.content.map((block) =>
      block.type === 'thinking' ? { ...block, thinking: 'made up' } : block,
    );
    await expect(ask(loop(forged))).rejects.toBeInstanceOf(BadRequestError);
  });

  test('does not go with a forced tool or a ceiling below its budget', async () => {
    const forced = bodyOf('Hi', { thinking, tools: [weather], tool_choice: { type: 'any' } });
    await expect(client.messages.create(forced)).rejects.toBeInstanceOf(BadRequestError);
    const tight = bodyOf('Hi', { thinking, max_tokens: 1_024 });
    await expect(client.messages.create(tight)).rejects.toBeInstanceOf(BadRequestError);
  });
});

test('errors are of the right class', async () => {
  const ask = (content: string) => client.messages.create(bodyOf(content));
  const bad = clientWith('bad-key').messages.create(bodyOf('Hi'));
  await expect(bad).rejects.toBeInstanceOf(AuthenticationError);
  await expect(ask('[[provider: status=529]]')).rejects.toBeInstanceOf(InternalServerError);
  await expect(ask('[[provider: status=429]]')).rejects.toBeInstanceOf(RateLimitError);
  const unknown = client.messages.create(bodyOf('Hi', { model: 'missing-model' }));
  await expect(unknown).rejects.toBeInstanceOf(NotFoundError);
  await expect(ask('x'.repeat(900_000))).rejects.toThrow(/prompt is too long/u);
  const stream = client.messages.stream(bodyOf('Hi [[provider: error after=4 status=529]]'));
  await expect(stream.finalMessage()).rejects.toBeInstanceOf(APIError);
});

test('a turn of the assistant without its results is refused', async () => {
  const messages: Body['messages'] = [
    { role: 'user', content: 'Hi' },
    { role: 'assistant', content: [{ type: 'tool_use', id: 'a', name: 'get_time', input: {} }] },
    { role: 'user', content: 'Go on' },
  ];
  const asked = client.messages.create(bodyOf('', { messages }));
  await expect(asked).rejects.toBeInstanceOf(BadRequestError);
});

import OpenAI from 'openai';
import type { ChatCompletionMessageParam, ChatCompletionTool } from 'openai/resources';
import { aDemo } from '../support/demo.ts';
import type { Demo } from '../support/demo.ts';
import { ANTHROPIC, GOOGLE, setUpFamily } from '../support/family-set-up.ts';
import type { FamilySetUp } from '../support/family-set-up.ts';

const START_MS = 180_000;

/** One family of the test: its chat model, and one for vectors where it has any. */
interface Setup extends Omit<FamilySetUp, 'models'> {
  model: string;
  embedding?: { model: string; more?: object };
}

const SETUPS: readonly Setup[] = [
  {
    ...ANTHROPIC,
    model: 'anthropic/claude-sonnet-4-5',
  },
  {
    ...GOOGLE,
    model: 'google/gemini-2.5-flash',
    embedding: { model: 'google/gemini-embedding-001' },
  },
  {
    family: 'ollama',
    credential: {},
    path: '',
    model: 'ollama/demo-small:latest',
    embedding: { model: 'ollama/demo-embed:latest' },
  },
  {
    family: 'bedrock',
    credential: {
      region: 'us-east-1',
      access_key_id: 'AKIAFAKEFAKEFAKEFAKE',
      secret_access_key: 'fake-secret-access-key-of-forty-letters-1',
    },
    path: '',
    model: 'bedrock/amazon.nova-lite-v1:0',
    embedding: {
      model: 'bedrock/cohere.embed-english-v3',
      more: { input_type: 'search_document' },
    },
  },
];

let demo: Demo;
let client: OpenAI;
beforeAll(async () => {
  demo = await aDemo();
  client = new OpenAI({
    apiKey: demo.env.TOLLGATE_API_KEY,
    baseURL: demo.env.TOLLGATE_BASE_URL,
    maxRetries: 0,
  });
}, START_MS);
afterAll(() => demo?.stack.drop(), START_MS);

const consumed = async (): Promise<bigint> => {
  const { body } = await demo.user<{ consumed: string; reserved: string }>('GET', '/credits');
  expect(body.reserved).toBe('0.000000000');
  return BigInt(body.consumed.replace('.', ''));
};

/** Nano-credits at the prices above: cached tokens at a tenth, output at four. */
function worth(usage: OpenAI.CompletionUsage | undefined): bigint {
  if (usage === undefined) throw new Error('no usage');
  const cached = usage.prompt_tokens_details?.cached_tokens ?? 0;
  const tenths = (usage.prompt_tokens - cached) * 10 + cached + usage.completion_tokens * 40;
  return BigInt(Math.ceil(tenths * 100));
}

const weather: ChatCompletionTool = {
  type: 'function',
  function: {
    name: 'get_weather',
    description: 'The weather of a city',
    parameters: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] },
  },
};

describe.each(SETUPS)('$family', (setup) => {
  const { model } = setup;
  beforeAll(() => {
    const models = [model, setup.embedding?.model].filter((name) => name !== undefined);
    return setUpFamily(demo, { ...setup, models });
  }, START_MS);

  test('answers whole, tells its route, and charges what its usage is worth', async () => {
    const before = await consumed();
    const { data, response } = await client.chat.completions
      .create({ model, messages: [{ role: 'user', content: 'Hello over this wire' }] })
      .withResponse();
    expect(data.choices[0]?.message.content).toContain('Hello over this wire');
    expect(data.choices[0]?.finish_reason).toBe('stop');
    expect(response.headers.get('x-svc-provider')).toBe(setup.family);
    expect(response.headers.get('x-svc-model')).toBe(model);
    expect(await consumed()).toBe(before + worth(data.usage));
  });

  test('streams the same text and charges the same', async () => {
    const messages: ChatCompletionMessageParam[] = [{ role: 'user', content: 'A stream, please' }];
    const whole = await client.chat.completions.create({ model, messages });
    const before = await consumed();
    const stream = await client.chat.completions.create({
      model,
      messages,
      stream: true,
      stream_options: { include_usage: true },
    });
    let text = '';
    let usage: OpenAI.CompletionUsage | undefined;
    for await (const chunk of stream) {
      text += chunk.choices[0]?.delta.content ?? '';
      usage = chunk.usage ?? usage;
    }
    expect(text).toBe(whole.choices[0]?.message.content);
    expect(usage).toEqual(whole.usage);
    expect(await consumed()).toBe(before + worth(usage));
  });

  test.each([false, true])('survives a tool loop (stream: %s)', async (streamed) => {
    const messages: ChatCompletionMessageParam[] = [
      { role: 'user', content: 'Call get_weather for Oslo.' },
    ];
    const given = { model, tools: [weather], messages };
    const first = streamed
      ? await client.chat.completions.stream(given).finalChatCompletion()
      : await client.chat.completions.create(given);
    const message = first.choices[0]?.message;
    const [call] = message?.tool_calls ?? [];
    if (message === undefined || call?.type !== 'function') throw new Error('no call was made');
    expect(first.choices[0]?.finish_reason).toBe('tool_calls');
    expect(call.function.name).toBe('get_weather');
    messages.push(message, { role: 'tool', tool_call_id: call.id, content: 'Rain, 9 degrees' });
    const second = await client.chat.completions.create({ ...given, messages });
    expect(second.choices[0]?.message.content).toContain('Rain, 9 degrees');
  });

  test('embeds, where it has models for it', async () => {
    if (setup.embedding === undefined) return;
    const { data } = await client.embeddings.create({
      model: setup.embedding.model,
      input: ['one', 'two', 'one'],
      ...setup.embedding.more,
    });
    expect(data).toHaveLength(3);
    expect(data[0]?.embedding).toEqual(data[2]?.embedding);
    expect(data[0]?.embedding).not.toEqual(data[1]?.embedding);
  });

  test('a busy provider is a 429 of ours, and a refused credential is not the caller’s', async () => {
    await demo.control({ behaviour: 'status=429', times: 1 });
    const busy = client.chat.completions.create({
      model,
      messages: [{ role: 'user', content: 'x' }],
    });
    await expect(busy).rejects.toMatchObject({ status: 429, code: 'upstream_rate_limited' });
    await demo.control({ behaviour: 'status=401', times: 1 });
    const refused = client.chat.completions.create({
      model,
      messages: [{ role: 'user', content: 'x' }],
    });
    await expect(refused).rejects.toMatchObject({
      status: 502,
      code: 'upstream_credential_rejected',
    });
  });
});

test('after all families every rule of the ledger holds', async () => {
  const { body } = await demo.platform<{ ok: boolean }>('GET', '/ledger/verify');
  expect(body.ok).toBe(true);
});

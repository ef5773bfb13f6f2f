import OpenAI from 'openai';
import type { ChatCompletionMessageParam, ChatCompletionTool } from 'openai/resources';
import { aDemo } from '../support/demo.ts';
import type { Demo } from '../support/demo.ts';

const START_MS = 180_000;

/** One family as an administrator sets it up, spoken to the fake provider over its own wire. */
interface Setup {
  family: string;
  credential: Record<string, string>;
  /** Behind the fake provider's address. */
  path: string;
  /** A chat model of the list that the fake provider gives. */
  model: string;
  embedding?: { model: string; more?: object };
}

const SETUPS: readonly Setup[] = [
  {
    family: 'anthropic',
    credential: { api_key: 'anthropic-key' },
    path: '',
    model: 'anthropic/claude-sonnet-4-5',
  },
  {
    family: 'google',
    credential: { api_key: 'google-key' },
    path: '/v1beta',
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

const PRICES: Record<string, string> = {
  input: '1',
  cache_read: '0.1',
  cache_write: '1.25',
  output: '4',
  reasoning: '4',
};

interface PlatformModel {
  id: string;
  public_id: string;
  dimensions: string[];
  missing_limits: string[];
  state: string;
}

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

async function setUp(setup: Setup): Promise<void> {
  const made = await demo.platform<{ id: string }>('POST', '/provider-credentials', {
    family: setup.family,
    name: `The ${setup.family} of the test`,
    base_url: `${demo.stack.urls['vendor']}${setup.path}`,
    credential: setup.credential,
  });
  expect({ status: made.status, body: made.body }).toMatchObject({ status: 201 });
  const credential = `/provider-credentials/${made.body.id}`;
  const synced = await demo.platform('POST', `${credential}/sync-models`);
  expect({ status: synced.status, body: synced.body }).toMatchObject({ status: 200 });
  const wanted = [setup.model, setup.embedding?.model].filter((name) => name !== undefined);
  const { body: models } = await demo.platform<PlatformModel[]>(
    'GET',
    `/models?provider=${setup.family}`,
  );
  for (const name of wanted) await publish(models, name);
  await seen(wanted);
}

async function publish(models: readonly PlatformModel[], name: string): Promise<void> {
  const model = models.find((one) => one.public_id === name);
  if (model === undefined) {
    throw new Error(`${name} is not among ${models.map((one) => one.public_id).join(', ')}`);
  }
  const limits = Object.fromEntries(
    model.missing_limits.map((limit) => [limit, limit === 'inputs' ? 96 : 8_192]),
  );
  const approved = await demo.platform('POST', `/models/${model.id}/approval`, { limits });
  expect({ name, status: approved.status, body: approved.body }).toMatchObject({ status: 200 });
  const prices = Object.fromEntries(model.dimensions.map((name) => [name, PRICES[name]]));
  const priced = await demo.platform('POST', `/models/${model.id}/prices`, { prices });
  expect({ name, status: priced.status, body: priced.body }).toMatchObject({ status: 201 });
}

async function seen(names: readonly string[]): Promise<void> {
  const until = performance.now() + 5_000;
  for (;;) {
    const { body } = await demo.v1<{ data: { id: string }[] }>('/models');
    if (names.every((name) => body.data.some(({ id }) => id === name))) return;
    if (performance.now() > until) throw new Error(`${names.join(', ')} did not appear`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

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
  beforeAll(() => setUp(setup), START_MS);

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

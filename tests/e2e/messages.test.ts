import Anthropic, {
  AuthenticationError,
  BadRequestError,
  NotFoundError,
  RateLimitError,
} from '@anthropic-ai/sdk';
import { formatCredits } from '@tollgate/money/credits';
import got from 'got';
import { anotherKey } from '../support/another-key.ts';
import { aSharedDemo } from '../support/shared-demo.ts';
import type { Demo } from '../support/demo.ts';
import { eventually } from '../support/eventually.ts';
import { openCall } from '../support/open-call.ts';
import { ANTHROPIC, BEDROCK, GOOGLE, OPENAI, setUpFamily } from '../support/family-set-up.ts';
import { expectLedgerHolds } from '../support/ledger.ts';

type Body = Anthropic.MessageCreateParamsNonStreaming;

const START_MS = 180_000;
const CLAUDE = 'anthropic/claude-sonnet-4-5';
const NEWEST = 'anthropic/claude-opus-5-5';
const GEMINI = 'google/gemini-2.5-flash';
const CODEX = 'openai/gpt-5.2-codex';
const NOVA = 'bedrock/amazon.nova-lite-v1:0';
const SONNET = 'bedrock/us.anthropic.claude-sonnet-4-5-20250929-v1:0';
const SMALL = 'demo/demo-small';
const REASONER = 'demo/demo-reasoner';
const MODELS = [CLAUDE, NEWEST, GEMINI, CODEX, NOVA, SONNET, SMALL, REASONER];
const PIXEL =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

let demo: Demo;
let client: Anthropic;
beforeAll(async () => {
  demo = await aSharedDemo();
  client = clientWith({ apiKey: demo.env.TOLLGATE_API_KEY });
  await setUpFamily(demo, { ...ANTHROPIC, models: [CLAUDE, NEWEST] });
  await setUpFamily(demo, { ...GOOGLE, models: [GEMINI] });
  await setUpFamily(demo, {
    ...OPENAI,
    models: [CODEX],
  });
  await setUpFamily(demo, {
    ...BEDROCK,
    models: [NOVA, SONNET],
  });
}, START_MS);
afterAll(() => demo?.stack.drop(), START_MS);

function clientWith(given: { apiKey?: string; authToken?: string }): Anthropic {
  const baseURL = demo.env.TOLLGATE_BASE_URL.replace(/\/v1$/, '');
  return new Anthropic({ apiKey: null, authToken: null, ...given, baseURL, maxRetries: 0 });
}

const bodyOf = (model: string, content: string, more: Partial<Body> = {}): Body => ({
  model,
  max_tokens: 4_096,
  messages: [{ role: 'user', content }],
  ...more,
});
const weather: Anthropic.Tool = {
  name: 'get_weather',
  description: 'The weather of a city',
  input_schema: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] },
};
const textOf = ({ content }: Anthropic.Message): string =>
  content.map((block) => (block.type === 'text' ? block.text : '')).join('');
const kindsOf = ({ content }: Anthropic.Message): string[] => content.map(({ type }) => type);

const consumedAndHeld = async () =>
  (await demo.user<{ consumed: string; reserved: string }>('GET', '/credits')).body;

const consumed = async (): Promise<bigint> => {
  const { body } = await demo.user<{ consumed: string; reserved: string }>('GET', '/credits');
  expect(body.reserved).toBe('0.000000000');
  return BigInt(body.consumed.replace('.', ''));
};

interface Got {
  status: number;
  text: string;
  headers: Record<string, string | string[] | undefined>;
}

async function ask(body: object, headers: Record<string, string> = {}): Promise<Got> {
  const {
    statusCode,
    body: text,
    headers: given,
  } = await got.post(`${demo.env.TOLLGATE_BASE_URL}/messages`, {
    headers: { authorization: `Bearer ${demo.env.TOLLGATE_API_KEY}`, ...headers },
    json: body,
    throwHttpErrors: false,
    retry: { limit: 0 },
  });
  return { status: statusCode, text, headers: given };
}

describe.each(MODELS)('%s', (model) => {
  test('answers whole, and what it costs is charged', async () => {
    const before = await consumed();
    const { data, response } = await client.messages
      .create(bodyOf(model, 'Hello over this wire'))
      .withResponse();
    expect(data).toMatchObject({ type: 'message', role: 'assistant', model });
    expect(data.id).toMatch(/^msg_[0-9a-f]{32}$/);
    expect(textOf(data)).toContain('Hello over this wire');
    expect([data.stop_reason, data.stop_sequence]).toEqual(['end_turn', null]);
    expect(data.usage.input_tokens).toBeGreaterThan(0);
    expect(data.usage.output_tokens).toBeGreaterThan(0);
    expect(response.headers.get('x-svc-model')).toBe(model);
    const charge = (await consumed()) - before;
    expect(charge).toBeGreaterThan(0n);
    expect(response.headers.get('x-svc-charged')).toBe(formatCredits(charge));
    expect(data.usage).toMatchObject({ cost: Number(formatCredits(charge)) });
  });

  test('streams the same answer, and charges the same', async () => {
    const before = await consumed();
    const whole = await client.messages.create(bodyOf(model, 'A stream, please'));
    const cost = (await consumed()) - before;
    const stream = client.messages.stream(bodyOf(model, 'A stream, please'));
    const types: string[] = [];
    const counts: object[] = [];
    stream.on('streamEvent', (event) => {
      types.push(event.type);
      if (event.type === 'message_delta') counts.push(event.usage);
    });
    const streamed = await stream.finalMessage();
    expect(textOf(streamed)).toBe(textOf(whole));
    expect(streamed.stop_reason).toBe('end_turn');
    expect(streamed.usage).toMatchObject({ output_tokens: whole.usage.output_tokens });
    expect(types[0]).toBe('message_start');
    expect(types.at(-1)).toBe('message_stop');
    expect(await consumed()).toBe(before + cost + cost);
    expect(counts.at(-1)).toMatchObject({ cost: Number(formatCredits(cost)) });
  });

  test.each([false, true])('survives a tool loop (stream: %s)', async (streamed) => {
    const messages: Anthropic.MessageParam[] = [
      { role: 'user', content: 'Call get_weather for Oslo.' },
    ];
    const given = { model, max_tokens: 4_096, tools: [weather], messages };
    const first = streamed
      ? await client.messages.stream(given).finalMessage()
      : await client.messages.create(given);
    expect(first.stop_reason).toBe('tool_use');
    const call = first.content.find((block) => block.type === 'tool_use');
    if (call === undefined) throw new Error('no call was made');
    expect(call.name).toBe('get_weather');
    expect(typeof call.input).toBe('object');
    messages.push(
      { role: 'assistant', content: first.content },
      {
        role: 'user',
        content: [{ type: 'tool_result', tool_use_id: call.id, content: 'Rain, 9 degrees' }],
      },
    );
    const second = await client.messages.create({ ...given, messages });
    expect(textOf(second)).toContain('Rain, 9 degrees');
  });

  test('counts tokens for nothing, at least what the provider counts', async () => {
    const before = await consumed();
    const { max_tokens: _, ...prompt } = bodyOf(
      model,
      'Is it on or is it off, and if so, how far up is it to go?',
    );
    const { data, response } = await client.messages.countTokens(prompt).withResponse();
    const countedBy = [CLAUDE, NEWEST, SONNET].includes(model) ? 'provider' : 'bound';
    expect(response.headers.get('x-svc-token-count')).toBe(countedBy);
    expect(await consumed()).toBe(before);
    const { usage } = await client.messages.create(
      bodyOf(model, prompt.messages[0]?.content as string),
    );
    expect(data.input_tokens).toBeGreaterThanOrEqual(usage.input_tokens);
  });

  test('a busy provider is a 429 with our code', async () => {
    await demo.control({ behaviour: 'status=429', times: 1 });
    const busy = client.messages.create(bodyOf(model, 'x'));
    await expect(busy).rejects.toMatchObject({
      status: 429,
      error: { type: 'error', error: { type: 'rate_limit_error', code: 'upstream_rate_limited' } },
    });
    await demo.control({ behaviour: 'status=429', times: 1 });
    await expect(client.messages.create(bodyOf(model, 'x'))).rejects.toBeInstanceOf(RateLimitError);
  });

  test('a provider without capacity is told in the type that clients fall back from', async () => {
    for (const stream of [false, true]) {
      await demo.control({ behaviour: 'status=503 message="The model is overloaded."', times: 1 });
      const { status, text } = await ask({ ...bodyOf(model, 'x'), stream });
      expect([status, JSON.parse(text)]).toMatchObject([
        502,
        { type: 'error', error: { type: 'overloaded_error', code: 'upstream_unavailable' } },
      ]);
      // An answer in between, because several faults in a row shut a credential for the tests
      // behind this one.
      expect((await ask(bodyOf(model, 'x'))).status).toBe(200);
    }
    await demo.control({ behaviour: 'status=500', times: 1 });
    const { text } = await ask(bodyOf(model, 'x'));
    expect(JSON.parse(text)).toMatchObject({ error: { type: 'api_error' } });
    expect((await ask(bodyOf(model, 'x'))).status).toBe(200);
  });
});

test('an answer that was paused is gone on with, where a prefill is refused', async () => {
  const id = 'srvtoolu_01';
  const page = { type: 'web_search_result', title: 'A', url: 'https://a.example', page_age: null };
  const paused = [
    { type: 'server_tool_use', id, name: 'web_search', input: { query: 'a' } },
    {
      type: 'web_search_tool_result',
      tool_use_id: id,
      content: [{ ...page, encrypted_content: 'c2VhbGVk' }],
    },
  ];
  const endingWith = async (content: unknown): Promise<number> => {
    const { messages, ...body } = bodyOf(NEWEST, 'Look it up');
    const turns = [...messages, { role: 'assistant', content }];
    return (await demo.v1('/messages', { ...body, messages: turns })).status;
  };
  expect([await endingWith(paused), await endingWith('It is')]).toEqual([200, 400]);
});

test.each([CLAUDE, NEWEST, SONNET, REASONER, CODEX])(
  '%s: reasoning comes back as it was (whole and streamed)',
  async (model) => {
    for (const streamed of [false, true]) {
      const messages: Anthropic.MessageParam[] = [
        { role: 'user', content: 'Call get_weather for Oslo.' },
      ];
      const thinking =
        model === NEWEST
          ? { thinking: { type: 'adaptive' as const, display: 'summarized' as const } }
          : { thinking: { type: 'enabled' as const, budget_tokens: 2_048 } };
      const given = { model, max_tokens: 8_000, tools: [weather], messages, ...thinking };
      const first = streamed
        ? await client.messages.stream(given).finalMessage()
        : await client.messages.create(given);
      expect([model, streamed, kindsOf(first)]).toEqual([
        model,
        streamed,
        expect.arrayContaining(['tool_use']),
      ]);
      expect(kindsOf(first).some((kind) => kind.endsWith('thinking'))).toBe(true);
      const call = first.content.find((block) => block.type === 'tool_use');
      messages.push(
        { role: 'assistant', content: first.content },
        {
          role: 'user',
          content: [{ type: 'tool_result', tool_use_id: call?.id ?? '', content: 'Rain' }],
        },
      );
      const second = await client.messages.create({ ...given, messages });
      expect(textOf(second)).toContain('Rain');
    }
  },
);

test('reasoning of one model is no obstacle for another', async () => {
  const question: Anthropic.MessageParam = { role: 'user', content: 'Think about Oslo.' };
  const thinking = { type: 'enabled' as const, budget_tokens: 2_048 };
  for (const [from, to] of [
    [CLAUDE, SMALL],
    [REASONER, CLAUDE],
    [REASONER, GEMINI],
  ] as const) {
    const given = { max_tokens: 8_000, messages: [question] };
    const first = await client.messages.create({ ...given, model: from, thinking });
    expect(kindsOf(first)[0]).toBe('thinking');
    const messages = [
      question,
      { role: 'assistant' as const, content: first.content },
      { role: 'user' as const, content: 'And now?' },
    ];
    const second = await client.messages.create({ model: to, max_tokens: 8_000, messages });
    expect(textOf(second)).toContain('And now?');
  }
});

describe('to Anthropic', () => {
  test('body and headers pass as they came, but for the model and the ceiling', async () => {
    const body = bodyOf(CLAUDE, 'Exactly this', {
      system: [{ type: 'text', text: 'Be brief.', cache_control: { type: 'ephemeral' } }],
      // The client does not know this field any more; callers of other clients send it.
      ...({ top_k: 5 } as object),
      stop_sequences: ['STOP'],
      metadata: { user_id: 'user-1' },
      service_tier: 'standard_only',
      tools: [{ ...weather, cache_control: { type: 'ephemeral' } }],
      tool_choice: { type: 'auto', disable_parallel_tool_use: true },
    });
    const response = await ask(body, {
      'anthropic-beta': 'interleaved-thinking-2025-05-14, context-1m-2025-08-07',
      'x-api-key': demo.env.TOLLGATE_API_KEY,
    });
    expect([response.status, response.text]).toEqual([
      200,
      expect.stringContaining('Exactly this'),
    ]);
  });

  test('what is kept for an hour has no price, and is refused by its name', async () => {
    const mark = { type: 'ephemeral' as const, ttl: '1h' as const };
    const system = [{ type: 'text' as const, text: 'Be brief.', cache_control: mark }];
    await expect(client.messages.create(bodyOf(CLAUDE, 'x', { system }))).rejects.toMatchObject({
      status: 400,
      error: { error: { code: 'unsupported_parameter', param: 'system[0].cache_control.ttl' } },
    });
  });

  test('an edit that makes the provider write is refused before anything is held', async () => {
    const before = await consumed();
    const edits = [{ type: 'compact_20260112' }];
    const { status, text } = await ask(
      { ...bodyOf(CLAUDE, 'x'), context_management: { edits } },
      { 'anthropic-beta': 'compact-2026-01-12' },
    );
    expect([status, text]).toEqual([
      400,
      expect.stringContaining('"param":"context_management.edits[0].type"'),
    ]);
    expect(await consumed()).toBe(before);
  });

  test('its words of a refusal reach the caller', async () => {
    const refused = client.messages.create(
      bodyOf(CLAUDE, 'x', { messages: [{ role: 'user', content: [{ type: 'text', text: ' ' }] }] }),
    );
    await expect(refused).rejects.toMatchObject({
      status: 400,
      error: {
        error: {
          type: 'invalid_request_error',
          message: 'messages: text content blocks must contain non-whitespace text',
        },
      },
    });
  });
});

test('Claude at Bedrock gets the body as it came, and what the host does not know stays behind', async () => {
  const body = bodyOf(SONNET, 'Exactly this', {
    system: [{ type: 'text', text: 'Be brief.', cache_control: { type: 'ephemeral' } }],
    ...({ top_k: 5 } as object),
    stop_sequences: ['STOP'],
    metadata: { user_id: 'user-1' },
    service_tier: 'standard_only',
    tools: [{ ...weather, cache_control: { type: 'ephemeral' } }],
  });
  const beta = 'claude-code-20250219, interleaved-thinking-2025-05-14';
  for (const stream of [false, true]) {
    const response = await ask({ ...body, stream }, { 'anthropic-beta': beta });
    expect([response.status, response.text]).toEqual([200, expect.stringContaining('You')]);
    expect(response.text).not.toContain('amazon-bedrock');
  }
  const blank = [{ role: 'user' as const, content: [{ type: 'text' as const, text: ' ' }] }];
  await expect(
    client.messages.create(bodyOf(SONNET, 'x', { messages: blank })),
  ).rejects.toMatchObject({
    status: 400,
    error: {
      error: { message: 'messages: text content blocks must contain non-whitespace text' },
    },
  });
});

describe('a count of the provider', () => {
  const COUNT = '/v1/messages/count_tokens';
  const counting = (key: string, content: string) =>
    clientWith({ apiKey: key })
      .messages.countTokens({ model: CLAUDE, messages: [{ role: 'user', content }] })
      .withResponse()
      .then(({ data, response }) => ({
        by: response.headers.get('x-svc-token-count'),
        tokens: data.input_tokens,
      }));
  const asked = async () => (await demo.invoice()).filter(({ path }) => path === COUNT).length;

  test('refuses in the words of the provider what is wrong with the prompt', async () => {
    await expect(counting(demo.env.TOLLGATE_API_KEY, ' ')).rejects.toMatchObject({
      status: 400,
      error: {
        error: {
          type: 'invalid_request_error',
          message: 'messages: text content blocks must contain non-whitespace text',
        },
      },
    });
  });

  test('F09: a flood of counts is not handed on, and others are still counted', async () => {
    const before = await consumed();
    const flooding = await anotherKey(demo, 'flooding');
    await demo.clearInvoice();
    const reported: Awaited<ReturnType<typeof counting>>[] = [];
    for (let times = 0; times < 40; times += 1) {
      reported.push(...(await Promise.all([1, 2].map(() => counting(flooding, 'Count this.')))));
    }
    const at = (by: string) => reported.filter((one) => one.by === by);
    expect(at('provider').length).toBe(await asked());
    // The minute goes on while the test runs, and gives a few more.
    expect(await asked()).toBeLessThan(80);
    expect(at('bound').length).toBeGreaterThan(0);
    expect(Math.min(...at('bound').map(({ tokens }) => tokens))).toBeGreaterThanOrEqual(
      at('provider')[0]?.tokens ?? 0,
    );
    const other = await counting(await anotherKey(demo, 'calm'), 'Count this.');
    expect(other.by).toBe('provider');
    expect(await consumed()).toBe(before);
  });

  test('is our bound when the provider is late, or busy, and calls are served on', async () => {
    const late = await anotherKey(demo, 'late');
    expect((await counting(late, 'Say. [[provider: stall-before-first-byte]]')).by).toBe('bound');
    const busy = await anotherKey(demo, 'busy');
    expect((await counting(busy, 'Say.')).by).toBe('provider');
    await demo.control({ behaviour: 'status=429', times: 1, path: COUNT });
    await demo.clearInvoice();
    expect((await counting(busy, 'Say.')).by).toBe('bound');
    expect((await counting(busy, 'Say.')).by).toBe('bound');
    expect(await asked()).toBe(1);
    expect(textOf(await client.messages.create(bodyOf(CLAUDE, 'Served on')))).toContain(
      'Served on',
    );
  });
});

describe('what has no counterpart', () => {
  test.each([
    ['top_k', { top_k: 5 }],
    [
      'tool_choice.disable_parallel_tool_use',
      {
        tools: [weather],
        tool_choice: { type: 'auto', disable_parallel_tool_use: true },
      },
    ],
    ['speed', { speed: 'fast' }],
    ['container', { container: 'c1' }],
    [
      'mcp_servers',
      { mcp_servers: [{ type: 'url', url: 'https://dice.example.com/', name: 'dice' }] },
    ],
    ['tools[0].type', { tools: [{ type: 'web_search_20250305', name: 'web_search' }] }],
    ['stop', { stop: ['x'] }],
    [
      'messages[0].content[0].type',
      {
        messages: [{ role: 'user', content: [{ type: 'container_upload', file_id: 'f' }] }],
      },
    ],
  ])('%s is refused by its name before anything is held', async (param, more) => {
    const before = await consumed();
    const response = await ask({ ...bodyOf(SMALL, 'x'), ...more });
    const { error } = JSON.parse(response.text) as { error: { param: string; code: string } };
    expect([response.status, error.param, error.code]).toEqual([
      400,
      param,
      'unsupported_parameter',
    ]);
    expect(await consumed()).toBe(before);
  });

  test('hints are dropped', async () => {
    const response = await ask({
      ...bodyOf(SMALL, 'hints'),
      system: [{ type: 'text', text: 'Be brief.', cache_control: { type: 'ephemeral' } }],
      context_management: { edits: [{ type: 'clear_tool_uses_20250919' }] },
      metadata: { user_id: 'u' },
      thinking: { type: 'adaptive' },
    });
    expect(response.status).toBe(200);
  });

  test('an image in a result reaches every model that sees', async () => {
    const source = { type: 'base64' as const, media_type: 'image/png' as const, data: PIXEL };
    const messages: Anthropic.MessageParam[] = [
      { role: 'user', content: 'Call get_weather.' },
      {
        role: 'assistant',
        content: [{ type: 'tool_use', id: 'toolu_1', name: 'get_weather', input: {} }],
      },
      {
        role: 'user',
        content: [
          {
            type: 'tool_result',
            tool_use_id: 'toolu_1',
            is_error: true,
            content: [
              { type: 'text', text: 'Seen:' },
              { type: 'image', source },
            ],
          },
        ],
      },
    ];
    const given = { max_tokens: 100, tools: [weather], messages };
    for (const model of [CLAUDE, SONNET, GEMINI]) {
      expect(textOf(await client.messages.create({ ...given, model }))).toContain('Seen:');
    }
  });
});

describe('errors', () => {
  test('have the shape of this API, with our code and request id', async () => {
    const response = await ask({ model: SMALL, messages: [] }, { 'x-request-id': 'req-1' });
    expect(response.status).toBe(400);
    expect(JSON.parse(response.text)).toEqual({
      type: 'error',
      error: {
        type: 'invalid_request_error',
        message: expect.any(String),
        code: 'invalid_request',
        param: expect.any(String),
        request_id: 'req-1',
      },
      request_id: 'req-1',
    });
  });

  test('a key may stand in either place, and not two keys', async () => {
    const bearer = clientWith({ authToken: demo.env.TOLLGATE_API_KEY });
    expect(textOf(await bearer.messages.create(bodyOf(SMALL, 'Bearer')))).toContain('Bearer');
    const none = clientWith({ apiKey: 'svc_live_nobody' });
    await expect(none.messages.create(bodyOf(SMALL, 'x'))).rejects.toBeInstanceOf(
      AuthenticationError,
    );
    const both = await ask(bodyOf(SMALL, 'x'), { 'x-api-key': 'svc_live_other' });
    expect(both.status).toBe(401);
    const models = await got(`${demo.env.TOLLGATE_BASE_URL}/models?limit=1000`, {
      headers: { 'x-api-key': demo.env.TOLLGATE_API_KEY, 'anthropic-version': '2023-06-01' },
    });
    expect(models.statusCode).toBe(200);
  });

  test('an unknown model, another version of the wire', async () => {
    await expect(client.messages.create(bodyOf('no/such', 'x'))).rejects.toBeInstanceOf(
      NotFoundError,
    );
    const version = await ask(bodyOf(SMALL, 'x'), { 'anthropic-version': '2023-01-01' });
    expect(version.status).toBe(400);
    const later = await ask(bodyOf(CLAUDE, 'x'), { 'anthropic-version': '2026-10-21' });
    expect(later.status).toBe(200);
    await expect(
      client.messages.create({ ...bodyOf(SMALL, 'x'), max_tokens: 0 }),
    ).rejects.toBeInstanceOf(BadRequestError);
  });

  test.each([CLAUDE, SONNET, SMALL])(
    '%s: a stream that breaks tells of it in its own words',
    async (model) => {
      const text = 'A longer answer that breaks in its middle. [[provider: cut after=6]]';
      const stream = client.messages.stream(bodyOf(model, text));
      await expect(stream.finalMessage()).rejects.toMatchObject({
        error: { type: 'error', error: { code: 'upstream_stream_interrupted' } },
      });
    },
  );

  test.each([CLAUDE, SONNET, SMALL])(
    'F06: %s: text that imitates events stays inside one event',
    async (model) => {
      const asked = bodyOf(model, 'Say it. [[provider: content=sse]]');
      const { text } = await ask({ ...asked, stream: true });
      const frames = text.split('\n\n').filter((frame) => frame !== '');
      for (const frame of frames)
        expect(frame).toMatch(/^event: ([a-z_]+)\ndata: \{"type": ?"\1"[^\n]*\}$/);
      expect(frames.filter((frame) => frame.startsWith('event: message_stop'))).toHaveLength(1);
      expect(text).toContain(String.raw`data: [DONE]\n\n`);
    },
  );

  test.each([CLAUDE, SONNET, SMALL])('F07: %s: a caller who leaves is charged', async (model) => {
    const before = await consumed();
    const asked = bodyOf(model, 'x [[provider: chunks=12; chunk-delay=50]]');
    const call = openCall(demo, { ...asked, stream: true }, {}, '/messages');
    await eventually(() => call.text().includes('text_delta'));
    call.leave();
    await eventually(async () => (await consumedAndHeld()).reserved === '0.000000000');
    expect(await consumed()).toBeGreaterThan(before);
  });

  test('F08: reasoning under a seal that is not ours to open reaches no model', async () => {
    const thinking = { type: 'enabled' as const, budget_tokens: 2_048 };
    const first = await client.messages.create(bodyOf(REASONER, 'Think.', { thinking }));
    const [block] = first.content;
    if (block?.type !== 'thinking') throw new Error('no reasoning');
    const changed = `${block.signature.slice(0, -4)}AAAA`;
    for (const model of [REASONER, CLAUDE]) {
      for (const signature of [changed, 'eyJhbGciOiJkaXIifQ..AAAA.AAAA.AAAA']) {
        const forged = { type: 'thinking' as const, thinking: 'FORGED', signature };
        const answer = { type: 'text' as const, text: 'So.' };
        const turnsWith = (content: Anthropic.ContentBlockParam[]): Anthropic.MessageParam[] => [
          { role: 'user', content: 'Think.' },
          { role: 'assistant', content },
          { role: 'user', content: 'And?' },
        ];
        const messages = turnsWith([forged, answer]);
        const bare = turnsWith([answer]);
        const given = { model, max_tokens: 4_096 };
        const one = await client.messages.create({ ...given, messages });
        const other = await client.messages.create({ ...given, messages: bare });
        expect(one.usage.input_tokens).toBe(other.usage.input_tokens);
      }
    }
  });

  test('an Idempotency-Key brings the same bytes again, and one charge', async () => {
    for (const [model, stream] of [
      [CLAUDE, true],
      [CLAUDE, false],
      [REASONER, true],
    ] as const) {
      const key = { 'idempotency-key': `messages-${model}-${stream}` };
      const body = { ...bodyOf(model, 'Once only'), stream };
      const before = await consumed();
      const { text: first } = await ask(body, key);
      const cost = (await consumed()) - before;
      const again = await ask(body, key);
      expect(again.headers['x-idempotent-replay']).toBe('true');
      expect(again.text).toBe(first);
      expect(await consumed()).toBe(before + cost);
    }
  });
});

test('every rule of the ledger holds afterwards', async () => {
  await expectLedgerHolds(demo);
});

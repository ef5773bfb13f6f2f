import got from 'got';
import OpenAI from 'openai';
import type { ChatCompletionMessageParam, ChatCompletionTool } from 'openai/resources';
import type { ResponseInputItem } from 'openai/resources/responses/responses';
import { customInput } from '../fake-provider/answer.ts';
import { aSharedDemo } from '../support/shared-demo.ts';
import { sendHit, watchUnhurt } from '../attacks/unhurt.ts';
import type { Hit, Unhurt } from '../attacks/unhurt.ts';
import type { Demo } from '../support/demo.ts';
import { ANTHROPIC, BEDROCK, GOOGLE, OPENAI, setUpFamily } from '../support/family-set-up.ts';
import type { FamilySetUp } from '../support/family-set-up.ts';
import { expectLedgerHolds } from '../support/ledger.ts';

const START_MS = 180_000;

/** One family of the test: its chat model, and one for vectors where it has any. */
interface Setup extends Omit<FamilySetUp, 'models'> {
  model: string;
  /** More of its chat models. */
  others?: readonly string[];
  embedding?: { model: string; more?: object };
}

const SETUPS: readonly Setup[] = [
  {
    ...ANTHROPIC,
    model: 'anthropic/claude-sonnet-4-5',
    others: ['anthropic/claude-opus-5-5'],
  },
  {
    ...GOOGLE,
    model: 'google/gemini-2.5-flash',
    embedding: { model: 'google/gemini-embedding-001' },
  },
  {
    ...OPENAI,
    model: 'openai/gpt-5.2-codex',
    others: ['openai/gpt-5.4'],
  },
  {
    family: 'openai-responses',
    provider: 'answering',
    credential: { api_key: 'a-vendor-key' },
    path: '/v1',
    model: 'answering/demo-reasoner',
    embedding: { model: 'answering/demo-embed' },
  },
  {
    family: 'ollama',
    credential: {},
    path: '',
    model: 'ollama/demo-small:latest',
    embedding: { model: 'ollama/demo-embed:latest' },
  },
  {
    ...BEDROCK,
    model: 'bedrock/amazon.nova-lite-v1:0',
    others: ['bedrock/meta.llama3-1-70b-instruct-v1:0'],
    embedding: {
      model: 'bedrock/cohere.embed-english-v3',
      more: { input_type: 'search_document' },
    },
  },
];

let demo: Demo;
let client: OpenAI;
beforeAll(async () => {
  demo = await aSharedDemo();
  client = new OpenAI({
    apiKey: demo.env.TOLLGATE_API_KEY,
    baseURL: demo.env.TOLLGATE_BASE_URL,
    maxRetries: 0,
  });
  for (const setup of SETUPS) {
    const models = [setup.model, ...(setup.others ?? []), setup.embedding?.model ?? []].flat();
    await setUpFamily(demo, { ...setup, models });
  }
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

  test('answers whole, tells its route, and charges what its usage is worth', async () => {
    const before = await consumed();
    const { data, response } = await client.chat.completions
      .create({ model, messages: [{ role: 'user', content: 'Hello over this wire' }] })
      .withResponse();
    expect(data.choices[0]?.message.content).toContain('Hello over this wire');
    expect(data.choices[0]?.finish_reason).toBe('stop');
    expect(response.headers.get('x-svc-provider')).toBe(setup.provider ?? setup.family);
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

test.each([false, true])(
  'reasoning of the Responses wire goes through our own route and back (stream: %s)',
  async (stream) => {
    const model = 'openai/gpt-5.2-codex';
    const tool = { ...weather.function, type: 'function' as const, strict: false };
    const tools = [{ ...tool, parameters: tool.parameters ?? null }];
    const input: ResponseInputItem[] = [{ role: 'user', content: 'Call get_weather for Oslo.' }];
    const given = { model, tools, reasoning: { effort: 'low' as const } };
    const first = stream
      ? await client.responses.stream({ ...given, input }).finalResponse()
      : await client.responses.create({ ...given, input });
    expect(first.output.map(({ type }) => type)).toEqual(['reasoning', 'function_call']);
    const call = first.output.find((item) => item.type === 'function_call');
    if (call?.type !== 'function_call') throw new Error('no call was made');
    const output = { type: 'function_call_output' as const, call_id: call.call_id, output: 'Rain' };
    const items = [...input, ...(first.output as ResponseInputItem[]), output];
    const second = await client.responses.create({ ...given, input: items });
    expect(second.output_text).toContain('Rain');
  },
);

describe('what a family cannot do', () => {
  const NEWEST = 'anthropic/claude-opus-5-5';
  const CLAUDE = 'anthropic/claude-sonnet-4-5';
  const NOVA = 'bedrock/amazon.nova-lite-v1:0';
  const LLAMA = 'bedrock/meta.llama3-1-70b-instruct-v1:0';
  const GEMINI = 'google/gemini-2.5-flash';
  const LOCAL = 'ollama/demo-small:latest';
  const OTHERS = 'demo/demo-small';
  const named = { type: 'function', function: { name: 'get_weather' } };
  const json = { response_format: { type: 'json_object' } };
  let unhurt: Unhurt;
  beforeAll(async () => {
    unhurt = await watchUnhurt(demo);
  }, START_MS);
  afterAll(() => unhurt?.close());

  const ask = (model: string, more: object): Promise<Hit> =>
    sendHit(`${demo.env.TOLLGATE_BASE_URL}/chat/completions`, {
      headers: {
        authorization: `Bearer ${demo.env.TOLLGATE_API_KEY}`,
        'content-type': 'application/json',
      },
      body: JSON.stringify({
        model,
        messages: [{ role: 'user', content: 'As JSON, please.' }],
        max_tokens: 50,
        ...more,
      }),
    });
  async function expectRefused(model: string, more: object, param: string): Promise<void> {
    const hit = await unhurt.by(() => ask(model, more));
    const { error } = JSON.parse(hit.text) as { error: { code: string; param: string } };
    expect([model, more, hit.status, error.code, error.param]).toEqual([
      model,
      more,
      400,
      'unsupported_parameter',
      param,
    ]);
  }
  async function expectServed(model: string, more: object): Promise<void> {
    const hit = await unhurt.by(() => ask(model, more), { bought: true });
    expect([model, more, hit.status]).toEqual([model, more, 200]);
  }

  test('C22: one call at a time is refused where it cannot be promised', async () => {
    const one = { tools: [weather], parallel_tool_calls: false };
    for (const model of [GEMINI, OTHERS, LOCAL, NOVA, LLAMA]) {
      await expectRefused(model, one, 'parallel_tool_calls');
      await expectServed(model, { ...one, parallel_tool_calls: true });
    }
    for (const model of [NEWEST, CLAUDE]) await expectServed(model, one);
  });

  test('C23: choices and formats that do not go together are refused', async () => {
    const with_ = (more: object): object => ({ tools: [weather], ...more });
    const refused: [string, object, string][] = [
      [NEWEST, with_({ tool_choice: 'required' }), 'tool_choice'],
      [NEWEST, with_({ tool_choice: named }), 'tool_choice'],
      [CLAUDE, with_({ ...json, tool_choice: 'auto' }), 'tool_choice'],
      [CLAUDE, with_({ ...json, tool_choice: 'required' }), 'tool_choice'],
      [CLAUDE, with_({ ...json, parallel_tool_calls: true }), 'parallel_tool_calls'],
      [NOVA, with_({ tool_choice: 'none' }), 'tool_choice'],
      [LLAMA, with_({ tool_choice: 'none' }), 'tool_choice'],
      [LLAMA, with_({ tool_choice: named }), 'tool_choice'],
      [LOCAL, with_({ tool_choice: 'required' }), 'tool_choice'],
      [LOCAL, with_({ tool_choice: 'none' }), 'tool_choice'],
      [LOCAL, with_({ tool_choice: named }), 'tool_choice'],
    ];
    for (const [model, more, param] of refused) await expectRefused(model, more, param);
    for (const [model, more] of [
      [NEWEST, with_({ tool_choice: 'none' })],
      [CLAUDE, json],
      [CLAUDE, with_({ tool_choice: 'required' })],
      [NOVA, with_({ tool_choice: named })],
      [LOCAL, with_({ tool_choice: 'auto' })],
    ] as const) {
      await expectServed(model, more);
    }
  });

  test('C24: efforts that a model does not have are refused', async () => {
    for (const [model, reasoning_effort] of [
      [OTHERS, 'max'],
      [LOCAL, 'low'],
      [NOVA, 'high'],
      [GEMINI, 'max'],
      [CLAUDE, 'xhigh'],
      [NEWEST, 'none'],
    ] as const) {
      await expectRefused(model, { reasoning_effort }, 'reasoning_effort');
    }
    for (const reasoning_effort of [5, '', 'LOW', ['low'], true]) {
      const hit = await unhurt.by(() => ask(CLAUDE, { reasoning_effort }));
      expect([reasoning_effort, hit.status]).toEqual([reasoning_effort, 400]);
    }
    await expectServed(CLAUDE, { reasoning_effort: 'low', max_tokens: 4_000 });
  });
});

test('after all families every rule of the ledger holds', async () => {
  await expectLedgerHolds(demo);
});

describe('a custom tool with a grammar', () => {
  const format = {
    type: 'grammar' as const,
    syntax: 'lark' as const,
    definition: 'start: "*** Begin" /.+/s',
  };
  const tools = [
    { type: 'custom' as const, name: 'apply_patch', description: 'Edits files.', format },
  ];
  const question = { role: 'user' as const, content: 'use apply_patch' };
  const options = { stream: false as const, tools, reasoning: { summary: 'auto' as const } };
  type Sent = { tools: object[]; input: Record<string, unknown>[]; reasoning?: object };

  /** What the last call to the provider was. */
  async function lastSent(): Promise<Sent> {
    const url = `${demo.stack.urls['provider']}/__invoice`;
    const lines = await got(url).json<{ path: string; request_body: string | Sent | null }[]>();
    const body = lines.findLast(({ path }) => path.endsWith('/responses'))?.request_body ?? '{}';
    return typeof body === 'string' ? (JSON.parse(body) as Sent) : body;
  }

  test('reaches a model that knows such tools as what it is, in both turns, streamed or not', async () => {
    const model = 'openai/gpt-5.2-codex';
    const first = await client.responses.create({ model, ...options, input: [question] });
    expect(await lastSent()).toMatchObject({ tools, reasoning: { summary: 'auto' } });
    const call = first.output.find((item) => item.type === 'custom_tool_call');
    expect(call).toMatchObject({ name: 'apply_patch', input: customInput('apply_patch') });
    const reasoning = first.output.find((item) => item.type === 'reasoning');
    expect([reasoning?.summary.length, reasoning?.content]).toEqual([1, []]);
    expect(first.reasoning?.summary).toBe('auto');

    const streamed: string[] = [];
    let reported = '';
    const stream = client.responses.stream({
      model,
      tools,
      reasoning: options.reasoning,
      input: [question],
    });
    for await (const event of stream) {
      streamed.push(event.type);
      if (event.type === 'response.custom_tool_call_input.delta') reported += event.delta;
    }
    expect(reported).toBe(customInput('apply_patch'));
    for (const name of ['part.added', 'text.delta', 'text.done', 'part.done']) {
      expect(streamed).toContain(`response.reasoning_summary_${name}`);
    }
    const { output } = await stream.finalResponse();
    const made = output.find((item) => item.type === 'custom_tool_call');

    for (const [items, id] of [
      [first.output, call?.call_id],
      [output, made?.call_id],
    ] as const) {
      const result = {
        type: 'custom_tool_call_output' as const,
        call_id: id ?? '',
        output: 'Done!',
      };
      const input = [question, ...items, result] as ResponseInputItem[];
      const next = await client.responses.create({ model, ...options, input });
      expect(next.output_text).toContain('Done!');
      const sent = (await lastSent()).input;
      expect(sent.map(({ type, role }) => type ?? role)).toEqual([
        'user',
        'reasoning',
        'custom_tool_call',
        'custom_tool_call_output',
      ]);
    }
  });

  test('reaches other models as a function with one text', async () => {
    const model = 'google/gemini-2.5-flash';
    const first = await client.responses.create({ model, ...options, input: [question] });
    const call = first.output.find((item) => item.type === 'custom_tool_call');
    expect([call?.name, typeof call?.input]).toEqual(['apply_patch', 'string']);
    expect(first.reasoning?.summary).toBeNull();
  });
});

describe.each(['openai/gpt-5.4', 'anthropic/claude-sonnet-4-5'])(
  'a custom tool of chat with %s',
  (model) => {
    const grammar = { syntax: 'regex' as const, definition: '[^]+' };
    const tools: ChatCompletionTool[] = [
      { type: 'custom', custom: { name: 'edit_file', format: { type: 'grammar', grammar } } },
    ];
    const question: ChatCompletionMessageParam = { role: 'user', content: 'use edit_file' };

    test('is called and answered as what it is, whole', async () => {
      const first = await client.chat.completions.create({ model, tools, messages: [question] });
      const [choice] = first.choices;
      if (choice === undefined) throw new Error('no choice');
      const [call] = choice.message.tool_calls ?? [];
      expect([choice.finish_reason, call?.type]).toEqual(['tool_calls', 'custom']);
      expect(call?.type === 'custom' && call.custom.name).toBe('edit_file');
      const result = { role: 'tool' as const, tool_call_id: call?.id ?? '', content: 'it is done' };
      const messages = [question, choice.message, result];
      const next = await client.chat.completions.create({ model, tools, messages });
      expect(next.choices[0]?.message.content).toContain('it is done');
    });

    test('is called as what it is in a stream', async () => {
      const stream = await client.chat.completions.create({
        model,
        tools,
        messages: [question],
        stream: true,
      });
      let called = '';
      for await (const { choices } of stream) {
        for (const call of choices[0]?.delta.tool_calls ?? []) {
          const { type, custom } = call as {
            type?: string;
            custom?: { name?: string; input?: string };
          };
          called += `${type ?? ''}${custom?.name ?? ''}${custom?.input ?? ''}`;
        }
      }
      expect(called).toMatch(/^customedit_file[^]+/u);
    });
  },
);

/**
 * The bodies that Codex sends, with the items that models of its newer lines and older sessions
 * bring.
 */
describe.each(['openai/gpt-5.2-codex', 'anthropic/claude-sonnet-4-5'])('Codex with %s', (model) => {
  const exec = { type: 'custom', name: 'exec', description: 'Runs a script.' };
  const wait = {
    type: 'function',
    name: 'wait',
    strict: false,
    parameters: { type: 'object', properties: { seconds: { type: 'number' } } },
  };
  const additional = {
    type: 'additional_tools',
    role: 'developer',
    tools: [
      { type: 'namespace', name: 'functions', description: 'Of Codex.', tools: [exec, wait] },
      { type: 'shell', environment: { type: 'local' } },
      { type: 'apply_patch' },
      { type: 'tool_search', execution: 'client', description: 'Finds tools.', parameters: null },
      { type: 'web_search', external_web_access: false },
    ],
  };
  const prompt = [
    additional,
    { type: 'message', role: 'developer', content: [{ type: 'input_text', text: 'Be brief.' }] },
  ];
  const user = (text: string): object => ({
    type: 'message',
    id: 'msg_5f3c',
    role: 'user',
    content: [{ type: 'input_text', text }],
  });
  /** What stands in the histories of older sessions. */
  const history = [
    user('earlier'),
    { type: 'web_search_call', id: 'ws_1', status: 'completed', action: { type: 'search' } },
    { type: 'ghost_snapshot', ghost_commit: { id: 'abc' } },
    {
      type: 'local_shell_call',
      call_id: 'old_1',
      status: 'completed',
      action: { type: 'exec', command: ['ls'], env: {}, timeout_ms: null },
    },
    user('a word in between'),
    { type: 'function_call_output', id: 'fco_1', call_id: 'old_1', output: 'a.txt' },
    { type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'Done.' }] },
  ];
  const fields = {
    model,
    tool_choice: 'auto',
    parallel_tool_calls: true,
    reasoning: { summary: 'auto' },
    store: false,
    include: ['reasoning.encrypted_content'],
    prompt_cache_key: 'thread-1',
    client_metadata: { 'x-codex-turn': '1' },
  };

  type Item = Record<string, unknown> & { type: string; call_id?: string };

  /** A turn of Codex: what the model has done, with the items that its client acts on. */
  async function turn(input: object[], stream: boolean): Promise<Item[]> {
    if (!stream) {
      const { status, body, headers } = await demo.v1<{ output: Item[] }>('/responses', {
        ...fields,
        input,
      });
      expect([status, body]).toEqual([200, expect.objectContaining({ status: 'completed' })]);
      expect(headers['x-svc-ignored']).toContain('input[0].tools[4]');
      return body.output;
    }
    const items: Item[] = [];
    const events = await client.responses.create({
      ...fields,
      input,
      stream: true,
    } as unknown as OpenAI.Responses.ResponseCreateParamsStreaming);
    let last = '';
    for await (const event of events) {
      last = event.type;
      if (event.type === 'response.output_item.done') items.push(event.item as unknown as Item);
    }
    expect(last).toBe('response.completed');
    return items;
  }

  const tried: [string, string, (call: Item) => object][] = [
    [
      'shell',
      'shell_call',
      ({ call_id: id }) => ({
        type: 'shell_call_output',
        call_id: id,
        output: [{ stdout: 'it went well', stderr: '', outcome: { type: 'exit', exit_code: 0 } }],
      }),
    ],
    [
      'apply_patch',
      'apply_patch_call',
      ({ call_id: id }) => ({
        type: 'apply_patch_call_output',
        call_id: id,
        status: 'completed',
        output: 'it went well',
      }),
    ],
    [
      'functions__exec',
      'custom_tool_call',
      ({ call_id: id }) => ({
        type: 'custom_tool_call_output',
        call_id: id,
        output: [{ type: 'input_text', text: 'it went well' }],
      }),
    ],
    [
      'tool_search',
      'tool_search_call',
      ({ call_id: id }) => ({
        type: 'tool_search_output',
        call_id: id,
        status: 'completed',
        execution: 'client',
        tools: [{ ...wait, name: 'went_well' }],
      }),
    ],
  ];

  test.each(
    tried.flatMap(([name, type, answer]) =>
      [false, true].map((stream) => ({ name, type, answer, stream })),
    ),
  )(
    'calls $name and takes its result, streamed: $stream',
    async ({ name, type, answer, stream }) => {
      const input = [...prompt, ...history, user(`use ${name}`)];
      const first = await turn(input, stream);
      const call = first.find((item) => item.type === type);
      if (call === undefined) throw new Error(`no ${type} in ${JSON.stringify(first)}`);
      const loop = [...input, ...first, answer(call)];
      const said = JSON.stringify(await turn(loop, stream));
      expect(said).toMatch(/went.well/u);
    },
  );

  test.each(['compaction', 'compaction_trigger', 'computer_call', 'item_reference'])(
    'a %s is refused with what to do, and nothing is held',
    async (type) => {
      const input = [...prompt, user('hi'), { type, id: 'x_1' }];
      const { status, body } = await demo.v1<{ error: { message: string; param: string } }>(
        '/responses',
        { ...fields, input },
      );
      expect([status, body.error.param]).toEqual([400, 'input[3].type']);
      expect(body.error.message).toMatch(new RegExp(`cannot be ${type}: .{20}`, 'u'));
      await consumed();
    },
  );
});

import OpenAI from 'openai';
import { aSharedDemo } from '../support/shared-demo.ts';
import type { Answer, Demo } from '../support/demo.ts';
import { eventually } from '../support/eventually.ts';
import { GOOGLE, OPENAI, setUpFamily } from '../support/family-set-up.ts';
import { expectLedgerHolds } from '../support/ledger.ts';

const START_MS = 180_000;
const MINI = 'openai/gpt-4o-mini';
const SOL = 'openai/gpt-5.6-sol';
const CODEX = 'openai/gpt-5.2-codex';
const GEMINI = 'google/gemini-2.5-flash';
const SMALL = 'demo/demo-small';
/** Nano-credits of a token, as these models are priced. */
const PRICES = { input: 1_000, cached: 100, output: 4_000 };

interface Reply {
  error?: { code: string; message: string; param: string | null };
}

let demo: Demo;
let client: OpenAI;
beforeAll(async () => {
  demo = await aSharedDemo();
  client = new OpenAI({
    apiKey: demo.env.TOLLGATE_API_KEY,
    baseURL: demo.env.TOLLGATE_BASE_URL,
    maxRetries: 0,
  });
  await setUpFamily(demo, {
    ...OPENAI,
    models: [MINI, SOL, CODEX],
  });
  await setUpFamily(demo, { ...GOOGLE, models: [GEMINI] });
}, START_MS);
afterAll(() => demo?.stack.drop(), START_MS);

const ROUTES = { chat: '/chat/completions', responses: '/responses' } as const;
type Route = keyof typeof ROUTES;

const FUNCTION = { name: 'f', parameters: { type: 'object', properties: {} } };
const TOOL = { type: 'function', function: FUNCTION };
const FLAT_TOOL = { type: 'function', ...FUNCTION };
const said = (route: Route, more: object = {}, ofMessage: object = {}): object => {
  const type = route === 'chat' ? 'text' : 'input_text';
  return [{ role: 'user', content: [{ type, text: 'Hi.', ...more }], ...ofMessage }];
};
const ask = (
  route: Route,
  model: string,
  more: object = {},
  headers = {},
): Promise<Answer<Reply>> =>
  demo.v1(
    ROUTES[route],
    route === 'chat'
      ? { model, max_completion_tokens: 200, messages: said(route), ...more }
      : { model, max_output_tokens: 200, input: said(route), ...more },
    headers,
  );
const reported = ({ status, body, headers }: Answer<Reply>) => [
  status,
  body.error?.message,
  headers['x-svc-ignored'],
];
const consumed = async (): Promise<bigint> => {
  const { body } = await demo.user<{ consumed: string }>('GET', '/credits');
  return BigInt(body.consumed.replace('.', ''));
};
const credits = async () => (await demo.user<object>('GET', '/credits')).body;

/** A refusal that has cost nothing and asked nobody. */
async function refused(
  route: Route,
  model: string,
  more: object,
): Promise<NonNullable<Reply['error']>> {
  const before = await credits();
  await demo.clearInvoice();
  const { status, body } = await ask(route, model, more);
  expect([status, body.error?.code]).toEqual([400, 'unsupported_parameter']);
  expect(await credits()).toEqual(before);
  expect(await demo.invoice()).toEqual([]);
  return body.error as NonNullable<Reply['error']>;
}

const BREAKPOINT = { prompt_cache_breakpoint: { mode: 'explicit' } };

describe('an extension that the provider knows', () => {
  const KNOWN: [Route, string, object][] = [
    ['chat', SOL, { messages: said('chat', BREAKPOINT) }],
    ['chat', SOL, { prompt_cache_options: { mode: 'explicit' } }],
    ['responses', SOL, { input: said('responses', BREAKPOINT) }],
    ['responses', SOL, { prompt_cache_options: { mode: 'explicit' } }],
    ['responses', SOL, { reasoning: { context: 'all_turns' } }],
    ['responses', SOL, { reasoning: { effort: 'low', context: 'all_turns' } }],
    ['responses', SOL, { tools: [{ ...FLAT_TOOL, allowed_callers: ['direct'] }] }],
    ['responses', CODEX, { tools: [{ ...FLAT_TOOL, output_schema: { type: 'string' } }] }],
    ['responses', MINI, { tools: [{ ...FLAT_TOOL, allowed_callers: ['direct'] }] }],
  ];

  test.each(KNOWN)('on %s for %s: %j is served', async (route, model, more) => {
    expect(reported(await ask(route, model, more))).toEqual([200, undefined, undefined]);
  });

  const WRONG: [Route, string, object, string][] = [
    [
      'chat',
      SOL,
      { messages: said('chat', { prompt_cache_breakpoint: { mode: 'x' } }) },
      'breakpoint',
    ],
    ['chat', MINI, { messages: said('chat', BREAKPOINT) }, 'not supported with this model'],
    ['chat', SOL, { prompt_cache_options: { mode: 'x' } }, "Invalid value: 'x'"],
    [
      'responses',
      SOL,
      { input: said('responses', { prompt_cache_breakpoint: { mode: 'x' } }) },
      'breakpoint',
    ],
    ['responses', SOL, { reasoning: { context: 'x' } }, "Invalid value: 'x'"],
    [
      'responses',
      MINI,
      { tools: [{ ...FLAT_TOOL, allowed_callers: ['x'] }] },
      "Invalid value: 'x'",
    ],
  ];

  test.each(WRONG)('on %s for %s reaches it: %j', async (route, model, more, words) => {
    const { status, body } = await ask(route, model, more);
    expect([status, body.error?.code]).toEqual([400, 'upstream_rejected']);
    expect(body.error?.message).toContain(words);
  });

  test('of an item of the input reaches it', async () => {
    const call = (type: string): object => ({
      tools: [FLAT_TOOL],
      input: [
        { role: 'user', content: 'Hi.' },
        { type: 'function_call', call_id: 'c', name: 'f', arguments: '{}', caller: { type } },
        { type: 'function_call_output', call_id: 'c', output: 'x' },
      ],
    });
    expect(reported(await ask('responses', SOL, call('direct')))).toEqual([
      200,
      undefined,
      undefined,
    ]);
    const { body } = await ask('responses', SOL, call('odd'));
    expect(body.error?.message).toContain("Invalid value: 'odd'");
  });
});

describe('an extension that nobody knows', () => {
  const PLACES: [Route, string, object][] = [
    ['chat', 'novelty', { novelty: { level: 2 } }],
    ['chat', 'messages[0].novelty', { messages: said('chat', {}, { novelty: 1 }) }],
    ['chat', 'messages[0].content[0].novelty', { messages: said('chat', { novelty: 1 }) }],
    ['chat', 'tools[0].novelty', { tools: [{ ...TOOL, novelty: 1 }] }],
    [
      'chat',
      'tools[0].function.novelty',
      { tools: [{ ...TOOL, function: { ...FUNCTION, novelty: 1 } }] },
    ],
    ['chat', 'response_format.novelty', { response_format: { type: 'text', novelty: 1 } }],
    ['responses', 'novelty', { novelty: { level: 2 } }],
    ['responses', 'input[0].novelty', { input: said('responses', {}, { novelty: 1 }) }],
    ['responses', 'input[0].content[0].novelty', { input: said('responses', { novelty: 1 }) }],
    ['responses', 'tools[0].novelty', { tools: [{ ...FLAT_TOOL, novelty: 1 }] }],
    ['responses', 'text.novelty', { text: { novelty: 1 } }],
    ['responses', 'reasoning.novelty', { reasoning: { novelty: 1 } }],
    ['chat', 'stream_options.novelty', { stream: true, stream_options: { novelty: 1 } }],
    ['responses', 'stream_options.novelty', { stream: true, stream_options: { novelty: 1 } }],
    [
      'responses',
      'tool_choice.novelty',
      { tools: [FLAT_TOOL], tool_choice: { type: 'function', name: 'f', novelty: 1 } },
    ],
  ];

  test.each(PLACES)(
    'on %s at %s reaches the provider, whose word is final',
    async (route, path, more) => {
      const { status, body } = await ask(route, MINI, more);
      expect([status, body.error?.code]).toEqual([400, 'upstream_rejected']);
      const theirs = path.replaceAll(/\[(\d+)\]/gu, '.$1');
      expect(body.error?.message).toContain(`Unknown parameter: '${theirs}'`);
    },
  );

  test.each(PLACES)(
    'on %s at %s is refused by its path by other models',
    async (route, path, more) => {
      const error = await refused(route, GEMINI, more);
      expect(error.param).toBe(path);
      expect(error.message).toContain('Leave it out');
    },
  );

  test.each([
    ['chat', 'messages[0].content[1].type'],
    ['responses', 'input[0].content[1].type'],
  ] as const)(
    'a part of an unknown type on %s is the word of the provider too',
    async (route, path) => {
      const [turn] = said(route) as [{ role: string; content: object[] }];
      const parts = [...turn.content, { type: 'novel_piece', words: 'x' }];
      const turns = [{ ...turn, content: parts }];
      const more = route === 'chat' ? { messages: turns } : { input: turns };
      expect((await ask(route, MINI, more)).body.error).toMatchObject({
        code: 'upstream_rejected',
      });
      expect((await refused(route, GEMINI, more)).param).toBe(path);
    },
  );

  test('an item of an unknown type is the word of the provider too', async () => {
    const input = [...(said('responses') as object[]), { type: 'novel_piece', words: 'x' }];
    const { body } = await ask('responses', MINI, { input });
    expect(body.error?.message).toContain('Unknown parameter');
    expect((await refused('responses', GEMINI, { input })).param).toBe('input[1].type');
  });
});

const GRAMMAR = { type: 'grammar', syntax: 'regex', definition: 'a+' };
const GET = { type: 'function', name: 'get', parameters: FUNCTION.parameters, strict: false };
const CRM = { type: 'namespace', name: 'crm', description: 'customers', tools: [GET] };
const MORE_TOOLS = { type: 'additional_tools', role: 'developer', tools: [GET] };

describe('an extension of what has no object of its own on other routes', () => {
  const PLACES: [string, object][] = [
    ['tools.0.novelty', { tools: [{ ...CRM, novelty: 1 }] }],
    [
      'tools.0.tools.0.novelty',
      { tools: [{ ...CRM, kind: 'x', tools: [{ ...GET, novelty: 1 }] }] },
    ],
    [
      'tools.0.format.novelty',
      { tools: [{ type: 'custom', name: 'g', format: { ...GRAMMAR, novelty: 1 } }] },
    ],
    ['tools.0.novelty', { tools: [{ type: 'custom', name: 'g', novelty: 1 }] }],
    ['tools.0.novelty', { tools: [{ type: 'apply_patch', novelty: 1 }] }],
    [
      'input.0.novelty',
      {
        input: [
          { ...MORE_TOOLS, novelty: 1 },
          { role: 'user', content: 'Hi.' },
        ],
      },
    ],
  ];

  test.each(PLACES)('%s of %j reaches OpenAI', async (_place, more) => {
    const { status, body } = await ask('responses', CODEX, more);
    expect([status, body.error?.code]).toEqual([400, 'upstream_rejected']);
    expect(body.error?.message).toContain('Unknown parameter');
  });

  test('tools in a namespace that goes as it came are called and answered by their own names', async () => {
    const tools = [{ ...CRM, allowed_callers: ['direct'] }];
    const input = [{ role: 'user', content: 'Call get.' }];
    const first = await ask('responses', CODEX, { tools, input });
    expect(first.status).toBe(200);
    const { output } = first.body as unknown as { output: Record<string, unknown>[] };
    const call = output.find(({ type }) => type === 'function_call');
    expect(call).toMatchObject({ name: 'get', namespace: 'crm' });
    const result = { type: 'function_call_output', call_id: call?.['call_id'], output: 'Done.' };
    const more = { tools, input: [...input, ...output, result] };
    expect((await ask('responses', CODEX, more)).status).toBe(200);
  });

  test('tools of an item that goes as it came are called', async () => {
    const input = [
      { ...MORE_TOOLS, caller: { type: 'direct' } },
      { role: 'user', content: 'Call get.' },
    ];
    const { status, body } = await ask('responses', CODEX, { input });
    expect(status).toBe(200);
    const { output } = body as unknown as { output: Record<string, unknown>[] };
    expect(output).toContainEqual(expect.objectContaining({ type: 'function_call', name: 'get' }));
  });

  test('a member of reasoning that OpenAI does not get as an item is left out and named', async () => {
    const reasoning = { type: 'reasoning', summary: [{ type: 'summary_text', text: 'hm' }] };
    const said = { role: 'assistant', content: [{ type: 'output_text', text: 'Yes.' }] };
    const input = [
      { role: 'user', content: 'Hi.' },
      { ...reasoning, novelty: 1 },
      said,
      { role: 'assistant', content: [], novelty: 1 },
      { role: 'user', content: 'Why?' },
    ];
    expect(reported(await ask('responses', CODEX, { input }))).toEqual([
      200,
      undefined,
      'input[1].novelty, input[3].novelty',
    ]);
  });
});

describe('a hint where it has no use', () => {
  const USELESS: [Route, string, object][] = [
    ['responses', 'input[0].phase', { input: said('responses', {}, { phase: 'commentary' }) }],
    ['responses', 'input[0].name', { input: said('responses', {}, { name: 'ann' }) }],
    ['responses', 'input[0].content[0].id', { input: said('responses', { id: 'p1' }) }],
    ['responses', 'input[0].content[0].detail', { input: said('responses', { detail: 'low' }) }],
    [
      'responses',
      'stream_options.include_obfuscation',
      { stream_options: { include_obfuscation: true } },
    ],
    [
      'responses',
      'input[0].content[0].cache_control',
      { input: said('responses', { cache_control: { type: 'ephemeral' } }) },
    ],
    [
      'responses',
      'input[0].cache_control',
      { input: said('responses', {}, { cache_control: { type: 'ephemeral' } }) },
    ],
    [
      'responses',
      'tools[0].cache_control',
      { tools: [{ ...FLAT_TOOL, cache_control: { type: 'ephemeral' } }] },
    ],
    ['responses', 'cache_control', { cache_control: { type: 'ephemeral' } }],
    ['chat', 'cache_control', { cache_control: { type: 'ephemeral' } }],
    ['chat', 'messages[0].phase', { messages: said('chat', {}, { phase: 'commentary' }) }],
    ['chat', 'messages[0].content[0].detail', { messages: said('chat', { detail: 'low' }) }],
  ];

  test.each(USELESS)('on %s %s is left out and named', async (route, path, more) => {
    for (const model of [MINI, SOL, CODEX, GEMINI]) {
      if (route === 'chat' && model === CODEX) continue;
      expect([model, ...reported(await ask(route, model, more))]).toEqual([
        model,
        200,
        undefined,
        path,
      ]);
    }
  });
});

test('the harder way to think is refused with what to do', async () => {
  const error = await refused('responses', SOL, { reasoning: { mode: 'pro' } });
  expect(error.message).toBe(
    'reasoning.mode can only be "standard": "pro" has no price here. Leave it out and raise reasoning.effort, or ask a model of a Pro line.',
  );
});

describe('a hint of the own wire', () => {
  test.each([
    [
      'chat',
      { messages: said('chat', BREAKPOINT) },
      'messages[0].content[0].prompt_cache_breakpoint',
    ],
    [
      'responses',
      { input: said('responses', BREAKPOINT) },
      'input[0].content[0].prompt_cache_breakpoint',
    ],
    ['chat', { prompt_cache_options: { mode: 'explicit' } }, 'prompt_cache_options'],
  ] as const)('on %s is left out elsewhere and named: %j', async (route, more, path) => {
    expect(reported(await ask(route, GEMINI, more))).toEqual([200, undefined, path]);
  });
});

describe('what has a price of its own, keeps state, or raises the ceiling', () => {
  const tool = (more: object): object => ({ tools: [{ ...TOOL, ...more }] });
  test.each<[Route, string, object]>([
    ['chat', 'best_of', { best_of: 3 }],
    ['chat', 'max_output_tokens', { max_output_tokens: 100_000 }],
    ['chat', 'serviceTier', { serviceTier: 'priority' }],
    ['chat', 'extra_body', { extra_body: { service_tier: 'priority' } }],
    ['chat', 'novelty', { novelty: { tools: [{ type: 'web_search' }] } }],
    ['chat', 'novelty', { novelty: { maxOutputTokens: 100_000 } }],
    ['chat', 'moderation', { moderation: {} }],
    ['chat', 'prompt_cache_options', { prompt_cache_options: { mode: 'explicit', ttl: '24h' } }],
    ['chat', 'messages[0].service_tier', { messages: said('chat', {}, { service_tier: 'flex' }) }],
    ['chat', 'messages[0].content[0].file_id', { messages: said('chat', { file_id: 'f' }) }],
    ['chat', 'tools[0].web_search_options', tool({ web_search_options: {} })],
    ['chat', 'provider', { provider: { order: ['x'] } }],
    ['responses', 'max_completion_tokens', { max_completion_tokens: 100_000 }],
    ['responses', 'reasoning.mode', { reasoning: { mode: 'pro' } }],
    ['responses', 'moderation', { moderation: {} }],
    ['responses', 'context_management', { context_management: [] }],
    ['responses', 'tools[0].type', { tools: [{ type: 'web_search' }] }],
    ['responses', 'input[0].session_id', { input: said('responses', {}, { session_id: 's' }) }],
  ])('on %s is refused by its name: %s', async (route, param, more) => {
    expect((await refused(route, MINI, more)).param).toBe(param);
  });

  test.each<[Route, object, string]>([
    ['chat', { temprature: 1 }, 'Did you mean temperature?'],
    ['chat', { max_token: 5 }, 'Did you mean max_tokens?'],
    ['chat', { messages: said('chat', { image_ur: 1 }) }, 'Did you mean image_url?'],
    ['responses', { reasoning: { efort: 'low' } }, 'Did you mean effort?'],
  ])('on %s a mistyped name is refused, not passed on: %j', async (route, more, words) => {
    expect((await refused(route, MINI, more)).message).toContain(
      words.includes('image_url') ? 'is not a parameter' : words,
    );
  });
});

describe('the charge of a call with extensions', () => {
  const more = (route: Route): object =>
    route === 'chat'
      ? { messages: said('chat', BREAKPOINT), prompt_cache_options: { mode: 'explicit' } }
      : {
          input: said('responses', BREAKPOINT),
          tools: [
            { ...FLAT_TOOL, output_schema: { type: 'string', description: 'x'.repeat(4_000) } },
          ],
        };

  test.each([
    ['chat', false],
    ['chat', true],
    ['responses', false],
    ['responses', true],
  ] as const)('on %s is the invoice, within the hold (stream: %s)', async (route, stream) => {
    await demo.clearInvoice();
    const before = await consumed();
    expect((await ask(route, SOL, { ...more(route), stream })).status).toBe(200);
    const [line] = await demo.invoice();
    if (line === undefined) throw new Error('the provider was not asked');
    const { prompt_tokens: prompt, cached_tokens: cached, completion_tokens: output } = line;
    const cost = (prompt - cached) * PRICES.input + cached * PRICES.cached + output * PRICES.output;
    await eventually(async () => (await consumed()) - before === BigInt(cost));
  });

  test('is quoted with the tokens of the extension', async () => {
    const quote = async (body: object): Promise<number> =>
      (
        await demo.v1<{ input_tokens: number }>('/chat/completions/quote', {
          model: SOL,
          max_completion_tokens: 200,
          ...body,
        })
      ).body.input_tokens;
    const long = { novelty: 'word '.repeat(2_000) };
    const plain = await quote({ messages: said('chat') });
    expect(await quote({ messages: said('chat', long) })).toBeGreaterThan(plain + 2_000);
    expect(await quote({ messages: said('chat'), ...long })).toBeGreaterThan(plain + 2_000);
  });
});

test('an operation for later sends them as well', async () => {
  const { status, body } = await demo.v1<{ status_url: string }>(
    '/responses',
    {
      model: SOL,
      max_output_tokens: 200,
      input: said('responses', BREAKPOINT),
      reasoning: { context: 'x' },
    },
    { prefer: 'respond-async' },
  );
  expect(status).toBe(202);
  const path = body.status_url.replace(/^\/v1/u, '');
  await eventually(async () =>
    JSON.stringify((await demo.v1(path)).body).includes("Invalid value: 'x'"),
  );
});

test('an alias takes the target that has a place for them', async () => {
  const { body: models } = await demo.platform<{ id: string; public_id: string }[]>(
    'GET',
    '/models',
  );
  const targets = [GEMINI, MINI].map((name) => ({
    model_id: models.find((one) => one.public_id === name)?.id,
  }));
  const made = await demo.platform('POST', '/aliases', {
    name: 'mixed',
    strategy: 'ordered',
    targets,
  });
  expect(made.status).toBe(201);
  await eventually(async () => (await ask('responses', 'mixed')).status === 200);
  const tools = [{ ...FLAT_TOOL, allowed_callers: ['direct'] }];
  const answer = await ask('responses', 'mixed', { tools });
  expect([answer.status, answer.headers['x-svc-model']]).toEqual([200, MINI]);
});

test('a compatible provider gets what its administrator has not ruled about', async () => {
  expect(
    reported(await ask('chat', SMALL, { messages: said('chat', { novelty: 1 }), min_p: 0.1 })),
  ).toEqual([200, undefined, undefined]);
});

test('the SDK of the provider sends them', async () => {
  const made = await client.responses.create({
    model: SOL,
    input: [
      {
        role: 'user',
        content: [{ type: 'input_text', text: 'Hi.', ...(BREAKPOINT as object) }],
      },
    ],
    store: false,
  });
  expect(made.status).toBe('completed');
});

test('the ledger holds', async () => {
  await expectLedgerHolds(demo);
});

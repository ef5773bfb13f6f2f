import Anthropic from '@anthropic-ai/sdk';
import OpenAI from 'openai';
import { WEB_SEARCHES_DEFAULT, WEB_SEARCHES_MAX } from '@tollgate/contract/web-search';
import type { Answer, Demo } from '../support/demo.ts';
import { eventually } from '../support/eventually.ts';
import { ANTHROPIC, BEDROCK, GOOGLE, OPENAI, setUpFamily } from '../support/family-set-up.ts';
import { openCall } from '../support/open-call.ts';
import { expectLedgerHolds } from '../support/ledger.ts';
import { aSharedDemo } from '../support/shared-demo.ts';
import { nanoOf, toolScene } from '../support/tool-scene.ts';
import type { ToolScene } from '../support/tool-scene.ts';

const START_MS = 240_000;
const CLAUDE = 'anthropic/claude-sonnet-4-5';
const UNPRICED = 'anthropic/claude-opus-5-5';
const HOSTED = 'bedrock/us.anthropic.claude-sonnet-4-5-20250929-v1:0';
const GPT = 'openai/gpt-5.4';
const GPT_UNPRICED = 'openai/gpt-4o-mini';
const GEMINI = 'google/gemini-2.5-flash';
const GEMINI_3 = 'google/gemini-3-flash-preview';
const SMALL = 'demo/demo-small';
/** Nano-credits of what every model here costs: a token of input or output, and a search. */
const INPUT_NANO = 1_000n;
const OUTPUT_NANO = 4_000n;
const SEARCH_NANO = 10_000_000n;
/** A search of a model that always searches, whose price is set up with the others. */
const ALWAYS_NANO = 100_000_000n;
const TOKENS = { input: 9_000, output: 20 };
const TOKENS_NANO = BigInt(TOKENS.input) * INPUT_NANO + BigInt(TOKENS.output) * OUTPUT_NANO;
const TOOL = { type: 'web_search_20250305', name: 'web_search' } as const;

let demo: Demo;
let scene: ToolScene;
beforeAll(async () => {
  demo = await aSharedDemo();
  scene = toolScene(demo);
  await setUpFamily(demo, { ...ANTHROPIC, models: [CLAUDE, UNPRICED] });
  await setUpFamily(demo, { ...BEDROCK, models: [HOSTED] });
  await setUpFamily(demo, { ...GOOGLE, models: [GEMINI, GEMINI_3] });
  await setUpFamily(demo, { ...OPENAI, models: [GPT, GPT_UNPRICED, 'openai/gpt-5-search-api'] });
}, START_MS);
afterAll(() => demo?.stack.drop(), START_MS);
beforeEach(() => demo.clearInvoice());

interface Reply {
  error: { code: string; param: string | null };
}

const said = (searches: string): string =>
  `[[provider: tokens input=${TOKENS.input} output=${TOKENS.output} reasoning=0; ${searches}]] Look it up`;
const ask = (text: string, more: object = {}): Promise<Answer<Reply>> =>
  demo.v1<Reply>('/messages', {
    model: CLAUDE,
    max_tokens: 200,
    messages: [{ role: 'user', content: text }],
    ...more,
  });

test('a search is refused by its type until it has a price', async () => {
  const { status, body } = await ask(said('search=1'), { tools: [TOOL] });
  expect([status, body.error.code, body.error.param]).toEqual([
    400,
    'unsupported_parameter',
    'tools[0].type',
  ]);
  expect(await demo.invoice()).toEqual([]);
  expect((await scene.modelOf(CLAUDE)).admissible_tools).toEqual([
    'web_search',
    'web_fetch',
    'code_execution',
    'mcp',
  ]);
  expect((await scene.modelOf(HOSTED)).admissible_tools).toEqual([]);
  expect(await scene.price(HOSTED, { web_search: '0.01' })).toBe(422);
  expect(await scene.price(CLAUDE, { web_search: '0.01' })).toBe(201);
  await eventually(async () => (await scene.listed(CLAUDE))?.pricing.web_search === '0.01');
  const rules = (await scene.listed(CLAUDE))?.request_contract.parameters;
  expect(rules?.['web_search']).toEqual({ supported: true, values: ['messages'] });
  expect((await scene.listed(UNPRICED))?.request_contract.parameters['web_search']).toBeUndefined();
});

test.each([
  [UNPRICED, 'tools[0].type', [TOOL]],
  [HOSTED, 'tools[0].type', [TOOL]],
  [SMALL, 'tools[0].type', [TOOL]],
  [CLAUDE, 'tools[0].type', [{ type: 'web_fetch_20250910', name: 'web_fetch' }]],
  [CLAUDE, 'tools[0].type', [{ type: 'code_execution_20250825', name: 'code_execution' }]],
  [CLAUDE, 'tools[0].max_uses', [{ ...TOOL, max_uses: 0 }]],
  [CLAUDE, 'tools[0].max_uses', [{ ...TOOL, max_uses: WEB_SEARCHES_MAX + 1 }]],
  [CLAUDE, 'tools[0].max_uses', [{ ...TOOL, max_uses: '5' }]],
  [CLAUDE, 'tools[0].name', [{ ...TOOL, name: 'search' }]],
  [CLAUDE, 'tools[0].novelty', [{ ...TOOL, novelty: 1 }]],
  [CLAUDE, 'tools[0].allowed_callers[0]', [{ ...TOOL, allowed_callers: ['x'] }]],
])('%s: %s is refused before anything is held', async (model, param, tools) => {
  const before = await scene.consumed();
  const { status, body } = await ask('x', { model, tools });
  expect([status, body.error.param]).toEqual([400, param]);
  expect(await demo.invoice()).toEqual([]);
  expect(await scene.consumed()).toBe(before);
});

describe.each([false, true])('streamed: %s', (stream) => {
  test('what the provider says it has searched is charged, and shown', async () => {
    const before = await scene.consumed();
    const answer = await ask(said('search=2'), { stream, tools: [{ ...TOOL, max_uses: 3 }] });
    expect(answer.status).toBe(200);
    const charge = TOKENS_NANO + 2n * SEARCH_NANO;
    expect((await scene.consumed()) - before).toBe(charge);
    const record = await scene.recordOf(answer);
    expect(record.receipt?.lines).toContainEqual(
      expect.objectContaining({ dimension: 'web_search', quantity: 2 }),
    );
    expect((await scene.sent())?.['tools']).toEqual([{ ...TOOL, max_uses: 3 }]);
  });

  test('without a bound of the caller ours is sent, and holds', async () => {
    const before = await scene.consumed();
    const answer = await ask(said('search=40'), { stream, tools: [TOOL] });
    expect(answer.status).toBe(200);
    expect((await scene.sent())?.['tools']).toEqual([{ ...TOOL, max_uses: WEB_SEARCHES_DEFAULT }]);
    const searches = BigInt(WEB_SEARCHES_DEFAULT);
    expect((await scene.consumed()) - before).toBe(TOKENS_NANO + searches * SEARCH_NANO);
  });

  test('more than was allowed is not believed: what was seen is charged', async () => {
    const before = await scene.consumed();
    const answer = await ask(said('search=1 reported=900'), {
      stream,
      tools: [{ ...TOOL, max_uses: 2 }],
    });
    expect(answer.status).toBe(200);
    const record = await scene.recordOf(answer);
    expect(record.receipt?.lines).toContainEqual(
      expect.objectContaining({ dimension: 'web_search', quantity: 1 }),
    );
    expect(await scene.suspicionIn(record)).toBe('implausible');
    expect((await scene.consumed()) - before).toBeLessThan(5n * SEARCH_NANO);
  });

  test('a count that nobody asked for is not believed either', async () => {
    const answer = await ask(said('search=0 reported=7'), { stream });
    const record = await scene.recordOf(answer);
    expect(record.receipt?.lines.map(({ dimension }) => dimension)).not.toContain('web_search');
  });
});

test('a stream that breaks is charged for the searches that have begun', async () => {
  const before = await scene.consumed();
  const answer = await ask(`${said('search=2')} [[provider: cut after=8]]`, {
    stream: true,
    tools: [{ ...TOOL, max_uses: 3 }],
  });
  const record = await scene.recordOf(answer);
  const lines = new Map(record.receipt?.lines.map((line) => [line.dimension, line.quantity]));
  expect(lines.get('web_search')).toBe(2);
  expect((await scene.consumed()) - before).toBeGreaterThanOrEqual(2n * SEARCH_NANO);
});

test("Anthropic's SDK reads blocks and citations, and hands them back unchanged", async () => {
  const baseURL = demo.env.TOLLGATE_BASE_URL.replace(/\/v1$/u, '');
  const client = new Anthropic({ apiKey: demo.env.TOLLGATE_API_KEY, baseURL, maxRetries: 0 });
  const asked = {
    model: CLAUDE,
    max_tokens: 200,
    tools: [{ ...TOOL, max_uses: 2 }],
    messages: [{ role: 'user' as const, content: said('search=1') }],
  };
  const whole = await client.messages.create(asked);
  const streamed = await client.messages.stream(asked).finalMessage();
  for (const message of [whole, streamed]) {
    expect(message.content.map(({ type }) => type)).toEqual([
      'server_tool_use',
      'web_search_tool_result',
      'text',
    ]);
    expect(message.usage.server_tool_use?.web_search_requests).toBe(1);
    const text = message.content[2];
    expect(text?.type === 'text' && text.citations?.[0]?.type).toBe('web_search_result_location');
    await demo.clearInvoice();
    const messages = [
      ...asked.messages,
      { role: 'assistant' as const, content: message.content },
      { role: 'user' as const, content: 'Go on' },
    ];
    const next = await client.messages.create({ ...asked, messages }).asResponse();
    expect(next.headers.get('x-svc-ignored')).toBeNull();
    expect((await scene.sent())?.['messages']).toEqual(JSON.parse(JSON.stringify(messages)));
    await demo.clearInvoice();
    for (const model of [SMALL, HOSTED]) {
      const other = await client.messages.create({ model, max_tokens: 200, messages }).asResponse();
      expect(other.headers.get('x-svc-ignored')).toBe(
        'messages[1].content[0].type, messages[1].content[2].citations, messages[1].content[1].type',
      );
    }
    expect(JSON.stringify(await demo.invoice())).not.toContain('sealed-');
  }
});

describe('over Responses', () => {
  const SEARCH = { type: 'web_search', external_web_access: false } as const;
  const LIVE = { type: 'web_search', search_context_size: 'low' } as const;
  const respond = (text: string, more: object = {}): Promise<Answer<Reply>> =>
    demo.v1<Reply>('/responses', { model: GPT, input: text, max_output_tokens: 200, ...more });

  test('a search without a price is refused, or left out where it reaches nothing', async () => {
    const { status, body } = await respond('x', { tools: [LIVE] });
    expect([status, body.error.code, body.error.param]).toEqual([
      400,
      'unsupported_parameter',
      'tools[0].type',
    ]);
    const left = await respond(said('search=1'), { tools: [SEARCH] });
    expect([left.status, left.headers['x-svc-ignored']]).toEqual([200, 'tools[0]']);
    expect((await scene.sent())?.['tools']).toBeUndefined();
    expect(await scene.price(GPT, { web_search: '0.01' })).toBe(201);
    await eventually(async () => (await scene.listed(GPT))?.pricing.web_search === '0.01');
    const contract = (await scene.listed(GPT))?.request_contract;
    expect(contract?.responses?.parameters['web_search']).toEqual({ supported: true });
  });

  test.each([
    [GPT_UNPRICED, 'tools[0].type', { tools: [LIVE] }],
    [CLAUDE, 'tools[0].type', { tools: [LIVE] }],
    [SMALL, 'tools[0].type', { tools: [LIVE] }],
    [GPT, 'tools[0].type', { tools: [{ type: 'web_search_preview' }] }],
    [
      GPT,
      'tools[0].return_token_budget',
      { tools: [{ ...LIVE, return_token_budget: 'unlimited' }] },
    ],
    [GPT, 'max_tool_calls', { tools: [LIVE], max_tool_calls: 0 }],
    [GPT, 'max_tool_calls', { tools: [LIVE], max_tool_calls: WEB_SEARCHES_MAX + 1 }],
  ])('%s: %s is refused before anything is held', async (model, param, more) => {
    const before = await scene.consumed();
    const { status, body } = await respond('x', { model, ...more });
    expect([status, body.error.param]).toEqual([400, param]);
    expect(await demo.invoice()).toEqual([]);
    expect(await scene.consumed()).toBe(before);
  });

  test.each([false, true])(
    'searches are bounded and charged by item (stream: %s)',
    async (stream) => {
      const before = await scene.consumed();
      const answer = await respond(said('search=2'), {
        stream,
        tools: [SEARCH],
        max_tool_calls: 3,
      });
      expect([answer.status, answer.headers['x-svc-ignored']]).toEqual([200, undefined]);
      expect((await scene.consumed()) - before).toBe(TOKENS_NANO + 2n * SEARCH_NANO);
      const body = await scene.sent();
      expect([body?.['tools'], body?.['max_tool_calls']]).toEqual([[SEARCH], 3]);
      await demo.clearInvoice();
      const unbound = await respond(said('search=40'), { stream, tools: [LIVE] });
      expect(unbound.status).toBe(200);
      expect((await scene.sent())?.['max_tool_calls']).toBe(WEB_SEARCHES_DEFAULT);
      const record = await scene.recordOf(unbound);
      expect(record.receipt?.lines).toContainEqual(
        expect.objectContaining({ dimension: 'web_search', quantity: WEB_SEARCHES_DEFAULT }),
      );
    },
  );

  test('a stream that breaks is charged for the searches that have begun', async () => {
    const before = await scene.consumed();
    const answer = await respond(`${said('search=2')} [[provider: cut after=10]]`, {
      stream: true,
      tools: [LIVE],
    });
    const record = await scene.recordOf(answer);
    const lines = new Map(record.receipt?.lines.map((line) => [line.dimension, line.quantity]));
    expect(lines.get('web_search')).toBe(2);
    expect((await scene.consumed()) - before).toBeGreaterThanOrEqual(2n * SEARCH_NANO);
  });

  test("OpenAI's SDK reads calls and citations, and the items go back to the model", async () => {
    const apiKey = demo.env.TOLLGATE_API_KEY;
    const client = new OpenAI({ apiKey, baseURL: demo.env.TOLLGATE_BASE_URL, maxRetries: 0 });
    const asked = { model: GPT, tools: [LIVE], max_output_tokens: 200, input: said('search=1') };
    const whole = await client.responses.create(asked);
    const stream = client.responses.stream(asked);
    const types: string[] = [];
    stream.on('event', ({ type }) => types.push(type));
    const streamed = await stream.finalResponse();
    expect(types).toEqual(
      expect.arrayContaining([
        'response.web_search_call.completed',
        'response.output_text.annotation.added',
      ]),
    );
    for (const { output } of [whole, streamed]) {
      const [call] = output.filter(({ type }) => type === 'web_search_call');
      expect(call).toMatchObject({ status: 'completed', action: { type: 'search' } });
      const message = output.find(({ type }) => type === 'message');
      const [part] = message?.type === 'message' ? message.content : [];
      expect(part?.type === 'output_text' && part.annotations[0]?.type).toBe('url_citation');
      await demo.clearInvoice();
      const input = [
        { role: 'user' as const, content: 'Look it up' },
        ...output,
        { role: 'user' as const, content: 'Go on' },
      ] as OpenAI.Responses.ResponseInput;
      await client.responses.create({ ...asked, input });
      const items = (await scene.sent())?.['input'] as { type?: string }[];
      expect(items.map(({ type }) => type)).toContain('web_search_call');
      await demo.clearInvoice();
      const other = await client.responses
        .create({ model: SMALL, input, max_output_tokens: 200 })
        .asResponse();
      expect(other.headers.get('x-svc-ignored')).toContain('input[');
      expect(JSON.stringify(await demo.invoice())).not.toContain('web_search_call');
    }
  });
});

describe('over chat completions', () => {
  const SEARCHER = 'openai/gpt-5-search-api';
  const OPTIONS = {
    search_context_size: 'low',
    user_location: { type: 'approximate', approximate: { country: 'GB', city: 'London' } },
  } as const;
  const chat = (text: string, more: object = {}): Promise<Answer<Reply>> =>
    demo.v1<Reply>('/chat/completions', {
      model: SEARCHER,
      messages: [{ role: 'user', content: text }],
      max_completion_tokens: 200,
      ...more,
    });

  test('a model that always searches says so by its dimensions and is priced by the search', async () => {
    const model = await scene.listed(SEARCHER);
    expect(model?.pricing.web_search).toBe('0.1');
    expect(model?.request_contract.dimensions).toContain('web_search');
    expect(model?.request_contract.parameters['tools']).toEqual({ supported: false });
    const quote = await demo.v1<{ max_cost: string; input_cost: string }>(
      '/chat/completions/quote',
      {
        model: SEARCHER,
        messages: [{ role: 'user', content: 'Well?' }],
        max_completion_tokens: 10,
      },
    );
    expect(nanoOf(quote.body.max_cost)).toBeGreaterThan(ALWAYS_NANO);
  });

  test.each([
    [UNPRICED, 'web_search_options', { web_search_options: {} }],
    [CLAUDE, 'web_search_options', { web_search_options: OPTIONS }],
    [GPT_UNPRICED, 'web_search_options', { web_search_options: {} }],
    [SMALL, 'web_search_options', { web_search_options: {} }],
    [
      SEARCHER,
      'web_search_options.search_context_size',
      { web_search_options: { search_context_size: 'huge' } },
    ],
    [SEARCHER, 'temperature', { temperature: 0.5 }],
    [SEARCHER, 'n', { n: 2 }],
    [GPT, 'n', { n: 2, web_search_options: {} }],
    [GPT, 'seed', { seed: 7, web_search_options: {} }],
  ])('%s: %s is refused before anything is held', async (model, param, more) => {
    const before = await scene.consumed();
    const { status, body } = await chat('x', { model, ...more });
    expect([status, body.error.param]).toEqual([400, param]);
    expect(await demo.invoice()).toEqual([]);
    expect(await scene.consumed()).toBe(before);
  });

  describe.each([false, true])('streamed: %s', (stream) => {
    test.each([[{}], [{ web_search_options: OPTIONS }]])(
      'one search is charged for every answer with %j',
      async (more) => {
        const before = await scene.consumed();
        const answer = await chat(said('search=9'), { stream, ...more });
        expect([answer.status, answer.headers['x-svc-ignored']]).toEqual([200, undefined]);
        expect((await scene.consumed()) - before).toBe(TOKENS_NANO + ALWAYS_NANO);
        const record = await scene.recordOf(answer);
        expect(record.receipt?.lines).toContainEqual(
          expect.objectContaining({ dimension: 'web_search', quantity: 1 }),
        );
        expect((await scene.sent())?.['web_search_options']).toEqual(
          'web_search_options' in more ? OPTIONS : undefined,
        );
      },
    );

    test('other models of OpenAI search over the Responses interface, at most as often as ours', async () => {
      const before = await scene.consumed();
      const answer = await chat(said('search=2'), {
        model: GPT,
        stream,
        web_search_options: OPTIONS,
      });
      expect([answer.status, answer.headers['x-svc-ignored']]).toEqual([200, undefined]);
      expect((await scene.consumed()) - before).toBe(TOKENS_NANO + 2n * SEARCH_NANO);
      const body = await scene.sent();
      const { approximate, ...kind } = OPTIONS.user_location;
      expect(body?.['tools']).toEqual([
        {
          type: 'web_search',
          search_context_size: 'low',
          user_location: { ...kind, ...approximate },
        },
      ]);
      expect(body?.['max_tool_calls']).toBe(WEB_SEARCHES_DEFAULT);
    });
  });

  test('a stream of a model that always searches is charged for the search when it breaks', async () => {
    const before = await scene.consumed();
    const answer = await chat(`${said('search=0')} [[provider: cut after=3]]`, { stream: true });
    const record = await scene.recordOf(answer);
    const lines = new Map(record.receipt?.lines.map((line) => [line.dimension, line.quantity]));
    expect(lines.get('web_search')).toBe(1);
    expect((await scene.consumed()) - before).toBeGreaterThanOrEqual(ALWAYS_NANO);
  });

  test('a caller who hangs up pays for the search of a model that always searches', async () => {
    const before = await scene.consumed();
    const call = openCall(demo, {
      model: SEARCHER,
      stream: true,
      max_completion_tokens: 200,
      messages: [{ role: 'user', content: '[[provider: chunks=40; chunk-delay=50]] Look it up' }],
    });
    await call.frames(3);
    call.leave();
    await call.ended;
    await eventually(async () => {
      const { body } = await demo.user<{ consumed: string; reserved: string }>('GET', '/credits');
      return body.reserved === '0.000000000' && nanoOf(body.consumed) > before;
    });
    expect((await scene.consumed()) - before).toBeGreaterThanOrEqual(ALWAYS_NANO);
  });

  test.each([SEARCHER, GPT])("OpenAI's SDK reads the citations of %s", async (model) => {
    const apiKey = demo.env.TOLLGATE_API_KEY;
    const client = new OpenAI({ apiKey, baseURL: demo.env.TOLLGATE_BASE_URL, maxRetries: 0 });
    const asked = {
      model,
      max_completion_tokens: 200,
      web_search_options: { search_context_size: 'low' as const },
      messages: [{ role: 'user' as const, content: said('search=1') }],
    };
    const whole = await client.chat.completions.create(asked);
    const streamed = await client.chat.completions.stream(asked).finalChatCompletion();
    for (const { choices } of [whole, streamed]) {
      const message = choices[0]?.message;
      expect(message?.annotations?.[0]).toMatchObject({
        type: 'url_citation',
        url_citation: {
          url: expect.stringContaining('https://example.com/') as string,
          start_index: expect.any(Number) as number,
        },
      });
      if (message === undefined) throw new Error('no message');
      const messages = [...asked.messages, message, { role: 'user' as const, content: 'Go on' }];
      const next = await client.chat.completions.create({ ...asked, messages });
      expect(next.choices[0]?.finish_reason).toBe('stop');
    }
  });
});

describe('by Google, which takes no bound', () => {
  const chat = (text: string, more: object = {}): Promise<Answer<Reply>> =>
    demo.v1<Reply>('/chat/completions', {
      messages: [{ role: 'user', content: text }],
      max_completion_tokens: 200,
      web_search_options: {},
      ...more,
    });

  test('a search is refused by its name until it has a price', async () => {
    expect((await chat('x', { model: GEMINI })).body.error.param).toBe('web_search_options');
    for (const name of [GEMINI, GEMINI_3]) {
      expect((await scene.modelOf(name)).admissible_tools).toContain('web_search');
      expect(await scene.price(name, { web_search: '0.01' })).toBe(201);
      await eventually(async () => (await scene.listed(name))?.pricing.web_search === '0.01');
      const rule = (await scene.listed(name))?.request_contract.parameters['web_search'];
      expect(rule).toEqual({ supported: true, values: ['chat', 'responses', 'messages'] });
    }
  });

  test.each([
    [GEMINI, 'tools', { tools: [{ type: 'function', function: { name: 'f' } }] }],
    [
      GEMINI_3,
      'tool_choice',
      { tools: [{ type: 'function', function: { name: 'f' } }], tool_choice: 'required' },
    ],
    [GEMINI, 'n', { n: 2 }],
    [GEMINI, 'response_format', { response_format: { type: 'json_object' } }],
    [
      GEMINI_3,
      'web_search_options.search_context_size',
      { web_search_options: { search_context_size: 'low' } },
    ],
  ])('%s: %s beside a search is refused before anything is held', async (model, param, more) => {
    const before = await scene.consumed();
    const { status, body } = await chat('x', { model, ...more });
    expect([status, body.error.param]).toEqual([400, param]);
    expect(await demo.invoice()).toEqual([]);
    expect(await scene.consumed()).toBe(before);
  });

  describe.each([false, true])('streamed: %s', (stream) => {
    test.each([
      [GEMINI, 'search=3', 1],
      [GEMINI_3, 'search=3', 3],
      [GEMINI_3, 'search=0', 0],
    ])('%s with %s is charged for %i', async (model, searches, charged) => {
      const before = await scene.consumed();
      const answer = await chat(said(searches), { model, stream });
      expect([answer.status, answer.headers['x-svc-ignored']]).toEqual([200, undefined]);
      expect((await scene.consumed()) - before).toBe(TOKENS_NANO + BigInt(charged) * SEARCH_NANO);
      expect((await scene.sent())?.['tools']).toEqual([{ googleSearch: {} }]);
    });

    test('F11: of more queries than are believed one is charged', async () => {
      const answer = await chat(said('search=1 reported=900'), { model: GEMINI_3, stream });
      const record = await scene.recordOf(answer);
      const line = record.receipt?.lines.find(({ dimension }) => dimension === 'web_search');
      expect([await scene.suspicionIn(record), line?.quantity]).toEqual(['implausible', 1]);
    });
  });

  test.each([GEMINI, GEMINI_3])("OpenAI's SDK reads the citations of %s", async (model) => {
    const apiKey = demo.env.TOLLGATE_API_KEY;
    const client = new OpenAI({ apiKey, baseURL: demo.env.TOLLGATE_BASE_URL, maxRetries: 0 });
    const asked = {
      model,
      max_completion_tokens: 200,
      web_search_options: {},
      messages: [
        { role: 'user' as const, content: `${said('search=1')} [[provider: say="Füße: é"]]` },
      ],
    };
    const whole = await client.chat.completions.create(asked);
    const streamed = await client.chat.completions.stream(asked).finalChatCompletion();
    for (const { choices } of [whole, streamed]) {
      const message = choices[0]?.message;
      const length = message?.content?.length ?? 0;
      expect(message?.annotations).toEqual([
        {
          type: 'url_citation',
          url_citation: {
            url: 'https://example.com/0',
            title: 'Page 0',
            start_index: 0,
            end_index: length,
          },
        },
      ]);
      if (message === undefined) throw new TypeError('no message');
      const messages = [...asked.messages, message, { role: 'user' as const, content: 'Go on' }];
      const next = await client.chat.completions.create({ ...asked, messages });
      expect(next.choices[0]?.finish_reason).toBe('stop');
    }
  });
});

test('the ledger holds', () => expectLedgerHolds(demo));

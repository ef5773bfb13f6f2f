import Anthropic from '@anthropic-ai/sdk';
import OpenAI from 'openai';
import type { Answer, Demo } from '../support/demo.ts';
import { eventually } from '../support/eventually.ts';
import { ANTHROPIC, GOOGLE, setUpFamily } from '../support/family-set-up.ts';
import { expectLedgerHolds } from '../support/ledger.ts';
import { openCall } from '../support/open-call.ts';
import { aSharedDemo } from '../support/shared-demo.ts';
import { nanoOf, toolScene } from '../support/tool-scene.ts';
import type { ToolScene } from '../support/tool-scene.ts';

const START_MS = 240_000;
const GEMINI = 'google/gemini-2.5-flash';
const GEMINI_3 = 'google/gemini-3-flash-preview';
const UNPRICED = 'google/gemini-2.5-pro';
const CLAUDE = 'anthropic/claude-sonnet-4-5';
/** Nano-credits of a token of input or output here, and a search. */
const INPUT_NANO = 1_000n;
const OUTPUT_NANO = 4_000n;
const SEARCH_NANO = 10_000_000n;
/** What no turn of a model here reads more than, in tokens. */
const CONTEXT = 1_048_576n;
const TOKENS = { input: 9_000, output: 20 };
const TOKENS_NANO = BigInt(TOKENS.input) * INPUT_NANO + BigInt(TOKENS.output) * OUTPUT_NANO;
const SEARCH = { type: 'web_search' } as const;
const CODE = { type: 'code_interpreter', container: { type: 'auto' } } as const;
/** Tools of Messages. */
const FIND = { type: 'web_search_20250305', name: 'web_search' } as const;
const FETCH = { type: 'web_fetch_20250910', name: 'web_fetch' } as const;
const PYTHON = { type: 'code_execution_20250522', name: 'code_execution' } as const;
const OWN = { name: 'own', input_schema: { type: 'object' } } as const;
const FUNCTION = { type: 'function', name: 'own', parameters: { type: 'object' } } as const;
const PRICES = { web_search: '0.01', web_fetch: '0', code_execution: '0' };

let demo: Demo;
let scene: ToolScene;
beforeAll(async () => {
  demo = await aSharedDemo();
  scene = toolScene(demo);
  await setUpFamily(demo, { ...GOOGLE, models: [GEMINI, GEMINI_3, UNPRICED] });
  await setUpFamily(demo, { ...ANTHROPIC, models: [CLAUDE] });
}, START_MS);
afterAll(() => demo?.stack.drop(), START_MS);
beforeEach(() => demo.clearInvoice());

interface Reply {
  error: { code: string; param: string | null; message: string };
}

const said = (tools: string): string =>
  `[[provider: tokens input=${TOKENS.input} output=${TOKENS.output} reasoning=0; ${tools}]] Do it`;
const respond = (text: string, more: object = {}): Promise<Answer<Reply>> =>
  demo.v1<Reply>('/responses', { model: GEMINI, input: text, max_output_tokens: 200, ...more });

const ask = (text: string, more: object = {}): Promise<Answer<Reply>> =>
  demo.v1<Reply>('/messages', {
    model: GEMINI,
    max_tokens: 200,
    messages: [{ role: 'user', content: text }],
    ...more,
  });

test('tools are refused until they have a price, which is zero for code', async () => {
  const refused = [
    ...[SEARCH, CODE].map((tool) => respond('x', { tools: [tool] })),
    ...[FIND, FETCH, PYTHON].map((tool) => ask('x', { tools: [tool] })),
  ];
  for (const answer of refused) {
    const { status, body } = await answer;
    expect([status, body.error.code, body.error.param]).toEqual([
      400,
      'unsupported_parameter',
      'tools[0].type',
    ]);
  }
  expect(await demo.invoice()).toEqual([]);
  for (const name of [GEMINI, GEMINI_3]) {
    expect((await scene.modelOf(name)).admissible_tools).toEqual(Object.keys(PRICES));
    expect(await scene.price(name, PRICES)).toBe(422);
    expect(await scene.price(name, PRICES, { allow_free: true })).toBe(201);
    await eventually(async () => (await scene.listed(name))?.pricing.code_execution === '0');
    const rules = (await scene.listed(name))?.request_contract.parameters;
    expect(rules?.['code_execution']).toEqual({
      supported: true,
      values: ['responses', 'messages'],
    });
    expect(rules?.['web_fetch']).toEqual({ supported: true, values: ['messages'] });
  }
});

test.each([
  ['tools[0].type', { model: UNPRICED, tools: [SEARCH] }],
  ['tools[0].type', { model: UNPRICED, tools: [CODE] }],
  ['tools[0].type', { tools: [{ ...CODE, container: { type: 'auto', memory_limit: '4g' } }] }],
  ['tools[0].user_location', { tools: [{ ...SEARCH, user_location: { country: 'GB' } }] }],
  ['tools[0].search_context_size', { tools: [{ ...SEARCH, search_context_size: 'low' }] }],
  ['tools[1].filters', { tools: [CODE, { ...SEARCH, filters: { allowed_domains: ['a.org'] } }] }],
  ['tools', { tools: [SEARCH, FUNCTION] }],
  ['tool_choice', { model: GEMINI_3, tools: [FUNCTION, CODE], tool_choice: 'required' }],
  [
    'tool_choice',
    { model: GEMINI_3, tools: [FUNCTION, CODE], tool_choice: { type: 'function', name: 'own' } },
  ],
  ['tool_choice', { tools: [SEARCH], tool_choice: 'none' }],
  ['tool_choice', { tools: [SEARCH], tool_choice: { type: 'web_search' } }],
  ['text.format', { tools: [SEARCH], text: { format: { type: 'json_object' } } }],
])('%s is refused before anything is held', async (param, more) => {
  const before = await scene.consumed();
  const { status, body } = await respond('x', more);
  expect([status, body.error.param]).toEqual([400, param]);
  expect(await demo.invoice()).toEqual([]);
  expect(await scene.consumed()).toBe(before);
});

test('a search that reaches nothing is left out beside functions, as Codex sends it', async () => {
  const cached = { ...SEARCH, external_web_access: false };
  const { status, headers } = await respond(said('search=1'), { tools: [cached, FUNCTION] });
  expect([status, headers['x-svc-ignored']]).toEqual([200, 'tools[0]']);
  expect(JSON.stringify((await scene.sent())?.['tools'])).not.toContain('googleSearch');
});

describe.each([false, true])('streamed: %s', (stream) => {
  test.each([
    [GEMINI, 'search=3; code=2', { web_search: 1, code_execution: 2 }],
    [GEMINI_3, 'search=3; code=9', { web_search: 3, code_execution: 6 }],
    [GEMINI_3, 'search=0; code=0', {}],
  ])('%s with %s is charged for what it bills', async (model, runs, charged) => {
    const before = await scene.consumed();
    const tools = [{ ...SEARCH, external_web_access: true, filters: {} }, CODE];
    const answer = await respond(said(runs), { model, stream, tools, max_tool_calls: 3 });
    expect([answer.status, answer.headers['x-svc-ignored']]).toEqual([200, 'max_tool_calls']);
    const searches = BigInt('web_search' in charged ? charged.web_search : 0);
    expect((await scene.consumed()) - before).toBe(TOKENS_NANO + searches * SEARCH_NANO);
    expect(await scene.runsOf(answer, PRICES)).toEqual(charged);
    expect(await scene.suspicionIn(await scene.recordOf(answer))).toBeNull();
    expect((await scene.sent())?.['tools']).toEqual([{ googleSearch: {} }, { codeExecution: {} }]);
  });
});

test('R17: each turn behind code is held as a full context, and queries as twenty', async () => {
  const searched = await demo.v1<{ max_cost: string }>('/chat/completions/quote', {
    model: GEMINI_3,
    messages: [{ role: 'user', content: 'x' }],
    max_completion_tokens: 200,
    web_search_options: {},
  });
  const most = nanoOf(searched.body.max_cost);
  expect(most).toBeGreaterThanOrEqual(20n * SEARCH_NANO);
  expect(most).toBeLessThan(20n * SEARCH_NANO + CONTEXT * INPUT_NANO);
  const body = { model: GEMINI_3, input: 'x', max_output_tokens: 200, tools: [CODE] };
  const within = async (credits: string): Promise<string | undefined> =>
    (await demo.v1<Partial<Reply>>('/responses', body, { 'X-Svc-Max-Credits': credits })).body.error
      ?.code;
  expect(await within('7.3')).toBe('max_credits_exceeded');
  expect(await within('7.4')).toBeUndefined();
});

test('R17: who hangs up in the middle pays for what has been searched and run', async () => {
  const before = await scene.consumed();
  const input = '[[provider: search=2; code=2; chunks=15; chunk-delay=30]] Do it';
  const body = { model: GEMINI_3, stream: true, max_output_tokens: 200, tools: [SEARCH], input };
  const call = openCall(demo, body, {}, '/responses');
  await eventually(() => Promise.resolve(call.text().includes('output_text.delta')));
  call.leave();
  await call.ended;
  await eventually(async () => {
    const now = await scene.credits();
    return now.reserved === 0n && now.consumed > before;
  });
  expect((await scene.consumed()) - before).toBeGreaterThanOrEqual(2n * SEARCH_NANO);
});

test.each([GEMINI, GEMINI_3])(
  "OpenAI's SDK reads searches, code and citations of %s, and code goes back",
  async (model) => {
    const apiKey = demo.env.TOLLGATE_API_KEY;
    const client = new OpenAI({ apiKey, baseURL: demo.env.TOLLGATE_BASE_URL, maxRetries: 0 });
    const asked: OpenAI.Responses.ResponseCreateParamsNonStreaming = {
      model,
      tools: [SEARCH, { ...CODE }],
      max_output_tokens: 200,
      input: `${said('search=2; code=2')} [[provider: say="Füße: é"]]`,
    };
    const whole = await client.responses.create(asked);
    const stream = client.responses.stream({ ...asked, stream: true });
    const types = new Set<string>();
    stream.on('event', ({ type }) => types.add(type));
    const streamed = await stream.finalResponse();
    for (const name of [
      'code_interpreter_call_code.done',
      'code_interpreter_call.completed',
      'web_search_call.completed',
      'output_text.annotation.added',
    ]) {
      expect(types).toContain(`response.${name}`);
    }
    expect(whole.output.map(({ type }) => type)).toEqual(streamed.output.map(({ type }) => type));
    for (const { output, output_text: text } of [whole, streamed]) {
      const calls = output.filter(({ type }) => type === 'code_interpreter_call');
      expect(calls).toMatchObject([
        { code: 'print(0)\n', status: 'completed', outputs: [{ type: 'logs', logs: '0\n' }] },
        {
          outputs: [
            { type: 'logs', logs: '1\n' },
            { type: 'image', url: 'data:image/png;base64,iVBORw0KGgo=' },
          ],
        },
      ]);
      expect(output.find(({ type }) => type === 'web_search_call')).toMatchObject({
        action: { type: 'search', queries: ['query 0', 'query 1'] },
      });
      const message = output.find(({ type }) => type === 'message');
      const [part] = message?.type === 'message' ? message.content : [];
      expect(part?.type === 'output_text' && part.annotations).toEqual([
        {
          type: 'url_citation',
          url: 'https://example.com/0',
          title: 'Page 0',
          start_index: 0,
          end_index: text.length,
        },
      ]);
      await demo.clearInvoice();
      const input = [
        { role: 'user' as const, content: 'Do it' },
        ...output,
        { role: 'user' as const, content: 'Go on' },
      ] as OpenAI.Responses.ResponseInput;
      const next = await client.responses.create({ ...asked, input }).asResponse();
      expect(next.headers.get('x-svc-ignored')).toContain('input[');
      const contents = JSON.stringify((await scene.sent())?.['contents']);
      expect(contents).toContain('"executableCode":{"language":"PYTHON","code":"print(0)\\n"');
      expect(contents).toContain('"codeExecutionResult"');
      expect(contents).not.toContain('inlineData');
    }
  },
);

describe('over Messages', () => {
  test.each([
    ['tools[0].type', { model: UNPRICED, tools: [FETCH] }],
    ['tools[0].type', { tools: [{ ...PYTHON, type: 'code_execution_20250825' }] }],
    ['tools[1].type', { tools: [FETCH, PYTHON] }],
    ['tools[0].user_location', { tools: [{ ...FIND, user_location: { type: 'approximate' } }] }],
    ['tools[1].allowed_domains', { tools: [FETCH, { ...FIND, allowed_domains: ['a.org'] }] }],
    ['tools[0].blocked_domains', { tools: [{ ...FETCH, blocked_domains: ['a.org'] }] }],
    ['tools[0].max_content_tokens', { tools: [{ ...FETCH, max_content_tokens: 9 }] }],
    ['tools[0].citations', { tools: [{ ...FETCH, citations: { enabled: true } }] }],
    ['tools[0].use_cache', { tools: [{ ...FETCH, type: 'web_fetch_20260309', use_cache: false }] }],
    ['tools', { tools: [FIND, OWN] }],
    ['tool_choice', { model: GEMINI_3, tools: [FIND, OWN], tool_choice: { type: 'any' } }],
    ['tool_choice', { tools: [FIND], tool_choice: { type: 'any' } }],
    ['container', { tools: [PYTHON], container: 'container_1' }],
  ])('%s is refused before anything is held', async (param, more) => {
    const before = await scene.consumed();
    const { status, body } = await ask('x', more);
    expect([status, body.error.param]).toEqual([400, param]);
    expect(await demo.invoice()).toEqual([]);
    expect(await scene.consumed()).toBe(before);
  });

  describe.each([false, true])('streamed: %s', (stream) => {
    test.each([
      [GEMINI, [FIND, FETCH], 'search=3; fetch=2', { web_search: 1, web_fetch: 2 }],
      [GEMINI_3, [FETCH, FIND], 'search=3; fetch=40', { web_search: 3, web_fetch: 20 }],
      [GEMINI_3, [PYTHON], 'code=2', { code_execution: 2 }],
    ])('%s is charged for what it bills of %j', async (model, tools, runs, charged) => {
      const before = await scene.consumed();
      const bound = tools.map((tool) => (tool === FIND ? { ...tool, max_uses: 8 } : tool));
      const answer = await ask(said(runs), { model, stream, tools: bound });
      const at = tools.findIndex((tool) => tool === FIND);
      const ignored = at < 0 ? undefined : `tools[${at}].max_uses`;
      expect([answer.status, answer.headers['x-svc-ignored']]).toEqual([200, ignored]);
      const searches = BigInt('web_search' in charged ? charged.web_search : 0);
      expect((await scene.consumed()) - before).toBe(TOKENS_NANO + searches * SEARCH_NANO);
      expect(await scene.runsOf(answer, PRICES)).toEqual(charged);
      expect(await scene.suspicionIn(await scene.recordOf(answer))).toBeNull();
    });
  });

  test('R17: a page is held as a full context', async () => {
    const body = {
      model: GEMINI_3,
      max_tokens: 200,
      messages: [{ role: 'user', content: 'x' }],
      tools: [FETCH],
    };
    const within = async (credits: string): Promise<string | undefined> =>
      (await demo.v1<Partial<Reply>>('/messages', body, { 'X-Svc-Max-Credits': credits })).body
        .error?.code;
    expect(await within('2')).toBe('max_credits_exceeded');
    expect(await within('2.2')).toBeUndefined();
  });

  test("Anthropic's SDK reads blocks and citations, and Claude goes on without them", async () => {
    const baseURL = demo.env.TOLLGATE_BASE_URL.replace(/\/v1$/u, '');
    const client = new Anthropic({ apiKey: demo.env.TOLLGATE_API_KEY, baseURL, maxRetries: 0 });
    const asked = {
      model: GEMINI_3,
      max_tokens: 200,
      tools: [FIND, FETCH],
      messages: [
        { role: 'user' as const, content: `${said('search=2; fetch=1')} [[provider: say="é: 5"]]` },
      ],
    };
    const whole = await client.messages.create(asked);
    const streamed = await client.messages.stream(asked).finalMessage();
    for (const message of [whole, streamed]) {
      const blocks = new Map(message.content.map((block) => [block.type, block]));
      const uses = message.content.filter((block) => block.type === 'server_tool_use');
      expect(uses.map(({ name, input }) => [name, input])).toEqual([
        ['web_search', { query: 'query 0; query 1' }],
        ['web_fetch', { url: 'https://example.com/0' }],
        ['web_fetch', { url: 'https://example.com/unsafe' }],
      ]);
      expect(blocks.get('web_search_tool_result')).toMatchObject({
        tool_use_id: uses[0]?.id,
        content: [{ type: 'web_search_result', url: 'https://example.com/0', title: 'Page 0' }],
      });
      const fetched = message.content.filter((block) => block.type === 'web_fetch_tool_result');
      expect(fetched.map(({ content }) => content)).toMatchObject([
        { type: 'web_fetch_result', url: 'https://example.com/0' },
        { type: 'web_fetch_tool_result_error', error_code: 'url_not_allowed' },
      ]);
      const text = message.content.find((block) => block.type === 'text');
      expect(text?.citations).toMatchObject([
        { url: 'https://example.com/0', title: 'Page 0', cited_text: text?.text.slice(0, 150) },
      ]);
      expect(message.usage.server_tool_use).toMatchObject({
        web_search_requests: 2,
        web_fetch_requests: 1,
      });
      const messages = [
        ...asked.messages,
        { role: 'assistant' as const, content: message.content },
        { role: 'user' as const, content: 'Go on' },
      ];
      const next = await client.messages.create({ ...asked, messages }).asResponse();
      expect(next.headers.get('x-svc-ignored')).toContain('messages[1].content[');
      await demo.clearInvoice();
      const other = await client.messages.create({ model: CLAUDE, max_tokens: 200, messages });
      expect(other.stop_reason).toBe('end_turn');
      expect(JSON.stringify((await scene.sent())?.['messages'])).not.toMatch(/tool|citations/u);
    }
  });

  test("Anthropic's SDK reads code, which goes back with its results", async () => {
    const baseURL = demo.env.TOLLGATE_BASE_URL.replace(/\/v1$/u, '');
    const client = new Anthropic({ apiKey: demo.env.TOLLGATE_API_KEY, baseURL, maxRetries: 0 });
    const asked = {
      model: GEMINI_3,
      max_tokens: 200,
      tools: [PYTHON],
      messages: [{ role: 'user' as const, content: said('code=2') }],
    };
    const whole = await client.messages.create(asked);
    const streamed = await client.messages.stream(asked).finalMessage();
    for (const { content } of [whole, streamed]) {
      const uses = content.filter((block) => block.type === 'server_tool_use');
      expect(uses.map(({ name, input }) => [name, input])).toEqual([
        ['code_execution', { code: 'print(0)\n' }],
        ['code_execution', { code: 'print(1)\n' }],
      ]);
      const results = content.filter((block) => block.type === 'code_execution_tool_result');
      expect(results.map((block) => block.content)).toMatchObject([
        { stdout: '0\n', stderr: '', return_code: 0 },
        { stdout: '1\n' },
      ]);
      await demo.clearInvoice();
      const messages = [
        ...asked.messages,
        { role: 'assistant' as const, content },
        { role: 'user' as const, content: 'Go on' },
      ] as Anthropic.MessageParam[];
      await client.messages.create({ ...asked, messages });
      const contents = JSON.stringify((await scene.sent())?.['contents']);
      expect(contents).toContain('"executableCode":{"language":"PYTHON","code":"print(0)\\n"');
    }
  });
});

describe('functions beside the tools of Google', () => {
  const both = said('search=2; fetch=1').replace('Do it', 'Do own');
  const circulates = {
    functionCallingConfig: { mode: 'VALIDATED' },
    includeServerSideToolInvocations: true,
  };
  const expectCirculated = async (): Promise<void> => {
    const { contents, toolConfig, tools } = (await scene.sent()) ?? {};
    expect(toolConfig).toEqual(circulates);
    expect(JSON.stringify(tools)).toMatch(/functionDeclarations.*"own".*googleSearch/u);
    const turns = contents as { role: string; parts: Record<string, unknown>[] }[];
    const kinds = turns.map(({ parts }) =>
      parts.flatMap((part) => Object.keys(part).filter((name) => name !== 'thoughtSignature')),
    );
    expect(kinds[1]?.slice(0, 4)).toEqual(['toolCall', 'toolResponse', 'toolCall', 'toolResponse']);
    expect(kinds[1]).toContain('functionCall');
    expect(kinds[2]).toEqual(['functionResponse']);
    const [call, result] = turns[1]?.parts ?? [];
    expect(call).toMatchObject({
      toolCall: { toolType: 'GOOGLE_SEARCH_WEB', args: { queries: ['query 0'] }, id: 'tool0' },
      thoughtSignature: expect.any(String) as unknown,
    });
    expect(result).toMatchObject({ toolResponse: { id: 'tool0' } });
  };
  beforeAll(async () => {
    expect(await scene.price(GEMINI_3, PRICES, { allow_free: true })).toBe(201);
  });

  test.each([false, true])('chat carries runs to the next turn, streamed: %s', async (stream) => {
    const apiKey = demo.env.TOLLGATE_API_KEY;
    const client = new OpenAI({ apiKey, baseURL: demo.env.TOLLGATE_BASE_URL, maxRetries: 0 });
    const asked: OpenAI.ChatCompletionCreateParamsNonStreaming = {
      model: GEMINI_3,
      max_completion_tokens: 200,
      web_search_options: {},
      tools: [{ type: 'function', function: { name: 'own', parameters: { type: 'object' } } }],
      messages: [{ role: 'user', content: both }],
    };
    const before = await scene.consumed();
    const { message } = stream
      ? ((await client.chat.completions.stream({ ...asked, stream: true }).finalChatCompletion())
          .choices[0] ?? {})
      : ((await client.chat.completions.create(asked)).choices[0] ?? {});
    if (message === undefined) throw new Error('there is no answer');
    expect(message.tool_calls).toMatchObject([{ function: { name: 'own' } }]);
    expect((await scene.consumed()) - before).toBe(TOKENS_NANO + 2n * SEARCH_NANO);
    await demo.clearInvoice();
    const result = {
      role: 'tool' as const,
      tool_call_id: message.tool_calls?.[0]?.id ?? '',
      content: 'Done.',
    };
    const next = { ...asked, messages: [...asked.messages, message, result] };
    const { choices } = await client.chat.completions.create(next);
    expect(choices[0]?.finish_reason).toBe('stop');
    await expectCirculated();
  });

  test.each([false, true])('Responses carries them, streamed: %s', async (stream) => {
    const apiKey = demo.env.TOLLGATE_API_KEY;
    const client = new OpenAI({ apiKey, baseURL: demo.env.TOLLGATE_BASE_URL, maxRetries: 0 });
    const asked: OpenAI.Responses.ResponseCreateParamsNonStreaming = {
      model: GEMINI_3,
      max_output_tokens: 200,
      tools: [{ ...FUNCTION, strict: null }, SEARCH],
      input: both,
    };
    const { output } = stream
      ? await client.responses.stream({ ...asked, stream: true }).finalResponse()
      : await client.responses.create(asked);
    const call = output.flatMap((item) => (item.type === 'function_call' ? [item] : []))[0];
    expect(call).toMatchObject({ name: 'own' });
    expect(output.find(({ type }) => type === 'web_search_call')).toMatchObject({
      action: { type: 'search', queries: ['query 0', 'query 1'] },
    });
    expect(JSON.stringify(output)).not.toContain('toolResponse');
    await demo.clearInvoice();
    const input = [
      { role: 'user' as const, content: both },
      ...output,
      { type: 'function_call_output' as const, call_id: call?.call_id ?? '', output: 'Done.' },
    ] as OpenAI.Responses.ResponseInput;
    const next = await client.responses.create({ ...asked, input });
    expect(next.output.find(({ type }) => type === 'message')).toBeDefined();
    await expectCirculated();
  });

  test.each([false, true])('Messages carries them, streamed: %s', async (stream) => {
    const baseURL = demo.env.TOLLGATE_BASE_URL.replace(/\/v1$/u, '');
    const client = new Anthropic({ apiKey: demo.env.TOLLGATE_API_KEY, baseURL, maxRetries: 0 });
    const asked = {
      model: GEMINI_3,
      max_tokens: 200,
      tools: [{ ...OWN, input_schema: { type: 'object' as const } }, FIND, FETCH],
      messages: [{ role: 'user' as const, content: both }],
    };
    const { content, stop_reason: stop } = stream
      ? await client.messages.stream(asked).finalMessage()
      : await client.messages.create(asked);
    expect(stop).toBe('tool_use');
    const [use] = content.filter((block) => block.type === 'tool_use');
    await demo.clearInvoice();
    const result = { type: 'tool_result' as const, tool_use_id: use?.id ?? '', content: 'Done.' };
    const messages = [
      ...asked.messages,
      { role: 'assistant' as const, content },
      { role: 'user' as const, content: [result] },
    ] as Anthropic.MessageParam[];
    const next = await client.messages.create({ ...asked, messages });
    expect(next.stop_reason).toBe('end_turn');
    await expectCirculated();
  });

  test('R17: runs without one result each, and of other tools, are refused where they are', async () => {
    const run = { toolCall: { id: 'a', toolType: 'GOOGLE_SEARCH_WEB', args: { queries: ['x'] } } };
    const found = { toolResponse: { id: 'a', toolType: 'GOOGLE_SEARCH_WEB', response: {} } };
    const forged: [string, object[]][] = [
      [GEMINI_3, [run]],
      [GEMINI_3, [found]],
      [GEMINI_3, [run, run, found]],
      [GEMINI_3, [run, found, found]],
      [GEMINI_3, [run, { toolResponse: { ...found.toolResponse, id: 'b' } }]],
      [GEMINI_3, [{ toolCall: { id: 'a', toolType: 'FILE_SEARCH', args: {} } }, found]],
      [GEMINI, [run, found]],
    ];
    for (const [model, parts] of forged) {
      const { status, body } = await demo.v1<Reply>('/chat/completions', {
        model,
        messages: [
          { role: 'user', content: 'x' },
          { role: 'assistant', content: 'y', extra_content: { google: { parts } } },
          { role: 'user', content: 'z' },
        ],
      });
      expect([status, body.error.param]).toEqual([400, 'messages[1].extra_content']);
    }
    expect(await demo.invoice()).toEqual([]);
  });
});

test('the ledger holds', () => expectLedgerHolds(demo));

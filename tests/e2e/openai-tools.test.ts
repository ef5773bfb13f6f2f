import OpenAI from 'openai';
import { WEB_SEARCHES_DEFAULT, WEB_SEARCHES_MAX } from '@tollgate/contract/web-search';
import type { Answer, Demo } from '../support/demo.ts';
import { eventually } from '../support/eventually.ts';
import { OPENAI, setUpFamily } from '../support/family-set-up.ts';
import { expectLedgerHolds } from '../support/ledger.ts';
import { openCall } from '../support/open-call.ts';
import { aSharedDemo } from '../support/shared-demo.ts';
import { toolScene } from '../support/tool-scene.ts';
import type { ToolScene } from '../support/tool-scene.ts';

const START_MS = 240_000;
const GPT = 'openai/gpt-5.4';
const UNPRICED = 'openai/gpt-4o-mini';
const SMALL = 'demo/demo-small';
/** Nano-credits of a token of input or output here, a search, and containers. */
const INPUT_NANO = 1_000n;
const OUTPUT_NANO = 4_000n;
const SEARCH_NANO = 10_000_000n;
const CODE_NANO = 30_000_000n;
const TOKENS = { input: 9_000, output: 20 };
const TOKENS_NANO = BigInt(TOKENS.input) * INPUT_NANO + BigInt(TOKENS.output) * OUTPUT_NANO;
const SEARCH = { type: 'web_search' } as const;
const CODE = { type: 'code_interpreter', container: { type: 'auto' } } as const;
const LARGE = {
  type: 'code_interpreter',
  container: { type: 'auto', memory_limit: '4g', file_ids: [] as string[] },
} as const;
const SERVER = {
  type: 'mcp',
  server_label: 'dice',
  server_url: 'https://dice.example.com/mcp',
  authorization: 'secret-of-dice',
  headers: { 'x-key': 'secret-of-header' },
  require_approval: 'never',
  allowed_tools: { read_only: true },
} as const;
const PRICES = {
  web_search: '0.01',
  code_interpreter: '0.03',
  code_interpreter_4g: '0.12',
  mcp: '0',
};

let demo: Demo;
let scene: ToolScene;
beforeAll(async () => {
  demo = await aSharedDemo();
  scene = toolScene(demo);
  await setUpFamily(demo, { ...OPENAI, models: [GPT, UNPRICED] });
}, START_MS);
afterAll(() => demo?.stack.drop(), START_MS);
beforeEach(() => demo.clearInvoice());

interface Reply {
  error: { code: string; param: string | null; message: string };
}

const said = (tools: string): string =>
  `[[provider: tokens input=${TOKENS.input} output=${TOKENS.output} reasoning=0; ${tools}]] Do it`;
const respond = (text: string, more: object = {}): Promise<Answer<Reply>> =>
  demo.v1<Reply>('/responses', { model: GPT, input: text, max_output_tokens: 200, ...more });

test('a container is refused by its tool until one of its memory has a price', async () => {
  const { status, body } = await respond('x', { tools: [CODE] });
  expect([status, body.error.code, body.error.param]).toEqual([
    400,
    'unsupported_parameter',
    'tools[0].type',
  ]);
  expect((await scene.modelOf(GPT)).admissible_tools).toEqual([
    'web_search',
    'code_interpreter',
    'code_interpreter_4g',
    'code_interpreter_16g',
    'code_interpreter_64g',
    'mcp',
    'image_generation',
    'file_search',
  ]);
  expect((await respond('x', { tools: [SERVER] })).body.error.param).toBe('tools[0].type');
  expect(await scene.price(GPT, { code_interpreter: '0.03' })).toBe(201);
  await eventually(async () => (await scene.listed(GPT))?.pricing.code_interpreter === '0.03');
  const large = await respond('x', { tools: [LARGE] });
  expect([large.status, large.body.error.param]).toEqual([400, 'tools[0].type']);
  expect(large.body.error.message).toContain('code_interpreter_4g');
  expect(await demo.invoice()).toEqual([]);
  expect(await scene.price(GPT, PRICES)).toBe(201);
  await eventually(async () => (await scene.listed(GPT))?.pricing.code_interpreter_4g === '0.12');
  const rules = (await scene.listed(GPT))?.request_contract.parameters;
  expect(rules?.['code_interpreter_4g']).toEqual({ supported: true, values: ['responses'] });
  expect(rules?.['code_interpreter_16g']).toBeUndefined();
});

const container = (more: object) => ({
  tools: [{ ...CODE, container: { type: 'auto', ...more } }],
});

const server = (more: object) => ({ tools: [{ ...SERVER, ...more }] });

test.each([
  ['tools[0].type', { model: UNPRICED, tools: [CODE] }],
  ['tools[0].type', { model: SMALL, tools: [CODE] }],
  [
    'tools[1].type',
    { tools: [SEARCH, { ...CODE, container: { type: 'auto', memory_limit: '64g' } }] },
  ],
  ['tools[0].allowed_callers', { tools: [{ ...CODE, allowed_callers: ['programmatic'] }] }],
  ['tools[0].container.memory_limit', container({ memory_limit: '2g' })],
  ['tools[0].container.skills', container({ skills: [{ type: 'inline' }] })],
  ['tools[0].type', { model: SMALL, tools: [SERVER] }],
  ['tools[0].require_approval', server({ require_approval: 'sometimes' })],
  ['tools[0].require_approval.often', server({ require_approval: { often: {} } })],
  ['tools[0].require_approval.never.names', server({ require_approval: { never: { names: [] } } })],
  ['tools[0].tunnel_id', server({ tunnel_id: 'tunnel_1' })],
  ['tools[0].server_label', server({ server_label: '' })],
  ['tools[0].server_url', server({ server_url: undefined })],
  ['tools[0].server_url', server({ connector_id: 'connector_gmail' })],
  ['tools[0].connector_id', server({ server_url: undefined, connector_id: 'gmail' })],
  ['max_tool_calls', { tools: [CODE], max_tool_calls: WEB_SEARCHES_MAX + 1 }],
  [
    'input[0].tools[0].type',
    {
      input: [
        { type: 'additional_tools', tools: [CODE] },
        { role: 'user', content: 'x' },
      ],
    },
  ],
])('%s is refused before anything is held', async (param, more) => {
  const before = await scene.consumed();
  const { status, body } = await respond('x', more);
  expect([status, body.error.param]).toEqual([400, param]);
  expect(await demo.invoice()).toEqual([]);
  expect(await scene.consumed()).toBe(before);
});

test.each([
  ['tools[0].container', { tools: [{ ...CODE, container: 'cntr_68542dcf' }] }],
  ['tools[0].container.file_ids', container({ file_ids: ['file-abc'] })],
  ['tools[0].container.network_policy', container({ network_policy: { type: 'allowlist' } })],
  ['previous_response_id', { tools: [CODE], previous_response_id: 'resp_1' }],
  ['conversation', { tools: [CODE], conversation: 'conv_1' }],
  ['background', { tools: [CODE], background: true }],
])('R14: what lies in the one account of all callers is refused: %s', async (param, more) => {
  const before = await scene.consumed();
  const { status, body } = await respond('x', more);
  expect([status, body.error.code, body.error.param]).toEqual([
    400,
    'unsupported_parameter',
    param,
  ]);
  expect(await demo.invoice()).toEqual([]);
  expect(await scene.consumed()).toBe(before);
});

test.each([
  'http://dice.example.com/mcp',
  'https://127.0.0.1/mcp',
  'https://169.254.169.254/latest',
  'https://[::1]/mcp',
  'https://metadata.google.internal/',
  'https://localhost/mcp',
  'https://user:word@dice.example.com/',
  'file:///etc/passwd',
  'dice',
])('R16: a server at %s is refused, though the provider would call it', async (address) => {
  const { status, body } = await respond('x', server({ server_url: address }));
  expect([status, body.error.code, body.error.param]).toEqual([
    400,
    'invalid_request',
    'tools[0].server_url',
  ]);
  expect(await demo.invoice()).toEqual([]);
});

describe.each([false, true])('streamed: %s', (stream) => {
  test('a container is charged once, in its memory, and searches beside it', async () => {
    const before = await scene.consumed();
    const answer = await respond(said('search=2; code=9'), {
      stream,
      tools: [SEARCH, LARGE],
      max_tool_calls: 4,
    });
    expect([answer.status, answer.headers['x-svc-ignored']]).toEqual([200, undefined]);
    expect((await scene.consumed()) - before).toBe(TOKENS_NANO + 2n * SEARCH_NANO + 4n * CODE_NANO);
    expect(await scene.runsOf(answer, PRICES)).toEqual({ web_search: 2, code_interpreter_4g: 1 });
    const body = await scene.sent();
    expect([body?.['tools'], body?.['max_tool_calls']]).toEqual([[SEARCH, LARGE], 4]);
  });

  test('the provider bills a container that it made for code that never ran', async () => {
    const answer = await respond(said('code=0'), { stream, tools: [CODE] });
    expect(await scene.runsOf(answer, PRICES)).toEqual({ code_interpreter: 1 });
    expect((await scene.sent())?.['max_tool_calls']).toBe(WEB_SEARCHES_DEFAULT);
  });

  test('two containers are two, and more are not believed', async () => {
    const cases = [
      ['code=3 reported=2', { code_interpreter: 2 }, null],
      ['code=5 reported=5', { code_interpreter: 2 }, 'implausible'],
    ] as const;
    const seen = cases.map(async ([runs]) => {
      const answer = await respond(said(runs), { stream, tools: [CODE] });
      return [
        await scene.runsOf(answer, PRICES),
        await scene.suspicionIn(await scene.recordOf(answer)),
      ];
    });
    expect(await Promise.all(seen)).toEqual(cases.map(([, runs, doubt]) => [runs, doubt]));
  });
});

test.each(['required', 'none'])(
  'the choice %s among its tools goes to the provider',
  async (choice) => {
    const { status } = await respond(said(''), { tools: [SEARCH], tool_choice: choice });
    expect([status, (await scene.sent())?.['tool_choice']]).toEqual([200, choice]);
  },
);

const OTHER = { ...SERVER, server_label: 'other' };
const FUNCTION = { type: 'function', name: 'f', parameters: { type: 'object' } };
const named = (label: string, more: object = {}) => ({
  type: 'mcp',
  server_label: label,
  ...more,
});
const allowed = (mode: string, ...tools: object[]) => ({ type: 'allowed_tools', mode, tools });

describe('a choice of a tool that the provider runs', () => {
  test.each<[string, object, object, Record<string, number>]>([
    ['a search', { type: 'web_search' }, { type: 'web_search' }, { web_search: 1 }],
    ['code', { type: 'code_interpreter' }, { type: 'code_interpreter' }, {}],
    ['a server', named('other'), named('other'), { mcp: 1 }],
    ['a server, no tool', named('dice', { name: null }), named('dice'), { mcp: 1 }],
    [
      'a tool of a server',
      named('dice', { name: 'roll' }),
      named('dice', { name: 'roll' }),
      { mcp: 1 },
    ],
  ])('of %s goes to the provider, and its run is charged', async (_what, choice, sent, runs) => {
    const tools = [FUNCTION, SEARCH, CODE, SERVER, OTHER];
    const answer = await respond(said(''), { tools, tool_choice: choice, max_tool_calls: 1 });
    expect([answer.status, (await scene.sent())?.['tool_choice']]).toEqual([200, sent]);
    expect(await scene.runsOf(answer, PRICES)).toEqual({ code_interpreter: 1, ...runs });
    expect(answer.body).toMatchObject({ tool_choice: choice });
  });

  test('that allows some of them leaves the model these only', async () => {
    const tools = [FUNCTION, { ...FUNCTION, name: 'g' }, SEARCH, CODE, SERVER, OTHER];
    const some = allowed('auto', { type: 'function', name: 'g' }, named('other'));
    const answer = await respond(said('mcp=1'), { tools, tool_choice: some });
    expect(answer.status).toBe(200);
    const { tools: sent, tool_choice: choice } = (await scene.sent()) ?? {};
    expect(choice).toBe('auto');
    expect(sent).toMatchObject([{ name: 'g' }, { server_label: 'other' }]);
    expect(await scene.runsOf(answer, PRICES)).toEqual({ mcp: 1 });
    await demo.clearInvoice();
    const search = allowed('required', { type: 'web_search' });
    const required = await respond(said('search=1'), { tools, tool_choice: search });
    expect(await scene.runsOf(required, PRICES)).toEqual({ web_search: 1 });
    expect(await scene.sent()).toMatchObject({ tools: [SEARCH], tool_choice: 'required' });
    await demo.clearInvoice();
    const none = allowed('auto', { type: 'function', name: 'f' });
    const own = await respond(said('search=1; code=1; mcp=1'), { tools, tool_choice: none });
    expect(await scene.runsOf(own, PRICES)).toEqual({});
    expect((await scene.sent())?.['tools']).toMatchObject([{ name: 'f' }]);
  });

  test.each<[string, object]>([
    ['tool_choice', { tools: [SEARCH], tool_choice: { type: 'code_interpreter' } }],
    ['tool_choice', { tools: [SERVER], tool_choice: named('strange') }],
    ['tool_choice', { tool_choice: { type: 'file_search' } }],
    ['tool_choice.server_label', { tools: [SERVER], tool_choice: { type: 'mcp' } }],
    ['tool_choice.type', { tools: [SEARCH], tool_choice: { type: 'web_search_preview' } }],
    ['tool_choice.type', { tools: [SEARCH], tool_choice: { type: 'computer_use_preview' } }],
    ['tool_choice.tools[1]', { tools: [SEARCH], tool_choice: allowed('auto', SEARCH, named('x')) }],
    [
      'tools[0].type',
      {
        model: UNPRICED,
        tools: [{ ...SEARCH, external_web_access: false }],
        tool_choice: { type: 'web_search' },
      },
    ],
    ['tools[0].type', { model: SMALL, tools: [SERVER], tool_choice: named('dice') }],
  ])('is refused by %s before anything is held', async (param, more) => {
    const before = await scene.consumed();
    const { status, body } = await respond('x', more);
    expect([status, body.error.param]).toEqual([400, param]);
    expect(await demo.invoice()).toEqual([]);
    expect(await scene.consumed()).toBe(before);
  });
});

test('R16: calls of a server are counted, held by full contexts, and never more believed', async () => {
  const two = [SERVER, { ...SERVER, server_label: 'other' }];
  const answer = await respond(said('mcp=9'), { tools: two, max_tool_calls: 3 });
  expect(answer.status).toBe(200);
  expect(await scene.runsOf(answer, PRICES)).toEqual({ mcp: 3 });
  const body = await scene.sent();
  expect([body?.['tools'], body?.['max_tool_calls']]).toEqual([two, 3]);
  const record = JSON.stringify(await scene.recordOf(answer));
  expect(record).not.toContain('secret-of');
  expect(JSON.stringify(answer.body)).not.toContain('secret-of');
  const many = await respond(said('mcp=1 reported=9'), { tools: [SERVER], max_tool_calls: 3 });
  expect(await scene.runsOf(many, PRICES)).toEqual({ mcp: 3 });
  expect(await scene.suspicionIn(await scene.recordOf(many))).toBe('implausible');
  const dear = await demo.v1<Reply>(
    '/responses',
    { model: GPT, input: 'x', max_output_tokens: 200, tools: [SERVER], max_tool_calls: 1 },
    { 'X-Svc-Max-Credits': '0.2' },
  );
  expect(dear.body.error.code).toBe('max_credits_exceeded');
});

test('R15: who hangs up in the middle pays for the container, whether or not code has run', async () => {
  for (const runs of ['code=1', 'code=0']) {
    const before = await scene.consumed();
    const input = `[[provider: ${runs}; chunks=15; chunk-delay=30]] Compute it`;
    const body = { model: GPT, stream: true, max_output_tokens: 200, tools: [CODE], input };
    const call = openCall(demo, body, {}, '/responses');
    await eventually(() => Promise.resolve(call.text().includes('output_text.delta')));
    call.leave();
    await call.ended;
    await eventually(async () => {
      const now = await scene.credits();
      return now.reserved === 0n && now.consumed > before;
    });
    expect((await scene.consumed()) - before).toBeGreaterThanOrEqual(CODE_NANO);
  }
});

test("OpenAI's SDK reads code and what it prints, and no item goes back into the container", async () => {
  const apiKey = demo.env.TOLLGATE_API_KEY;
  const client = new OpenAI({ apiKey, baseURL: demo.env.TOLLGATE_BASE_URL, maxRetries: 0 });
  const asked: OpenAI.Responses.ResponseCreateParamsNonStreaming = {
    model: GPT,
    tools: [SEARCH, { ...CODE }, { ...SERVER }],
    include: ['code_interpreter_call.outputs', 'web_search_call.action.sources'],
    max_output_tokens: 200,
    input: said('search=1; code=2; mcp=2; reasoning=3'),
  };
  const whole = await client.responses.create(asked);
  const stream = client.responses.stream({ ...asked, stream: true });
  const types = new Set<string>();
  stream.on('event', ({ type }) => types.add(type));
  const streamed = await stream.finalResponse();
  for (const name of [
    'call.in_progress',
    'call.interpreting',
    'call.completed',
    'call_code.done',
  ]) {
    expect(types).toContain(`response.code_interpreter_${name}`);
  }
  for (const name of ['list_tools.completed', 'call_arguments.done', 'call.failed']) {
    expect(types).toContain(`response.mcp_${name}`);
  }
  expect(whole.output.map(({ type }) => type)).toEqual(streamed.output.map(({ type }) => type));
  for (const { output } of [whole, streamed]) {
    const calls = output.filter(({ type }) => type === 'code_interpreter_call');
    expect(calls).toHaveLength(2);
    expect(calls[1]).toMatchObject({
      code: 'print(1)',
      status: 'completed',
      container_id: expect.stringMatching(/^cntr_/u) as unknown,
      outputs: [{ type: 'logs', logs: '1\n' }],
    });
    const called = output.filter(({ type }) => type === 'mcp_call');
    expect(called[0]).toMatchObject({ status: 'failed', output: null });
    expect(called[1]).toMatchObject({ name: 'roll', arguments: '{"sides":6}', output: '4' });
    const list = output.find(({ type }) => type === 'mcp_list_tools');
    expect(list).toMatchObject({ server_label: 'dice', tools: [{ name: 'roll' }] });
    await demo.clearInvoice();
    const input = [
      { role: 'user' as const, content: 'Do it' },
      ...output,
      { role: 'user' as const, content: 'Go on' },
    ] as OpenAI.Responses.ResponseInput;
    const next = await client.responses.create({ ...asked, input }).asResponse();
    expect(next.headers.get('x-svc-ignored')).toContain('input[');
    const items = JSON.stringify((await scene.sent())?.['input']);
    expect(items).toContain('web_search_call');
    expect(items).not.toMatch(/code_interpreter_call|cntr_|container_file_citation|mcp_/u);
  }
});

test('the ledger holds', () => expectLedgerHolds(demo));

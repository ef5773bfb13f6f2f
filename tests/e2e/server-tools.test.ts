import Anthropic from '@anthropic-ai/sdk';
import {
  WEB_FETCHES_DEFAULT,
  WEB_FETCHES_MAX,
  WEB_FETCH_TOKENS,
  WEB_FETCH_TOKENS_MAX,
} from '@tollgate/contract/server-tools';
import type { Answer, Demo } from '../support/demo.ts';
import { eventually } from '../support/eventually.ts';
import { ANTHROPIC, setUpFamily } from '../support/family-set-up.ts';
import { expectLedgerHolds } from '../support/ledger.ts';
import { openCall } from '../support/open-call.ts';
import { aSharedDemo } from '../support/shared-demo.ts';
import { toolScene } from '../support/tool-scene.ts';
import type { ToolScene } from '../support/tool-scene.ts';

const START_MS = 240_000;
const CLAUDE = 'anthropic/claude-sonnet-4-5';
const UNPRICED = 'anthropic/claude-opus-5-5';
const SMALL = 'demo/demo-small';
/** Nano-credits of a token of input or output here, a fetch, and a container. */
const INPUT_NANO = 1_000n;
const OUTPUT_NANO = 4_000n;
const FETCH_NANO = 1_000_000n;
const CODE_NANO = 50_000_000n;
const TOKENS = { input: 9_000, output: 20 };
const TOKENS_NANO = BigInt(TOKENS.input) * INPUT_NANO + BigInt(TOKENS.output) * OUTPUT_NANO;
const FETCH = { type: 'web_fetch_20250910', name: 'web_fetch' } as const;
const CODE = { type: 'code_execution_20250825', name: 'code_execution' } as const;
const PRICES = { web_search: '0.01', web_fetch: '0.001', code_execution: '0.05' };

let demo: Demo;
let scene: ToolScene;
beforeAll(async () => {
  demo = await aSharedDemo();
  scene = toolScene(demo);
  await setUpFamily(demo, { ...ANTHROPIC, models: [CLAUDE, UNPRICED] });
}, START_MS);
afterAll(() => demo?.stack.drop(), START_MS);
beforeEach(() => demo.clearInvoice());

interface Reply {
  error: { code: string; param: string | null; message: string };
}

const said = (tools: string): string =>
  `[[provider: tokens input=${TOKENS.input} output=${TOKENS.output} reasoning=0; ${tools}]] Do it`;
const ask = (text: string, more: object = {}): Promise<Answer<Reply>> =>
  demo.v1<Reply>('/messages', {
    model: CLAUDE,
    max_tokens: 200,
    messages: [{ role: 'user', content: text }],
    ...more,
  });

test('each tool is refused by its type until it has a price, which may be zero for a fetch', async () => {
  for (const tool of [FETCH, CODE]) {
    const { status, body } = await ask(said('fetch=1'), { tools: [tool] });
    expect([status, body.error.code, body.error.param]).toEqual([
      400,
      'unsupported_parameter',
      'tools[0].type',
    ]);
    expect(body.error.message).toContain(tool.name);
  }
  expect(await demo.invoice()).toEqual([]);
  expect((await scene.modelOf(CLAUDE)).admissible_tools).toEqual([...Object.keys(PRICES), 'mcp']);
  expect(await scene.price(CLAUDE, { code_execution: '0' })).toBe(422);
  expect(await scene.price(CLAUDE, { web_fetch: '0' })).toBe(201);
  await eventually(async () => (await scene.listed(CLAUDE))?.pricing.web_fetch === '0');
  const free = await ask(said('fetch=1'), { tools: [FETCH] });
  expect(await scene.runsOf(free, PRICES)).toEqual({ web_fetch: 1 });
  expect((await ask(said('code=1'), { tools: [CODE] })).body.error.param).toBe('tools[0].type');
  expect(await scene.price(CLAUDE, PRICES)).toBe(201);
  await eventually(async () => (await scene.listed(CLAUDE))?.pricing.code_execution === '0.05');
  const rules = (await scene.listed(CLAUDE))?.request_contract.parameters;
  for (const name of Object.keys(PRICES)) {
    expect(rules?.[name]).toEqual({ supported: true, values: ['messages'] });
  }
});

const use = (name: string) => ({ type: 'server_tool_use', id: 'srvtoolu_1', name, input: {} });
const page = (source: object) => ({
  type: 'web_fetch_tool_result',
  tool_use_id: 'srvtoolu_1',
  content: {
    type: 'web_fetch_result',
    url: 'https://example.com/',
    content: { type: 'document', source },
  },
});
const after = (...blocks: object[]) => ({
  messages: [
    { role: 'user', content: 'Read it' },
    { role: 'assistant', content: blocks },
    { role: 'user', content: 'Go on' },
  ],
});

test.each([
  ['tools[0].type', { model: UNPRICED, tools: [FETCH] }],
  ['tools[0].type', { model: SMALL, tools: [CODE] }],
  ['tools[0].type', { tools: [{ ...FETCH, type: 'web_fetch_20991231' }] }],
  ['tools[0].name', { tools: [{ ...CODE, name: 'python' }] }],
  ['tools[0].max_uses', { tools: [{ ...FETCH, max_uses: WEB_FETCHES_MAX + 1 }] }],
  ['tools[0].max_uses', { tools: [{ ...CODE, max_uses: 1 }] }],
  ['tools[0].max_content_tokens', { tools: [{ ...FETCH, max_content_tokens: 0 }] }],
  [
    'tools[0].max_content_tokens',
    { tools: [{ ...FETCH, max_content_tokens: WEB_FETCH_TOKENS_MAX + 1 }] },
  ],
  [
    'tools[1].allowed_callers',
    {
      tools: [
        CODE,
        { name: 'own', input_schema: { type: 'object' }, allowed_callers: [CODE.type] },
      ],
    },
  ],
  ['tools[0].type', { tools: [null, CODE] }],
])('%s is refused before anything is held', async (param, more) => {
  const before = await scene.consumed();
  const { status, body } = await ask('x', more);
  expect(status).toBe(400);
  if (!JSON.stringify(more).includes('null')) expect(body.error.param).toBe(param);
  expect(await demo.invoice()).toEqual([]);
  expect(await scene.consumed()).toBe(before);
});

test.each([
  ['container', { container: 'container_01DUWjeFPcZi9R3b5ykYTuFx', tools: [CODE] }],
  ['container', { container: { id: 'container_01DUWjeFPcZi9R3b5ykYTuFx' }, tools: [CODE] }],
  [
    'messages[0].content[0].type',
    {
      tools: [CODE],
      messages: [{ role: 'user', content: [{ type: 'container_upload', file_id: 'file_1' }] }],
    },
  ],
  [
    'messages[1].content[1].type',
    after(use('web_fetch'), page({ type: 'file', file_id: 'file_1' })),
  ],
  [
    'messages[1].content[1].type',
    after(use('web_fetch'), page({ type: 'url', url: 'https://example.com/a.pdf' })),
  ],
  [
    'messages[1].content[1].type',
    after(use('code_execution'), {
      type: 'code_execution_tool_result',
      tool_use_id: 'srvtoolu_1',
      content: {
        type: 'code_execution_result',
        content: [{ type: 'document', source: { type: 'file', file_id: 'file_1' } }],
      },
    }),
  ],
  [
    'messages[1].content[0].citations',
    after({ type: 'text', text: 'x', citations: [{ type: 'char_location', file_id: 'file_1' }] }),
  ],
])('F10: an id of something at the provider in %s is refused', async (param, more) => {
  const before = await scene.consumed();
  const { status, body } = await ask('x', more);
  expect([status, body.error.code, body.error.param]).toEqual([
    400,
    'unsupported_parameter',
    param,
  ]);
  expect(await demo.invoice()).toEqual([]);
  expect(await scene.consumed()).toBe(before);
});

describe.each([false, true])('streamed: %s', (stream) => {
  test('fetches and one container are charged, and ours are the bounds', async () => {
    const before = await scene.consumed();
    const answer = await ask(said('fetch=2; code=3'), { stream, tools: [FETCH, CODE] });
    expect(answer.status).toBe(200);
    expect((await scene.consumed()) - before).toBe(TOKENS_NANO + 2n * FETCH_NANO + CODE_NANO);
    expect(await scene.runsOf(answer, PRICES)).toEqual({ web_fetch: 2, code_execution: 1 });
    expect((await scene.sent())?.['tools']).toEqual([
      { ...FETCH, max_uses: WEB_FETCHES_DEFAULT, max_content_tokens: WEB_FETCH_TOKENS },
      CODE,
    ]);
  });

  test('what the caller bounds goes on as it is, and code that never ran costs nothing', async () => {
    const tool = { ...FETCH, max_uses: 1, max_content_tokens: 9 };
    const answer = await ask(said('fetch=5'), { stream, tools: [tool, CODE] });
    expect(await scene.runsOf(answer, PRICES)).toEqual({ web_fetch: 1 });
    expect((await scene.sent())?.['tools']).toEqual([tool, CODE]);
  });

  test('code is free beside the later web tools, which may run it themselves', async () => {
    const search = { type: 'web_search_20260209', name: 'web_search', max_uses: 2 };
    const both = [[search], [search, CODE]].map(async (tools) => {
      const answer = await ask(said('search=2; code=1 reported=4'), { stream, tools });
      expect(answer.status).toBe(200);
      expect(await scene.runsOf(answer, PRICES)).toEqual({ web_search: 2 });
      expect(await scene.suspicionIn(await scene.recordOf(answer))).toBeNull();
    });
    await Promise.all(both);
  });

  test('F11: counts that no request allowed are charged by what was seen', async () => {
    const cases = [
      ['fetch=1 reported=900', [{ ...FETCH, max_uses: 2 }], { web_fetch: 1 }, 'implausible'],
      ['fetch=0 reported=1', [CODE], {}, 'implausible'],
      ['code=0 reported=1', [FETCH], {}, 'implausible'],
      ['code=2 reported=1000000', [CODE], { code_execution: 1 }, null],
    ] as const;
    const seen = cases.map(async ([tools, allowed]) => {
      const answer = await ask(said(tools), { stream, tools: allowed });
      return [
        await scene.runsOf(answer, PRICES),
        await scene.suspicionIn(await scene.recordOf(answer)),
      ];
    });
    expect(await Promise.all(seen)).toEqual(cases.map(([, , runs, doubt]) => [runs, doubt]));
  });
});

test('a stream that breaks is charged for what has begun', async () => {
  const answer = await ask(`${said('code=1; fetch=1')} [[provider: cut after=10]]`, {
    stream: true,
    tools: [FETCH, CODE],
  });
  expect(await scene.runsOf(answer, PRICES)).toEqual({ web_fetch: 1, code_execution: 1 });
});

test('F12: a caller who hangs up after code has run pays for the container', async () => {
  const before = await scene.consumed();
  const call = openCall(
    demo,
    {
      model: CLAUDE,
      stream: true,
      max_tokens: 200,
      tools: [CODE],
      messages: [
        { role: 'user', content: '[[provider: code=1; chunks=40; chunk-delay=50]] Compute it' },
      ],
    },
    {},
    '/messages',
  );
  await eventually(() => Promise.resolve(call.text().includes('bash_code_execution')));
  call.leave();
  await call.ended;
  await eventually(async () => {
    const now = await scene.credits();
    return now.reserved === 0n && now.consumed > before;
  });
  expect((await scene.consumed()) - before).toBeGreaterThanOrEqual(CODE_NANO);
});

test("Anthropic's SDK reads the blocks, and hands them back", async () => {
  const baseURL = demo.env.TOLLGATE_BASE_URL.replace(/\/v1$/u, '');
  const client = new Anthropic({ apiKey: demo.env.TOLLGATE_API_KEY, baseURL, maxRetries: 0 });
  const asked = {
    model: CLAUDE,
    max_tokens: 200,
    tools: [{ ...FETCH, max_uses: 2, max_content_tokens: 99, citations: { enabled: true } }, CODE],
    messages: [{ role: 'user' as const, content: said('fetch=1; code=1; finish=pause_turn') }],
  };
  const whole = await client.messages.create(asked);
  const streamed = await client.messages.stream(asked).finalMessage();
  for (const message of [whole, streamed]) {
    expect(message.content.map(({ type }) => type)).toEqual([
      'server_tool_use',
      'bash_code_execution_tool_result',
      'server_tool_use',
      'web_fetch_tool_result',
      'text',
    ]);
    expect(message.stop_reason).toBe('pause_turn');
    expect(message.container?.id).toBe('container_01');
    expect(message.usage.server_tool_use?.web_fetch_requests).toBe(1);
    await demo.clearInvoice();
    const messages = [...asked.messages, { role: 'assistant' as const, content: message.content }];
    const next = await client.messages.create({ ...asked, messages }).asResponse();
    expect(next.headers.get('x-svc-ignored')).toBe('messages[1].content[1].content.content');
    const passed = JSON.stringify((await scene.sent())?.['messages']);
    expect(passed).not.toContain('file_id":"file_');
    expect(passed).toContain('"data":"Text 0"');
    await demo.clearInvoice();
    const turns = [...messages, { role: 'user' as const, content: 'Go on' }];
    const { headers } = await client.messages
      .create({ model: SMALL, max_tokens: 200, messages: turns })
      .asResponse();
    expect(headers.get('x-svc-ignored')).toContain('messages[1].content[0].type');
    expect(JSON.stringify(await demo.invoice())).not.toContain('srvtoolu_');
  }
});

test('a PDF that was fetched is held by its pages when it is handed back', async () => {
  const data = Buffer.from(`%PDF-1.4\n${'x'.repeat(500_000)}`).toString('base64');
  const source = { type: 'base64', media_type: 'application/pdf', data };
  const { status, body } = await ask('x', after(use('web_fetch'), page(source)));
  expect(body.error).toBeUndefined();
  expect(status).toBe(200);
});

const HOUR = { cache_control: { type: 'ephemeral', ttl: '1h' } };
const text = { type: 'text', text: 'x' };
const parts = (...content: object[]) => ({ messages: [{ role: 'user', content }] });
const block = (at: number, within = '') => `messages[1].content[${at}]${within}`;
const result = (name: string, content: unknown) => ({
  type: `${name}_tool_result`,
  tool_use_id: 'srvtoolu_1',
  content,
  ...HOUR,
});
const ran = { type: 'code_execution_result', stdout: '', stderr: '', return_code: 0, content: [] };
const plain = { type: 'text', media_type: 'text/plain', data: 'x' };

test.each<[string, object]>([
  ['', HOUR],
  ['tools[0]', { tools: [{ name: 'f', input_schema: { type: 'object' }, ...HOUR }] }],
  ['tools[0]', { tools: [{ type: 'bash_20250124', name: 'bash', ...HOUR }] }],
  ['tools[0]', { tools: [{ ...CODE, ...HOUR }] }],
  ['system[0]', { system: [{ ...text, ...HOUR }] }],
  ['messages[0].content[0]', parts({ ...text, ...HOUR })],
  [
    'messages[0].content[0].content[0]',
    parts({ type: 'search_result', content: [{ ...text, ...HOUR }] }),
  ],
  ['messages[0].content[0]', parts({ type: 'search_result', content: [text], ...HOUR })],
  [
    'messages[0].content[0].source.content[0]',
    parts({ type: 'document', source: { type: 'content', content: [{ ...text, ...HOUR }, text] } }),
  ],
  [block(0), after({ ...use('web_search'), ...HOUR })],
  [block(1), after(use('web_search'), result('web_search', []))],
  [block(1), after(use('web_fetch'), { ...page(plain), ...HOUR })],
  [
    block(1, '.content.content'),
    after(use('web_fetch'), {
      ...page(plain),
      content: {
        type: 'web_fetch_result',
        url: 'https://example.com/',
        content: { type: 'document', source: plain, ...HOUR },
      },
    }),
  ],
  [block(1), after(use('code_execution'), result('code_execution', ran))],
  [block(1), after(use('bash_code_execution'), result('bash_code_execution', ran))],
  [block(1), after(use('text_editor_code_execution'), result('text_editor_code_execution', ran))],
  [
    block(0),
    after({
      type: 'mcp_tool_use',
      id: 'mcptoolu_1',
      name: 'n',
      server_name: 's',
      input: {},
      ...HOUR,
    }),
  ],
  [
    block(1),
    after(
      { type: 'mcp_tool_use', id: 'mcptoolu_1', name: 'n', server_name: 's', input: {} },
      { type: 'mcp_tool_result', tool_use_id: 'mcptoolu_1', content: 'x', ...HOUR },
    ),
  ],
  [
    block(1, '.content[0]'),
    after(
      { type: 'mcp_tool_use', id: 'mcptoolu_1', name: 'n', server_name: 's', input: {} },
      {
        type: 'mcp_tool_result',
        tool_use_id: 'mcptoolu_1',
        content: [{ ...text, ...HOUR }],
      },
    ),
  ],
  [block(0), after({ type: 'thinking', thinking: 'x', signature: 'x', ...HOUR })],
])('F10: a mark for an hour without a price is refused by its name at %j', async (at, more) => {
  const before = await scene.consumed();
  const { status, body } = await ask('x', more);
  const param = `${at === '' ? '' : `${at}.`}cache_control.ttl`;
  expect([status, body.error.code, body.error.param]).toEqual([
    400,
    'unsupported_parameter',
    param,
  ]);
  expect(body.error.message).toBe('This model keeps a prompt for "5m" only.');
  expect(await demo.invoice()).toEqual([]);
  expect(await scene.consumed()).toBe(before);
});

test('marks of blocks that tools have left count among the four of a request', async () => {
  const mark = { cache_control: { type: 'ephemeral' } };
  const found = { ...result('web_search', []), ...mark };
  const blocks = [{ ...use('web_search'), ...mark }, found, { ...text, ...mark }];
  expect((await ask('x', after(...blocks))).status).toBe(200);
  expect(JSON.stringify(await scene.sent()).match(/cache_control/gu)).toHaveLength(3);
  await demo.clearInvoice();
  const rules = { system: [{ ...text, ...mark }], ...mark };
  const { status, body } = await ask('x', { ...after(...blocks), ...rules });
  expect([status, body.error.param]).toEqual([400, 'cache_control']);
  expect(await demo.invoice()).toEqual([]);
});

test('a mark in what a caller sends as data is none', async () => {
  const { cache_control: _, ...found } = result('web_search', []);
  const search = { ...use('web_search'), input: HOUR };
  expect((await ask('x', after(search, found))).status).toBe(200);
});

test('the ledger holds', () => expectLedgerHolds(demo));

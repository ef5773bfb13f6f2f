import Anthropic from '@anthropic-ai/sdk';
import { MCP_CALLS_MAX, MCP_SERVERS_MAX, MCP_TOOLS_MAX } from '@tollgate/contract/mcp-connector';
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
/** Nano-credits of a token of input or output here, and of a call of a server. */
const INPUT_NANO = 1_000n;
const OUTPUT_NANO = 4_000n;
const CALL_NANO = 1_000_000n;
const TOKENS = { input: 9_000, output: 20 };
const TOKENS_NANO = BigInt(TOKENS.input) * INPUT_NANO + BigInt(TOKENS.output) * OUTPUT_NANO;
const PRICES = { mcp: '0.001' };
const SECRET = 'secret-of-dice';
const SERVER = {
  type: 'url',
  url: 'https://dice.example.com/mcp',
  name: 'dice',
  authorization_token: SECRET,
} as const;
const OTHER = { type: 'url', url: 'https://other.example.com/sse', name: 'other' } as const;
const SET = { type: 'mcp_toolset', mcp_server_name: 'dice' } as const;
const NOW = 'mcp-client-2025-11-20';
const FIRST = 'mcp-client-2025-04-04';
const LISTING = 'mcp-client-2026-09-15';

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
const bodyOf = (text: string, more: object) => ({
  model: CLAUDE,
  max_tokens: 200,
  messages: [{ role: 'user', content: text }],
  mcp_servers: [SERVER],
  tools: [SET],
  ...more,
});
const seen = ({ body }: Answer): string => JSON.stringify(body);
const promptOf = (more: object) => ({ ...bodyOf('x', more), max_tokens: undefined });
const ask = (text: string, more: object = {}, beta = NOW): Promise<Answer<Reply>> =>
  demo.v1<Reply>('/messages', bodyOf(text, more), beta === '' ? {} : { 'anthropic-beta': beta });

test('servers are refused by name until their calls have a price, which may be zero', async () => {
  const refused = await ask(said('mcp=1'));
  expect([refused.status, refused.body.error.code, refused.body.error.param]).toEqual([
    400,
    'unsupported_parameter',
    'mcp_servers',
  ]);
  expect(await demo.invoice()).toEqual([]);
  expect(await scene.price(CLAUDE, { mcp: '0' })).toBe(201);
  await eventually(async () => (await scene.listed(CLAUDE))?.pricing.mcp === '0');
  const free = await ask(said('mcp=2'));
  expect(await scene.runsOf(free, PRICES)).toEqual({ mcp: 2 });
  expect(await scene.price(CLAUDE, PRICES)).toBe(201);
  await eventually(async () => (await scene.listed(CLAUDE))?.pricing.mcp === '0.001');
  const rules = (await scene.listed(CLAUDE))?.request_contract.parameters;
  expect(rules?.['mcp']).toEqual({ supported: true, values: ['messages'] });
});

const servers = (more: object) => ({ mcp_servers: [{ ...SERVER, ...more }] });
const sets = (...more: object[]) => ({ tools: more.map((one) => ({ ...SET, ...one })) });
const many = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, at) => [`tool${at}`, { enabled: true }]));

test.each<[string, object, string?]>([
  ['mcp_servers', { model: UNPRICED }],
  ['mcp_servers', {}, ''],
  ['mcp_servers', {}, 'mcp-client-2099-12-31'],
  ['mcp_servers', { mcp_servers: {} }],
  [
    'mcp_servers',
    {
      mcp_servers: Array.from({ length: MCP_SERVERS_MAX + 1 }, (_, at) => ({
        ...OTHER,
        name: `server${at}`,
      })),
    },
  ],
  ['mcp_servers[0].type', servers({ type: 'stdio' })],
  ['mcp_servers[0].name', servers({ name: '' })],
  ['mcp_servers[0].url', servers({ url: undefined })],
  ['mcp_servers[0].headers', servers({ headers: { a: 'b' } })],
  ['mcp_servers[0].authorization_token', servers({ authorization_token: 'x'.repeat(9_000) })],
  ['mcp_servers[1].name', { mcp_servers: [SERVER, SERVER] }],
  ['mcp_servers[1].name', { mcp_servers: [SERVER, OTHER] }],
  ['mcp_servers[0].name', { tools: [] }],
  ['tools[0].mcp_server_name', { mcp_servers: [] }],
  ['tools[0].mcp_server_name', sets({ mcp_server_name: 'strange' })],
  ['tools[1].mcp_server_name', sets({}, {})],
  ['tools[0].configs', sets({ configs: many(MCP_TOOLS_MAX + 1) })],
  ['tools[0].default_config.secret', sets({ default_config: { secret: 1 } })],
  ['tools[0].allowed_callers', sets({ allowed_callers: ['direct'] })],
  ['tools[0].type', {}, FIRST],
])('%s is refused before anything is held', async (param, more, beta = NOW) => {
  const before = await scene.consumed();
  const { status, body } = await ask('x', more, beta);
  expect([status, body.error.param]).toEqual([400, param]);
  expect(JSON.stringify(body)).not.toContain(SECRET);
  expect(await demo.invoice()).toEqual([]);
  expect(await scene.consumed()).toBe(before);
});

test.each([SMALL, UNPRICED])('%s is refused with what to do instead', async (model) => {
  const shapes = [
    ask('x', { model }),
    ask('x', { model, tools: [] }, FIRST),
    demo.v1<Reply>('/messages/count_tokens', promptOf({ model }), { 'anthropic-beta': NOW }),
  ];
  for (const { status, body } of await Promise.all(shapes)) {
    expect([status, body.error.code, body.error.param]).toEqual([
      400,
      'unsupported_parameter',
      'mcp_servers',
    ]);
    expect(body.error.message).toContain('Let your client call the server');
  }
});

test.each([
  'http://dice.example.com/mcp',
  'https://127.0.0.1/mcp',
  'https://169.254.169.254/latest',
  'https://[::1]/mcp',
  'https://metadata.google.internal/',
  'https://localhost/mcp',
  'https://10.0.0.1:8443/mcp',
  'https://user:word@dice.example.com/',
  'file:///etc/passwd',
  'dice',
])('F13: a server at %s is refused, though the provider would call it', async (url) => {
  const prompt = promptOf(servers({ url }));
  const counted = demo.v1<Reply>('/messages/count_tokens', prompt, { 'anthropic-beta': NOW });
  for (const { status, body } of [await ask('x', servers({ url })), await counted]) {
    expect([status, body.error.code, body.error.param]).toEqual([
      400,
      'invalid_request',
      'mcp_servers[0].url',
    ]);
  }
  expect(await demo.invoice()).toEqual([]);
});

describe.each([false, true])('streamed: %s', (stream) => {
  test('calls are counted by their blocks and charged, and the body goes on as it came', async () => {
    const before = await scene.consumed();
    const configs = { roll: { enabled: true, defer_loading: false } };
    const more = {
      stream,
      mcp_servers: [SERVER, OTHER],
      tools: [
        { ...SET, default_config: { enabled: false }, configs },
        { ...SET, mcp_server_name: 'other' },
      ],
    };
    const answer = await ask(said('mcp=3'), more);
    expect(answer.status).toBe(200);
    expect(seen(answer)).toContain('mcp_tool_result');
    expect((await scene.consumed()) - before).toBe(TOKENS_NANO + 3n * CALL_NANO);
    expect(await scene.runsOf(answer, PRICES)).toEqual({ mcp: 3 });
    const sent = await scene.sent();
    expect([sent?.['mcp_servers'], sent?.['tools']]).toEqual([more.mcp_servers, more.tools]);
    const record = JSON.stringify(await scene.recordOf(answer));
    expect(record + seen(answer)).not.toContain(SECRET);
  });

  test('the first shape of the connector goes on as it came', async () => {
    const configured = {
      ...SERVER,
      tool_configuration: { enabled: true, allowed_tools: ['roll'] },
    };
    const more = { stream, mcp_servers: [configured], tools: [] };
    const answer = await ask(said('mcp=1'), more, FIRST);
    expect(answer.status).toBe(200);
    expect(await scene.runsOf(answer, PRICES)).toEqual({ mcp: 1 });
    expect((await scene.sent())?.['mcp_servers']).toEqual([configured]);
  });

  test('F14: no more calls are charged than are held, however many a server makes', async () => {
    const answer = await ask(said(`mcp=${MCP_CALLS_MAX + 20}`), { stream });
    expect(await scene.runsOf(answer, PRICES)).toEqual({ mcp: MCP_CALLS_MAX });
  });
});

test('F14: each turn is held with a full context', async () => {
  const dear = await demo.v1<Reply>('/messages', bodyOf('x', {}), {
    'anthropic-beta': NOW,
    'X-Svc-Max-Credits': '2',
  });
  expect(dear.body.error.code).toBe('max_credits_exceeded');
  const plain = await demo.v1<Reply>('/messages', bodyOf('x', { mcp_servers: [], tools: [] }), {
    'X-Svc-Max-Credits': '2',
  });
  expect(plain.status).toBe(200);
});

test('F14: a caller who hangs up after a call pays for it', async () => {
  const before = await scene.consumed();
  const text = '[[provider: mcp=1; chunks=40; chunk-delay=50]] Do it';
  const call = openCall(
    demo,
    bodyOf(text, { stream: true }),
    { 'anthropic-beta': NOW },
    '/messages',
  );
  await eventually(() => Promise.resolve(call.text().includes('mcp_tool_result')));
  call.leave();
  await call.ended;
  await eventually(async () => {
    const now = await scene.credits();
    return now.reserved === 0n && now.consumed > before;
  });
  expect((await scene.consumed()) - before).toBeGreaterThanOrEqual(CALL_NANO);
});

test('a refusal of the provider and its log hold no token', async () => {
  const answer = await ask('[[provider: status=400 message="The server is away"]] x');
  expect(answer.status).toBe(400);
  expect(seen(answer) + JSON.stringify(await scene.recordOf(answer))).not.toContain(SECRET);
});

test("Anthropic's SDK reads the blocks, pins a list, and hands all back", async () => {
  const baseURL = demo.env.TOLLGATE_BASE_URL.replace(/\/v1$/u, '');
  const client = new Anthropic({ apiKey: demo.env.TOLLGATE_API_KEY, baseURL, maxRetries: 0 });
  const asked = {
    model: CLAUDE,
    max_tokens: 200,
    betas: [LISTING],
    mcp_servers: [SERVER],
    tools: [SET],
    messages: [{ role: 'user' as const, content: said('mcp=2; finish=pause_turn') }],
  };
  const whole = await client.beta.messages.create(asked);
  const streamed = await client.beta.messages.stream(asked).finalMessage();
  for (const message of [whole, streamed]) {
    expect(message.stop_reason).toBe('pause_turn');
    const [listing, use, result, ...rest] = message.content;
    expect(listing).toMatchObject({ type: 'mcp_tool_listing', tools: [{ name: 'roll' }] });
    expect(use).toMatchObject({ type: 'mcp_tool_use', server_name: 'dice', input: { sides: 6 } });
    expect(result).toMatchObject({ type: 'mcp_tool_result', is_error: true });
    expect(rest.map(({ type }) => type)).toEqual(['mcp_tool_use', 'mcp_tool_result', 'text']);
    await demo.clearInvoice();
    const tools = listing?.type === 'mcp_tool_listing' ? listing.tools : [];
    const messages = [...asked.messages, { role: 'assistant' as const, content: message.content }];
    const pinned = { ...asked, messages, tools: [{ ...SET, tools }] };
    const next = await client.beta.messages.create(pinned);
    expect(next.content[0]?.type).toBe('mcp_tool_use');
    expect((await scene.sent())?.['messages']).toEqual(messages);
    const { input_tokens: count } = await client.beta.messages.countTokens({
      ...pinned,
      max_tokens: undefined,
    } as Anthropic.Beta.Messages.MessageCountTokensParams);
    expect(count).toBeGreaterThan(0);
    await demo.clearInvoice();
    const { headers } = await client.messages
      .create({
        model: SMALL,
        max_tokens: 200,
        messages: [...messages, { role: 'user', content: 'Go on' }] as Anthropic.MessageParam[],
      })
      .asResponse();
    expect(headers.get('x-svc-ignored')).toContain('messages[1].content[0].type');
    expect(JSON.stringify(await demo.invoice())).not.toContain('mcptoolu_');
  }
});

test.each([
  { type: 'mcp_tool_use', id: 'mcptoolu_1', name: 'roll', server_name: 7, input: {} },
  { type: 'mcp_tool_result', tool_use_id: 'mcptoolu_1', content: [{ type: 'document' }] },
  { type: 'mcp_tool_listing', mcp_server_name: 'dice', tools: 'all' },
  { type: 'mcp_resource', uri: 'file:///etc/passwd' },
])('F13: a block that no server has left is refused: %j', async (block) => {
  const messages = [
    { role: 'user', content: 'x' },
    { role: 'assistant', content: [block] },
    { role: 'user', content: 'y' },
  ];
  const { status, body } = await ask('x', { messages });
  expect([status, body.error.param]).toEqual([400, 'messages[1].content[0].type']);
  expect(await demo.invoice()).toEqual([]);
});

test('the ledger holds', () => expectLedgerHolds(demo));

import Anthropic from '@anthropic-ai/sdk';
import { betaZodTool } from '@anthropic-ai/sdk/helpers/beta/zod';
import * as z from 'zod';
import { aSharedDemo } from '../support/shared-demo.ts';
import type { Answer, Demo } from '../support/demo.ts';
import { eventually } from '../support/eventually.ts';
import { ANTHROPIC, BEDROCK, GOOGLE, setUpFamily } from '../support/family-set-up.ts';
import { expectLedgerHolds } from '../support/ledger.ts';

const START_MS = 180_000;
const CLAUDE = 'anthropic/claude-sonnet-4-5';
const GEMINI = 'google/gemini-2.5-flash';
const NOVA = 'bedrock/amazon.nova-lite-v1:0';
const SONNET = 'bedrock/us.anthropic.claude-sonnet-4-5-20250929-v1:0';
const SMALL = 'demo/demo-small';
const OTHERS = [GEMINI, NOVA, SMALL];
const SCOPE_BETA = { 'anthropic-beta': 'prompt-caching-scope-2026-01-05' };

interface Reply {
  error?: { code: string; message: string; param: string | null; details?: unknown };
  usage?: { cache_creation_input_tokens: number };
  stop_reason?: string;
}

let demo: Demo;
let client: Anthropic;
beforeAll(async () => {
  demo = await aSharedDemo();
  const baseURL = demo.env.TOLLGATE_BASE_URL.replace(/\/v1$/, '');
  client = new Anthropic({ apiKey: demo.env.TOLLGATE_API_KEY, baseURL, maxRetries: 0 });
  await setUpFamily(demo, { ...ANTHROPIC, models: [CLAUDE] });
  await setUpFamily(demo, { ...GOOGLE, models: [GEMINI] });
  await setUpFamily(demo, {
    ...BEDROCK,
    models: [NOVA, SONNET],
  });
}, START_MS);
afterAll(() => demo?.stack.drop(), START_MS);

const USER = { role: 'user', content: 'Hi.' };
const ask = (
  model: string,
  more: object = {},
  headers: Record<string, string> = {},
): Promise<Answer<Reply>> =>
  demo.v1('/messages', { model, max_tokens: 200, messages: [USER], ...more }, headers);
const reported = ({ status, body, headers }: Answer<Reply>) => [
  status,
  body.error?.message,
  headers['x-svc-ignored'],
];
const consumedAndHeld = async () => (await demo.user<{ reserved: string }>('GET', '/credits')).body;

/** The wallet once billing has received what calls before were charged, which follows answers. */
async function settled(): Promise<{ reserved: string }> {
  await eventually(async () => Number((await consumedAndHeld()).reserved) === 0);
  return consumedAndHeld();
}

/** A refusal that has cost nothing and asked nobody. */
async function refused(model: string, more: object): Promise<NonNullable<Reply['error']>> {
  const before = await settled();
  await demo.clearInvoice();
  const { status, body } = await ask(model, more);
  expect([status, body.error?.code]).toEqual([400, 'unsupported_parameter']);
  expect(await consumedAndHeld()).toEqual(before);
  expect(await demo.invoice()).toEqual([]);
  return body.error as NonNullable<Reply['error']>;
}

/** What the AI SDK, and opencode with it, asks of the newest Claude models. */
const BINDING = { block_binding: { prefix_mismatch_behavior: 'drop_block' } };
const BINDING_BETA = { 'anthropic-beta': 'thinking-binding-controls-2026-08-01' };

describe('a hint', () => {
  const system = [
    { type: 'text', text: 'a' },
    { type: 'text', text: 'b', cache_control: { type: 'ephemeral', scope: 'global' } },
  ];

  test('of how far a mark reaches goes to Claude at Anthropic as it came', async () => {
    expect(reported(await ask(CLAUDE, { system }, SCOPE_BETA))).toEqual([
      200,
      undefined,
      undefined,
    ]);
    const without = await ask(CLAUDE, { system });
    expect(without.body.error?.message).toContain('scope: Extra inputs are not permitted');
  });

  test.each([SONNET, ...OTHERS])('of how far a mark reaches is left out at %s', async (model) => {
    const [status, message, ignored] = reported(await ask(model, { system }, SCOPE_BETA));
    expect([status, message]).toEqual([200, undefined]);
    expect(ignored).toContain('system[1].cache_control.scope');
  });

  test('of what becomes of reasoning behind another prompt goes to Claude as it came', async () => {
    const thinking = { type: 'enabled', budget_tokens: 1_024, ...BINDING };
    const more = { thinking, max_tokens: 2_000 };
    expect(reported(await ask(CLAUDE, more, BINDING_BETA))).toEqual([200, undefined, undefined]);
    const without = await ask(CLAUDE, more);
    expect(without.body.error?.message).toContain('block_binding: Extra inputs are not permitted');
  });

  test('counts with the prompt, too', async () => {
    const counted = await demo.v1<{ input_tokens: number }>('/messages/count_tokens', {
      model: SMALL,
      messages: [USER],
      system,
    });
    expect(counted.status).toBe(200);
  });

  test.each([
    ['speed', { speed: 'standard' }],
    ['inference_geo', { inference_geo: 'global' }],
    ['metadata.session', { metadata: { session: 's' } }],
    ['context_management', { context_management: { edits: [] } }],
    ['service_tier', { service_tier: 'auto' }],
    ['thinking.block_binding', { thinking: { type: 'adaptive', ...BINDING } }],
  ])('%s is left out where a model has no place for it, and named', async (path, more) => {
    for (const model of OTHERS)
      expect(reported(await ask(model, more))).toEqual([200, undefined, path]);
  });

  test('that is null says nothing', async () => {
    const nulls = { container: null, thread: null, speed: null, mcp_servers: null, foo: null };
    for (const model of OTHERS) {
      expect(reported(await ask(model, nulls))).toEqual([200, undefined, undefined]);
    }
    expect(reported(await ask(SONNET, nulls))).toEqual([200, undefined, undefined]);
  });
});

describe('an extension of the wire of Claude', () => {
  const EXTENSIONS: [string, object][] = [
    ['novelty', { novelty: { level: 2 } }],
    ['output_config.novelty', { output_config: { novelty: 1 } }],
    ['tool_choice.novelty', { tools: [TOOL()], tool_choice: { type: 'auto', novelty: true } }],
    ['tools[0].novelty', { tools: [{ ...TOOL(), novelty: true }] }],
    [
      'messages[0].content[0].novelty',
      { messages: [{ role: 'user', content: [{ type: 'text', text: 'Hi.', novelty: 1 }] }] },
    ],
    ['system[0].cache_control.novelty', { system: [marked({ novelty: 1 })] }],
    ['context_management.novelty', { context_management: { novelty: 1 } }],
  ];

  test.each(EXTENSIONS)('%s reaches the provider, whose word is final', async (path, more) => {
    const beta = { 'anthropic-beta': 'context-management-2025-06-27' };
    const { status, body } = await ask(CLAUDE, more, beta);
    expect(status).toBe(400);
    const theirs = path.replaceAll(/\[(\d+)\]/gu, '.$1');
    expect(body.error).toMatchObject({ code: 'upstream_rejected' });
    expect(body.error?.message).toContain(`${theirs}: Extra inputs are not permitted`);
  });

  test.each(EXTENSIONS)('%s is refused by its name by other models', async (param, more) => {
    const error = await refused(SMALL, more);
    expect(error.param).toBe(param);
    expect(error.message).toBe(
      `This model does not support ${param}. Leave it out, or ask a Claude model, whose provider has it.`,
    );
  });
});

function TOOL() {
  return { name: 'f', input_schema: { type: 'object' } };
}

function marked(more: object) {
  return { type: 'text', text: 'a', cache_control: { type: 'ephemeral', ...more } };
}

describe('what has a price of its own, or is kept at the provider', () => {
  test.each<[string, object]>([
    ['speed', { speed: 'fast' }],
    ['inference_geo', { inference_geo: 'us' }],
    ['container', { container: 'c' }],
    ['mcp_servers', { mcp_servers: [{ type: 'url', url: 'https://example.com', name: 'x' }] }],
    ['fallbacks', { fallbacks: [{ model: 'claude-opus-4-1' }] }],
    ['turbo_mode', { turbo_mode: true }],
    ['vault_ids', { vault_ids: ['v'] }],
    ['user_profile_id', { user_profile_id: 'p' }],
    ['novelty', { novelty: { tools: [{ type: 'web_fetch_20270101' }] } }],
    ['tools[0].type', { tools: [{ type: 'web_search_20250305', name: 'web_search' }] }],
    ['tools[0].type', { tools: [{ type: 'code_execution_20270101', name: 'code_execution' }] }],
    ['system[0].cache_control.ttl_hours', { system: [marked({ ttl_hours: 24 })] }],
  ])('%s is refused for Claude before anything is held', async (param, more) => {
    expect((await refused(CLAUDE, more)).param).toBe(param);
  });
});

describe('a tool of Anthropic that the caller runs', () => {
  const OWN: [string, object][] = [
    ['bash_20250124', { name: 'bash' }],
    ['text_editor_20250728', { name: 'str_replace_based_edit_tool', max_characters: 100 }],
    ['memory_20250818', { name: 'memory' }],
    ['computer_20251124', { name: 'computer', display_width_px: 8, display_height_px: 8 }],
  ];

  test.each(OWN)('%s is served by Claude within its hold', async (type, more) => {
    const tools = [{ type, ...more }];
    for (const model of [CLAUDE, SONNET]) {
      const call = { tools, messages: [{ role: 'user', content: 'Hi.' }] };
      expect(reported(await ask(model, call))).toEqual([200, undefined, undefined]);
    }
  });

  test.each(OWN)('%s is refused by its name by other models', async (type, more) => {
    const error = await refused(SMALL, { tools: [{ type, ...more }] });
    expect([error.param, error.message]).toEqual([
      'tools[0].type',
      `This model does not support tools of the type "${type}". Leave it out, or ask a Claude model, whose provider has it.`,
    ]);
  });

  test('is counted with the tokens of its definition', async () => {
    const count = async (tools: object[]): Promise<number> =>
      (
        await demo.v1<{ input_tokens: number }>('/messages/count_tokens', {
          model: CLAUDE,
          messages: [USER],
          tools,
        })
      ).body.input_tokens;
    const both = OWN.slice(0, 2).map(([type, more]) => ({ type, ...more }));
    expect(await count(both)).toBeGreaterThan((await count([])) + 245 + 700);
  });
});

describe('automatic caching', () => {
  const cached = { cache_control: { type: 'ephemeral' } };

  test('is a write at Anthropic, and left out and named elsewhere', async () => {
    const { status, body } = await ask(CLAUDE, cached);
    expect([status, Number(body.usage?.cache_creation_input_tokens) > 0]).toEqual([200, true]);
    for (const model of [SONNET, SMALL]) {
      expect(reported(await ask(model, cached))).toEqual([200, undefined, 'cache_control']);
    }
  });

  test('for an hour is refused like a mark for an hour', async () => {
    const hour = { type: 'ephemeral', ttl: '1h' };
    expect((await refused(CLAUDE, { cache_control: hour })).message).toBe(
      'This model keeps a prompt for "5m" only.',
    );
  });

  test('for an hour is no way around an alias whose other targets know no marks', async () => {
    const { body: models } = await demo.platform<{ id: string; public_id: string }[]>(
      'GET',
      '/models',
    );
    const ids = [CLAUDE, SMALL].map((name) => models.find((one) => one.public_id === name)?.id);
    const targets = ids.map((id) => ({ model_id: id }));
    const made = await demo.platform('POST', '/aliases', {
      name: 'mixed',
      strategy: 'ordered',
      targets,
    });
    expect(made.status).toBe(201);
    const hour = { type: 'ephemeral', ttl: '1h' };
    await eventually(async () => (await ask('mixed')).status === 200);
    const system = [{ type: 'text', text: 'a', cache_control: hour }];
    const answer = await ask('mixed', { system });
    expect([answer.status, answer.headers['x-svc-model']]).toEqual([200, SMALL]);
    expect((await ask('mixed', { novelty: 1, system })).body.error).toMatchObject({
      code: 'unsupported_parameter',
      message: 'This model keeps a prompt for "5m" only.',
    });
  });
});

describe('words of this route', () => {
  const tools = [TOOL()];

  test('say of parallel calls what this route says, which is the opposite of chat', async () => {
    const choice = { type: 'auto', disable_parallel_tool_use: true };
    const error = await refused(GEMINI, { tools, tool_choice: choice });
    expect([error.param, error.message]).toEqual([
      'tool_choice.disable_parallel_tool_use',
      'This model takes tool_choice.disable_parallel_tool_use with false only.',
    ]);
    const chat = await refused(GEMINI, { tools, parallel_tool_calls: false });
    expect(chat.message).toContain(
      'Use tool_choice.disable_parallel_tool_use, which says the opposite, instead.',
    );
  });

  test.each([CLAUDE, GEMINI, SMALL])('one call of a named tool is what %s makes', async (model) => {
    const choice = { type: 'tool', name: 'f', disable_parallel_tool_use: true };
    expect((await ask(model, { tools, tool_choice: choice })).status).toBe(200);
  });

  test('name thinking where nobody has said effort', async () => {
    const thinking = { type: 'enabled', budget_tokens: 2_000 };
    const error = await refused(NOVA, { thinking, max_tokens: 4_000 });
    expect([error.param, error.message]).toEqual([
      'thinking',
      'This model does not support thinking.',
    ]);
  });

  test('know the format of an answer by its name of before', async () => {
    const schema = { type: 'object', properties: { a: { type: 'string' } }, required: ['a'] };
    const format = { type: 'json_schema', schema };
    for (const model of [CLAUDE, GEMINI]) {
      expect((await ask(model, { output_format: format })).status).toBe(200);
    }
  });
});

describe('threads of the provider', () => {
  test.each([CLAUDE, SMALL])(
    'are refused for %s in the form that SDKs fall back from',
    async (model) => {
      expect(await refused(model, { thread: { type: 'create' } })).toMatchObject({
        param: 'thread',
        details: { error_code: 'thread_unsupported_request', unsupported: ['thread'] },
      });
    },
  );

  test.each([CLAUDE, GEMINI, SMALL])(
    'are not missed by the tool runner of the SDK on %s',
    async (model) => {
      const seen: string[] = [];
      const tool = betaZodTool({
        name: 'get_weather',
        description: 'The weather of a city',
        inputSchema: z.object({ city: z.string() }),
        run: ({ city }) => {
          seen.push(city);
          return 'Rain.';
        },
      });
      const final = await client.beta.messages.toolRunner({
        model,
        max_tokens: 1_024,
        messages: [{ role: 'user', content: 'Call get_weather.' }],
        tools: [tool],
      });
      expect([seen.length, final.stop_reason]).toEqual([1, 'end_turn']);
    },
  );
});

describe('hints within other routes', () => {
  const PIXEL =
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

  test.each([CLAUDE, GEMINI, NOVA])(
    'chat with names and pictures in any spelling is served by %s',
    async (model) => {
      const picture = {
        type: 'image_url',
        image_url: { url: `data:image/PNG;base64,${PIXEL}`, detail: 'low' },
      };
      const messages = [
        { role: 'user', name: 'ann', id: 'm1', content: [{ type: 'text', text: 'Hi.' }, picture] },
        { role: 'assistant', name: 'model', content: null },
        { role: 'user', name: 'ann', content: 'Go on.' },
      ];
      const answer = await demo.v1<Reply>('/chat/completions', { model, max_tokens: 50, messages });
      expect(reported(answer)).toEqual([
        200,
        undefined,
        'messages[0].id, messages[0].name, messages[0].content[1].image_url.detail, messages[1].name, messages[2].name',
      ]);
    },
  );

  test.each([CLAUDE, SMALL])('responses with phases is served by %s', async (model) => {
    const input = [
      { role: 'user', content: 'Hi.' },
      {
        type: 'message',
        role: 'assistant',
        phase: 'final_answer',
        content: [{ type: 'output_text', text: 'Hm.' }],
      },
      { role: 'user', content: 'Go on.' },
    ];
    const answer = await demo.v1<Reply>('/responses', {
      model,
      input,
      max_output_tokens: 50,
      safety_identifier: 's',
    });
    expect(reported(answer)).toEqual([200, undefined, 'safety_identifier, input[1].phase']);
  });

  test('how far a mark reaches is left out of chat, and the mark stays', async () => {
    const mark = { type: 'ephemeral', scope: 'global' };
    const content = [{ type: 'text', text: 'Hi.', cache_control: mark }];
    const answer = await demo.v1<Reply>('/chat/completions', {
      model: CLAUDE,
      max_tokens: 50,
      messages: [{ role: 'user', content }],
      thread: null,
    });
    expect(reported(answer)).toEqual([
      200,
      undefined,
      'messages[0].content[0].cache_control.scope',
    ]);
  });

  test('tools that a choice allows are all that a model is told of', async () => {
    const tools = ['f', 'g'].map((name) => ({ type: 'function', function: { name } }));
    const allowed_tools = { mode: 'auto', tools: tools.slice(0, 1) };
    const answer = await demo.v1<Reply>('/chat/completions', {
      model: GEMINI,
      max_tokens: 50,
      messages: [USER],
      tools,
      tool_choice: { type: 'allowed_tools', allowed_tools },
    });
    expect(answer.status).toBe(200);
  });

  test('no effort is what a model without reasoning makes anyway', async () => {
    const answer = await demo.v1<Reply>('/chat/completions', {
      model: NOVA,
      max_tokens: 50,
      messages: [USER],
      reasoning_effort: 'none',
    });
    expect(reported(answer)).toEqual([200, undefined, 'reasoning_effort']);
  });
});

test('the ledger holds after all of it', async () => {
  await expectLedgerHolds(demo);
});

import { aSharedDemo } from '../support/shared-demo.ts';
import type { Answer, Demo, InvoiceLine } from '../support/demo.ts';
import { eventually } from '../support/eventually.ts';
import { OPENAI, setUpFamily } from '../support/family-set-up.ts';
import { expectLedgerHolds } from '../support/ledger.ts';

const START_MS = 180_000;

let demo: Demo;
beforeAll(async () => {
  demo = await aSharedDemo();
  await setUpFamily(demo, {
    ...OPENAI,
    models: [
      'openai/gpt-5.4',
      'openai/gpt-5.6',
      'openai/gpt-5.6-sol',
      'openai/gpt-6-astra',
      'openai/gpt-4o-mini',
    ],
  });
  await setUpFamily(demo, {
    family: 'anthropic',
    credential: { api_key: 'anthropic-key' },
    path: '/anthropic/v1',
    models: ['anthropic/claude-haiku-4-5'],
  });
  await setUpFamily(demo, {
    family: 'openai-compatible',
    provider: 'proxy',
    credential: { api_key: 'proxy-key' },
    path: '/openai/v1',
    models: ['proxy/gpt-5.6'],
  });
}, START_MS);
afterAll(() => demo?.stack.drop(), START_MS);

const parameters = { type: 'object', properties: { city: { type: 'string' } } };
const SAID = [{ role: 'user', content: 'get_weather' }];

/** One question on each route: a function tool, and an effort where one is named. */
const ROUTES = {
  chat: (model: string, effort: string | null) => ({
    path: '/chat/completions',
    body: {
      model,
      messages: SAID,
      tools: [{ type: 'function', function: { name: 'get_weather', parameters } }],
      ...(effort === null ? {} : { reasoning_effort: effort }),
    },
    calls: /"name":\s*"get_weather"/u,
  }),
  messages: (model: string, effort: string | null) => ({
    path: '/messages',
    body: {
      model,
      max_tokens: 2_000,
      messages: SAID,
      tools: [{ name: 'get_weather', input_schema: parameters }],
      ...(effort === null ? {} : { output_config: { effort } }),
    },
    calls: /"type":\s*"tool_use"/u,
  }),
  responses: (model: string, effort: string | null) => ({
    path: '/responses',
    body: {
      model,
      input: SAID,
      tools: [{ type: 'function', name: 'get_weather', parameters, strict: false }],
      ...(effort === null ? {} : { reasoning: { effort } }),
    },
    calls: /"type":\s*"function_call"/u,
  }),
} as const;

const MODELS = ['openai/gpt-5.4', 'openai/gpt-5.6', 'openai/gpt-6-astra', 'proxy/gpt-5.6'];
const CASES = MODELS.flatMap((model) =>
  (['chat', 'messages', 'responses'] as const).flatMap((route) =>
    [null, 'medium'].map((effort) => [model, route, effort] as const),
  ),
);

describe('function tools on the lines that need the Responses interface', () => {
  test.each(CASES)(
    '%s on %s with the effort %s calls the tool, whole and streamed',
    async (model, route, effort) => {
      const { path, body, calls } = ROUTES[route](model, effort);
      await demo.clearInvoice();
      for (const stream of [false, true]) {
        const { status, body: answer } = await demo.v1(path, { ...body, stream });
        const text = typeof answer === 'string' ? answer : JSON.stringify(answer);
        expect([status, text]).toEqual([200, expect.stringMatching(calls)]);
      }
      const asked = await demo.invoice();
      expect(asked.map((line) => line.path)).toEqual(Array(2).fill('/openai/v1/responses'));
    },
  );

  test('what only chat completions have goes there, where these take it', async () => {
    const { path, body } = ROUTES.chat('openai/gpt-5.4', 'none');
    await demo.clearInvoice();
    expect(await demo.v1(path, { ...body, seed: 7 })).toMatchObject({ status: 200 });
    expect((await demo.invoice()).map((line) => line.path)).toEqual([
      '/openai/v1/chat/completions',
    ]);
  });

  test('an effort that chat completions lack goes to the other interface', async () => {
    await demo.clearInvoice();
    const model = 'openai/gpt-6-astra';
    const body = { model, reasoning_effort: 'max', messages: [{ role: 'user', content: 'Hi' }] };
    expect(await demo.v1('/chat/completions', body)).toMatchObject({ status: 200 });
    expect(await demo.v1('/chat/completions', { ...body, reasoning_effort: 'none' })).toMatchObject(
      { status: 400, body: { error: { param: 'reasoning_effort' } } },
    );
    expect((await demo.invoice()).map((line) => line.path)).toEqual(['/openai/v1/responses']);
  });

  test('what neither interface takes is refused by its name before anything is held', async () => {
    const { path, body } = ROUTES.chat('openai/gpt-5.6', null);
    await demo.clearInvoice();
    const answer = await demo.v1(path, { ...body, seed: 7 });
    expect(answer).toMatchObject({
      status: 400,
      body: {
        error: {
          code: 'unsupported_parameter',
          param: 'seed',
          message: 'This model does not take seed together with tools.',
        },
      },
    });
    expect(await demo.invoice()).toEqual([]);
  });

  test('a loop of tools goes on with what the model has kept', async () => {
    const { path, body } = ROUTES.chat('openai/gpt-5.6', 'low');
    const first = await demo.v1<{ choices: { message: { tool_calls: { id: string }[] } }[] }>(
      path,
      body,
    );
    const message = first.body.choices[0]?.message;
    expect(message).toMatchObject({ extra_content: { openai: { model: 'gpt-5.6' } } });
    const results = message?.tool_calls.map(({ id }) => ({
      role: 'tool',
      tool_call_id: id,
      content: 'wet',
    }));
    const next = { ...body, messages: [...SAID, message, ...(results ?? [])] };
    expect(await demo.v1(path, next)).toMatchObject({
      status: 200,
      body: { choices: [{ message: { content: expect.stringContaining('wet') as string } }] },
    });
    const other = { ...next, model: 'openai/gpt-5.4' };
    expect(await demo.v1(path, other)).toMatchObject({ status: 200 });
  });

  test('the ledger holds', () => expectLedgerHolds(demo));
});

describe('a model that no family knows', () => {
  const ASSUMED = 'demo/demo-large';
  interface Listed {
    request_contract: { source: string; parameters: Record<string, { supported: boolean }> };
  }

  test.each([
    [ASSUMED, 'assumed', false],
    ['demo/demo-reasoner', 'assumed', true],
    ['openai/gpt-5.4', 'published', true],
  ])('is told apart: %s is %s', async (model, source, efforts) => {
    const { body } = await demo.v1<Listed>(`/models/${model}`);
    expect(body.request_contract.source).toBe(source);
    expect(body.request_contract.parameters['reasoning_effort']?.supported).toBe(efforts);
    const listed = await demo.user<{ model: string; request_contract: Listed }[]>('GET', '/models');
    expect(listed.body).toContainEqual(
      expect.objectContaining({
        model,
        request_contract: expect.objectContaining({ source }) as unknown,
      }),
    );
    const [known] = (
      await demo.platform<{ contract_source: string; request_contract: { source: string } }[]>(
        'GET',
        `/models?public_id=${encodeURIComponent(model)}`,
      )
    ).body;
    expect([known?.contract_source, known?.request_contract.source]).toEqual([source, source]);
  });

  test('is asked for no effort on chat and responses, and without one on messages', async () => {
    await demo.clearInvoice();
    for (const route of ['chat', 'responses'] as const) {
      const { path, body } = ROUTES[route](ASSUMED, 'medium');
      const refused = await demo.v1<{ error: { code: string } }>(path, body);
      expect([refused.status, refused.body.error.code]).toEqual([400, 'unsupported_parameter']);
    }
    expect(await demo.invoice()).toEqual([]);
    const none = ROUTES.chat(ASSUMED, 'none');
    const { path, body } = ROUTES.messages(ASSUMED, 'medium');
    for (const answer of [await demo.v1(none.path, none.body), await demo.v1(path, body)]) {
      expect(answer.status).toBe(200);
      expect(answer.headers['x-svc-ignored']).toMatch(/effort/u);
    }
  });
});

describe('extra parameters of the provider', () => {
  const ADMITTED = 'demo/demo-small';
  const RULES = {
    top_k: { supported: true, type: 'integer', minimum: 1, maximum: 100 },
    min_p: { supported: true, type: 'number', minimum: 0, maximum: 1 },
    guided_choice: { supported: true, type: 'array', max_characters: 200 },
    chat_template_kwargs: { supported: true, type: 'object', max_characters: 200 },
    presence_penalty: { supported: false },
    typical_p: { supported: false, type: 'number' },
  };
  const GIVEN = {
    top_k: 20,
    min_p: 0.05,
    guided_choice: ['yes', 'no'],
    chat_template_kwargs: { enable_thinking: false },
  };
  const approve = async (parameters: object): Promise<Answer<{ detail: { loc: string[] }[] }>> => {
    const { body } = await demo.platform<{ id: string; limits: object }[]>(
      'GET',
      `/models?public_id=${encodeURIComponent(ADMITTED)}`,
    );
    const [model] = body;
    return demo.platform('POST', `/models/${model?.id}/approval`, {
      limits: model?.limits,
      parameters,
    });
  };
  const lastBody = async (): Promise<unknown> =>
    ((await demo.invoice()) as (InvoiceLine & { request_body: unknown })[]).at(-1)?.request_body;

  beforeAll(async () => {
    expect((await approve(RULES)).status).toBe(200);
    await eventually(async () => {
      const { body } = await demo.v1<{
        request_contract: { parameters: Record<string, unknown> };
      }>(`/models/${ADMITTED}`);
      return 'min_p' in body.request_contract.parameters;
    });
  });

  test.each([false, true])('reach the provider as they came on each route (%s)', async (stream) => {
    for (const route of ['chat', 'messages', 'responses'] as const) {
      const { path, body } = ROUTES[route](ADMITTED, null);
      const answer = await demo.v1(path, { ...body, ...GIVEN, stream });
      expect([route, answer.status]).toEqual([route, 200]);
      expect([route, await lastBody()]).toEqual([route, expect.objectContaining(GIVEN)]);
    }
  });

  test('go on as an extension of their wire where no rule has them, and to no other wire', async () => {
    const chat = ROUTES.chat(ADMITTED, null);
    const asked = await demo.v1(chat.path, { ...chat.body, repetition_penalty: 1.1 });
    expect(asked.status).toBe(200);
    expect(await lastBody()).toMatchObject({ repetition_penalty: 1.1 });
    await demo.clearInvoice();
    const { path, body } = ROUTES.messages(ADMITTED, null);
    const other = await demo.v1<{ error: { param: string } }>(path, {
      ...body,
      repetition_penalty: 1.1,
    });
    expect(other.status).toBe(400);
    expect(await demo.invoice()).toEqual([]);
  });

  test('are refused by name outside of their bounds, and where a rule denies them', async () => {
    await demo.clearInvoice();
    for (const [model, field, value] of [
      [ADMITTED, 'top_k', 101],
      [ADMITTED, 'top_k', '5'],
      [ADMITTED, 'guided_choice', ['x'.repeat(200)]],
      [ADMITTED, 'presence_penalty', 0.5],
      [ADMITTED, 'typical_p', 0.9],
      [ADMITTED, 'best_of', 4],
    ] as const) {
      const { path, body } = ROUTES.chat(model, null);
      const { status, body: answer } = await demo.v1<{ error: { code: string; param: string } }>(
        path,
        { ...body, [field]: value },
      );
      expect([status, answer.error]).toMatchObject([
        400,
        { code: 'unsupported_parameter', param: field },
      ]);
    }
    expect(await demo.invoice()).toEqual([]);
  });

  test.each([
    ['max_new_tokens', { supported: true, type: 'integer', minimum: 1, maximum: 9 }],
    ['best_of', { supported: true, type: 'integer', minimum: 1, maximum: 9 }],
    ['service_tier', { supported: true, type: 'string', values: ['priority'] }],
    ['extra_body', { supported: true, type: 'object', max_characters: 9 }],
    ['top_k', { supported: true, type: 'integer' }],
    ['top_k', { supported: true }],
  ])('an approval of %s as %j is refused', async (name, rule) => {
    const answer = await approve({ ...RULES, [name]: rule });
    expect(answer.status).toBe(422);
    expect(answer.body.detail.map(({ loc }) => loc.join('.'))).toContain(`body.parameters.${name}`);
  });
});

test('a credential can say that its provider has no Responses interface', async () => {
  await setUpFamily(demo, {
    family: 'openai-compatible',
    provider: 'plain',
    credential: { api_key: 'plain-key', responses_api: 'no' },
    path: '/openai/v1',
    models: ['plain/gpt-5.4'],
  });
  const { path, body } = ROUTES.chat('plain/gpt-5.4', null);
  await demo.clearInvoice();
  expect(await demo.v1(path, body)).toMatchObject({ status: 200 });
  expect((await demo.invoice()).map((line) => line.path)).toEqual(['/openai/v1/chat/completions']);
});

test('five stop sequences pass to Claude, and are refused by name where the wire takes four', async () => {
  const ask = (model: string) =>
    demo.v1<{ error?: { message: string } }>('/messages', {
      model,
      max_tokens: 100,
      messages: [{ role: 'user', content: 'hello' }],
      stop_sequences: ['1', '2', '3', '4', '5'],
    });
  expect((await ask('anthropic/claude-haiku-4-5')).status).toBe(200);
  const refused = await ask('openai/gpt-4o-mini');
  expect(refused.status).toBe(400);
  expect(refused.body.error?.message).toContain('at most 4 stop_sequences, and the request has 5');
});

import type { ChatCompletion } from '@tollgate/contract/chat';
import type { RequestDetail, RequestOut } from '@tollgate/contract/request-records';
import { aSharedDemo } from '../support/shared-demo.ts';
import type { Answer, Demo } from '../support/demo.ts';
import { eventually } from '../support/eventually.ts';
import { ANTHROPIC, BEDROCK, setUpFamily } from '../support/family-set-up.ts';
import type { FamilySetUp } from '../support/family-set-up.ts';
import { expectLedgerHolds } from '../support/ledger.ts';

const START_MS = 240_000;
const CLAUDE = 'anthropic/claude-sonnet-4-5';
const HOSTED = 'bedrock/us.anthropic.claude-sonnet-4-5-20250929-v1:0';
const SETUPS: readonly FamilySetUp[] = [
  { ...ANTHROPIC, models: [CLAUDE] },
  {
    ...BEDROCK,
    models: [HOSTED],
  },
  {
    family: 'openai',
    credential: { api_key: 'sk-own-key' },
    path: '/openai/v1',
    models: ['openai/gpt-4o-mini'],
  },
];
/**
 * Hundredths of a credit for a million tokens, as these models are priced: what is written to a
 * cache is dearer than the rest.
 */
const PRICE = { input: 100, cache_read: 10, cache_write: 125, output: 400 };
const MARK = { type: 'ephemeral' };
const RULES = 'Answer as a careful librarian would. '.repeat(40);

interface Reply extends ChatCompletion {
  error: { code: string; param: string | null };
}
interface Sent {
  request_body: Record<string, unknown>;
}

let demo: Demo;
beforeAll(async () => {
  demo = await aSharedDemo();
  for (const setUp of SETUPS) await setUpFamily(demo, setUp);
}, START_MS);
afterAll(() => demo?.stack.drop(), START_MS);
beforeEach(() => demo.clearInvoice());

const consumed = async (): Promise<bigint> => {
  const { body } = await demo.user<{ consumed: string; reserved: string }>('GET', '/credits');
  expect(body.reserved).toBe('0.000000000');
  return BigInt(body.consumed.replace('.', ''));
};
const ask = (model: string, mark: unknown, more: object = {}): Promise<Answer<Reply>> =>
  demo.v1<Reply>('/chat/completions', {
    model,
    max_tokens: 50,
    messages: [
      { role: 'system', content: [{ type: 'text', text: RULES, cache_control: mark }] },
      { role: 'user', content: 'Which shelf?' },
    ],
    ...more,
  });
const sent = async (): Promise<Record<string, unknown> | undefined> =>
  ((await demo.invoice()) as unknown as Sent[])[0]?.request_body;

/** Nano-credits by the usage that the caller was told. */
function worth({ usage }: Pick<ChatCompletion, 'usage'>): bigint {
  const { cached_tokens: read, cache_write_tokens: written } = usage.prompt_tokens_details;
  const hundredths =
    (usage.prompt_tokens - read - written) * PRICE.input +
    read * PRICE.cache_read +
    written * PRICE.cache_write +
    usage.completion_tokens * PRICE.output;
  return BigInt(Math.ceil(hundredths * 10));
}

describe.each([CLAUDE, HOSTED])('%s', (model) => {
  test('what a caller asks to be kept is written to the cache, told, and charged at its own price', async () => {
    const before = await consumed();
    const { status, body } = await ask(model, MARK);
    expect(status).toBe(200);
    const { prompt_tokens: prompt, prompt_tokens_details: details } = body.usage;
    expect(details.cache_write_tokens).toBeGreaterThan(RULES.length / 5);
    expect(details.cache_write_tokens).toBeLessThan(prompt);
    expect(await consumed()).toBe(before + worth(body));
    expect(JSON.stringify(await sent())).toMatch(/"cache_control"|"cachePoint"/u);
    await expectLedgerHolds(demo);
  });

  test('without a mark nothing is written', async () => {
    const before = await consumed();
    const { body } = await ask(model, null);
    expect(body.usage.prompt_tokens_details).toEqual({ cached_tokens: 0, cache_write_tokens: 0 });
    expect(await consumed()).toBe(before + worth(body));
  });

  test('what the provider would refuse is 400 before anything is held or sent', async () => {
    const before = await consumed();
    const part = { type: 'text', text: 'x', cache_control: MARK };
    const path = 'messages[0].content';
    const answers = [
      await ask(model, { type: 'ephemeral', ttl: '2h' }),
      await ask(model, { type: 'ephemeral', ttl: '1h' }),
      await ask(model, null, {
        messages: [{ role: 'user', content: [part, part, part, part, part] }],
      }),
    ];
    expect(answers.map(({ status, body }) => [status, body.error.param])).toEqual([
      [400, `${path}[0].cache_control.ttl`],
      [400, `${path}[0].cache_control.ttl`],
      [400, `${path}[4].cache_control`],
    ]);
    expect(await demo.invoice()).toEqual([]);
    expect(await consumed()).toBe(before);
  });
});

describe.each([CLAUDE, HOSTED])('%s, whose administrator has the gateway set marks', (model) => {
  interface Model {
    id: string;
    public_id: string;
  }
  const approve = async (rule: object | null): Promise<number> => {
    const { body } = await demo.platform<Model[]>('GET', `/models?provider=${model.split('/')[0]}`);
    const id = body.find(({ public_id }) => public_id === model)?.id ?? '';
    const parameters = rule === null ? {} : { cache_control: { supported: true, ...rule } };
    const path = `/models/${id}/approval`;
    return (await demo.platform('POST', path, { parameters })).status;
  };
  afterAll(async () => expect(await approve(null)).toBe(200));

  test('writes prompts without marks to the cache, and charges what was written', async () => {
    expect(await approve({ values: ['5m'], default: '1h' })).toBe(422);
    expect(await approve({ values: ['5m'], default: '5m' })).toBe(200);
    let before = 0n;
    let answered: Answer<Reply> | undefined;
    await eventually(async () => {
      before = await consumed();
      answered = await ask(model, null);
      return answered.body.usage.prompt_tokens_details.cache_write_tokens > 0;
    });
    expect(answered?.status).toBe(200);
    if (answered !== undefined) expect(await consumed()).toBe(before + worth(answered.body));
    await demo.clearInvoice();
    const messages = {
      max_tokens: 50,
      system: RULES,
      messages: [{ role: 'user', content: 'Hm?' }],
    };
    const passed = await demo.v1<{ usage: object }>('/messages', { model, ...messages });
    expect(passed.status).toBe(200);
    expect(JSON.stringify(await sent()).match(/"cache_control"/gu)).toHaveLength(2);
    await expectLedgerHolds(demo);
  });
});

describe.each([CLAUDE, HOSTED])('%s, whose administrator allows an hour', (model) => {
  const HOUR = { type: 'ephemeral', ttl: '1h' };
  /** Hundredths of a credit for a million tokens: as long as this costs twice the input. */
  const HOUR_PRICE = 200;
  const text = (price: number): string => String(price / 100);
  const priced = { ...PRICE, reasoning: PRICE.output };
  const prices = Object.fromEntries(Object.entries(priced).map(([name, of]) => [name, text(of)]));
  interface Model {
    id: string;
    public_id: string;
    dimensions: string[];
    unroutable_reason: string | null;
  }
  const found = async (): Promise<Model | undefined> => {
    const { body } = await demo.platform<Model[]>('GET', `/models?provider=${model.split('/')[0]}`);
    return body.find(({ public_id }) => public_id === model);
  };
  const decide = async (path: string, body: object): Promise<Answer<Model>> =>
    demo.platform<Model>('POST', `/models/${(await found())?.id}/${path}`, body);
  const approve = (values: string[]): Promise<Answer<Model>> =>
    decide('approval', { parameters: { cache_control: { supported: true, values } } });
  const own = async (more: object): Promise<number> => {
    const dimensions = (await found())?.dimensions ?? [];
    const known = Object.entries({ ...prices, ...more }).filter(
      ([name]) => name === 'cache_write_1h' || dimensions.includes(name),
    );
    return (await decide('prices', { prices: Object.fromEntries(known) })).status;
  };
  afterAll(async () => {
    expect((await approve(['5m'])).status).toBe(200);
    expect(await own({})).toBe(201);
  });

  test('an hour is priced before or after it is allowed, and never goes out without', async () => {
    const { body } = await approve(['5m', '1h']);
    expect(body.dimensions).toContain('cache_write_1h');
    expect(body.unroutable_reason).toBe('unpriced');
    expect(await own({})).toBe(422);
    expect(await own({ cache_write_1h: text(HOUR_PRICE) })).toBe(201);
    expect((await found())?.unroutable_reason).toBeNull();
    expect((await approve(['5m'])).body.unroutable_reason).toBeNull();
    expect(await own({ cache_write_1h: text(HOUR_PRICE) })).toBe(201);
    expect((await approve(['5m', '1h'])).body.unroutable_reason).toBeNull();
    await eventually(async () => (await ask(model, HOUR)).status === 200);
  });

  const recordOf = async (requestId: unknown): Promise<RequestDetail | undefined> => {
    const path = `/requests?request_id=${String(requestId)}`;
    const listed = async (): Promise<string | undefined> =>
      (await demo.user<{ data: RequestOut[] }>('GET', path)).body.data[0]?.public_id;
    await eventually(async () => (await listed()) !== undefined);
    return (await demo.user<RequestDetail>('GET', `/requests/${await listed()}`)).body;
  };

  test.each([false, true])('is charged an hour at its own price, streamed: %s', async (stream) => {
    const { body: probe } = await ask(model, HOUR);
    const before = await consumed();
    const answer = await demo.v1<Reply>('/chat/completions', {
      model,
      stream,
      max_tokens: 50,
      messages: [
        { role: 'system', content: [{ type: 'text', text: RULES, cache_control: HOUR }] },
        { role: 'user', content: [{ type: 'text', text: 'Which shelf?', cache_control: MARK }] },
      ],
    });
    expect(answer.status).toBe(200);
    const hour = probe.usage.prompt_tokens_details.cache_write_tokens;
    const record = await recordOf(answer.headers['x-request-id']);
    const counts = Object.fromEntries(
      (record?.receipt?.lines ?? []).map(({ dimension, quantity }) => [dimension, quantity]),
    );
    expect(counts['cache_write_1h']).toBe(hour);
    const { input = 0, cache_write: written = 0, output = 0 } = counts;
    expect(written).toBeGreaterThan(0);
    expect(record?.tokens?.cache_write).toBe(hour + written);
    const hundredths =
      input * PRICE.input + written * PRICE.cache_write + hour * HOUR_PRICE + output * PRICE.output;
    expect(await consumed()).toBe(before + BigInt(Math.ceil(hundredths * 10)));
    await expectLedgerHolds(demo);
  });

  const long = { type: 'text', text: RULES };
  const marked = { ...long, cache_control: HOUR };
  const document = { type: 'document', source: { type: 'content', content: [marked] } };
  const search = { type: 'server_tool_use', id: 'srvtoolu_1', name: 'web_search', input: {} };
  const searched = {
    type: 'web_search_tool_result',
    tool_use_id: 'srvtoolu_1',
    content: [],
    cache_control: HOUR,
  };

  test.each([
    ['rules', { system: [marked] }, true],
    ['a part of a document', { messages: [{ role: 'user', content: [document] }] }, true],
    [
      'what a search has left, which Bedrock does not read',
      {
        system: [long],
        messages: [
          { role: 'user', content: 'Search' },
          { role: 'assistant', content: [search, searched, { type: 'text', text: 'Found.' }] },
          { role: 'user', content: 'Go on' },
        ],
      },
      model === CLAUDE,
    ],
  ])('is charged an hour on the route of messages for %s', async (_what, more, isKept) => {
    const before = await consumed();
    const { status, body } = await demo.v1<{ usage: Record<string, number> }>('/messages', {
      model,
      max_tokens: 50,
      messages: [{ role: 'user', content: 'Which shelf?' }],
      ...more,
    });
    expect(status).toBe(200);
    const { input_tokens: input = 0, output_tokens: output = 0 } = body.usage;
    const written = body.usage['cache_creation_input_tokens'] ?? 0;
    expect(written > 0).toBe(isKept);
    const hundredths = input * PRICE.input + written * HOUR_PRICE + output * PRICE.output;
    expect(await consumed()).toBe(before + BigInt(Math.ceil(hundredths * 10)));
    await expectLedgerHolds(demo);
  });
});

describe('openai/gpt-4o-mini', () => {
  /** A name that a caller chose reaches the provider hashed with its owner. */
  const HASHED: unknown = expect.stringMatching(/^[\w-]{43}$/u);
  const responses = { model: 'openai/gpt-4o-mini', input: 'Which shelf?', max_output_tokens: 50 };

  test('takes marks and leaves them out, and passes the key of a cache on', async () => {
    const { status } = await ask('openai/gpt-4o-mini', MARK, { prompt_cache_key: 'shelves' });
    expect(status).toBe(200);
    const body = await sent();
    expect(body).toMatchObject({ prompt_cache_key: HASHED });
    expect(JSON.stringify(body)).not.toContain('cache_control');
  });

  test('passes it on from responses as well', async () => {
    const { status } = await demo.v1('/responses', { ...responses, prompt_cache_key: 'shelves' });
    expect(status).toBe(200);
    expect(await sent()).toMatchObject({ prompt_cache_key: HASHED });
  });
});

test('a write that is told on the OpenAI wire is charged as input where the contract has no such dimension, which cannot be priced', async () => {
  const model = demo.env.TOLLGATE_MODEL;
  const charge = async (): Promise<bigint> => {
    const before = await consumed();
    const content = '[[provider: tokens input=90 written=70 output=10]] Hello';
    const { body } = await ask(model, null, { messages: [{ role: 'user', content }] });
    expect(body.usage).toMatchObject({ prompt_tokens: 90, completion_tokens: 10 });
    return (await consumed()) - before;
  };
  expect(await charge()).toBe(90n * 500n + 10n * 1_500n);
  const { body: models } = await demo.platform<{ id: string; public_id: string }[]>(
    'GET',
    '/models?provider=demo',
  );
  const id = models.find(({ public_id }) => public_id === model)?.id ?? '';
  const prices = { input: '0.5', cache_read: '0.05', cache_write: '0.6', output: '1.5' };
  const priced = await demo.platform('POST', `/models/${id}/prices`, {
    prices: { ...prices, reasoning: '1.5' },
  });
  expect(priced.status).toBe(422);
  expect(await charge()).toBe(90n * 500n + 10n * 1_500n);
  await expectLedgerHolds(demo);
});

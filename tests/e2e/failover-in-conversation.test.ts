import type { RequestDetail } from '@tollgate/contract/request-records';
import { aSharedDemo } from '../support/shared-demo.ts';
import type { Answer, Demo } from '../support/demo.ts';
import { eventually } from '../support/eventually.ts';
import { ANTHROPIC, GOOGLE, setUpFamily } from '../support/family-set-up.ts';
import type { FamilySetUp } from '../support/family-set-up.ts';
import { expectLedgerHolds } from '../support/ledger.ts';

const START_MS = 300_000;

const BEDROCK: Omit<FamilySetUp, 'models'> = {
  family: 'bedrock',
  credential: {
    region: 'us-east-1',
    access_key_id: 'AKIAFAKEFAKEFAKEFAKE',
    secret_access_key: 'fake-secret-access-key-of-forty-letters-1',
  },
  path: '',
};
const CLAUDE = 'anthropic/claude-sonnet-4-6';
const GEMINI = 'google/gemini-3-flash-preview';
const BEDROCK_CLAUDE = 'bedrock/us.anthropic.claude-sonnet-4-5-20250929-v1:0';
const CODEX = 'openai/gpt-5.2-codex';
const COMPATIBLE = 'demo/demo-reasoner';
const MODELS = { CLAUDE, GEMINI, BEDROCK_CLAUDE, CODEX, COMPATIBLE } as const;
type Name = keyof typeof MODELS;

/** Each two of them, in both orders. */
const PAIRS = Object.keys(MODELS).flatMap((from) =>
  Object.keys(MODELS).flatMap((to) => (from === to ? [] : [[from, to] as [Name, Name]])),
);
/** Models whose reasoning comes back signed or sealed. */
const SIGNING: readonly Name[] = ['CLAUDE', 'GEMINI', 'BEDROCK_CLAUDE', 'CODEX'];
const DOWN = 'status=503';
/** What Anthropic says of a model that it has retired. */
const GONE = 'status=404 type=not_found_error message="model: claude-sonnet-4-6"';
const THINKING = '[[provider: reasoning=3]]';
const ASK_TOOL = `Call get_weather for Oslo. ${THINKING}`;
const PARAMETERS = { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] };

interface Body {
  choices?: { message: { tool_calls?: { id: string }[] } & Record<string, unknown> }[];
  output?: { type: string; call_id?: string }[];
  content?: { type: string; id?: string }[];
}
interface RequestPage {
  data: { public_id: string }[];
}
type History = object[];

/** One of our routes: what is asked, and how a conversation goes on. */
interface Route {
  path: string;
  body(model: string, history: History): object;
  /** What ends a stream that was told to its end. */
  streamEnd: string;
  said(text: string): History;
  /** The answer as a client appends it. */
  answered(body: Body): History;
  /** Results of all calls of the answer. */
  results(body: Body): History;
  /** Matches the path of signed content in `X-Svc-Ignored`. */
  signedPath: RegExp;
}

let demo: Demo;
beforeAll(async () => {
  demo = await aSharedDemo();
  await setUpFamily(demo, { ...ANTHROPIC, models: [CLAUDE] });
  await setUpFamily(demo, { ...GOOGLE, models: [GEMINI] });
  await setUpFamily(demo, { ...BEDROCK, models: [BEDROCK_CLAUDE] });
  const openai = { family: 'openai', credential: { api_key: 'openai-key' }, path: '/openai/v1' };
  await setUpFamily(demo, { ...openai, models: [CODEX] });
  const { body } = await demo.user<{ id: string; model: string }[]>('GET', '/models');
  const idOf = (model: string): string => body.find((one) => one.model === model)?.id ?? model;
  for (const [from, to] of PAIRS) {
    const targets = [MODELS[from], MODELS[to]].map((model) => ({ model_id: idOf(model) }));
    const name = aliasOf(from, to);
    const made = await demo.platform('POST', '/aliases', { name, strategy: 'ordered', targets });
    expect(made.status).toBe(201);
  }
  const last = PAIRS.at(-1) ?? ['CLAUDE', 'GEMINI'];
  await eventually(
    async () => (await ask(ROUTES.chat, aliasOf(...last), ROUTES.chat.said('Hi'))).status === 200,
  );
}, START_MS);
afterAll(() => demo?.stack.drop(), START_MS);

const aliasOf = (from: Name, to: Name): string => `${from}-${to}`.toLowerCase();

const ROUTES: Record<'chat' | 'responses' | 'messages', Route> = {
  chat: {
    path: '/chat/completions',
    streamEnd: 'data: [DONE]',
    body: (model, messages) => ({
      model,
      messages,
      max_tokens: 4_000,
      tools: [{ type: 'function', function: { name: 'get_weather', parameters: PARAMETERS } }],
    }),
    said: (content) => [{ role: 'user', content }],
    answered: ({ choices }) => choices?.map(({ message }) => message) ?? [],
    results: ({ choices }) =>
      (choices?.[0]?.message.tool_calls ?? []).map(({ id }) => ({
        role: 'tool',
        tool_call_id: id,
        content: 'Rain',
      })),
    signedPath: /messages\[\d+\]\.extra_content/,
  },
  responses: {
    path: '/responses',
    streamEnd: 'event: response.completed',
    body: (model, input) => ({
      model,
      input,
      max_output_tokens: 4_000,
      tools: [{ type: 'function', name: 'get_weather', parameters: PARAMETERS, strict: false }],
    }),
    said: (content) => [{ role: 'user', content }],
    answered: ({ output }) => output ?? [],
    results: ({ output }) =>
      (output ?? [])
        .filter(({ type }) => type === 'function_call')
        .map(({ call_id: id }) => ({ type: 'function_call_output', call_id: id, output: 'Rain' })),
    signedPath: /input\[\d+\]\.encrypted_content/,
  },
  messages: {
    path: '/messages',
    streamEnd: 'event: message_stop',
    body: (model, messages) => ({
      model,
      messages,
      max_tokens: 4_000,
      tools: [{ name: 'get_weather', input_schema: PARAMETERS }],
    }),
    said: (content) => [{ role: 'user', content }],
    answered: ({ content }) => [{ role: 'assistant', content }],
    results: ({ content }) => [
      {
        role: 'user',
        content: (content ?? [])
          .filter(({ type }) => type === 'tool_use')
          .map(({ id }) => ({ type: 'tool_result', tool_use_id: id, content: 'Rain' })),
      },
    ],
    signedPath: /messages\[\d+\]\.content/,
  },
};

const ask = (route: Route, model: string, history: History): Promise<Answer<Body>> =>
  demo.v1(route.path, route.body(model, history));
const askForStream = (route: Route, model: string, history: History): Promise<Answer<string>> =>
  demo.v1(route.path, { ...route.body(model, history), stream: true });

/** A turn that the first target of the alias answers, appended to the history. */
async function turn(route: Route, model: string, history: History): Promise<Body> {
  const { status, body } = await ask(route, model, history);
  expect([status, status === 200 ? null : body]).toEqual([200, null]);
  history.push(...route.answered(body));
  return body;
}

async function loop(route: Route, model: string, history: History): Promise<void> {
  history.push(...route.said(ASK_TOOL));
  const called = await turn(route, model, history);
  history.push(...route.results(called));
}

/**
 * Conversations that the first target began, ready for the request that it cannot answer any more.
 */
const BEGUN: Record<string, (route: Route, model: string) => Promise<History>> = {
  'FB25 thinking without calls': async (route, model) => {
    const history = route.said(`A question. ${THINKING}`);
    await turn(route, model, history);
    return [...history, ...route.said('And now?')];
  },
  'FB26 an open loop': async (route, model) => {
    const history: History = [];
    await loop(route, model, history);
    return history;
  },
  'FB25 a closed loop': async (route, model) => {
    const history: History = [];
    await loop(route, model, history);
    await turn(route, model, history);
    return [...history, ...route.said('And now?')];
  },
  'FB26 an open loop behind a closed turn': async (route, model) => {
    const history = route.said(`A question. ${THINKING}`);
    await turn(route, model, history);
    await loop(route, model, history);
    return history;
  },
};

const ROUTE_NAMES = ['chat', 'responses', 'messages'] as const;
const CELLS = PAIRS.flatMap(([from, to]) =>
  ROUTE_NAMES.flatMap((route) =>
    Object.keys(BEGUN).map((what) => [what, from, to, route] as const),
  ),
);

/**
 * Conversations that are asked for as a stream as well: what is left out of them is decided before
 * the shape of the answer.
 */
const STREAMED: readonly string[] = ['FB25 thinking without calls', 'FB26 an open loop'];

/** Shuts the first target for the next call. */
function shut(from: Name, behaviour = DOWN): Promise<unknown> {
  const [, upstream = ''] = /\/(.*)$/.exec(MODELS[from]) ?? [];
  return demo.control({ behaviour, times: 1, model: upstream });
}

/** What the wallet has lost, once nothing is held any more. */
async function consumed(): Promise<string> {
  let now = '';
  await eventually(async () => {
    const { body } = await demo.user<{ consumed: string; reserved: string }>('GET', '/credits');
    now = body.consumed;
    return body.reserved === '0.000000000';
  });
  return now;
}

describe('a conversation goes on with the second target of its alias', () => {
  test.each(CELLS)('%s, from %s to %s over %s', async (what, from, to, name) => {
    const route = ROUTES[name];
    const alias = aliasOf(from, to);
    const history = (await BEGUN[what]?.(route, alias)) ?? [];
    await shut(from);
    const { status, body, headers } = await ask(route, alias, history);
    expect([status, status === 200 ? null : body]).toEqual([200, null]);
    expect(headers['x-svc-model']).toBe(MODELS[to]);
    if (SIGNING.includes(from)) expect(headers['x-svc-ignored']).toMatch(route.signedPath);
    if (!STREAMED.includes(what)) return;
    await shut(from);
    const streamed = await askForStream(route, alias, history);
    expect(streamed.body).toContain(route.streamEnd);
    expect(streamed.body).toContain(`"model":"${MODELS[to]}"`);
    // Events of responses begin before it is known who answers.
    if (name !== 'responses') {
      expect(streamed.headers['x-svc-ignored']).toBe(headers['x-svc-ignored']);
    }
    expect(streamed.body).not.toMatch(/^event: error|"error":\{/mu);
  });

  test.each(ROUTE_NAMES)(
    'and its record over %s says what the second went without',
    async (name) => {
      const route = ROUTES[name];
      const alias = aliasOf('CLAUDE', 'GEMINI');
      const history = (await BEGUN['FB26 an open loop']?.(route, alias)) ?? [];
      await shut('CLAUDE');
      const { headers } = await ask(route, alias, history);
      const requestId = String(headers['x-request-id']);
      let id: string | undefined;
      await eventually(async () => {
        const { body } = await demo.user<RequestPage>('GET', `/requests?request_id=${requestId}`);
        id = body.data[0]?.public_id;
        return id !== undefined;
      });
      const { body } = await demo.user<RequestDetail>('GET', `/requests/${id ?? ''}`);
      expect(body.attempts.map(({ model }) => model)).toEqual([MODELS.CLAUDE, MODELS.GEMINI]);
      const [first, second] = body.attempts.map(({ left_out: leftOut }) => leftOut);
      expect(first).toEqual([]);
      expect(second?.length).toBeGreaterThan(0);
      for (const path of second ?? []) expect(path).toMatch(route.signedPath);
    },
  );

  test.each(ROUTE_NAMES)(
    'FB27 whose first target its provider does not know any more, over %s',
    async (name) => {
      const route = ROUTES[name];
      const alias = aliasOf('CLAUDE', 'CODEX');
      const history = (await BEGUN['FB26 an open loop']?.(route, alias)) ?? [];
      await shut('CLAUDE', GONE);
      const { status, headers } = await ask(route, alias, history);
      expect([status, headers['x-svc-model']]).toEqual([200, MODELS.CODEX]);
      expect(headers['x-svc-ignored']).toMatch(route.signedPath);
    },
  );

  test.each(ROUTE_NAMES)('FB28 but an exact id never switches, over %s', async (name) => {
    const route = ROUTES[name];
    const history = (await BEGUN['FB26 an open loop']?.(route, MODELS.CLAUDE)) ?? [];
    const before = await consumed();
    for (const [behaviour, expected] of [
      [DOWN, 502],
      [GONE, 404],
    ] as const) {
      await shut('CLAUDE', behaviour);
      const { status, headers } = await ask(route, MODELS.CLAUDE, history);
      expect([status, headers['x-svc-ignored']]).toEqual([expected, undefined]);
    }
    expect(await consumed()).toBe(before);
    // The conversation goes on with its own model once that is back.
    const again = await ask(route, MODELS.CLAUDE, history);
    expect([again.status, again.headers['x-svc-model']]).toEqual([200, MODELS.CLAUDE]);
  });

  test('and the ledger holds', () => expectLedgerHolds(demo));
});

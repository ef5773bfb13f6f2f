import got from 'got';
import OpenAI from 'openai';
import { aDemo } from '../support/demo.ts';
import { eventually } from '../support/eventually.ts';
import type { Answer, Demo } from '../support/demo.ts';

const START_MS = 240_000;

interface Reply {
  error?: { code: string; message: string; param: string | null };
  id?: string;
}
interface Models {
  data: { id: string; request_contract: { limits: { context_tokens: number } } }[];
}
type Body = Record<string, unknown>;

let demo: Demo;
beforeAll(async () => {
  demo = await aDemo({ pages: true });
}, START_MS);
afterAll(() => demo?.stack.drop(), START_MS);

const USER = { role: 'user', content: 'Hi.' };
const chat = (fields: Body = {}, headers?: Record<string, string>): Promise<Answer<Reply>> =>
  demo.v1(
    '/chat/completions',
    { model: demo.env.TOLLGATE_MODEL, messages: [USER], max_tokens: 10, ...fields },
    headers,
  );
const responses = (fields: Body = {}): Promise<Answer<Reply>> =>
  demo.v1('/responses', {
    model: demo.env.TOLLGATE_MODEL,
    input: 'Hi.',
    max_output_tokens: 10,
    ...fields,
  });
const reported = ({ status, body }: Answer<Reply>) => ({ status, ...body.error });

describe('a key', () => {
  test('its scheme may be in any case', async () => {
    const headers = { authorization: `bearer  ${demo.env.TOLLGATE_API_KEY}` };
    expect((await chat({}, headers)).status).toBe(200);
  });

  test.each<[string, Record<string, string>, string, RegExp]>([
    ['no key', { authorization: '' }, 'unauthenticated', /^Send your API key as "Authorization/],
    [
      'one of another service',
      { authorization: 'Bearer sk-none' },
      'invalid_api_key',
      /begin with svc_live_/,
    ],
    [
      'one that is not known',
      { authorization: 'Bearer svc_live_nobody' },
      'invalid_api_key',
      /does not exist/,
    ],
    [
      'one in another header',
      { authorization: '', 'x-api-key': 'svc_live_nobody' },
      'unauthenticated',
      /x-api-key is not read/,
    ],
    [
      'one without its scheme',
      { authorization: 'svc_live_nobody' },
      'unauthenticated',
      /"Bearer " before/,
    ],
  ])('%s is told so', async (_what, headers, code, message) => {
    expect(reported(await chat({}, headers))).toMatchObject({
      status: 401,
      code,
      message: expect.stringMatching(message),
    });
  });
});

test('R04 a stream of a response is refused by name where the platform streams none', async () => {
  const client = new OpenAI({
    apiKey: demo.env.TOLLGATE_API_KEY,
    baseURL: demo.env.TOLLGATE_BASE_URL,
  });
  const asked = client.responses.create({
    model: demo.env.TOLLGATE_MODEL,
    input: 'Hi.',
    stream: true,
  });
  await expect(asked).rejects.toMatchObject({
    status: 400,
    param: 'stream',
    message: expect.stringContaining('RESPONSES_STREAMING') as string,
  });
});

describe('what clients send by themselves', () => {
  const HINTS = {
    prompt_cache_key: 'k',
    safety_identifier: 's',
    service_tier: 'auto',
    store: false,
    client_metadata: { session: '1' },
    metadata: { a: 'b' },
    user: 'u',
    tools: [],
    tool_choice: 'auto',
    parallel_tool_calls: true,
    temperature: null,
  };

  test('hints, nulls and defaults are taken on both routes', async () => {
    const defaults = { n: 1, presence_penalty: 0, logprobs: false, verbosity: 'medium' };
    expect((await chat({ ...HINTS, ...defaults, response_format: { type: 'text' } })).status).toBe(
      200,
    );
    const own = { text: { verbosity: 'low' }, reasoning: { summary: 'auto' } };
    expect((await responses({ ...HINTS, ...own })).status).toBe(200);
  });

  test('an answer names what of its request went nowhere, whole and as a stream', async () => {
    const messages = [{ ...USER, name: 'user' }];
    const named = { model: 'sandbox/echo', messages, user: 'u', temperature: null };
    const test = { authorization: `Bearer ${demo.env.TOLLGATE_TEST_KEY}` };
    for (const stream of [false, true]) {
      const { status, headers } = await chat({ ...named, stream }, test);
      expect([status, headers['x-svc-ignored']]).toEqual([200, 'user, messages[0].name']);
    }
    expect((await chat()).headers).not.toHaveProperty('x-svc-ignored');
  });

  test('messages of a developer are taken on chat, and are rules to the provider', async () => {
    await demo.clearInvoice();
    const messages = [{ role: 'developer', content: 'Be short.' }, USER];
    expect((await chat({ messages })).status).toBe(200);
  });

  test('the list says what becomes of each hint', async () => {
    const { body } = await demo.v1<{ request_contract: { parameters: Body } }>(
      `/models/${demo.env.TOLLGATE_MODEL}`,
    );
    const { parameters } = body.request_contract;
    expect(parameters['safety_identifier']).toEqual({ supported: false, ignored: true });
    expect(Object.keys(parameters)).toEqual(
      expect.arrayContaining(Object.keys(HINTS).filter((name) => name !== 'temperature')),
    );
  });

  test('a loop that is not complete is refused before anything is held', async () => {
    await demo.clearInvoice();
    const call = { id: 'c', type: 'function', function: { name: 'f', arguments: '{}' } };
    const assistant = { role: 'assistant', content: null, tool_calls: [call] };
    const answered = await chat({
      messages: [USER, assistant, { role: 'tool', tool_call_id: 'd', content: 'r' }],
    });
    expect(reported(answered)).toMatchObject({ status: 400, param: 'messages[2].tool_call_id' });
    const test = { authorization: `Bearer ${demo.env.TOLLGATE_TEST_KEY}` };
    const sandbox = await chat({ model: 'sandbox/echo', messages: [USER, assistant] }, test);
    expect(reported(sandbox)).toMatchObject({ status: 400, param: 'messages[1].tool_calls[0].id' });
    expect(await demo.invoice()).toEqual([]);
  });
});

describe('a model', () => {
  test('is found by its id, with a slash or as the official client escapes it', async () => {
    const client = new OpenAI({
      apiKey: demo.env.TOLLGATE_API_KEY,
      baseURL: demo.env.TOLLGATE_BASE_URL,
    });
    const model = await client.models.retrieve(demo.env.TOLLGATE_MODEL);
    expect(model.id).toBe(demo.env.TOLLGATE_MODEL);
    const plain = await demo.v1<Reply>(`/models/${demo.env.TOLLGATE_MODEL}`);
    expect(plain.body).toEqual(JSON.parse(JSON.stringify(model)));
  });

  test('without its prefix is told with it', async () => {
    const bare = demo.env.TOLLGATE_MODEL.replace(/^.*\//, '');
    const { message, status } = reported(await chat({ model: bare }));
    expect([status, message]).toEqual([
      404,
      expect.stringContaining(`Did you mean "${demo.env.TOLLGATE_MODEL}"?`),
    ]);
  });

  test('whose context is too small says so in the words that clients know', async () => {
    const { code, message } = reported(
      await chat({ messages: [{ role: 'user', content: 'word '.repeat(800_000) }] }),
    );
    expect([code, message]).toEqual([
      'context_length_exceeded',
      expect.stringMatching(
        /^This model's maximum context length is \d+ tokens\. However, your messages resulted in \d+ tokens\. Please reduce/,
      ),
    ]);
  });
});

const ask = (path: string, options: object = {}) =>
  got(path, { throwHttpErrors: false, retry: { limit: 0 }, ...options });
const rootOf = (address: string): string => address.replace(/\/v1$/, '');

const REVISION = 'x-svc-catalog-revision';
const revisionOf = async (): Promise<string> =>
  (await demo.v1<{ catalog_revision: string }>('/models')).body.catalog_revision;

test('the revision of the catalogue is told, and stays that of an operation while it is polled', async () => {
  const before = await revisionOf();
  expect((await chat()).headers[REVISION]).toBe(before);
  const slow = { messages: [{ role: 'user', content: '[[provider: delay=4000]] slow' }] };
  const accepted = await chat(slow, { prefer: 'respond-async' });
  expect([accepted.status, accepted.headers[REVISION]]).toEqual([202, before]);
  const models = await demo.user<{ id: string; model: string }[]>('GET', '/models');
  const model = models.body.find((one) => one.model === demo.env.TOLLGATE_MODEL);
  const targets = [{ model_id: model?.id }];
  const alias = { name: 'another-name', strategy: 'ordered', targets };
  expect((await demo.platform('POST', '/aliases', alias)).status).toBe(201);
  await eventually(async () => (await revisionOf()) !== before);
  expect((await chat()).headers[REVISION]).not.toBe(before);
  const seen = new Set<number>();
  await eventually(async () => {
    const polled = await demo.v1<Reply>(`/async/${accepted.body.id}`);
    expect(polled.headers[REVISION]).toBe(before);
    seen.add(polled.status);
    return polled.status === 200;
  });
  expect([...seen]).toContain(200);
});

test.each([
  ['/v1/completions', '/v1/chat/completions'],
  ['/v1/v1/chat/completions', '/v1/chat/completions'],
  ['/chat/completions', '/v1/chat/completions'],
  ['/v1/embedding', '/v1/embeddings'],
  ['/models', '/v1/models'],
  ['/v2/rerank', '/v1/rerank'],
  ['/v1/images', '/v1/images/generations'],
  ['/v1/transcriptions', '/v1/audio/transcriptions'],
])('nothing is at %s, but at %s', async (path, address) => {
  const answer = await ask(rootOf(demo.env.TOLLGATE_BASE_URL) + path, { method: 'POST' });
  const { error } = JSON.parse(answer.body) as Required<Reply>;
  expect([answer.statusCode, error.code, error.message]).toEqual([
    404,
    'not_found',
    `There is nothing at this address. Did you mean ${address}?`,
  ]);
});

test('the root of each listener is a page for people', async () => {
  for (const base of [rootOf(demo.env.TOLLGATE_BASE_URL), demo.env.TOLLGATE_ADMIN_URL]) {
    const page = await ask(`${base}/`, { headers: { accept: 'text/html' } });
    expect([page.statusCode, page.body]).toEqual([
      200,
      expect.stringContaining('<h1>Tollgate</h1>'),
    ]);
    expect((await ask(`${base}/`, { method: 'HEAD' })).statusCode).toBe(200);
  }
});

test('a control plane answers a body that is no JSON, and every fault of one, with 422', async () => {
  const { body, status } = await demo.user<{ detail: { loc: unknown }[] }>('POST', '/keys', {
    mode: 'both',
    expires_at: 5,
  });
  expect(status).toBe(422);
  expect(body.detail.map(({ loc }) => loc)).toEqual(
    expect.arrayContaining([
      ['body', 'name'],
      ['body', 'mode'],
      ['body', 'expires_at'],
    ]),
  );
  const answer = await ask(`${rootOf(demo.env.TOLLGATE_BASE_URL)}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{"email": ',
  });
  expect([answer.statusCode, JSON.parse(answer.body)]).toEqual([
    422,
    { detail: [expect.objectContaining({ loc: ['body'], type: 'json_invalid' })] },
  ]);
});

describe('the context of an embeddings model', () => {
  const MODEL = 'demo/demo-embed';
  const words = (count: number): string => 'word '.repeat(count);
  const embed = (input: unknown): Promise<Answer<Reply>> =>
    demo.v1<Reply>('/embeddings', { model: MODEL, input });
  const movements = async (): Promise<unknown> =>
    (await demo.user('GET', '/credits/transactions')).body;
  let context: number;
  beforeAll(async () => {
    const { body } = await demo.v1<Models>('/models');
    context = body.data.find(({ id }) => id === MODEL)?.request_contract.limits.context_tokens ?? 0;
    expect(context).toBeGreaterThan(0);
  });

  test('holds for each input by itself, before anything is held', async () => {
    const before = await movements();
    await demo.clearInvoice();
    const long = words(2 * context);
    for (const input of [long, ['short', long]]) {
      const { status, body } = await embed(input);
      expect([status, body.error?.code, body.error?.param]).toEqual([
        400,
        'context_length_exceeded',
        'input',
      ]);
    }
    expect((await embed(['short', long])).body.error?.message).toContain('input 1 ');
    expect(await movements()).toEqual(before);
    expect(await demo.invoice()).toEqual([]);
  });

  test('takes inputs that fit, more of them than fit into one', async () => {
    const half = words(Math.floor(context / 2));
    expect((await embed([half, half, half])).status).toBe(200);
  });

  test('may bound all inputs together as well', async () => {
    const { body: models } = await demo.platform<{ id: string; public_id: string }[]>(
      'GET',
      '/models?provider=demo',
    );
    const id = models.find(({ public_id: name }) => name === MODEL)?.id ?? '';
    const limits = { context_tokens: context, inputs: 96, total_tokens: 300 };
    const approved = await demo.platform('POST', `/models/${id}/approval`, { limits });
    expect(approved).toMatchObject({ status: 200 });
    const half = words(200);
    await eventually(async () => (await embed([half, half])).status === 400);
    const { body } = await embed([half, half]);
    expect(body.error).toMatchObject({ code: 'context_length_exceeded', param: 'input' });
    expect(body.error?.message).toContain('Send them in several requests.');
    expect((await embed([half])).status).toBe(200);
  });
});

import { storeIdOf } from '../fake-provider/openai/vector-stores.ts';
import { randomUUID } from 'node:crypto';
import type { AsyncOperation } from '@tollgate/contract/async';
import { aSharedDemo } from '../support/shared-demo.ts';
import type { Answer, Demo } from '../support/demo.ts';
import { DOT } from '../support/dot.ts';
import { eventually } from '../support/eventually.ts';
import { WAV_URL } from '../support/a-wav.ts';
import { HEARERS, JUDGES, PICTURES, RANKS, VOICES, setUpFamily } from '../support/family-set-up.ts';

const START_MS = 240_000;
const FLUX = 'pictures/flux-1-dev';
const QWEN = 'pictures/qwen-image-edit';
const JUDGE = 'mistral/mistral-moderation-latest';
const BGE = 'ranks/bge-reranker-v2-m3';
const KOKORO = 'voices/kokoro-82m';
const LARGE = 'groq/whisper-large-v3';

interface Reply extends Partial<AsyncOperation> {
  error?: { code: string };
}
type Headers = Record<string, string>;

let demo: Demo;
let nobody: Headers;
let suspended: Headers;
let limited: Headers;

beforeAll(async () => {
  demo = await aSharedDemo();
  await setUpFamily(demo, { ...PICTURES, models: [FLUX, QWEN] });
  await setUpFamily(demo, { ...RANKS, models: [BGE] });
  await setUpFamily(demo, { ...JUDGES, models: [JUDGE] });
  await setUpFamily(demo, { ...VOICES, models: [KOKORO] });
  await setUpFamily(demo, { ...HEARERS, models: [LARGE] });
  nobody = { authorization: 'Bearer nobody' };
  const out = await aKey({});
  suspended = headersOf(out);
  limited = headersOf(await aKey({ limits: { requests_per_minute: 1 } }));
  await demo.user('POST', `/keys/${out.id}/suspend`);
  await eventually(async () => (await demo.v1('/models', undefined, suspended)).status === 403);
}, START_MS);
afterAll(() => demo?.stack.drop(), START_MS);

async function aKey(policy: object): Promise<{ id: string; secret: string }> {
  const made = await demo.user<{ id: string; secret: string }>('POST', '/keys', {
    name: randomUUID(),
    ...policy,
  });
  expect(made.status).toBe(201);
  return made.body;
}
const headersOf = ({ secret }: { secret: string }): Headers => ({
  authorization: `Bearer ${secret}`,
});

/** A page of request records. */
interface RequestPage {
  data: { model_requested: string | null }[];
}

/** What each paid route takes, around one text. */
const BODIES: Record<string, (text: string) => object> = {
  '/chat/completions': (text) => ({
    model: demo.env.TOLLGATE_MODEL,
    messages: [{ role: 'user', content: text }],
    max_tokens: 10,
  }),
  '/responses': (text) => ({ model: demo.env.TOLLGATE_MODEL, input: text, max_output_tokens: 10 }),
  '/messages': (text) => ({
    model: demo.env.TOLLGATE_MODEL,
    messages: [{ role: 'user', content: text }],
    max_tokens: 10,
  }),
  '/embeddings': (text) => ({ model: 'demo/demo-embed', input: text }),
  '/images/generations': (text) => ({ model: FLUX, prompt: text }),
  '/images/edits': (text) => ({ model: QWEN, prompt: text, images: [{ image_url: DOT }] }),
  '/moderations': (text) => ({ model: JUDGE, input: text }),
  '/rerank': (text) => ({ model: BGE, query: text, documents: ['a'] }),
  '/audio/speech': (text) => ({ model: KOKORO, input: text, voice: 'x' }),
  '/audio/transcriptions': (text) => ({ model: LARGE, prompt: text, file: WAV_URL }),
  '/audio/translations': (text) => ({ model: LARGE, prompt: text, file: WAV_URL }),
};
/** Routes whose answers may be fetched later. */
const DEFERRED = ['/chat/completions', '/responses'];
const PREFER = { prefer: 'respond-async' };

const codeOf = ({ status, body }: Answer<Reply>) => [status, body.error?.code];

describe.each(Object.keys(BODIES))('POST /v1%s', (path) => {
  const send = (headers: Headers = {}, change: object = {}, text = 'Hi.') =>
    demo.v1<Reply>(path, { ...BODIES[path]?.(text), ...change }, headers);

  test('answers 200', async () => {
    expect((await send()).status).toBe(200);
  });

  if (DEFERRED.includes(path)) {
    test('answers 202', async () => {
      const { status, body } = await send(PREFER);
      expect([status, body.object]).toEqual([202, 'async_operation']);
    });
  }

  test('answers 400', async () => {
    expect(codeOf(await send({}, { model: 7 }))).toEqual([400, 'invalid_request']);
  });

  test('answers 401', async () => {
    expect(codeOf(await send(nobody))).toEqual([401, 'invalid_api_key']);
  });

  test('answers 402', async () => {
    const dear = { 'x-svc-max-credits': '0.000000001' };
    expect(codeOf(await send(dear))).toEqual([402, 'max_credits_exceeded']);
  });

  test('answers 403', async () => {
    expect(codeOf(await send(suspended))).toEqual([403, 'key_suspended']);
  });

  test('answers 404', async () => {
    expect(codeOf(await send({}, { model: 'demo/none' }))).toEqual([404, 'routing_error']);
  });

  test('answers 409', async () => {
    const once = { 'idempotency-key': randomUUID() };
    expect((await send(once)).status).toBe(200);
    const other = await send(once, {}, 'Something else.');
    expect(codeOf(other)).toEqual([409, 'idempotency_key_mismatch']);
  });

  test('answers 429', async () => {
    await send(limited);
    const again = await send(limited);
    expect(codeOf(again)).toEqual([429, 'rate_limit_exceeded']);
    expect(Number(again.headers['retry-after'])).toBeGreaterThan(0);
  });
});

describe('POST /v1/messages/count_tokens', () => {
  const count = (headers: Headers = {}, change: object = {}) =>
    demo.v1<Reply>(
      '/messages/count_tokens',
      {
        model: demo.env.TOLLGATE_MODEL,
        messages: [{ role: 'user', content: 'Hi.' }],
        ...change,
      },
      headers,
    );

  test('answers 200', async () => expect((await count()).status).toBe(200));
  test('answers 400', async () =>
    expect(codeOf(await count({}, { model: 7 }))).toEqual([400, 'invalid_request']));
  test('answers 401', async () =>
    expect(codeOf(await count(nobody))).toEqual([401, 'invalid_api_key']));
  test('answers 403', async () =>
    expect(codeOf(await count(suspended))).toEqual([403, 'key_suspended']));
  test('answers 404', async () =>
    expect(codeOf(await count({}, { model: 'demo/none' }))).toEqual([404, 'routing_error']));
});

describe('POST /v1/chat/completions/quote', () => {
  const quote = (headers: Headers = {}, change: object = {}) => {
    const body = { ...BODIES['/chat/completions']?.('Hi.'), ...change };
    return demo.v1<Reply>('/chat/completions/quote', body, headers);
  };

  test('answers 200', async () => expect((await quote()).status).toBe(200));
  test('answers 400', async () =>
    expect(codeOf(await quote({}, { model: 7 }))).toEqual([400, 'invalid_request']));
  test('answers 401', async () =>
    expect(codeOf(await quote(nobody))).toEqual([401, 'invalid_api_key']));
  test('answers 403', async () =>
    expect(codeOf(await quote(suspended))).toEqual([403, 'key_suspended']));
  test('answers 404', async () =>
    expect(codeOf(await quote({}, { model: 'demo/none' }))).toEqual([404, 'routing_error']));
});

describe('GET /v1/models', () => {
  const list = (headers?: Headers) => demo.v1<Reply>('/models', undefined, headers);

  test('answers 200', async () => expect((await list()).status).toBe(200));
  test('answers 400', async () =>
    expect(codeOf(await demo.v1<Reply>('/models?limit=0'))).toEqual([400, 'invalid_request']));
  test('answers 401', async () =>
    expect(codeOf(await list(nobody))).toEqual([401, 'invalid_api_key']));
  test('answers 403', async () =>
    expect(codeOf(await list(suspended))).toEqual([403, 'key_suspended']));
});

describe('GET /v1/models/{model}', () => {
  const get = (id: string, headers?: Headers) =>
    demo.v1<Reply>(`/models/${id}`, undefined, headers);
  const id = 'demo/demo-embed';

  test('answers 200', async () => expect((await get(id)).status).toBe(200));
  test('answers 401', async () =>
    expect(codeOf(await get(id, nobody))).toEqual([401, 'invalid_api_key']));
  test('answers 403', async () =>
    expect(codeOf(await get(id, suspended))).toEqual([403, 'key_suspended']));
  test('answers 404', async () =>
    expect(codeOf(await get('demo/none'))).toEqual([404, 'routing_error']));
});

describe('GET /v1/vector_stores', () => {
  const list = (headers?: Headers, path = '/vector_stores') =>
    demo.v1<Reply>(path, undefined, headers);

  test('answers 200', async () => expect((await list()).status).toBe(200));
  test('answers 400', async () =>
    expect(codeOf(await list({}, '/vector_stores?after=x'))).toEqual([400, 'invalid_request']));
  test('answers 401', async () =>
    expect(codeOf(await list(nobody))).toEqual([401, 'invalid_api_key']));
  test('answers 403', async () =>
    expect(codeOf(await list(suspended))).toEqual([403, 'key_suspended']));
});

describe('GET /v1/vector_stores/{vector_store_id}', () => {
  const get = (headers?: Headers) => demo.v1<Reply>(`/vector_stores/${id}`, undefined, headers);
  let id = 'vs_none';

  test('answers 401', async () =>
    expect(codeOf(await get(nobody))).toEqual([401, 'invalid_api_key']));
  test('answers 403', async () =>
    expect(codeOf(await get(suspended))).toEqual([403, 'key_suspended']));
  test('answers 404', async () => expect(codeOf(await get())).toEqual([404, 'not_found']));
  test('answers 200', async () => {
    const credential = await demo.platform<{ id: string }>('POST', '/provider-credentials', {
      family: 'openai',
      name: 'stores',
      base_url: `${demo.stack.urls['provider']}/openai/v1`,
      credential: { api_key: 'openai-key' },
    });
    const made = await demo.platform<{ id: string }>('POST', '/vector-stores', {
      name: 'Handbook',
      credential_id: credential.body.id,
      upstream_id: storeIdOf('openai-key', 'mine'),
      user_id: null,
    });
    ({ id } = made.body);
    await eventually(async () => (await get()).status === 200);
  });
});

describe('GET /v1/async/{op_id}', () => {
  const poll = (id: string, headers?: Headers) =>
    demo.v1<Reply>(`/async/${id}`, undefined, headers);
  let id: string;

  beforeAll(async () => {
    const slow = BODIES['/chat/completions']?.('[[provider: delay=3000]] slow');
    id = (await demo.v1<Reply>('/chat/completions', slow, PREFER)).body.id ?? '';
  });

  test('answers 202', async () => expect((await poll(id)).status).toBe(202));
  test('answers 401', async () =>
    expect(codeOf(await poll(id, nobody))).toEqual([401, 'invalid_api_key']));
  test('answers 403', async () =>
    expect(codeOf(await poll(id, suspended))).toEqual([403, 'key_suspended']));
  test('answers 404', async () => expect((await poll('op_none')).status).toBe(404));
  test('answers 200', async () => {
    await eventually(async () => (await poll(id)).status === 200);
  });
});

test.each(Object.keys(BODIES))('the record of a refused body of %s has its model', async (path) => {
  const id = randomUUID();
  const body = { ...BODIES[path]?.('hello'), temperature: 'hot', input: { not: 'an input' } };
  const refused = await demo.v1(path, body, { 'x-request-id': id });
  expect(refused.status).toBe(400);
  await eventually(async () => {
    const page = await demo.user<RequestPage>('GET', `/requests?request_id=${id}`);
    return page.body.data[0]?.model_requested === (body as { model?: string }).model;
  });
});

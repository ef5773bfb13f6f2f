import { aSharedDemo } from '../support/shared-demo.ts';
import type { Answer, Demo } from '../support/demo.ts';
import { eventually } from '../support/eventually.ts';

const START_MS = 240_000;
const REASONER = 'demo/demo-reasoner';

interface Reply {
  error?: { code: string; param?: string };
  usage?: { completion_tokens_details?: { reasoning_tokens: number } };
}
interface Listed {
  data: { id: string; managed_output_ceiling?: number; hard_output_ceiling?: number }[];
}
interface Key {
  id: string;
  secret: string;
}

let demo: Demo;
let userId: string;
beforeAll(async () => {
  demo = await aSharedDemo();
  userId = (await demo.user<{ id: string }>('GET', '/me')).body.id;
}, START_MS);
afterAll(() => demo?.stack.drop(), START_MS);

async function aKey(policy: object): Promise<Key> {
  const made = await demo.user<Key>('POST', '/keys', { name: 'k', ...policy });
  expect(made.status).toBe(201);
  return made.body;
}

const headersOf = ({ secret }: Key) => ({ authorization: `Bearer ${secret}` });
const ask = (key: Key, model: string, more: object = {}): Promise<Answer<Reply>> =>
  demo.v1(
    '/chat/completions',
    { model, messages: [{ role: 'user', content: 'Hi' }], ...more },
    headersOf(key),
  );
const list = async (key: Key): Promise<Listed['data']> =>
  (await demo.v1<Listed>('/models', undefined, headersOf(key))).body.data;

const reasoning = ({ body }: Answer<Reply>): number =>
  body.usage?.completion_tokens_details?.reasoning_tokens ?? 0;
const policyOf = ({ headers }: Answer) => [
  headers['x-svc-output-policy'],
  headers['x-svc-effective-max-tokens'],
];

describe('the default effort of a key', () => {
  test('C24: holds where a request says nothing and the model takes it', async () => {
    const [low, high] = await Promise.all([
      aKey({ default_reasoning_effort: 'low' }),
      aKey({ default_reasoning_effort: 'high' }),
    ]);
    const little = reasoning(await ask(low, REASONER));
    const much = reasoning(await ask(high, REASONER));
    expect(much).toBeGreaterThan(little);
    expect(little).toBe(reasoning(await ask(high, REASONER, { reasoning_effort: 'low' })));
    expect((await ask(high, 'demo/demo-small')).status).toBe(200);
  });

  test('is changed by its owner and taken away again', async () => {
    const key = await aKey({});
    const usual = reasoning(await ask(key, REASONER));
    const change = async (default_reasoning_effort: string | null): Promise<void> => {
      const changed = await demo.user('PATCH', `/keys/${key.id}`, { default_reasoning_effort });
      expect(changed.status).toBe(200);
    };
    await change('high');
    await eventually(async () => reasoning(await ask(key, REASONER)) > usual);
    await change(null);
    await eventually(async () => reasoning(await ask(key, REASONER)) === usual);
  });
});

describe('the managed ceiling of output', () => {
  test('is the key’s, else the user’s, else the service’s; an explicit one goes before them', async () => {
    const plain = await aKey({});
    const narrow = await aKey({ max_output_tokens: 1_000 });
    const path = `/users/${userId}`;
    expect(policyOf(await ask(plain, 'demo/demo-small'))).toEqual(['managed', '16384']);
    await demo.platform('PATCH', path, { max_output_tokens: 4_096 });
    await eventually(async () => policyOf(await ask(plain, 'demo/demo-small'))[1] === '4096');
    expect(policyOf(await ask(narrow, 'demo/demo-small'))).toEqual(['managed', '1000']);
    const asked = { max_tokens: 5_000 };
    expect(policyOf(await ask(narrow, 'demo/demo-small', asked))).toEqual(['explicit', '5000']);
    const wide = { max_tokens: 9_999_999 };
    expect(policyOf(await ask(narrow, 'demo/demo-small', wide))).toEqual(['explicit', '16384']);
    const ceilings = (models: Listed['data']) => {
      const model = models.find(({ id }) => id === 'demo/demo-small');
      return [model?.managed_output_ceiling, model?.hard_output_ceiling];
    };
    expect(ceilings(await list(plain))).toEqual([4_096, 16_384]);
    expect(ceilings(await list(narrow))).toEqual([1_000, 16_384]);
    await demo.platform('PATCH', path, { max_output_tokens: null });
    await eventually(async () => policyOf(await ask(plain, 'demo/demo-small'))[1] === '16384');
  });
});

describe('which models a key may name', () => {
  const refused = { code: 'routing_error', param: 'model' };

  test('a key with an allow-list sees and calls these alone, an alias included', async () => {
    const models = await demo.user<{ id: string; model: string }[]>('GET', '/models');
    const target = models.body.find(({ model }) => model === 'demo/demo-small')?.id ?? '';
    const targets = [{ model_id: target }];
    await demo.platform('POST', '/aliases', { name: 'quick', strategy: 'ordered', targets });
    const key = await aKey({ models: ['demo/demo-large', 'quick'] });
    await eventually(async () => (await ask(key, 'quick')).status === 200);
    expect((await list(key)).map(({ id }) => id)).toEqual(['demo/demo-large', 'quick']);
    expect((await ask(key, 'demo/demo-large')).status).toBe(200);
    const other = await ask(key, 'demo/demo-small');
    expect(other.status).toBe(404);
    expect(other.body.error).toMatchObject(refused);
  });

  test('a test key calls nothing that costs, a live key nothing of the sandbox', async () => {
    const test = await aKey({ mode: 'test' });
    const live = await aKey({ mode: 'live' });
    await demo.clearInvoice();
    const crossed = [
      await ask(test, 'demo/demo-small'),
      await ask(test, 'quick'),
      await ask(live, 'sandbox/echo'),
    ];
    for (const answer of crossed) {
      expect(answer.status).toBe(404);
      expect(answer.body.error).toMatchObject(refused);
    }
    expect((await ask(test, 'sandbox/echo')).status).toBe(200);
    expect(await demo.invoice()).toEqual([]);
  });

  test('an allow-list lends a key nothing of the other mode', async () => {
    const names = ['demo/demo-small', 'sandbox/echo'];
    const crossed = await demo.user<{ detail: { loc: unknown[] }[] }>('POST', '/keys', {
      name: 'k',
      mode: 'test',
      models: names,
    });
    expect(crossed.status).toBe(422);
    expect(crossed.body.detail.map(({ loc }) => loc)).toEqual([['body', 'models', 0]]);
    const live = await aKey({ mode: 'live', models: names });
    expect((await list(live)).map(({ id }) => id)).toEqual(['demo/demo-small']);
    expect((await ask(live, 'sandbox/echo')).status).toBe(404);
  });
});

test('a key that an administrator made carries the same policy', async () => {
  const policy = { max_output_tokens: 77, default_reasoning_effort: 'low', models: [REASONER] };
  const made = await demo.platform<Key>('POST', `/users/${userId}/keys`, { name: 'k', ...policy });
  expect(made.body).toMatchObject(policy);
  const answer = await ask(made.body, REASONER);
  expect(answer.status).toBe(200);
  expect(policyOf(answer)).toEqual(['managed', '77']);
  expect((await ask(made.body, 'demo/demo-small')).status).toBe(404);
});

describe('the hard ceiling of output', () => {
  test('clamps what is asked for, is listed, and an owner may only lower it', async () => {
    const model = 'demo/demo-small';
    const key = await aKey({ limits: { output_tokens_per_request: 60 } });
    expect(policyOf(await ask(key, model))).toEqual(['managed', '60']);
    expect(policyOf(await ask(key, model, { max_tokens: 200 }))).toEqual(['explicit', '60']);
    expect(policyOf(await ask(key, model, { max_tokens: 20 }))).toEqual(['explicit', '20']);
    const listed = (await list(key)).find(({ id }) => id === model);
    expect(listed).toMatchObject({ managed_output_ceiling: 60, hard_output_ceiling: 60 });
    const path = `/users/${userId}/keys/${key.id}/limits`;
    expect((await demo.platform('PUT', path, { output_tokens_per_request: 40 })).status).toBe(200);
    await eventually(async () => policyOf(await ask(key, model))[1] === '40');
    const wider = await demo.user('PATCH', `/keys/${key.id}`, {
      limits: { output_tokens_per_request: 41 },
    });
    expect(wider.status).toBe(422);
  });
});

describe('a key that has called before', () => {
  const MODEL = 'demo/demo-small';
  /** What a call has to hold, as a refusal under a ceiling of next to nothing tells. */
  const held = async (key: Key): Promise<unknown> => {
    const body = { model: MODEL, max_tokens: 16, messages: [{ role: 'user', content: 'Hi' }] };
    const ceiling = { ...headersOf(key), 'x-svc-max-credits': '0.000000001' };
    const answer = await demo.v1<{ error: { required: string } }>(
      '/chat/completions',
      body,
      ceiling,
    );
    return answer.body.error.required;
  };

  test('pays an uplift that came since, and not one that is gone', async () => {
    const key = await aKey({});
    const before = await held(key);
    const path = `/users/${userId}/pricing-uplift`;
    const raised = await demo.platform('PUT', path, { uplift_bp: 10_000 });
    expect(raised.status).toBe(200);
    await eventually(async () => Number(await held(key)) > 1.9 * Number(before));
    await demo.platform('PUT', path, { uplift_bp: 0 });
    await eventually(async () => (await held(key)) === before);
  });

  test('is held to a limit that it has got since, and is refused once it is suspended', async () => {
    const key = await aKey({});
    expect((await ask(key, MODEL)).status).toBe(200);
    const limits = { requests_per_minute: 1 };
    expect((await demo.user('PATCH', `/keys/${key.id}`, { limits })).status).toBe(200);
    await eventually(async () => (await ask(key, MODEL)).status === 429);
    const free = { requests_per_minute: null };
    expect((await demo.user('PATCH', `/keys/${key.id}`, { limits: free })).status).toBe(200);
    await eventually(async () => (await ask(key, MODEL)).status === 200);
    expect((await demo.user('POST', `/keys/${key.id}/suspend`)).status).toBe(200);
    await eventually(async () => (await ask(key, MODEL)).body.error?.code === 'key_suspended');
  });
});

import { randomUUID } from 'node:crypto';
import OpenAI from 'openai';
import { VECTOR_STORES_OF_CALL_MAX } from '@tollgate/contract/openai-tools';
import { FILE_CITATION, FOUND, storeIdOf } from '../fake-provider/openai/vector-stores.ts';
import { anotherKey } from '../support/another-key.ts';
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
const KEY = OPENAI.credential['api_key'] ?? '';
const OTHER_KEY = 'key-of-another-account';
/** Nano-credits of a token of input or output here, and of a search. */
const TOKENS = { input: 9_000, output: 20 };
const TOKENS_NANO = BigInt(TOKENS.input) * 1_000n + BigInt(TOKENS.output) * 4_000n;
const SEARCH_NANO = 2_500_000n;
const PRICES = { file_search: '0.0025' };
/** The name of a store that is deleted once it is given. */
const GONE = `gone-${randomUUID()}`;

let demo: Demo;
let scene: ToolScene;
let credentialId: string;
let otherCredentialId: string;
let strangerKey: string;
/** Stores of the demo's user, of all users, of a stranger, and of the user elsewhere. */
let ids: Record<'own' | 'shared' | 'foreign' | 'elsewhere' | 'gone', string>;

interface Reply {
  error: { code: string; param: string | null; message: string };
}

const userIdOf = async (email: string): Promise<string> => {
  const { body } = await demo.platform<{ id: string; email: string }[]>(
    'GET',
    `/users?search=${encodeURIComponent(email)}`,
  );
  const user = body.find((one) => one.email === email);
  if (user === undefined) throw new Error(`${email} is not there`);
  return user.id;
};

const bind = async (name: string, userId: string | null, at = credentialId): Promise<string> => {
  const key = at === credentialId ? KEY : OTHER_KEY;
  const { status, body } = await demo.platform<{ id: string }>('POST', '/vector-stores', {
    name,
    credential_id: at,
    upstream_id: storeIdOf(key, name),
    user_id: userId,
  });
  if (status !== 201) throw new Error(JSON.stringify(body));
  return body.id;
};

test.each([
  ['of another account', storeIdOf(OTHER_KEY, 'own'), 422],
  ['that has expired', storeIdOf(KEY, 'expired'), 422],
  ['of no form', 'store-1', 422],
])('a store %s is not given', async (_what, upstreamId, expected) => {
  const { status, body } = await demo.platform('POST', '/vector-stores', {
    name: 'x',
    credential_id: credentialId,
    upstream_id: upstreamId,
    user_id: null,
  });
  expect([status, JSON.stringify(body)]).toEqual([
    expected,
    expect.stringContaining('upstream_id'),
  ]);
});

beforeAll(async () => {
  demo = await aSharedDemo();
  scene = toolScene(demo);
  credentialId = await setUpFamily(demo, { ...OPENAI, models: [GPT] });
  const other = await demo.platform<{ id: string }>('POST', '/provider-credentials', {
    family: 'openai',
    name: 'Another account',
    base_url: `${demo.stack.urls['provider']}${OPENAI.path}`,
    credential: { api_key: OTHER_KEY },
  });
  otherCredentialId = other.body.id;
  strangerKey = await anotherKey(demo, 'stranger');
  const me = await userIdOf(demo.env.TOLLGATE_USER_EMAIL);
  ids = {
    own: await bind('own', me),
    shared: await bind('shared', null),
    foreign: await bind('foreign', await userIdOf('stranger@tollgate.example')),
    elsewhere: await bind('elsewhere', me, otherCredentialId),
    gone: await bind(GONE, me),
  };
  const account = { apiKey: KEY, baseURL: `${demo.stack.urls['provider']}${OPENAI.path}` };
  await new OpenAI(account).vectorStores.delete(storeIdOf(KEY, GONE));
  await eventually(async () => (await listed()).length === 4);
}, START_MS);
afterAll(() => demo?.stack.drop(), START_MS);
beforeEach(() => demo.clearInvoice());

const listed = async (headers = {}): Promise<string[]> => {
  const { body } = await demo.v1<{ data: { id: string }[] }>('/vector_stores', undefined, headers);
  return body.data.map(({ id }) => id);
};
const searching = (...stores: string[]) => ({
  type: 'file_search' as const,
  vector_store_ids: stores,
});
const said = (runs: string): string =>
  `[[provider: tokens input=${TOKENS.input} output=${TOKENS.output} reasoning=0; ${runs}]] Look it up`;
const respond = (text: string, more: object = {}): Promise<Answer<Reply>> =>
  demo.v1<Reply>('/responses', { model: GPT, input: text, max_output_tokens: 200, ...more });
const refusalOf = ({ status, body }: Answer<Reply>): unknown[] => [
  status,
  body.error.code,
  body.error.param,
];

test('a search of files is refused by its tool until it has a price', async () => {
  const tools = [searching(ids.own)];
  expect(refusalOf(await respond('x', { tools }))).toEqual([
    400,
    'unsupported_parameter',
    'tools[0].type',
  ]);
  expect(await scene.price(GPT, PRICES)).toBe(201);
  await eventually(async () => (await scene.listed(GPT))?.pricing.file_search === '0.0025');
  expect((await scene.listed(GPT))?.request_contract.parameters['file_search']).toEqual({
    supported: true,
    values: ['responses'],
  });
});

describe.each([false, true])('streamed: %s', (stream) => {
  test('each search is charged, and no id of the provider comes back', async () => {
    const before = await scene.consumed();
    const filters = {
      type: 'and',
      filters: [
        { type: 'gte', key: 'year', value: 2026 },
        { type: 'in', key: 'kind', value: ['a', 'b'] },
      ],
    };
    const options = {
      max_num_results: 3,
      filters,
      ranking_options: { ranker: 'auto', score_threshold: 0.5 },
    };
    const answer = await respond(said('files=9'), {
      stream,
      tools: [{ ...searching(ids.own, ids.shared), ...options }],
      include: ['file_search_call.results'],
      max_tool_calls: 2,
    });
    expect([answer.status, answer.headers['x-svc-ignored']]).toEqual([200, undefined]);
    expect((await scene.consumed()) - before).toBe(TOKENS_NANO + 2n * SEARCH_NANO);
    expect(await scene.runsOf(answer, PRICES)).toEqual({ file_search: 2 });
    const body = await scene.sent();
    expect(body?.['tools']).toEqual([
      { ...searching(storeIdOf(KEY, 'own'), storeIdOf(KEY, 'shared')), ...options },
    ]);
    expect(body?.['max_tool_calls']).toBe(2);
    const shown = JSON.stringify(answer.body);
    expect(shown).toContain(FOUND.text);
    expect(shown + JSON.stringify(await scene.recordOf(answer))).not.toMatch(/vs_[0-9a-f]{32}/u);
  });
});

test('R20: ids of others, of the provider, of nobody and of a test key are not found, alike', async () => {
  const before = await scene.consumed();
  const unknown = `vs_${'0'.repeat(26)}`;
  const wrong = [ids.foreign, storeIdOf(KEY, 'own'), storeIdOf(KEY, 'foreign'), unknown, 'x'];
  const answers = await Promise.all(
    wrong.map((id) => respond('x', { tools: [searching(ids.own, id)] })),
  );
  for (const answer of answers) {
    expect(refusalOf(answer)).toEqual([404, 'not_found', 'tools[0].vector_store_ids[1]']);
    expect(answer.body.error.message).toBe(answers[0]?.body.error.message);
  }
  const got = await Promise.all(wrong.map((id) => demo.v1<Reply>(`/vector_stores/${id}`)));
  expect(got.map(({ status }) => status)).toEqual(wrong.map(() => 404));
  const theirs = await demo.v1<Reply>(
    '/responses',
    { model: GPT, input: 'x', tools: [searching(ids.own)] },
    { Authorization: `Bearer ${strangerKey}` },
  );
  expect(refusalOf(theirs)).toEqual([404, 'not_found', 'tools[0].vector_store_ids[0]']);
  const ofTestKey = { Authorization: `Bearer ${demo.env.TOLLGATE_TEST_KEY}` };
  expect(await listed(ofTestKey)).toEqual([]);
  expect(await demo.invoice()).toEqual([]);
  expect(await scene.consumed()).toBe(before);
});

test('R20: thousands of ids, and stores of two accounts, are refused before anything is held', async () => {
  const many = Array.from({ length: 10_000 }, () => ids.own);
  const cases: [object, number, string][] = [
    [searching(...many), 400, 'tools[0].vector_store_ids'],
    [searching(), 400, 'tools[0].vector_store_ids'],
    [searching(ids.own, ids.elsewhere), 400, 'tools[0].vector_store_ids'],
    [{ ...searching(ids.own), max_num_results: 51 }, 400, 'tools[0].max_num_results'],
    [{ ...searching(ids.own), filters: { type: 'like' } }, 400, 'tools[0].filters'],
    [{ ...searching(ids.own), allowed_callers: ['programmatic'] }, 400, 'tools[0].allowed_callers'],
  ];
  for (const [tool, status, param] of cases) {
    const answer = await respond('x', { tools: [tool] });
    expect([answer.status, answer.body.error.param?.startsWith(param)]).toEqual([status, true]);
  }
  const twice = await respond('x', { tools: [searching(ids.own), searching(ids.shared)] });
  expect(refusalOf(twice)).toEqual([400, 'unsupported_parameter', 'tools[1].type']);
  const small = await demo.v1<Reply>('/responses', {
    model: 'demo/demo-small',
    input: 'x',
    tools: [searching(ids.own)],
  });
  expect(refusalOf(small)).toEqual([400, 'unsupported_parameter', 'tools[0].type']);
  expect(VECTOR_STORES_OF_CALL_MAX).toBeLessThan(many.length);
  expect(await demo.invoice()).toEqual([]);
});

test('only the credential whose account has the store is asked', async () => {
  for (const [id, key] of [
    [ids.own, KEY],
    [ids.elsewhere, OTHER_KEY],
  ] as const) {
    await demo.clearInvoice();
    const answers = await Promise.all(
      Array.from({ length: 4 }, () => respond(said('files=1'), { tools: [searching(id)] })),
    );
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    const used = (await demo.invoice()).map(({ credential }) => credential);
    expect(new Set(used)).toEqual(new Set([key.slice(-4)]));
  }
  const status = (to: string) =>
    demo.platform('PATCH', `/provider-credentials/${otherCredentialId}`, { status: to });
  await status('disabled');
  const tools = [searching(ids.elsewhere)];
  await eventually(async () => (await respond('x', { tools })).status === 503);
  expect((await respond(said('files=1'), { tools: [searching(ids.own)] })).status).toBe(200);
  await status('active');
  await eventually(async () => (await respond(said('files=1'), { tools })).status === 200);
});

test('R20: a store that the provider has deleted names no id, and stops nobody else', async () => {
  const answers = await Promise.all(
    Array.from({ length: 6 }, () => respond('x', { tools: [searching(ids.gone)] })),
  );
  for (const answer of answers) {
    expect(refusalOf(answer).slice(0, 2)).toEqual([400, 'upstream_rejected']);
    expect(JSON.stringify(answer.body)).not.toContain('vs_');
  }
  expect((await respond(said('files=1'), { tools: [searching(ids.own)] })).status).toBe(200);
});

test('R20: a store that is taken away while a response runs ends no response, but the next', async () => {
  const me = await userIdOf(demo.env.TOLLGATE_USER_EMAIL);
  const id = await bind('short', me);
  await eventually(async () => (await demo.v1(`/vector_stores/${id}`)).status === 200);
  const input = '[[provider: files=1; chunks=15; chunk-delay=30]] Look it up';
  const body = { model: GPT, stream: true, max_output_tokens: 200, tools: [searching(id)], input };
  const call = openCall(demo, body, {}, '/responses');
  await eventually(() => Promise.resolve(call.text().includes('output_text.delta')));
  expect((await demo.platform('DELETE', `/vector-stores/${id}`)).status).toBe(204);
  await call.ended;
  expect(call.text()).toContain('response.completed');
  await eventually(async () => (await demo.v1(`/vector_stores/${id}`)).status === 404);
  expect(refusalOf(await respond('x', { tools: [searching(id)] }))).toEqual([
    404,
    'not_found',
    'tools[0].vector_store_ids[0]',
  ]);
  expect((await demo.platform('DELETE', `/vector-stores/${id}`)).status).toBe(204);
});

test('R21: searches are held by full contexts, never more believed, and paid after a hang-up', async () => {
  const many = await respond(said('files=1 reported=9'), {
    tools: [searching(ids.own)],
    max_tool_calls: 3,
  });
  expect(await scene.runsOf(many, PRICES)).toEqual({ file_search: 3 });
  expect(await scene.suspicionIn(await scene.recordOf(many))).toBe('implausible');
  const dear = await demo.v1<Reply>(
    '/responses',
    {
      model: GPT,
      input: 'x',
      max_output_tokens: 200,
      tools: [searching(ids.own)],
      max_tool_calls: 1,
    },
    { 'X-Svc-Max-Credits': '0.2' },
  );
  expect(dear.body.error.code).toBe('max_credits_exceeded');
  const before = await scene.consumed();
  const input = '[[provider: files=2; chunks=15; chunk-delay=30]] Look it up';
  const tools = [searching(ids.own)];
  const body = { model: GPT, stream: true, max_output_tokens: 200, tools, input };
  const call = openCall(demo, body, {}, '/responses');
  await eventually(() => Promise.resolve(call.text().includes('output_text.delta')));
  call.leave();
  await call.ended;
  await eventually(async () => {
    const now = await scene.credits();
    return now.reserved === 0n && now.consumed > before;
  });
  expect((await scene.consumed()) - before).toBeGreaterThanOrEqual(2n * SEARCH_NANO);
});

test("OpenAI's SDK lists stores, searches them, reads what was found, and makes none", async () => {
  const apiKey = demo.env.TOLLGATE_API_KEY;
  const client = new OpenAI({ apiKey, baseURL: demo.env.TOLLGATE_BASE_URL, maxRetries: 0 });
  const stores = await client.vectorStores.list({ order: 'asc', limit: 3 });
  expect(stores.data.map(({ id, name }) => [id, name])).toEqual([
    [ids.own, 'own'],
    [ids.shared, 'shared'],
    [ids.elsewhere, 'elsewhere'],
  ]);
  const rest = await stores.getNextPage();
  expect(rest.data.map(({ id }) => id)).toEqual([ids.gone]);
  expect(await client.vectorStores.retrieve(ids.own)).toMatchObject({
    object: 'vector_store',
    name: 'own',
    status: 'completed',
    file_counts: null,
  });
  const refused = await client.vectorStores
    .create({ name: 'mine' })
    .catch((error: unknown) => error);
  expect(refused).toMatchObject({ status: 405, code: 'method_not_allowed' });
  expect(String(refused)).toContain('Administrators');
  const asked: OpenAI.Responses.ResponseCreateParamsNonStreaming = {
    model: GPT,
    tools: [searching(ids.own)],
    include: ['file_search_call.results'],
    max_output_tokens: 200,
    input: said('files=2; reasoning=3'),
  };
  const whole = await client.responses.create(asked);
  const stream = client.responses.stream({ ...asked, stream: true });
  const types = new Set<string>();
  stream.on('event', ({ type }) => types.add(type));
  const streamed = await stream.finalResponse();
  for (const name of ['in_progress', 'searching', 'completed']) {
    expect(types).toContain(`response.file_search_call.${name}`);
  }
  const { vector_store_id: _theirs, ...found } = FOUND;
  for (const { output } of [whole, streamed]) {
    const calls = output.filter(({ type }) => type === 'file_search_call');
    expect(calls).toHaveLength(2);
    expect(calls[1]).toEqual({
      id: expect.stringMatching(/^fs_/u) as unknown,
      type: 'file_search_call',
      status: 'completed',
      queries: ['query 1'],
      results: [found],
    });
    expect(JSON.stringify(output)).toContain(JSON.stringify(FILE_CITATION));
    await demo.clearInvoice();
    const input = [
      { role: 'user' as const, content: 'Look it up' },
      ...output,
      { role: 'user' as const, content: 'Go on' },
    ] as OpenAI.Responses.ResponseInput;
    const next = await client.responses.create({ ...asked, input }).asResponse();
    expect(next.headers.get('x-svc-ignored')).toContain('input[');
    expect(JSON.stringify((await scene.sent())?.['input'])).not.toContain('file_search_call');
  }
});

test('users and administrators see who may search what', async () => {
  const { body: own } = await demo.user<{ id: string; shared: boolean }[]>('GET', '/vector-stores');
  expect(own.map(({ id, shared }) => [id, shared])).toEqual([
    [ids.gone, false],
    [ids.elsewhere, false],
    [ids.shared, true],
    [ids.own, false],
  ]);
  expect(JSON.stringify(own)).not.toContain(storeIdOf(KEY, 'own'));
  expect(await listed({ Authorization: `Bearer ${strangerKey}` })).toEqual([
    ids.foreign,
    ids.shared,
  ]);
  const { body: all } = await demo.platform<{ id: string; upstream_id: string }[]>(
    'GET',
    '/vector-stores',
  );
  expect(all.find(({ id }) => id === ids.own)?.upstream_id).toBe(storeIdOf(KEY, 'own'));
});

test('the ledger holds', () => expectLedgerHolds(demo));

import { HEADER } from '@tollgate/contract/headers';
import type { ModelOut } from '@tollgate/contract/models';
import type { RequestDetail } from '@tollgate/contract/request-records';
import type { RerankAnswer } from '@tollgate/contract/rerank';
import { formatCredits } from '@tollgate/money/credits';
import { encodeId } from '@tollgate/runtime/ids';
import { eventually } from '../support/eventually.ts';
import { BEDROCK, RANKS, setUpFamily } from '../support/family-set-up.ts';
import { holdsOf } from '../support/holds.ts';
import type { Holds } from '../support/holds.ts';
import { expectLedgerHolds } from '../support/ledger.ts';
import { openCall } from '../support/open-call.ts';
import { aSharedDemo } from '../support/shared-demo.ts';
import type { Answer, Demo } from '../support/demo.ts';

const START_MS = 240_000;
const BGE = 'ranks/bge-reranker-v2-m3';
const COHERE = 'cohere/rerank-v3.5';
const COHERE_5 = 'cohere/rerank-v5.0-pro';
const VOYAGE = 'voyage/rerank-2.5';
const TOGETHER = 'together/Salesforce/Llama-Rank-v1';
const AWS_COHERE = 'bedrock/cohere.rerank-v3-5:0';
const AWS_AMAZON = 'bedrock/amazon.rerank-v1:0';
const NANO = 1_000_000_000n;
/** Credits a search unit, and a million tokens, as `setUpFamily` prices. */
const UNIT_NANO = NANO / 10n;
const TOKEN_NANO = 1_000n;
const QUERY = 'where do foxes sleep';
const DOCUMENTS = ['owls hunt at night', 'foxes sleep in a den', 'foxes hunt'];
/** Longer than a document of a search unit, by any count. */
const LONG = 'fox den owl '.repeat(800);

let demo: Demo;
let holds: Holds;

beforeAll(async () => {
  demo = await aSharedDemo();
  holds = holdsOf(demo);
  await setUpFamily(demo, { ...RANKS, models: [BGE] });
  const others = [
    ['cohere', '/cohere/v2', COHERE, COHERE_5],
    ['voyage', '/voyage/v1', VOYAGE],
    ['together', '/together/v1', TOGETHER],
  ] as const;
  for (const [provider, path, ...models] of others) {
    await setUpFamily(demo, { ...RANKS, provider, path, models });
  }
  await setUpFamily(demo, { ...BEDROCK, models: [AWS_COHERE, AWS_AMAZON] });
}, START_MS);
afterAll(async () => {
  await holds?.close();
  await demo?.stack.drop();
}, START_MS);

type Refusal = { error: { code: string; param: string | null; message: string } };
const rank = (
  body: object,
  headers: Record<string, string> = {},
): Promise<Answer<RerankAnswer & Refusal>> =>
  demo.v1('/rerank', { query: QUERY, documents: DOCUMENTS, ...body }, headers);

describe('documents that are ordered by tokens', () => {
  test.each([
    ['a server of public weights', BGE],
    ['Voyage', VOYAGE],
    ['Together', TOGETHER],
    ["Cohere's fifth generation", COHERE_5],
  ])('of %s are charged by the tokens that it counts', async (_who, model) => {
    const answer = await rank({ model, top_n: 2 });
    expect([answer.status, answer.body.error]).toEqual([200, undefined]);
    expect(answer.body.results.map(({ index }) => index)).toEqual([1, 2]);
    expect(answer.body.results[0]).toEqual({ index: 1, relevance_score: 0.5 });
    expect(answer.body).toMatchObject({ object: 'list', model });
    expect(answer.body.meta).toBeUndefined();
    const hold = await holds.last();
    // A token for four characters; the query counts with each document.
    const tokens = 3 * 5 + 5 + 5 + 3;
    expect(hold).toMatchObject({
      state: 'settled',
      charged_n: BigInt(tokens) * TOKEN_NANO,
      usage: { input: tokens },
      usage_source: 'provider',
    });
    expect(hold.amount_n).toBeGreaterThanOrEqual(hold.charged_n ?? 0n);
    expect(answer.body.usage).toMatchObject({ prompt_tokens: tokens, total_tokens: tokens });
    expect(answer.headers['x-svc-charged']).toBe(formatCredits(hold.charged_n ?? 0n));
  });

  test.each([
    ['reports none', '[[provider: usage=none]]'],
    ['counts far too many', '[[provider: tokens input=900000000]]'],
  ])('are charged at their bound where the provider %s', async (_what, words) => {
    const answer = await rank({ model: BGE, query: `${QUERY} ${words}` });
    expect([answer.status, answer.body.error]).toEqual([200, undefined]);
    const hold = await holds.last();
    expect(hold).toMatchObject({ state: 'settled', usage_source: 'estimated' });
    expect(hold.charged_n).toBeLessThanOrEqual(hold.amount_n);
    expect(hold.usage?.['input']).toBeGreaterThan(28);
  });
});

describe('documents that are ordered by search units', () => {
  test.each([
    ['reported by Cohere', COHERE, 'provider'],
    ['counted for Cohere at AWS', AWS_COHERE, 'counted'],
    ['counted for Amazon', AWS_AMAZON, 'counted'],
  ])('cost a unit for up to a hundred of them: %s', async (_what, model, source) => {
    const few = await rank({ model, top_n: 1 });
    expect([few.status, few.body.error]).toEqual([200, undefined]);
    expect(few.body.results).toEqual([{ index: 1, relevance_score: 0.5 }]);
    expect(few.body.meta).toEqual({ billed_units: { search_units: 1 } });
    expect(await holds.last()).toMatchObject({
      state: 'settled',
      amount_n: UNIT_NANO,
      charged_n: UNIT_NANO,
      usage: { search_unit: 1 },
      usage_source: source,
    });
    const documents = Array.from({ length: 201 }, (_, index) => `fox number ${index}`);
    const many = await rank({ model, documents });
    expect(many.body.results).toHaveLength(201);
    expect(await holds.last()).toMatchObject({
      amount_n: 3n * UNIT_NANO,
      charged_n: 3n * UNIT_NANO,
    });
    expect(many.body.usage).toEqual({ prompt_tokens: 0, total_tokens: 0, cost: 0.3 });
  });

  test('count a long document several times, and are charged as the provider says', async () => {
    const documents = Array.from({ length: 60 }, () => LONG);
    const answer = await rank({ model: COHERE, documents });
    expect(answer.status).toBe(200);
    const { amount_n: held, charged_n: charged, usage, usage_source: source } = await holds.last();
    expect([charged, usage, source]).toEqual([3n * UNIT_NANO, { search_unit: 3 }, 'provider']);
    expect(held).toBe(4n * UNIT_NANO);
    const cut = await rank({ model: COHERE, documents, max_tokens_per_doc: 400 });
    expect(cut.status).toBe(200);
    expect((await holds.last()).amount_n).toBe(UNIT_NANO);
  });

  test.each([
    ['far too many', '[[provider: tokens output=5000]]', 1],
    ['none', '[rank: silent]', 1],
  ])('never cost more than what is on hold, whatever is reported: %s', async (_w, words, units) => {
    const answer = await rank({ model: COHERE, query: `${QUERY} ${words}` });
    expect([answer.status, answer.body.meta]).toEqual([
      200,
      { billed_units: { search_units: units } },
    ]);
    expect(await holds.last()).toMatchObject({ amount_n: UNIT_NANO, charged_n: UNIT_NANO });
  });
});

describe('a call', () => {
  test.each(['none', 'twice', 'foreign', 'unscored'])(
    'costs nothing where the results cannot be: %s',
    async (course) => {
      const answer = await rank({ model: BGE, query: `${QUERY} [rank: ${course}]` });
      expect([answer.status, answer.body.error.code]).toEqual([502, 'upstream_invalid_response']);
      expect(await holds.last()).toMatchObject({ state: 'released', charged_n: null });
    },
  );

  test('costs nothing when the provider fails, however often it is asked', async () => {
    const answer = await rank({ model: COHERE, query: '[[provider: status=500]] a fox' });
    expect(answer.status).toBe(502);
    expect(await holds.last()).toMatchObject({ state: 'released', charged_n: null });
  });

  test('has no more results than were asked for', async () => {
    const answer = await rank({ model: BGE, top_n: 1, query: `${QUERY} [rank: all]` });
    expect(answer.body.results).toHaveLength(1);
  });

  test('is charged although its caller has left: the provider works on', async () => {
    const { op_id: before } = await holds.last();
    const query = `[[provider: delay=800]] ${QUERY}`;
    const body = { model: COHERE, query, documents: DOCUMENTS };
    const call = openCall(demo, body, {}, '/rerank');
    await eventually(holds.areOpen);
    call.leave();
    const hold = await holds.last();
    expect(hold.op_id).not.toBe(before);
    expect(hold).toMatchObject({ state: 'settled', charged_n: UNIT_NANO });
  });

  test('is made once for one idempotency key', async () => {
    const key = { 'idempotency-key': 'rerank-once' };
    const first = await rank({ model: COHERE }, key);
    const { op_id: op } = await holds.last();
    const again = await rank({ model: COHERE }, key);
    expect(again.body).toEqual(first.body);
    expect(again.headers[HEADER.idempotentReplay]).toBe('true');
    expect((await holds.last()).op_id).toBe(op);
  });

  test('has a record and a receipt in search units', async () => {
    await rank({ model: COHERE });
    const id = encodeId('req', (await holds.last()).op_id);
    await eventually(async () => (await demo.user('GET', `/requests/${id}`)).status === 200);
    const { body } = await demo.user<RequestDetail>('GET', `/requests/${id}`);
    expect(body.receipt?.lines).toEqual([
      expect.objectContaining({
        dimension: 'search_unit',
        quantity: 1,
        unit_price: '0.100000000000',
      }),
    ]);
    expect(body.endpoint).toBe('POST /v1/rerank');
  });
});

describe('documents', () => {
  test('come back as they were sent, where that is wanted', async () => {
    const documents = [DOCUMENTS[0], { text: 'foxes sleep in a den' }];
    const answer = await rank({ model: COHERE, documents, return_documents: true });
    expect(answer.body.results.map(({ document }) => document)).toEqual([
      { text: 'foxes sleep in a den' },
      { text: DOCUMENTS[0] },
    ]);
  });

  test('have more fields than a text where the model compares them', async () => {
    const documents = [
      { text: 'a', title: 'owls' },
      { text: 'b', title: 'foxes sleep' },
    ];
    const fields = { documents, rank_fields: ['title', 'text'], return_documents: true };
    const answer = await rank({ model: TOGETHER, ...fields });
    expect([answer.status, answer.body.error]).toEqual([200, undefined]);
    expect(answer.body.results[0]?.document).toEqual(documents[1]);
    const refused = await rank({ model: COHERE, documents });
    expect([refused.status, refused.body.error.param]).toEqual([400, 'documents']);
  });
});

describe('a request', () => {
  test.each([
    ['query', { query: '' }, 'invalid_request'],
    ['documents', { documents: [] }, 'invalid_request'],
    ['documents', { documents: Array.from({ length: 1_001 }, () => 'x') }, 'unsupported_parameter'],
    ['top_n', { top_n: 0 }, 'invalid_request'],
    ['top_n', { top_n: '2' }, 'invalid_request'],
    ['rank_fields', { rank_fields: ['text'] }, 'unsupported_parameter'],
    ['max_tokens_per_doc', { max_tokens_per_doc: 100 }, 'unsupported_parameter'],
    ['top_k', { top_k: 2 }, 'unsupported_parameter'],
  ])('is refused for %s before anything is held', async (param, body, code) => {
    const { op_id: before } = await holds.last();
    const answer = await rank({ model: VOYAGE, ...body });
    expect([answer.status, answer.body.error.code, answer.body.error.param]).toEqual([
      400,
      code,
      param,
    ]);
    expect((await holds.last()).op_id).toBe(before);
  });

  test('keeps to the ceiling of its caller', async () => {
    const answer = await rank({ model: COHERE }, { 'x-svc-max-credits': '0.09' });
    expect([answer.status, answer.body.error.code]).toEqual([402, 'max_credits_exceeded']);
  });

  test('goes to models for rerank alone, and these answer no other route', async () => {
    const chat = await rank({ model: 'demo/demo-small' });
    expect([chat.status, chat.body.error.param]).toEqual([400, 'model']);
    const asked = await demo.v1<Refusal>('/embeddings', { model: BGE, input: 'x' });
    expect(asked.body.error.message).toContain('is for rerank');
  });

  test('has its model in the list, with capability and prices', async () => {
    const { body } = await demo.v1<{ data: ModelOut[] }>('/models?capability=rerank');
    const found = new Map(body.data.map((model) => [model.id, model]));
    expect([...found.keys()]).toEqual(expect.arrayContaining([BGE, COHERE, VOYAGE, AWS_AMAZON]));
    expect(found.get(COHERE)?.pricing).toMatchObject({ search_unit: '0.1' });
    expect(found.get(VOYAGE)?.pricing).toMatchObject({ prompt: '0.000001' });
    expect(found.get(AWS_COHERE)?.request_contract.limits).toMatchObject({ chunk_tokens: 500 });
  });
});

test('an alias goes on to its next model, at the price of that one', async () => {
  const { body: models } = await demo.platform<{ id: string; public_id: string }[]>(
    'GET',
    '/models?limit=200',
  );
  const targets = [COHERE, BGE].map((name) => ({
    model_id: models.find(({ public_id: id }) => id === name)?.id,
  }));
  const made = await demo.platform('POST', '/aliases', { name: 'rank', targets });
  expect([made.status, made.body]).toEqual([201, expect.anything()]);
  await eventually(async () => (await demo.v1('/models/rank')).status === 200);
  await demo.control({ behaviour: 'status=500', times: 1, model: 'rerank-v3.5' });
  const answer = await rank({ model: 'rank' });
  expect([answer.status, answer.headers[HEADER.model]]).toEqual([200, BGE]);
  expect((await holds.last()).usage).toEqual({ input: 28 });
});

test('the sandbox orders documents for free', async () => {
  const headers = { authorization: `Bearer ${demo.env.TOLLGATE_TEST_KEY}` };
  const answer = await rank({ model: 'sandbox/ranker', top_n: 1 }, headers);
  expect([answer.status, answer.body.results]).toEqual([200, [{ index: 1, relevance_score: 0.5 }]]);
});

test('the ledger holds, with search units in it', async () => {
  await holds.last();
  await expectLedgerHolds(demo);
});

import { HEADER } from '@tollgate/contract/headers';
import type { ModelOut } from '@tollgate/contract/models';
import type { ModerationsAnswer } from '@tollgate/contract/moderations';
import type { RequestDetail } from '@tollgate/contract/request-records';
import { encodeId } from '@tollgate/runtime/ids';
import OpenAI, { BadRequestError } from 'openai';
import { eventually } from '../support/eventually.ts';
import { JUDGES, OPENAI, setUpFamily } from '../support/family-set-up.ts';
import { holdsOf } from '../support/holds.ts';
import type { Holds } from '../support/holds.ts';
import { expectLedgerHolds } from '../support/ledger.ts';
import { openCall } from '../support/open-call.ts';
import { aSharedDemo } from '../support/shared-demo.ts';
import type { Answer, Demo } from '../support/demo.ts';

const START_MS = 240_000;
const OMNI = 'openai/omni-moderation-latest';
const TEXT = 'openai/text-moderation-latest';
const MISTRAL = 'mistral/mistral-moderation-latest';
const NANO = 1_000_000_000n;
/** Credits a call, and a million tokens, as `setUpFamily` prices. */
const CALL_NANO = NANO / 10n;
const TOKEN_NANO = 1_000n;

let demo: Demo;
let holds: Holds;

beforeAll(async () => {
  demo = await aSharedDemo();
  holds = holdsOf(demo);
  await setUpFamily(demo, { ...OPENAI, models: [OMNI, TEXT] });
  await setUpFamily(demo, { ...JUDGES, models: [MISTRAL] });
  const { body } = await demo.platform<{ id: string }[]>('GET', `/models?public_id=${OMNI}`);
  const path = `/models/${body[0]?.id}/prices`;
  const free = await demo.platform('POST', path, { prices: { request: '0' }, allow_free: true });
  expect(free.status).toBe(201);
  await eventually(async () => {
    const listed = await demo.v1<ModelOut>(`/models/${OMNI}`);
    return listed.body.pricing.request === '0';
  });
}, START_MS);
afterAll(async () => {
  await holds?.close();
  await demo?.stack.drop();
}, START_MS);

type Refusal = { error: { code: string; param: string | null; message: string } };
const judge = (
  body: object,
  headers: Record<string, string> = {},
): Promise<Answer<ModerationsAnswer & Refusal>> =>
  demo.v1('/moderations', { input: 'I will kill you', ...body }, headers);

describe('a judgement', () => {
  test('that is free is a call with a hold, a price version and a record of its own', async () => {
    const { op_id: before } = await holds.last().catch(() => ({ op_id: '' }));
    const answer = await judge({ model: OMNI });
    expect([answer.status, answer.body.error]).toEqual([200, undefined]);
    expect(answer.body.results).toEqual([
      expect.objectContaining({
        flagged: true,
        categories: expect.objectContaining({ violence: true, sexual: false }),
        category_scores: expect.objectContaining({ violence: 0.97 }),
        category_applied_input_types: expect.objectContaining({ violence: ['text'] }),
      }),
    ]);
    expect(answer.body.usage).toEqual({ prompt_tokens: 0, total_tokens: 0, cost: 0 });
    const { op_id: op, ...hold } = await holds.last();
    expect(op).not.toBe(before);
    expect(hold).toEqual({
      partial: false,
      state: 'settled',
      amount_n: 0n,
      charged_n: 0n,
      usage: { request: 1 },
      usage_source: 'counted',
    });
    const id = encodeId('req', op);
    await eventually(async () => (await demo.user('GET', `/requests/${id}`)).status === 200);
    const { body } = await demo.user<RequestDetail>('GET', `/requests/${id}`);
    expect(body.endpoint).toBe('POST /v1/moderations');
  });

  test('that has a price for each call costs it, however much it judges', async () => {
    const answer = await judge({ model: TEXT, input: ['a', 'b kill', 'c'] });
    expect(answer.body.results.map(({ flagged }) => flagged)).toEqual([false, true, false]);
    expect(await holds.last()).toMatchObject({
      amount_n: CALL_NANO,
      charged_n: CALL_NANO,
      usage: { request: 1 },
    });
  });

  test('of Mistral is charged by the tokens that it counts, and flagged by its categories', async () => {
    const answer = await judge({ model: MISTRAL });
    expect([answer.status, answer.body.results[0]?.flagged]).toEqual([200, true]);
    const hold = await holds.last();
    expect(hold).toMatchObject({
      charged_n: 4n * TOKEN_NANO,
      usage: { input: 4 },
      usage_source: 'provider',
    });
    expect(hold.amount_n).toBeGreaterThanOrEqual(4n * TOKEN_NANO);
  });

  test.each([
    ['reports none', '[[provider: usage=none]]'],
    ['counts far too many', '[[provider: tokens input=900000000]]'],
  ])('is charged at its bound where the provider %s', async (_what, words) => {
    const answer = await judge({ model: MISTRAL, input: `kill ${words}` });
    expect(answer.status).toBe(200);
    const hold = await holds.last();
    expect(hold.usage_source).toBe('estimated');
    expect(hold.charged_n).toBeLessThanOrEqual(hold.amount_n);
  });

  test.each([
    ['without results', '[judge: none]', 502],
    ['that failed', '[[provider: status=500]]', 502],
  ])('%s costs nothing', async (_what, words, status) => {
    const answer = await judge({ model: TEXT, input: words });
    expect(answer.status).toBe(status);
    expect(await holds.last()).toMatchObject({ state: 'released', charged_n: null });
  });

  test('is charged although its caller has left: the provider works on', async () => {
    const { op_id: before } = await holds.last();
    const body = { model: TEXT, input: '[[provider: delay=800]] x' };
    const call = openCall(demo, body, {}, '/moderations');
    await eventually(holds.areOpen);
    call.leave();
    const hold = await holds.last();
    expect(hold.op_id).not.toBe(before);
    expect(hold).toMatchObject({ state: 'settled', charged_n: CALL_NANO });
  });

  test('is made once for one idempotency key', async () => {
    const key = { 'idempotency-key': 'judge-once' };
    const first = await judge({ model: TEXT }, key);
    const { op_id: op } = await holds.last();
    const again = await judge({ model: TEXT }, key);
    expect(again.body).toEqual(first.body);
    expect(again.headers[HEADER.idempotentReplay]).toBe('true');
    expect((await holds.last()).op_id).toBe(op);
  });
});

describe('a request', () => {
  const PICTURE = { type: 'image_url', image_url: { url: 'https://example.com/a.png' } };

  test.each([
    ['input', { model: MISTRAL, input: [] }, 'invalid_request'],
    ['image_input', { model: TEXT, input: [PICTURE] }, 'unsupported_parameter'],
    ['model', { model: 'demo/demo-small' }, 'invalid_request'],
    ['inputs', { model: TEXT, inputs: ['x'] }, 'unsupported_parameter'],
  ])('is refused for %s before anything is held', async (param, body, code) => {
    const { op_id: before } = await holds.last();
    const answer = await judge(body);
    expect([answer.status, answer.body.error.code, answer.body.error.param]).toEqual([
      400,
      code,
      param,
    ]);
    expect((await holds.last()).op_id).toBe(before);
  });

  test('of parts is one input', async () => {
    const input = [{ type: 'text', text: 'kill' }, PICTURE];
    const answer = await judge({ model: OMNI, input });
    expect([answer.status, answer.body.results?.length]).toEqual([200, 1]);
  });

  test('has its model in the list, with capability and price', async () => {
    const { body } = await demo.v1<{ data: ModelOut[] }>('/models?capability=moderation');
    const prices = new Map(body.data.map(({ id, pricing }) => [id, pricing.request]));
    expect([prices.get(OMNI), prices.get(TEXT), prices.has(MISTRAL)]).toEqual(['0', '0.1', true]);
  });
});

test('the official client reads judgements of a provider, and free ones of the sandbox', async () => {
  const baseURL = demo.env.TOLLGATE_BASE_URL;
  const client = new OpenAI({ apiKey: demo.env.TOLLGATE_API_KEY, baseURL, maxRetries: 0 });
  const { id, results } = await client.moderations.create({ model: OMNI, input: 'kill' });
  expect([id, results[0]?.flagged]).toEqual([expect.stringMatching(/^modr-/u), true]);
  const surplus = { model: OMNI, input: 'x', store: true } as const;
  await expect(client.moderations.create(surplus)).rejects.toThrow(BadRequestError);
  const free = new OpenAI({ apiKey: demo.env.TOLLGATE_TEST_KEY, baseURL, maxRetries: 0 });
  const judged = await free.moderations.create({
    model: 'sandbox/moderator',
    input: ['a walk', 'graphic violence'],
  });
  expect(judged.results.map(({ flagged }) => flagged)).toEqual([false, true]);
  expect(judged.results[1]?.categories.violence).toBe(true);
});

test('the ledger holds, with free calls in it', async () => {
  await holds.last();
  await expectLedgerHolds(demo);
});

import { HEADER } from '@tollgate/contract/headers';
import type { ImagesAnswer } from '@tollgate/contract/images';
import type { ModelOut } from '@tollgate/contract/models';
import type { RequestDetail } from '@tollgate/contract/request-records';
import { PICTURE_MARK_BYTES, pictureTypeOf } from '@tollgate/contract/picture';
import { formatCredits } from '@tollgate/money/credits';
import { PARTIAL_IMAGE_TOKENS } from '@tollgate/providers/adapter/image-wire';
import { imageTokensOf } from '@tollgate/providers/openai/image-lines';
import { encodeId } from '@tollgate/runtime/ids';
import OpenAI, { BadRequestError } from 'openai';
import { eventually } from '../support/eventually.ts';
import { openCall } from '../support/open-call.ts';
import { BEDROCK, GOOGLE, OPENAI, PICTURES, setUpFamily } from '../support/family-set-up.ts';
import { holdsOf } from '../support/holds.ts';
import type { Holds } from '../support/holds.ts';
import { expectLedgerHolds } from '../support/ledger.ts';
import { aSharedDemo } from '../support/shared-demo.ts';
import type { Answer, Demo } from '../support/demo.ts';

const START_MS = 240_000;
const MINI = 'openai/gpt-image-1-mini';
const TEXTUAL = 'openai/gpt-image-1.5';
const ANY_SIZE = 'openai/gpt-image-2';
const IMAGEN = 'google/imagen-4.0-generate-001';
const FLUX = 'pictures/flux-1-dev';
const GROK = 'xai/grok-imagine-image';
const CANVAS = 'bedrock/amazon.nova-canvas-v1:0';
const CORE = 'bedrock/stability.stable-image-core-v1:1';
const NANO = 1_000_000_000n;
/** Credits an image of any kind, and a million tokens of each sort, as `setUpFamily` prices. */
const PIECE_NANO = NANO / 10n;
const IMAGE_TOKEN_NANO = 30_000n;
const TEXT_TOKEN_NANO = 4_000n;
const INPUT_TOKEN_NANO = 1_000n;

let demo: Demo;
let holds: Holds;

beforeAll(async () => {
  demo = await aSharedDemo();
  holds = holdsOf(demo);
  await setUpFamily(demo, { ...OPENAI, models: [MINI, TEXTUAL, ANY_SIZE] });
  await setUpFamily(demo, { ...GOOGLE, models: [IMAGEN] });
  await setUpFamily(demo, { ...PICTURES, models: [FLUX] });
  await setUpFamily(demo, { ...BEDROCK, models: [CANVAS, CORE] });
  await setUpFamily(demo, { ...PICTURES, provider: 'xai', path: '/grok/v1', models: [GROK] });
}, START_MS);
afterAll(async () => {
  await holds?.close();
  await demo?.stack.drop();
}, START_MS);

type Refusal = { error: { code: string; param: string | null; message: string } };
const make = (
  body: object,
  headers: Record<string, string> = {},
): Promise<Answer<ImagesAnswer & Refusal>> =>
  demo.v1('/images/generations', { prompt: 'a red fox', ...body }, headers);

const typeOf = (base64: string): string | null =>
  pictureTypeOf(Buffer.from(base64, 'base64').subarray(0, PICTURE_MARK_BYTES));

describe('images that are billed by the piece', () => {
  test.each([
    ['of a model of public weights', FLUX, {}, 'image_any_any'],
    ['of xAI', GROK, { resolution: '2k', aspect_ratio: '16:9' }, 'image_2k_any'],
    ['of Google', IMAGEN, { aspect_ratio: '16:9' }, 'image_1k_any'],
    ['of Amazon', CANVAS, { size: '1280x720', quality: 'hd' }, 'image_1280x720_hd'],
  ])('%s are held and charged at the price of their kind', async (_what, model, body, kind) => {
    const answer = await make({ model, n: 2, ...body });
    expect([answer.status, answer.body.error]).toEqual([200, undefined]);
    expect(answer.body.data.map(({ b64_json: image }) => typeOf(image))).toEqual([
      'image/png',
      'image/png',
    ]);
    const hold = await holds.last();
    expect(hold).toMatchObject({
      state: 'settled',
      amount_n: 2n * PIECE_NANO,
      charged_n: 2n * PIECE_NANO,
      usage: { [kind]: 2 },
      usage_source: 'counted',
    });
    expect(answer.body.usage).toMatchObject({ input_tokens: 0, output_tokens: 0, cost: 0.2 });
    expect(answer.headers['x-svc-charged']).toBe(formatCredits(2n * PIECE_NANO));
  });

  test('are charged by those that came, and delivered up to those that were asked for', async () => {
    const fewer = await make({ model: FLUX, n: 3, prompt: 'a fox [image: fewer]' });
    expect(fewer.body.data).toHaveLength(2);
    expect(await holds.last()).toMatchObject({
      amount_n: 3n * PIECE_NANO,
      charged_n: 2n * PIECE_NANO,
    });
    const more = await make({ model: FLUX, n: 1, prompt: 'a fox [image: more]' });
    expect(more.body.data).toHaveLength(1);
    expect(await holds.last()).toMatchObject({ amount_n: PIECE_NANO, charged_n: PIECE_NANO });
  });

  test.each([
    ['none', FLUX, 'upstream_invalid_response', 502],
    ['junk', FLUX, 'upstream_invalid_response', 502],
    ['url', FLUX, 'upstream_invalid_response', 502],
    ['filtered', IMAGEN, 'upstream_rejected', 400],
    ['filtered', CANVAS, 'upstream_rejected', 400],
    ['filtered', CORE, 'upstream_rejected', 400],
  ])('cost nothing where there are none: %s', async (course, model, code, status) => {
    const answer = await make({ model, prompt: `a fox [image: ${course}]` });
    expect([answer.status, answer.body.error.code]).toEqual([status, code]);
    expect(await holds.last()).toMatchObject({ state: 'released', charged_n: null });
  });

  test('are charged although their caller has left: the provider has made them', async () => {
    const { op_id: before } = await holds.last();
    const body = { model: FLUX, n: 2, prompt: '[[provider: delay=800]] a fox' };
    const call = openCall(demo, body, {}, '/images/generations');
    await eventually(holds.areOpen);
    call.leave();
    const hold = await holds.last();
    expect(hold.op_id).not.toBe(before);
    expect(hold).toMatchObject({ state: 'settled', charged_n: 2n * PIECE_NANO });
    expect(hold.usage).toEqual({ image_any_any: 2 });
  });

  test('cost nothing when the provider fails, however often it is asked', async () => {
    const answer = await make({ model: FLUX, prompt: '[[provider: status=500]] a fox' });
    expect(answer.status).toBe(502);
    expect(await holds.last()).toMatchObject({ state: 'released', charged_n: null });
  });

  test('are made once for one idempotency key', async () => {
    const key = { 'idempotency-key': 'images-once' };
    const first = await make({ model: FLUX }, key);
    const { op_id: op } = await holds.last();
    const again = await make({ model: FLUX }, key);
    expect([first.status, again.status]).toEqual([200, 200]);
    expect(again.body).toEqual(first.body);
    expect(again.headers[HEADER.idempotentReplay]).toBe('true');
    expect((await holds.last()).op_id).toBe(op);
  });

  test('have a record and a receipt that name their kind', async () => {
    await make({ model: GROK, n: 2 });
    const { op_id: op } = await holds.last();
    const id = encodeId('req', op);
    await eventually(async () => (await demo.user('GET', `/requests/${id}`)).status === 200);
    const { body } = await demo.user<RequestDetail>('GET', `/requests/${id}`);
    expect(body.receipt?.lines).toEqual([
      expect.objectContaining({
        dimension: 'image_1k_any',
        quantity: 2,
        unit_price: '0.100000000000',
      }),
    ]);
    expect(body.endpoint).toBe('POST /v1/images/generations');
  });
});

describe('images that are billed by tokens', () => {
  test('are held at the most that they can have, and charged by the counts of the provider', async () => {
    const terms = { size: '1024x1024', quality: 'low' };
    const answer = await make({ model: MINI, n: 2, ...terms });
    expect([answer.status, answer.body.error]).toEqual([200, undefined]);
    const most = BigInt(imageTokensOf('gpt-image-1-mini', terms)?.image ?? 0);
    const { usage, ...hold } = await holds.last();
    expect(usage?.['image_output']).toBe(Number(2n * most));
    const { input = 0 } = usage ?? {};
    expect(hold).toMatchObject({
      state: 'settled',
      charged_n: BigInt(input) * INPUT_TOKEN_NANO + 2n * most * IMAGE_TOKEN_NANO,
      usage_source: 'provider',
    });
    expect(hold.amount_n).toBeGreaterThanOrEqual(hold.charged_n ?? 0n);
    expect(answer.body).toMatchObject({ size: '1024x1024', quality: 'low', output_format: 'png' });
    expect(answer.body.usage.output_tokens_details).toEqual({
      text_tokens: 0,
      image_tokens: Number(2n * most),
    });
  });

  test('pay text that the model writes at its own price', async () => {
    await make({ model: TEXTUAL, size: '1024x1024', quality: 'low' });
    const { usage, charged_n: charged } = await holds.last();
    const { input = 0, output = 0, image_output: image = 0 } = usage ?? {};
    expect([output, image]).toEqual([10, 272]);
    expect(charged).toBe(
      BigInt(input) * INPUT_TOKEN_NANO +
        BigInt(output) * TEXT_TOKEN_NANO +
        BigInt(image) * IMAGE_TOKEN_NANO,
    );
  });

  test('of any size are held by their pixels, and at the dearest where the provider chooses', async () => {
    const small = await make({ model: ANY_SIZE, size: '1536x864', quality: 'low' });
    expect(small.status).toBe(200);
    const { amount_n: few } = await holds.last();
    expect((await make({ model: ANY_SIZE })).status).toBe(200);
    const { amount_n: most, charged_n: charged } = await holds.last();
    expect(most).toBeGreaterThan(few);
    expect(charged).toBeLessThan(most);
  });

  test.each([
    ['says nothing of them', '[image: silent]'],
    ['counts far too many', '[[provider: tokens output=90000000]]'],
  ])('are charged at the most they can have where the provider %s', async (_what, words) => {
    const answer = await make({
      model: MINI,
      size: '1024x1024',
      quality: 'low',
      prompt: `a fox ${words}`,
    });
    expect(answer.status).toBe(200);
    const hold = await holds.last();
    expect(hold).toMatchObject({ state: 'settled', usage_source: 'estimated' });
    expect(hold.usage?.['image_output']).toBe(272);
    expect(hold.charged_n).toBeLessThanOrEqual(hold.amount_n);
  });
});

/** What is streamed in these tests, and the tokens of it. */
const STREAM_TERMS = { model: MINI, size: '1024x1024', quality: 'low', stream: true } as const;
const IMAGE_TOKENS = 272;

describe('an image that is streamed', () => {
  type Event = { type: string; b64_json?: string; error?: { code: string } };
  const read = async (body: object, headers: Record<string, string> = {}) => {
    const { body: text, status } = await demo.v1<string>(
      '/images/generations',
      { prompt: 'a red fox', ...STREAM_TERMS, ...body },
      headers,
    );
    const frames = typeof text === 'string' ? text.split('\n\n') : [];
    const data = frames.flatMap((frame) => /^data: (\{.*\})$/mu.exec(frame)?.[1] ?? []);
    return { status, text, events: data.map((event) => JSON.parse(event) as Event) };
  };

  test('comes to the official client behind its previews, which are held and charged', async () => {
    const client = new OpenAI({
      apiKey: demo.env.TOLLGATE_API_KEY,
      baseURL: demo.env.TOLLGATE_BASE_URL,
      maxRetries: 0,
    });
    const events = [];
    for await (const event of await client.images.generate({
      ...STREAM_TERMS,
      prompt: 'a red fox',
      partial_images: 2,
    })) {
      expect(typeOf(event.b64_json)).toBe('image/png');
      events.push(event);
    }
    expect(events).toMatchObject([
      { type: 'image_generation.partial_image', partial_image_index: 0, size: '1024x1024' },
      { type: 'image_generation.partial_image', partial_image_index: 1, quality: 'low' },
      {
        type: 'image_generation.completed',
        usage: { output_tokens: IMAGE_TOKENS + 2 * PARTIAL_IMAGE_TOKENS },
      },
    ]);
    const { usage, amount_n: amount, ...hold } = await holds.last();
    const made = BigInt(IMAGE_TOKENS + 2 * PARTIAL_IMAGE_TOKENS) * IMAGE_TOKEN_NANO;
    const { input = 0 } = usage ?? {};
    const charged = BigInt(input) * INPUT_TOKEN_NANO + made;
    expect(hold).toMatchObject({ state: 'settled', charged_n: charged, usage_source: 'provider' });
    expect(events.at(-1)).toMatchObject({ usage: { cost: Number(charged) / 1e9 } });
    expect(amount).toBeGreaterThanOrEqual(charged);
    expect(amount).toBeLessThan(charged + made);
  });

  test('is charged by the previews that came where it breaks off, and says so', async () => {
    const prompt = '[[provider: cut after=1]] a fox';
    const { status, events } = await read({ prompt, partial_images: 3 });
    expect([status, events.map(({ type, error }) => type ?? error?.code)]).toEqual([
      200,
      ['image_generation.partial_image', 'upstream_stream_interrupted'],
    ]);
    const hold = await holds.last();
    expect(hold).toMatchObject({ state: 'settled', usage_source: 'estimated' });
    expect(hold.usage?.['image_output']).toBe(PARTIAL_IMAGE_TOKENS);
  });

  test('is charged by the previews that came where an error follows them', async () => {
    const prompt = '[[provider: error after=2]] a fox';
    const { events } = await read({ prompt, partial_images: 2 });
    expect(events.map(({ type }) => type).slice(0, 2)).toEqual([
      'image_generation.partial_image',
      'image_generation.partial_image',
    ]);
    expect(events.at(-1)?.error?.code).toBeDefined();
    expect((await holds.last()).usage?.['image_output']).toBe(2 * PARTIAL_IMAGE_TOKENS);
  });

  test.each([['status=500'], ['error-first'], ['empty'], ['garbage after=0']])(
    'costs nothing where nothing of it came: %s',
    async (behaviour) => {
      const prompt = `[[provider: ${behaviour}]] a fox`;
      const { status } = await read({ prompt, partial_images: 1 });
      expect(status).toBe(502);
      expect(await holds.last()).toMatchObject({ state: 'released', charged_n: null });
    },
  );

  test('is charged at the most where the provider says nothing of what it used', async () => {
    await read({ prompt: 'a fox [image: silent]', partial_images: 2 });
    const hold = await holds.last();
    expect(hold).toMatchObject({ state: 'settled', usage_source: 'estimated' });
    expect(hold.usage?.['image_output']).toBe(IMAGE_TOKENS + 2 * PARTIAL_IMAGE_TOKENS);
  });

  test('is made once for one idempotency key', async () => {
    const key = { 'idempotency-key': 'image-stream-once' };
    const first = await read({ partial_images: 1 }, key);
    const { op_id: op } = await holds.last();
    expect((await read({ partial_images: 1 }, key)).text).toBe(first.text);
    expect((await holds.last()).op_id).toBe(op);
  });
});

test('B40: an image is paid whole by a caller who leaves with its previews', async () => {
  const { op_id: before } = await holds.last();
  const prompt = '[[provider: pause after=2 ms=200]] a fox';
  const body = { ...STREAM_TERMS, prompt, partial_images: 2 };
  const call = openCall(demo, body, {}, '/images/generations');
  await eventually(() => call.text().includes('partial_image'));
  call.leave();
  const hold = await holds.last();
  expect(hold.op_id).not.toBe(before);
  expect(hold).toMatchObject({ state: 'settled', usage_source: 'provider' });
  expect(hold.usage?.['image_output']).toBe(IMAGE_TOKENS + 2 * PARTIAL_IMAGE_TOKENS);
});

describe('a request for images', () => {
  test.each([
    ['response_format', { response_format: 'url' }, 'unsupported_parameter'],
    ['n', { stream: true, n: 2 }, 'unsupported_parameter'],
    ['partial_images', { partial_images: 2 }, 'invalid_request'],
    ['partial_images', { stream: true, partial_images: 4 }, 'invalid_request'],
    ['stream', { stream: 1 }, 'invalid_request'],
    ['n', { n: '2' }, 'invalid_request'],
    ['n', { n: 0 }, 'invalid_request'],
    ['n', { n: 11 }, 'invalid_request'],
    ['size', { size: '99999999x1' }, 'invalid_request'],
    ['quality', { quality: 'hd' }, 'unsupported_parameter'],
    ['style', { style: 'vivid' }, 'unsupported_parameter'],
    [
      'output_format',
      { background: 'transparent', output_format: 'jpeg' },
      'unsupported_parameter',
    ],
    ['prompt', { prompt: 'x'.repeat(32_001) }, 'invalid_request'],
    ['mask', { mask: 'x' }, 'unsupported_parameter'],
  ])('is refused for %s before anything is held', async (param, body, code) => {
    const before = await holds.last().catch(() => null);
    const answer = await make({ model: MINI, ...body });
    expect([answer.status, answer.body.error.code, answer.body.error.param]).toEqual([
      400,
      code,
      param,
    ]);
    expect((await holds.last().catch(() => null))?.op_id).toBe(before?.op_id);
  });

  test.each([
    [GROK, 'size', { size: '1024x1024' }],
    [IMAGEN, 'n', { n: 5 }],
    [IMAGEN, 'aspect_ratio', { aspect_ratio: '2:1' }],
    [FLUX, 'quality', { quality: 'high' }],
    [FLUX, 'stream', { stream: true }],
    [CANVAS, 'size', { size: '1024x768' }],
    [CORE, 'n', { n: 2 }],
    [CORE, 'aspect_ratio', { aspect_ratio: '1:3' }],
    [IMAGEN, 'stream', { stream: true, partial_images: 1 }],
  ])('to %s is refused for what its line does not take: %s', async (model, param, body) => {
    const answer = await make({ model, ...body });
    expect([answer.status, answer.body.error.code, answer.body.error.param]).toEqual([
      400,
      'unsupported_parameter',
      param,
    ]);
  });

  test('has no more images than one answer can hold', async () => {
    const answer = await make({ model: ANY_SIZE, size: '3840x2160', quality: 'low', n: 4 });
    expect([answer.status, answer.body.error.code, answer.body.error.param]).toEqual([
      400,
      'invalid_request',
      'n',
    ]);
  });

  test('keeps to the ceiling of its caller', async () => {
    const answer = await make({ model: FLUX, n: 2 }, { 'x-svc-max-credits': '0.19' });
    expect([answer.status, answer.body.error.code]).toEqual([402, 'max_credits_exceeded']);
  });

  test('goes to models for images alone, and these answer no other route', async () => {
    const chat = await make({ model: 'demo/demo-small' });
    expect([chat.status, chat.body.error.param]).toEqual([400, 'model']);
    const asked = await demo.v1<Refusal>('/chat/completions', {
      model: FLUX,
      messages: [{ role: 'user', content: 'Hi.' }],
    });
    expect(asked.body.error.message).toContain('is for image');
  });

  test('has its model in the list, with capability and prices', async () => {
    const { body } = await demo.v1<{ data: ModelOut[] }>('/models?capability=image');
    const ids = body.data.map(({ id }) => id);
    expect(ids).toEqual(expect.arrayContaining([MINI, IMAGEN, FLUX, GROK]));
    const grok = body.data.find(({ id }) => id === GROK);
    expect(grok?.pricing).toMatchObject({ image_1k_any: '0.1', image_2k_any: '0.1' });
    const mini = body.data.find(({ id }) => id === MINI);
    expect(mini?.pricing).toMatchObject({ image_output: '0.00003' });
    expect(mini?.output_tokens).toBeUndefined();
  });
});

describe('an approval', () => {
  const SDXL = 'pictures/stable-diffusion-xl';

  test('that lists sizes gives each a price of its own, which is held and charged', async () => {
    const { body } = await demo.platform<{ id: string; dimensions: string[] }[]>(
      'GET',
      `/models?public_id=${SDXL}`,
    );
    const [model] = body;
    expect(model?.dimensions).toEqual(['image_any_any']);
    const path = `/models/${model?.id}`;
    const size = { supported: true, values: ['512x512', '1024x1024'] };
    const approved = await demo.platform<{ dimensions: string[] }>('POST', `${path}/approval`, {
      limits: { context_tokens: 1_000 },
      parameters: { size },
    });
    expect(approved.body.dimensions).toEqual(['image_512x512_any', 'image_1024x1024_any']);
    const few = await demo.platform('POST', `${path}/prices`, {
      prices: { image_512x512_any: '0.01' },
    });
    expect(few.status).toBe(422);
    const prices = { image_512x512_any: '0.01', image_1024x1024_any: '0.04' };
    expect((await demo.platform('POST', `${path}/prices`, { prices })).status).toBe(201);
    await eventually(async () => (await demo.v1(`/models/${SDXL}`)).status === 200);
    expect((await make({ model: SDXL, size: '1024x1024' })).status).toBe(200);
    expect(await holds.last()).toMatchObject({
      charged_n: (NANO * 4n) / 100n,
      usage: { image_1024x1024_any: 1 },
    });
    expect((await make({ model: SDXL, size: 'auto' })).status).toBe(200);
    expect(await holds.last()).toMatchObject({
      charged_n: NANO / 100n,
      usage: { image_512x512_any: 1 },
    });
    const refused = await make({ model: SDXL, size: '256x256' });
    expect([refused.status, refused.body.error.param]).toEqual([400, 'size']);
  });

  test('of a size that no price can name is refused', async () => {
    const { body } = await demo.platform<{ id: string }[]>('GET', `/models?public_id=${SDXL}`);
    const refused = await demo.platform<{ detail: { loc: string[] }[] }>(
      'POST',
      `/models/${body[0]?.id}/approval`,
      {
        limits: { context_tokens: 1_000 },
        parameters: { size: { supported: true, values: ['large'] } },
      },
    );
    expect([refused.status, refused.body.detail[0]?.loc]).toEqual([
      422,
      ['body', 'parameters', 'size'],
    ]);
  });
});

test('an alias goes on to its next model, at the price of that one', async () => {
  const { body: models } = await demo.platform<{ id: string; public_id: string }[]>(
    'GET',
    '/models?limit=200',
  );
  const targets = [GROK, FLUX].map((name) => ({
    model_id: models.find(({ public_id: id }) => id === name)?.id,
  }));
  const made = await demo.platform('POST', '/aliases', { name: 'draw', targets });
  expect([made.status, made.body]).toEqual([201, expect.anything()]);
  await eventually(async () => (await demo.v1('/models/draw')).status === 200);
  await demo.control({ behaviour: 'status=500', times: 1, model: 'grok-imagine-image' });
  const answer = await make({ model: 'draw', n: 2 });
  expect([answer.status, answer.headers[HEADER.model]]).toEqual([200, FLUX]);
  expect(await holds.last()).toMatchObject({
    charged_n: 2n * PIECE_NANO,
    usage: { image_any_any: 2 },
  });
});

test('the official client gets images of a provider, and free ones of the sandbox', async () => {
  const client = new OpenAI({
    apiKey: demo.env.TOLLGATE_API_KEY,
    baseURL: demo.env.TOLLGATE_BASE_URL,
    maxRetries: 0,
  });
  const made = await client.images.generate({ model: MINI, prompt: 'a red fox', quality: 'low' });
  expect(typeOf(made.data?.[0]?.b64_json ?? '')).toBe('image/png');
  expect(made.usage?.total_tokens).toBeGreaterThan(0);
  await expect(
    client.images.generate({ model: MINI, prompt: 'a fox', style: 'vivid' }),
  ).rejects.toThrow(BadRequestError);
  const free = new OpenAI({
    apiKey: demo.env.TOLLGATE_TEST_KEY,
    baseURL: demo.env.TOLLGATE_BASE_URL,
    maxRetries: 0,
  });
  const { data } = await free.images.generate({
    model: 'sandbox/picture',
    prompt: 'a red fox',
    n: 2,
    size: '512x512',
  });
  const [first] = (data ?? []).map(({ b64_json: image }) => Buffer.from(image ?? '', 'base64'));
  expect(data).toHaveLength(2);
  expect([first?.readUInt32BE(16), first?.readUInt32BE(20)]).toEqual([512, 512]);
  const pieces = [];
  for await (const { type } of await free.images.generate({
    model: 'sandbox/picture',
    prompt: 'a red fox',
    size: '256x256',
    stream: true,
    partial_images: 1,
  })) {
    pieces.push(type);
  }
  expect(pieces).toEqual(['image_generation.partial_image', 'image_generation.completed']);
});

test('the ledger holds, with images of every kind in it', async () => {
  await holds.last();
  await expectLedgerHolds(demo);
});

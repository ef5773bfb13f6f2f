/** Images of Gemini models, made and edited over `generateContent` and billed by their tokens. */
import { HEADER } from '@tollgate/contract/headers';
import type { ImagesAnswer } from '@tollgate/contract/images';
import type { ModelOut } from '@tollgate/contract/models';
import type { RequestDetail } from '@tollgate/contract/request-records';
import { PICTURE_MARK_BYTES, pictureTypeOf } from '@tollgate/contract/picture';
import { formatCredits } from '@tollgate/money/credits';
import { encodeId } from '@tollgate/runtime/ids';
import OpenAI, { toFile } from 'openai';
import { DOT, DOT_PNG } from '../support/dot.ts';
import { eventually } from '../support/eventually.ts';
import { GOOGLE, setUpFamily } from '../support/family-set-up.ts';
import { holdsOf } from '../support/holds.ts';
import type { Holds } from '../support/holds.ts';
import { expectLedgerHolds } from '../support/ledger.ts';
import { openCall } from '../support/open-call.ts';
import { aSharedDemo } from '../support/shared-demo.ts';
import type { Answer, Demo } from '../support/demo.ts';

const START_MS = 240_000;
const NANO_BANANA = 'google/gemini-2.5-flash-image';
const PRO = 'google/gemini-3-pro-image';
/** Nano-credits a token of each sort, as `setUpFamily` prices. */
const INPUT_NANO = 1_000n;
const TEXT_NANO = 4_000n;
const IMAGE_NANO = 30_000n;

let demo: Demo;
let holds: Holds;
let client: OpenAI;

beforeAll(async () => {
  demo = await aSharedDemo();
  holds = holdsOf(demo);
  await setUpFamily(demo, { ...GOOGLE, models: [NANO_BANANA, PRO] });
  client = new OpenAI({
    apiKey: demo.env.TOLLGATE_API_KEY,
    baseURL: demo.env.TOLLGATE_BASE_URL,
    maxRetries: 0,
  });
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
  demo.v1('/images/generations', { model: PRO, prompt: 'a red fox', ...body }, headers);

function priceOf({ input = 0, output = 0, image_output: image = 0 }: Record<string, number>) {
  return BigInt(input) * INPUT_NANO + BigInt(output) * TEXT_NANO + BigInt(image) * IMAGE_NANO;
}

const typeOf = (base64: string | undefined): string | null =>
  pictureTypeOf(Buffer.from(base64 ?? '', 'base64').subarray(0, PICTURE_MARK_BYTES));

describe('an image of a Gemini model', () => {
  test('is held by the ceiling that is sent, and charged by the tokens of image and reasoning', async () => {
    const answer = await make({ size: '5504x3072' });
    expect([answer.status, answer.body.error]).toEqual([200, undefined]);
    expect(answer.body.data.map(({ b64_json: image }) => typeOf(image))).toEqual(['image/png']);
    const { usage, ...hold } = await holds.last();
    expect(usage).toMatchObject({ output: 120, image_output: 2_000 });
    expect(hold).toMatchObject({
      state: 'settled',
      charged_n: priceOf(usage ?? {}),
      usage_source: 'provider',
    });
    // Three images of 2,000 tokens fit under a ceiling of 6,096.
    const most = 6_000n * IMAGE_NANO + 96n * TEXT_NANO;
    expect(hold.amount_n).toBeGreaterThanOrEqual(most);
    expect(hold.amount_n).toBeLessThan(most + 100n * INPUT_NANO);
    expect(answer.body.usage).toMatchObject({
      output_tokens: 2_120,
      output_tokens_details: { text_tokens: 120, image_tokens: 2_000 },
    });
    expect(answer.headers['x-svc-charged']).toBe(formatCredits(hold.charged_n ?? 0n));
  });

  test('of a class and a shape costs what one of that size in pixels costs', async () => {
    await make({ resolution: '2k', aspect_ratio: '21:9' });
    const named = await holds.last();
    await make({ size: '3168x1344' });
    const sized = await holds.last();
    expect([named.amount_n, named.charged_n]).toEqual([sized.amount_n, sized.charged_n]);
    expect(named.usage).toMatchObject({ image_output: 1_120 });
  });

  test('that was not asked for is delivered where it is charged', async () => {
    const answer = await make({ prompt: 'two foxes [image: more]' });
    expect(answer.body.data).toHaveLength(2);
    const { usage, charged_n: charged, amount_n: amount } = await holds.last();
    expect(usage).toMatchObject({ image_output: 2_240 });
    expect(charged).toBe(priceOf(usage ?? {}));
    expect(charged).toBeLessThanOrEqual(amount);
  });

  test.each([
    ['filtered', 'Unable to show the generated image.'],
    ['blocked', 'PROHIBITED_CONTENT'],
    ['none', 'NO_IMAGE'],
  ])('that is refused costs what the provider counts: %s', async (course, words) => {
    const key = { 'idempotency-key': `refused-${course}` };
    const answer = await make({ prompt: `a fox [image: ${course}]` }, key);
    expect([answer.status, answer.body.error.code]).toEqual([400, 'upstream_rejected']);
    expect(answer.body.error.message).toContain(words);
    const { usage, charged_n: charged, state, op_id: op } = await holds.last();
    expect(state).toBe('settled');
    expect(usage?.['output'] ?? 0).toBe(course === 'blocked' ? 0 : 120);
    expect(usage).not.toHaveProperty('image_output');
    expect(charged).toBe(priceOf(usage ?? {}));
    expect(answer.headers['x-svc-charged']).toBe(formatCredits(charged ?? 0n));
    const again = await make({ prompt: `a fox [image: ${course}]` }, key);
    expect([again.status, again.headers[HEADER.idempotentReplay]]).toEqual([400, 'true']);
    expect((await holds.last()).op_id).toBe(op);
    const id = encodeId('req', op);
    await eventually(async () => (await demo.user('GET', `/requests/${id}`)).status === 200);
    const { body } = await demo.user<RequestDetail>('GET', `/requests/${id}`);
    expect(body).toMatchObject({
      status: 400,
      outcome: 'partial',
      error_code: 'upstream_rejected',
    });
    expect(body.receipt?.lines.map(({ dimension }) => dimension)).toContain('input');
  });

  test('that is refused costs nothing where the provider counts nothing', async () => {
    const answer = await make({ prompt: 'a fox [image: filtered] [image: silent]' });
    expect([answer.status, answer.body.error.code]).toEqual([400, 'upstream_rejected']);
    expect(await holds.last()).toMatchObject({ state: 'released', charged_n: null });
  });

  test.each([
    ['says nothing of its tokens', '[image: silent]'],
    ['counts far too many', '[[provider: tokens output=90000000]]'],
  ])('is charged at the most it can have where the provider %s', async (_what, words) => {
    await make({ model: NANO_BANANA, prompt: `a fox ${words}` });
    const hold = await holds.last();
    expect(hold).toMatchObject({ state: 'settled', usage_source: 'estimated' });
    expect(hold.usage).toMatchObject({ image_output: 1_290 });
    expect(hold.charged_n).toBeLessThanOrEqual(hold.amount_n);
  });

  test('is charged although its caller has left', async () => {
    const { op_id: before } = await holds.last();
    const body = { model: NANO_BANANA, prompt: '[[provider: delay=500]] a fox' };
    const call = openCall(demo, body, {}, '/images/generations');
    await eventually(holds.areOpen);
    call.leave();
    const hold = await holds.last();
    expect(hold.op_id).not.toBe(before);
    expect(hold.usage).toMatchObject({ image_output: 1_290 });
  });

  test.each([
    ['n', { n: 2 }],
    ['size', { size: '1536x1024' }],
    ['resolution', { model: NANO_BANANA, resolution: '2k' }],
    ['resolution', { size: '1024x1024', resolution: '1k' }],
    ['aspect_ratio', { aspect_ratio: '1:8' }],
    ['quality', { quality: 'high' }],
    ['background', { background: 'transparent' }],
    ['output_format', { output_format: 'png' }],
  ])('is refused by the name of what cannot be asked for: %s', async (param, body) => {
    const { op_id: before } = await holds.last();
    const answer = await make(body);
    expect([answer.status, answer.body.error.param]).toEqual([400, param]);
    expect((await holds.last()).op_id).toBe(before);
  });
});

test('the official client makes an image of words, and another of that one', async () => {
  const made = await client.images.generate({
    model: NANO_BANANA,
    prompt: 'a red fox',
    size: '1024x1024',
  });
  expect(typeOf(made.data?.[0]?.b64_json)).toBe('image/png');
  const edited = await client.images.edit({
    model: NANO_BANANA,
    prompt: 'at night',
    image: [
      await toFile(DOT_PNG, 'a.png', { type: 'image/png' }),
      await toFile(Buffer.from(made.data?.[0]?.b64_json ?? '', 'base64'), 'b.png'),
    ],
  });
  expect(typeOf(edited.data?.[0]?.b64_json)).toBe('image/png');
  const { usage, charged_n: charged } = await holds.last();
  // Images that are shown have no price of their own at this provider.
  expect(usage).toMatchObject({ image_output: 1_290 });
  expect(usage?.['input']).toBeGreaterThan(2 * 258);
  expect(charged).toBe(priceOf(usage ?? {}));
});

describe('a conversation with a Gemini model that makes images', () => {
  const messages: object[] = [{ role: 'user', content: 'Draw a red fox.' }];
  interface Said {
    content: string | null;
    images?: { type: string; image_url: { url: string }; index: number }[];
  }
  interface Talk {
    choices: { message: Said; finish_reason: string }[];
    usage: Record<string, unknown>;
  }
  const talk = (
    body: object,
    headers: Record<string, string> = {},
  ): Promise<Answer<Talk & Refusal>> =>
    demo.v1('/chat/completions', { model: PRO, messages, ...body }, headers);
  const imageIn = (url = ''): string | null => typeOf(url.slice(url.indexOf(',') + 1));

  test('is answered with words and an image, charged by the tokens of both', async () => {
    const config = { aspect_ratio: '16:9', image_size: '4K' };
    const answer = await talk({ modalities: ['image', 'text'], image_config: config });
    expect([answer.status, answer.body.error]).toEqual([200, undefined]);
    const [choice] = answer.body.choices;
    expect(choice).toMatchObject({ finish_reason: 'stop', message: { content: 'Here it is.' } });
    expect(imageIn(choice?.message.images?.[0]?.image_url.url)).toBe('image/png');
    const { usage, charged_n: charged, amount_n: amount } = await holds.last();
    expect(usage).toMatchObject({ output: 124, image_output: 2_000 });
    expect(charged).toBe(priceOf(usage ?? {}));
    // Three images of 2,000 tokens fit under 2,000 and 4,096 for the rest.
    expect(amount).toBeGreaterThanOrEqual(6_000n * IMAGE_NANO + 96n * TEXT_NANO);
    expect(answer.body.usage).toMatchObject({
      completion_tokens: 2_124,
      completion_tokens_details: { image_tokens: 2_000 },
    });
    expect(answer.headers['x-svc-charged']).toBe(formatCredits(charged ?? 0n));
  });

  test('goes on with the image of the answer before, as it came', async () => {
    const first = await talk({ model: NANO_BANANA });
    const [said] = first.body.choices;
    const next = [...messages, said?.message ?? {}, { role: 'user', content: 'At night.' }];
    for (const model of [NANO_BANANA, PRO]) {
      const answer = await talk({ model, messages: next });
      expect([answer.status, answer.body.error]).toEqual([200, undefined]);
      expect(answer.headers[HEADER.ignored]).toBeUndefined();
    }
    // Models of text go on with the text.
    const plain = await talk({ model: 'demo/demo-small', messages: next });
    expect(plain.status).toBe(200);
  });

  test('is streamed to the official client: text, image, end and usage', async () => {
    const stream = await client.chat.completions.create({
      model: PRO,
      messages: [{ role: 'user', content: 'Draw a red fox.' }],
      stream: true,
      stream_options: { include_usage: true },
    });
    const seen: { content: string; images: number; finish: string[]; tokens: number } = {
      content: '',
      images: 0,
      finish: [],
      tokens: 0,
    };
    for await (const { choices, usage } of stream) {
      const delta = choices[0]?.delta as { content?: string; images?: Said['images'] } | undefined;
      seen.content += delta?.content ?? '';
      for (const { image_url: image } of delta?.images ?? []) {
        expect(imageIn(image.url)).toBe('image/png');
        seen.images += 1;
      }
      seen.finish.push(...[choices[0]?.finish_reason ?? []].flat());
      seen.tokens = usage?.completion_tokens ?? seen.tokens;
    }
    expect(seen).toEqual({ content: 'Here it is.', images: 1, finish: ['stop'], tokens: 1_244 });
    const { usage, charged_n: charged } = await holds.last();
    expect(charged).toBe(priceOf(usage ?? {}));
  });

  test.each([
    ['words alone', '[image: words]', 'stop', 124],
    ['an image that is kept back', '[image: filtered]', 'content_filter', 120],
    ['a blocked prompt', '[image: blocked]', 'content_filter', 0],
  ])('may have no image, and costs what was counted: %s', async (_what, words, finish, output) => {
    const answer = await talk({ messages: [{ role: 'user', content: `A fox ${words}` }] });
    const [choice] = answer.body.choices;
    expect([answer.status, choice?.finish_reason]).toEqual([200, finish]);
    expect(choice?.message.images).toBeUndefined();
    const { usage, charged_n: charged } = await holds.last();
    expect(usage?.['output'] ?? 0).toBe(output);
    expect(charged).toBe(priceOf(usage ?? {}));
  });

  test('is charged although its caller has left, streamed or not', async () => {
    for (const stream of [false, true]) {
      const { op_id: before } = await holds.last();
      const content = '[[provider: delay=400]] a fox';
      const body = { model: NANO_BANANA, stream, messages: [{ role: 'user', content }] };
      const call = openCall(demo, body, {}, '/chat/completions');
      await eventually(holds.areOpen);
      call.leave();
      const hold = await holds.last();
      expect(hold.op_id).not.toBe(before);
      expect(hold).toMatchObject({ state: 'settled', usage: { image_output: 1_290 } });
    }
  });

  test('holds no more than the ceiling that the request names', async () => {
    await talk({ model: NANO_BANANA, max_tokens: 1_300 });
    const { amount_n: amount, charged_n: charged } = await holds.last();
    expect(amount).toBeLessThan(1_290n * IMAGE_NANO + 10n * TEXT_NANO + 200n * INPUT_NANO);
    expect(charged).toBeLessThanOrEqual(amount);
  });

  const image = { type: 'image_url', image_url: { url: 'https://example.com/a.png' } };
  test.each([
    ['modalities', { modalities: ['text'] }],
    ['modalities', { model: 'demo/demo-small', modalities: ['image', 'text'] }],
    ['image_config', { model: 'demo/demo-small', image_config: { aspect_ratio: '1:1' } }],
    ['image_config.aspect_ratio', { image_config: { aspect_ratio: '1:8' } }],
    ['image_config.image_size', { model: NANO_BANANA, image_config: { image_size: '2K' } }],
    ['tools', { tools: [{ type: 'function', function: { name: 'f' } }] }],
    ['max_tokens', { max_tokens: 40_000 }],
    [
      'messages[1].images[0].image_url.url',
      { messages: [...messages, { role: 'assistant', content: null, images: [image] }] },
    ],
  ])('is refused for %s before anything is held', async (param, body) => {
    const { op_id: before } = await holds.last();
    const answer = await talk(body);
    expect([answer.status, answer.body.error.param]).toEqual([400, param]);
    expect((await holds.last()).op_id).toBe(before);
  });

  test('is answered to a caller who waits, and by no other route', async () => {
    const later = await talk({}, { prefer: 'respond-async' });
    expect([later.status, later.body.error.param]).toEqual([400, 'Prefer']);
    const responses = await demo.v1<Refusal>('/responses', { model: PRO, input: 'A fox.' });
    expect(responses.body.error.message).toContain('is for image');
  });

  test('has its parameters in the list', async () => {
    const { body } = await demo.v1<ModelOut>(`/models/${PRO}`);
    expect(body.request_contract.chat?.parameters['modalities']?.values).toEqual(['image', 'text']);
  });
});

test('an edit shows no more images than the model takes, and no mask', async () => {
  const edit = async (more: object) =>
    demo.v1<Refusal>('/images/edits', { model: NANO_BANANA, prompt: 'at night', ...more });
  const four = Array.from({ length: 4 }, () => ({ image_url: DOT }));
  const many = await edit({ images: four });
  expect([many.status, many.body.error.param]).toEqual([400, 'images']);
  const masked = await edit({ images: [{ image_url: DOT }], mask: { image_url: DOT } });
  expect([masked.status, masked.body.error.param]).toEqual([400, 'mask']);
});

test('the list says which sizes there are, and prices by tokens', async () => {
  const { body } = await demo.v1<{ data: ModelOut[] }>('/models?capability=image');
  const pro = body.data.find(({ id }) => id === PRO);
  expect(pro?.pricing).toMatchObject({ image_output: '0.00003' });
  expect(pro?.request_contract.parameters['size']?.values).toContain('6336x2688');
  expect(pro?.request_contract.parameters['images']).toMatchObject({ maximum: 14 });
});

test('the ledger holds, with images of Gemini in it', async () => {
  await holds.last();
  await expectLedgerHolds(demo);
});

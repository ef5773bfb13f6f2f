/** Images that are made of images: sent as forms by the official client, and as JSON. */
import { randomBytes } from 'node:crypto';
import type { ImagesAnswer } from '@tollgate/contract/images';
import type { RequestDetail } from '@tollgate/contract/request-records';
import { PICTURE_MARK_BYTES, pictureTypeOf } from '@tollgate/contract/picture';
import { imageTokensOf } from '@tollgate/providers/openai/image-lines';
import { pngOf } from '@tollgate/providers/sandbox/png';
import { encodeId } from '@tollgate/runtime/ids';
import got from 'got';
import OpenAI, { toFile } from 'openai';
import { DOT, DOT_PNG } from '../support/dot.ts';
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
const FAITHFUL = 'openai/gpt-image-1.5';
const IMAGEN = 'google/imagen-4.0-generate-001';
const FLUX = 'pictures/flux-1-dev';
const QWEN = 'pictures/qwen-image-edit';
const GROK = 'xai/grok-imagine-image';
const CANVAS = 'bedrock/amazon.nova-canvas-v1:0';
const LARGE = 'bedrock/stability.sd3-5-large-v1:0';
const CORE = 'bedrock/stability.stable-image-core-v1:1';
const NANO = 1_000_000_000n;
/** Credits an image of any kind, and a million tokens of each sort, as `setUpFamily` prices. */
const PIECE_NANO = NANO / 10n;
const IMAGE_TOKEN_NANO = 30_000n;
const SHOWN_TOKEN_NANO = 8_000n;
const TEXT_TOKEN_NANO = 4_000n;
const INPUT_TOKEN_NANO = 1_000n;
const SQUARE = pngOf({ width: 64, height: 64, colour: [9, 8, 7] });

let demo: Demo;
let holds: Holds;
let client: OpenAI;

beforeAll(async () => {
  demo = await aSharedDemo();
  holds = holdsOf(demo);
  await setUpFamily(demo, { ...OPENAI, models: [MINI, FAITHFUL] });
  await setUpFamily(demo, { ...GOOGLE, models: [IMAGEN] });
  await setUpFamily(demo, { ...PICTURES, models: [FLUX, QWEN] });
  await setUpFamily(demo, { ...BEDROCK, models: [CANVAS, LARGE, CORE] });
  await setUpFamily(demo, { ...PICTURES, provider: 'xai', path: '/grok/v1', models: [GROK] });
  client = clientOf(demo.env.TOLLGATE_API_KEY);
}, START_MS);
afterAll(async () => {
  await holds?.close();
  await demo?.stack.drop();
}, START_MS);

const clientOf = (apiKey: string): OpenAI =>
  new OpenAI({ apiKey, baseURL: demo.env.TOLLGATE_BASE_URL, maxRetries: 0 });
const png = (bytes: Buffer = SQUARE, name = 'a.png') => toFile(bytes, name, { type: 'image/png' });

type Refusal = { error: { code: string; param: string | null; message: string } };
const edit = (
  body: object,
  headers: Record<string, string> = {},
): Promise<Answer<ImagesAnswer & Refusal>> =>
  demo.v1('/images/edits', { prompt: 'at night', images: [{ image_url: DOT }], ...body }, headers);

const typeOf = (base64: string | undefined): string | null =>
  pictureTypeOf(Buffer.from(base64 ?? '', 'base64').subarray(0, PICTURE_MARK_BYTES));

describe('an edit of the official client', () => {
  test('goes to OpenAI with its image and mask, and is charged by the counts of the provider', async () => {
    const made = await client.images.edit({
      model: MINI,
      prompt: 'at night',
      image: await png(),
      mask: await png(),
      quality: 'low',
      size: '1024x1024',
    });
    expect(typeOf(made.data?.[0]?.b64_json)).toBe('image/png');
    expect(made.usage?.input_tokens_details.image_tokens).toBe(194);
    const { usage, amount_n: amount, ...hold } = await holds.last();
    const { input = 0, image_input: shown = 0, image_output: image = 0 } = usage ?? {};
    expect([shown, image]).toEqual([194, 272]);
    const charged =
      BigInt(input) * INPUT_TOKEN_NANO + 194n * SHOWN_TOKEN_NANO + 272n * IMAGE_TOKEN_NANO;
    expect(hold).toMatchObject({ state: 'settled', charged_n: charged, usage_source: 'provider' });
    // Held are the most tokens of an image, for the image and for its mask.
    expect(amount).toBeGreaterThanOrEqual(2n * 581n * SHOWN_TOKEN_NANO + 272n * IMAGE_TOKEN_NANO);
  });

  test('of several images in high fidelity pays the tokens of each', async () => {
    const made = await client.images.edit({
      model: FAITHFUL,
      prompt: 'together',
      image: [await png(), await png(DOT_PNG)],
      input_fidelity: 'high',
      quality: 'low',
      size: '1024x1024',
      n: 2,
    });
    expect(made.data).toHaveLength(2);
    const { usage, charged_n: charged, amount_n: amount } = await holds.last();
    const { input = 0, output = 0, image_input: shown = 0, image_output: image = 0 } = usage ?? {};
    const most = imageTokensOf('gpt-image-1.5', { size: '1024x1024', quality: 'low' })?.image ?? 0;
    expect([shown, image]).toEqual([2 * 4_354, 2 * most]);
    expect(charged).toBe(
      BigInt(input) * INPUT_TOKEN_NANO +
        BigInt(output) * TEXT_TOKEN_NANO +
        BigInt(shown) * SHOWN_TOKEN_NANO +
        BigInt(image) * IMAGE_TOKEN_NANO,
    );
    expect(amount).toBeGreaterThanOrEqual(charged ?? 0n);
  });

  test('is streamed behind its previews, and pays both', async () => {
    const types = [];
    for await (const event of await client.images.edit({
      model: MINI,
      prompt: 'at night',
      image: await png(),
      quality: 'low',
      size: '1024x1024',
      stream: true,
      partial_images: 1,
    })) {
      types.push(event.type);
    }
    expect(types).toEqual(['image_edit.partial_image', 'image_edit.completed']);
    const { usage, state } = await holds.last();
    expect([state, usage?.['image_output'], usage?.['image_input']]).toEqual(['settled', 372, 194]);
  });

  test.each([
    [CANVAS, { n: 2 }, 'image_1024x1024_standard', 2],
    [LARGE, { output_format: 'jpeg' }, 'image_any_any', 1],
  ])('goes to %s of Bedrock, and is paid by the piece', async (model, terms, kind, count) => {
    const answer = await edit({ model, ...terms });
    expect([answer.status, answer.body.error]).toEqual([200, undefined]);
    expect(answer.body.data).toHaveLength(count);
    expect(await holds.last()).toMatchObject({
      state: 'settled',
      charged_n: BigInt(count) * PIECE_NANO,
      usage: { [kind]: count },
    });
  });

  test.each([
    [CORE, 'images', {}],
    [LARGE, 'aspect_ratio', { aspect_ratio: '16:9' }],
    [CANVAS, 'mask', { mask: { image_url: DOT } }],
  ])('of %s is refused for what it does not take: %s', async (model, param, body) => {
    const answer = await edit({ model, ...body });
    expect([answer.status, answer.body.error.param]).toEqual([400, param]);
  });

  test('goes as a form to a server of public weights, and as JSON to xAI', async () => {
    for (const [model, kind] of [
      [QWEN, 'image_any_any'],
      [GROK, 'image_1k_any'],
    ] as const) {
      const image = [await png(), await png()];
      const made = await client.images.edit({ model, prompt: 'at night', image });
      expect(typeOf(made.data?.[0]?.b64_json)).toBe('image/png');
      expect(await holds.last()).toMatchObject({
        state: 'settled',
        amount_n: PIECE_NANO,
        charged_n: PIECE_NANO,
        usage: { [kind]: 1 },
      });
    }
  });

  test('is free in the sandbox, and depends on its image', async () => {
    const free = clientOf(demo.env.TOLLGATE_TEST_KEY);
    const draw = async (image: Buffer): Promise<string | undefined> => {
      const { data } = await free.images.edit({
        model: 'sandbox/picture',
        prompt: 'at night',
        image: await png(image),
        size: '256x256',
      });
      return data?.[0]?.b64_json;
    };
    const [first, again, other] = [await draw(SQUARE), await draw(SQUARE), await draw(DOT_PNG)];
    expect(first).toBe(again);
    expect(first).not.toBe(other);
  });
});

describe('an edit', () => {
  test('as JSON is made once for one idempotency key, with a receipt of its image tokens', async () => {
    const key = { 'idempotency-key': 'edit-once' };
    const first = await edit({ model: MINI, quality: 'low', size: '1024x1024' }, key);
    const { op_id: op } = await holds.last();
    const again = await edit({ model: MINI, quality: 'low', size: '1024x1024' }, key);
    expect([first.status, again.status]).toEqual([200, 200]);
    expect(again.body).toEqual(first.body);
    expect((await holds.last()).op_id).toBe(op);
    const id = encodeId('req', op);
    await eventually(async () => (await demo.user('GET', `/requests/${id}`)).status === 200);
    const { body } = await demo.user<RequestDetail>('GET', `/requests/${id}`);
    expect(body.endpoint).toBe('POST /v1/images/edits');
    expect(body.receipt?.lines).toContainEqual(
      expect.objectContaining({ dimension: 'image_input', quantity: 194 }),
    );
  });

  test.each([
    ['says nothing of its tokens', '[image: silent]'],
    ['counts far too many', '[[provider: tokens input=90000000]]'],
  ])('is charged at the most that it can have where the provider %s', async (_what, words) => {
    const terms = { model: MINI, size: '1024x1024', quality: 'low', prompt: `x ${words}` };
    expect((await edit(terms)).status).toBe(200);
    const hold = await holds.last();
    expect(hold).toMatchObject({ state: 'settled', usage_source: 'estimated' });
    expect(hold.usage).toMatchObject({ image_input: 581, image_output: 272 });
    expect(hold.charged_n).toBeLessThanOrEqual(hold.amount_n);
  });

  test('is charged although its caller has left, and costs nothing where the provider fails', async () => {
    const body = {
      model: QWEN,
      prompt: '[[provider: delay=800]] x',
      images: [{ image_url: DOT }],
    };
    const call = openCall(demo, body, {}, '/images/edits');
    await eventually(holds.areOpen);
    call.leave();
    expect(await holds.last()).toMatchObject({ state: 'settled', charged_n: PIECE_NANO });
    const failed = await edit({ model: QWEN, prompt: '[[provider: status=500]] x' });
    expect(failed.status).toBe(502);
    expect(await holds.last()).toMatchObject({ state: 'released', charged_n: null });
  });

  test('pays each image that it shows where an administrator has priced these', async () => {
    const { body } = await demo.platform<{ id: string }[]>('GET', `/models?public_id=${GROK}`);
    const prices = { image_1k_any: '0.1', image_2k_any: '0.1', image: '0.002' };
    const priced = await demo.platform('POST', `/models/${body[0]?.id}/prices`, { prices });
    expect(priced.status).toBe(201);
    await eventually(async () => {
      const images = [{ image_url: DOT }, { image_url: DOT }];
      expect((await edit({ model: GROK, images })).status).toBe(200);
      const { charged_n: charged, amount_n: amount } = await holds.last();
      return charged === PIECE_NANO + (NANO * 4n) / 1_000n && amount === charged;
    });
  });
});

const urlOf = (bytes: Buffer, type = 'image/png'): string =>
  `data:${type};base64,${bytes.toString('base64')}`;
const huge = pngOf({ width: 1, height: 1, colour: [0, 0, 0] });
huge.writeUInt32BE(60_000, 16);
huge.writeUInt32BE(60_000, 20);

describe('a request for an edit', () => {
  test.each<[string, object, string, string]>([
    ['images', { images: [] }, 'invalid_request', 'no image'],
    ['images', { images: undefined }, 'invalid_request', 'no images'],
    [
      'images',
      { images: Array.from({ length: 17 }, () => ({ image_url: DOT })) },
      'invalid_request',
      'too many images',
    ],
    [
      'images[0].image_url',
      { images: [{ file_id: 'file-1' }] },
      'invalid_request',
      'a file of the provider',
    ],
    [
      'images[0].image_url',
      { images: [{ image_url: 'https://example.com/a.png' }] },
      'invalid_request',
      'an address',
    ],
    [
      'images[0].image_url',
      { images: [{ image_url: urlOf(huge) }] },
      'invalid_request',
      'billions of pixels',
    ],
    [
      'images[0].image_url',
      { images: [{ image_url: urlOf(SQUARE, 'image/jpeg') }] },
      'invalid_request',
      'another type than it says',
    ],
    [
      'images[0].image_url',
      { images: [{ image_url: `${DOT.slice(0, -4)}!!!!` }] },
      'invalid_request',
      'what is no base64',
    ],
    ['mask.image_url', { mask: { image_url: urlOf(SQUARE) } }, 'invalid_request', 'another size'],
    ['style', { style: 'vivid' }, 'unsupported_parameter', 'a field of the other route'],
    ['input_fidelity', { input_fidelity: 'high' }, 'unsupported_parameter', 'a fidelity'],
    ['n', { stream: true, n: 2 }, 'unsupported_parameter', 'several in a stream'],
    ['image', { image: DOT }, 'unsupported_parameter', 'a field of forms'],
  ])('is refused for %s before anything is held', async (param, body, code) => {
    const before = await holds.last();
    const answer = await edit({ model: MINI, ...body });
    expect([answer.status, answer.body.error.code, answer.body.error.param]).toEqual([
      400,
      code,
      param,
    ]);
    expect((await holds.last()).op_id).toBe(before.op_id);
  });

  test.each([
    [FLUX, 'images'],
    [IMAGEN, 'images'],
  ])('is refused by %s, which edits none', async (model, param) => {
    const answer = await edit({ model });
    expect([answer.status, answer.body.error.code, answer.body.error.param]).toEqual([
      400,
      'unsupported_parameter',
      param,
    ]);
  });
});

describe('a form', () => {
  const post = (form: FormData) =>
    got.post<Refusal>(`${demo.env.TOLLGATE_BASE_URL}/images/edits`, {
      body: form,
      headers: { authorization: `Bearer ${demo.env.TOLLGATE_API_KEY}` },
      responseType: 'json',
      throwHttpErrors: false,
      retry: { limit: 0 },
    });
  const formOf = (fields: [name: string, value: string | Buffer][]): FormData => {
    const form = new FormData();
    form.append('model', MINI);
    form.append('prompt', 'at night');
    for (const [name, value] of fields) {
      if (typeof value === 'string') form.append(name, value);
      else form.append(name, new Blob([value], { type: 'image/png' }), 'x.png');
    }
    return form;
  };

  test.each<[string, [name: string, value: string | Buffer][], string]>([
    ['without an image', [], 'image'],
    ['with a text in place of an image', [['image', DOT]], 'image'],
    ['with a program that says it is a picture', [['image', Buffer.from('MZ program')]], 'image'],
    [
      'with more files than an edit has',
      Array.from({ length: 18 }, () => ['image[]', DOT_PNG] as [string, Buffer]),
      'image[]',
    ],
    [
      'with a file that is too large',
      [['image', Buffer.concat([DOT_PNG, randomBytes(10_485_760)])]],
      'image',
    ],
    [
      'with two masks',
      [
        ['image', DOT_PNG],
        ['mask', DOT_PNG],
        ['mask', DOT_PNG],
      ],
      'mask',
    ],
    [
      'with a file for a text',
      [
        ['image', DOT_PNG],
        ['user', DOT_PNG],
      ],
      'user',
    ],
    [
      'with a number that is none',
      [
        ['image', DOT_PNG],
        ['n', 'two'],
      ],
      'n',
    ],
  ])('%s is refused before anything is held', async (_what, fields, param) => {
    const before = await holds.last();
    const { statusCode, body } = await post(formOf(fields));
    expect([statusCode, body.error.code, body.error.param]).toEqual([
      400,
      'invalid_request',
      param,
    ]);
    expect((await holds.last()).op_id).toBe(before.op_id);
  });
});

test('the ledger holds, with edits of every kind in it', async () => {
  await holds.last();
  await expectLedgerHolds(demo);
});

import type { ModelList } from '@tollgate/contract/models';
import type { VideoQuote } from '@tollgate/contract/video';
import { aSharedDemo } from '../support/shared-demo.ts';
import type { Answer, Demo } from '../support/demo.ts';
import { eventually } from '../support/eventually.ts';
import { GOOGLE } from '../support/family-set-up.ts';

const START_MS = 240_000;
const VEO = 'google/veo-3.1-generate-preview';
const PICTURE = 'data:image/png;base64,';
/** Credits a second of each kind. */
const PRICES: Record<string, string> = {
  second_720p_sound_text: '0.4',
  second_720p_sound_image: '0.41',
  second_1080p_sound_text: '0.5',
  second_1080p_sound_image: '0.51',
  second_4k_sound_text: '0.6',
  second_4k_sound_image: '0.000000000001',
};

interface PlatformModel {
  id: string;
  public_id: string;
  capability: string;
  dimensions: string[];
  routable: boolean;
  unroutable_reason: string | null;
  price: { prices: Record<string, string> } | null;
}
type Refusal = { error: { code: string; param: string | null; message: string } };

let demo: Demo;
let model: PlatformModel;

const modelNow = async (): Promise<PlatformModel> => {
  const { body } = await demo.platform<PlatformModel[]>('GET', `/models?public_id=${VEO}`);
  return body[0] as PlatformModel;
};
const listed = async (query = ''): Promise<string[]> => {
  const { body } = await demo.v1<ModelList>(`/models${query}`);
  return body.data.map(({ id }) => id);
};
const quote = (
  change: object = {},
  headers: Record<string, string> = {},
): Promise<Answer<VideoQuote & Refusal>> =>
  demo.v1('/videos/quote', { model: VEO, prompt: 'a calm sea', ...change }, headers);

async function aModel(): Promise<void> {
  const made = await demo.platform<{ id: string }>('POST', '/provider-credentials', {
    family: GOOGLE.family,
    name: 'The videos of the test',
    base_url: `${demo.stack.urls['provider']}${GOOGLE.path}`,
    credential: GOOGLE.credential,
  });
  const synced = `/provider-credentials/${made.body.id}/sync-models`;
  expect((await demo.platform('POST', synced)).status).toBe(200);
  model = await modelNow();
}

beforeAll(async () => {
  demo = await aSharedDemo();
  await aModel();
}, START_MS);
afterAll(() => demo?.stack.drop(), START_MS);

describe('a model that makes videos', () => {
  test('waits for approval, with a dimension for each kind of video', () => {
    expect(model).toMatchObject({ capability: 'video', unroutable_reason: 'not_approved' });
    expect(model.dimensions.toSorted()).toEqual(Object.keys(PRICES).toSorted());
  });

  test('cannot be called while one kind has no price', async () => {
    const path = `/models/${model.id}`;
    expect((await demo.platform('POST', `${path}/approval`, {})).status).toBe(200);
    expect((await modelNow()).unroutable_reason).toBe('unpriced');
    const { second_4k_sound_image: _, ...fewer } = PRICES;
    const refused = await demo.platform<{ detail: { loc: string[] }[] }>('POST', `${path}/prices`, {
      prices: fewer,
    });
    expect(refused.status).toBe(422);
    expect(refused.body.detail[0]?.loc).toEqual(['body', 'prices', 'second_4k_sound_image']);
    for (const prices of [
      { ...PRICES, second_9k_loud_text: '1' },
      { ...PRICES, second_720p_sound_text: '0.0000000000001' },
      { ...PRICES, second_720p_sound_text: '1001' },
    ]) {
      expect((await demo.platform('POST', `${path}/prices`, { prices })).status).toBe(422);
    }
  });

  test('is listed once it is priced, under its capability and with the prices of its caller', async () => {
    const priced = await demo.platform('POST', `/models/${model.id}/prices`, { prices: PRICES });
    expect(priced.status).toBe(201);
    await eventually(async () => (await listed()).includes(VEO));
    expect(await listed('?capability=video')).toEqual([VEO]);
    for (const other of ['chat', 'embeddings']) {
      expect(await listed(`?capability=${other}`)).not.toContain(VEO);
    }
    expect((await modelNow()).price?.prices).toEqual(PRICES);
    const { body } = await demo.v1<ModelList['data'][number]>(`/models/${VEO}`);
    expect(body.pricing).toEqual({ prompt: '0', completion: '0', ...PRICES });
    expect(body.request_contract.parameters['seconds']).toEqual({
      supported: true,
      values: [4, 6, 8],
      default: 8,
    });
    expect(body.output_tokens).toBeUndefined();
  });

  test('is no model for chat, responses or embeddings', async () => {
    const bodies = {
      '/chat/completions': { messages: [{ role: 'user', content: 'Hi.' }] },
      '/responses': { input: 'Hi.' },
      '/embeddings': { input: 'Hi.' },
    };
    for (const [path, body] of Object.entries(bodies)) {
      const answer = await demo.v1<Refusal>(path, { model: VEO, ...body });
      expect([path, answer.status, answer.body.error.param]).toEqual([path, 400, 'model']);
      expect(answer.body.error.message).toContain('is for video');
    }
  });
});

const testKey = () => ({ authorization: `Bearer ${demo.env.TOLLGATE_TEST_KEY}` });

describe('POST /v1/videos/quote', () => {
  test('answers 200: the sandbox spells a video out and costs nothing', async () => {
    const { status, body } = await quote({ model: 'sandbox/film', size: '720x1280' }, testKey());
    expect([status, body]).toMatchObject([
      200,
      {
        seconds: '2',
        resolution: '720p',
        aspect_ratio: '9:16',
        generate_audio: false,
        lines: [],
        cost: '0.000000000',
      },
    ]);
  });

  test('answers 200', async () => {
    const { status, body } = await quote();
    expect(status).toBe(200);
    expect(body).toMatchObject({
      object: 'video.quote',
      model: VEO,
      seconds: '8',
      resolution: '720p',
      aspect_ratio: '16:9',
      size: '1280x720',
      generate_audio: true,
      input: 'text',
      lines: [{ dimension: 'second_720p_sound_text', quantity: 8, unit_price: '0.400000000000' }],
      uplift_bp: 0,
      cost: '3.200000000',
      exact: true,
    });
  });

  test.each([
    [{ seconds: '4' }, '1.600000000'],
    [{ seconds: 6, input_reference: null }, '2.400000000'],
    [{ size: '1080x1920' }, '4.000000000'],
    [{ resolution: '4k' }, '4.800000000'],
    [{ first_frame: PICTURE }, '3.280000000'],
    [{ input_reference: [PICTURE, PICTURE] }, '3.280000000'],
    // A price far below a nano-credit is rounded up once.
    [{ resolution: '4k', first_frame: PICTURE }, '0.000000001'],
  ])('%j costs %s', async (change, cost) => {
    const { status, body } = await quote(change);
    expect({ status, body }).toMatchObject({ status: 200, body: { cost } });
  });

  test.each([
    [{ seconds: 5 }, 'unsupported_parameter', 'seconds'],
    [{ seconds: 0 }, 'invalid_request', 'seconds'],
    [{ seconds: 4, resolution: '1080p' }, 'unsupported_parameter', 'seconds'],
    [{ resolution: '480p' }, 'unsupported_parameter', 'resolution'],
    [{ size: '1x1' }, 'invalid_request', 'size'],
    [{ size: '640x480' }, 'unsupported_parameter', 'size'],
    [{ size: '1280x720', resolution: '720p' }, 'invalid_request', 'size'],
    [{ generate_audio: false }, 'unsupported_parameter', 'generate_audio'],
    [{ seed: 1 }, 'unsupported_parameter', 'seed'],
    [{ last_frame: PICTURE }, 'invalid_request', 'last_frame'],
    [{ first_frame: 'http://127.0.0.1/' }, 'invalid_request', 'first_frame'],
    [{ first_frame: 'data:image/svg+xml;base64,' }, 'invalid_request', 'first_frame'],
    [{ input_reference: Array(4).fill(PICTURE) }, 'unsupported_parameter', 'input_reference'],
    [{ model: 7 }, 'invalid_request', 'model'],
    [{ surprise: true }, 'unsupported_parameter', 'surprise'],
  ])('answers 400: %j is %s for %s', async (change, code, param) => {
    const { status, body } = await quote(change);
    expect({ status, ...body.error }).toMatchObject({ status: 400, code });
    expect(body.error.param).toMatch(new RegExp(`^${param}`));
  });

  test('answers 400: a model of another capability makes no videos', async () => {
    const { status, body } = await quote({ model: demo.env.TOLLGATE_MODEL });
    expect([status, body.error.code]).toEqual([400, 'invalid_request']);
  });

  test('answers 400: an empty prompt, as when a video is created', async () => {
    const { status, body } = await quote({ prompt: '' });
    expect([status, body.error.param]).toEqual([400, 'prompt']);
  });

  test('answers 401', async () => {
    expect((await quote({}, { authorization: 'Bearer nobody' })).status).toBe(401);
  });

  test('answers 403', async () => {
    const made = await demo.user<{ id: string; secret: string }>('POST', '/keys', {
      name: 'video',
    });
    await demo.user('POST', `/keys/${made.body.id}/suspend`);
    const headers = { authorization: `Bearer ${made.body.secret}` };
    await eventually(async () => (await quote({}, headers)).status === 403);
  });

  test('answers 404', async () => {
    expect((await quote({ model: 'google/veo-9' })).status).toBe(404);
    expect((await quote({}, testKey())).status).toBe(404);
    expect((await quote({ model: 'sandbox/film' })).status).toBe(404);
  });

  test('is asked for with POST: as a video there is none of that name', async () => {
    expect((await demo.v1('/videos/quote')).status).toBe(404);
  });

  test('costs nothing and reaches no provider', async () => {
    const credits = async () => (await demo.creditsNow()).body;
    const before = [await credits(), await demo.invoice()];
    expect((await quote()).status).toBe(200);
    expect([await credits(), await demo.invoice()]).toEqual(before);
  });

  test('follows the uplift of its caller, and a narrower approval', async () => {
    const { body: me } = await demo.user<{ id: string }>('GET', '/me');
    await demo.platform('PUT', `/users/${me.id}/models/${model.id}/pricing`, { uplift_bp: 1_500 });
    await eventually(async () => (await quote()).body.cost === '3.680000000');
    expect((await quote()).body.uplift_bp).toBe(1_500);
    const resolution = { supported: true, values: ['720p'] };
    const narrowed = await demo.platform<PlatformModel>('POST', `/models/${model.id}/approval`, {
      parameters: { resolution },
    });
    expect(narrowed.body).toMatchObject({
      routable: true,
      dimensions: ['second_720p_sound_text', 'second_720p_sound_image'],
    });
    await eventually(async () => (await quote({ resolution: '4k' })).status === 400);
    const tall = { supported: true, values: ['2160'] };
    const refused = await demo.platform('POST', `/models/${model.id}/approval`, {
      parameters: { resolution: tall },
    });
    expect(refused.status).toBe(422);
  });
});

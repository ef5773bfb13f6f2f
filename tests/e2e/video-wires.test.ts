/**
 * Videos over the wires that nobody has recorded, by their documentation: `/videos`, xAI's own, and
 * Bedrock's with a real store of S3 where one can be made.
 */
import { randomUUID } from 'node:crypto';
import { PutObjectCommand } from '@aws-sdk/client-s3';
import { connectDatabase, row } from '@tollgate/db/connect';
import { decodeId } from '@tollgate/runtime/ids';
import got from 'got';
import type { Video, VideoQuote } from '@tollgate/contract/video';
import { VIDEO_MODELS } from '../fake-provider/openai/videos.ts';
import { videoBytes } from '../fake-provider/google/videos.ts';
import { aDemo } from '../support/demo.ts';
import type { Answer, Demo } from '../support/demo.ts';
import { eventually } from '../support/eventually.ts';
import { GOOGLE, setUpFamily } from '../support/family-set-up.ts';
import { expectLedgerHolds } from '../support/ledger.ts';
import { anS3Server, hasGo } from '../support/s3-server.ts';
import type { S3Server } from '../support/s3-server.ts';

const START_MS = 240_000;
const PATIENCE_MS = 90_000;
const TEST_MS = 2 * PATIENCE_MS;
const SORA = 'videos/sora-2';
const PRO = 'videos/sora-2-pro';
const WAN = 'videos/Wan-AI/Wan2.2-T2V-A14B';
const PNG = `data:image/png;base64,${Buffer.from('\x89PNG\r\n\x1a\n0123456789', 'latin1').toString('base64')}`;
const VIDEOS = {
  family: 'openai-compatible',
  provider: 'videos',
  credential: { api_key: 'videos-key' },
  path: '/sora/v1',
};

const XAI = {
  family: 'openai-compatible',
  provider: 'xai',
  credential: { api_key: 'grok-key' },
  path: '/grok/v1',
};
const GROK = 'xai/grok-imagine-video';
const NOVA = 'bedrock/amazon.nova-reel-v1:1';
const RAY = 'bedrock/luma.ray-v2:0';
const VEO = 'google/veo-3.1-generate-preview';
const AWS_KEYS = { region: 'us-east-1' };
const FOLDER = 'made/by_(us)!';

/**
 * The bucket of a real server, which checks each signature; that of the fake provider where no
 * server can be made.
 */
const storeOf = ({ stack }: Demo): Record<string, string> => ({
  access_key_id: store?.credentials.accessKeyId ?? 'AKIDEXAMPLE',
  secret_access_key: store?.credentials.secretAccessKey ?? 'the-secret-of-the-test',
  output_s3_uri: `s3://${store?.bucket ?? 'videos'}/${FOLDER}`,
  s3_endpoint: store?.endpoint ?? stack.urls['provider'] ?? '',
});

type Refusal = { error: { code: string; param: string | null } };
type PlatformModel = {
  id: string;
  public_id: string;
  capability: string;
  dimensions: string[];
  unroutable_reason: string | null;
};

let demo: Demo;
let store: S3Server | undefined;
beforeAll(async () => {
  store = hasGo ? await anS3Server() : undefined;
  const env = store === undefined ? {} : { ALLOWED_PRIVATE_UPSTREAMS: `127.0.0.1:${store.port}` };
  demo = await aDemo({ timerScale: 0.05, env });
  await setUpFamily(demo, { ...VIDEOS, models: [SORA, PRO] });
  await setUpFamily(demo, {
    ...XAI,
    origin: demo.stack.urls['provider']?.replace('127.0.0.1', 'localhost') ?? '',
    models: [GROK],
  });
  await setUpFamily(demo, {
    family: 'bedrock',
    credential: { ...AWS_KEYS, ...storeOf(demo) },
    path: '',
    models: [NOVA, RAY],
  });
  await setUpFamily(demo, { ...GOOGLE, models: [VEO] });
}, START_MS);
afterAll(async () => {
  await expectLedgerHolds(demo);
  await demo?.stack.drop();
  await store?.drop();
}, START_MS);

const create = (prompt: string, change: object = {}): Promise<Answer<Video & Refusal>> =>
  demo.v1('/videos', { model: SORA, prompt, ...change });
const get = async (id: string): Promise<Video> => (await demo.v1<Video>(`/videos/${id}`)).body;

async function ended(id: string): Promise<Video> {
  const until = performance.now() + PATIENCE_MS;
  for (;;) {
    const video = await get(id);
    if (video.status === 'completed' || video.status === 'failed') return video;
    if (performance.now() > until) throw new Error(`the video is ${video.status}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/** Bytes of the file of a video. */
function lengthOf({ seconds, size }: Pick<Video, 'seconds' | 'size'>): number {
  const [width = 0, height = 0] = (size ?? '').split('x').map(Number);
  return videoBytes('x', { seconds: Number(seconds), width, height }).length;
}

const content = (id: string) =>
  got(`${demo.env.TOLLGATE_BASE_URL}/videos/${id}/content`, {
    headers: { authorization: `Bearer ${demo.env.TOLLGATE_API_KEY}` },
    responseType: 'buffer',
    throwHttpErrors: false,
    retry: { limit: 0 },
  });
const credits = async () => (await demo.creditsNow<{ consumed: string; reserved: string }>()).body;
const begun = async (): Promise<number> =>
  (await demo.invoice()).filter((line) =>
    (line as unknown as { path: string }).path.endsWith('/videos'),
  ).length;
/** Whether a row of a video is as a condition says. */
async function isVideo(id: string, condition: string): Promise<boolean> {
  const url = demo.stack.connections.databaseUrl;
  const db = connectDatabase({ url, applicationName: 'video-wires', poolMax: 1 });
  try {
    const sql = `select id from requests.video where id = :id and ${condition}`;
    return (await row(db, sql, { id: decodeId('vid', id) })) !== null;
  } finally {
    await db.destroy();
  }
}
/**
 * Whether the provider has named the video; until then the call that begins it may be under way,
 * which a fault of polls must not meet.
 */
const hasJob = (id: string): Promise<boolean> => isVideo(id, 'job is not null');
const modelOf = async (name: string): Promise<PlatformModel> => {
  const { body } = await demo.platform<PlatformModel[]>('GET', `/models?public_id=${name}`);
  return body[0] as PlatformModel;
};

describe('a video over /videos', () => {
  test.each([
    [SORA, {}, '4', '1280x720', 'second_720p_sound_text'],
    [SORA, { size: '720x1280', seconds: 12 }, '12', '720x1280', 'second_720p_sound_text'],
    [SORA, { seconds: '8', input_reference: PNG }, '8', '1280x720', 'second_720p_sound_image'],
    [PRO, { size: '1024x1792', seconds: 8 }, '8', '1024x1792', 'second_1024p_sound_text'],
  ])(
    'of %s is asked for as %j, held, made, kept and charged by the second',
    async (model, change, seconds, size, kind) => {
      const before = Number((await credits()).consumed);
      const made = await create('a calm sea', { model, ...change });
      expect([made.status, made.body]).toEqual([
        202,
        expect.objectContaining({ status: 'queued', seconds, size, generate_audio: true }),
      ]);
      const cost = 0.1 * Number(seconds);
      expect(Number((await credits()).reserved)).toBeCloseTo(cost, 9);
      expect(await ended(made.body.id)).toMatchObject({
        status: 'completed',
        progress: 100,
        usage: { [kind]: Number(seconds) },
        cost: cost.toFixed(9),
      });
      const { consumed, reserved } = await credits();
      expect(Number(consumed) - before).toBeCloseTo(cost, 9);
      expect(reserved).toBe('0.000000000');
      expect((await content(made.body.id)).body.length).toBe(lengthOf({ seconds, size }));
    },
    TEST_MS,
  );

  test.each([
    ['[video: blocked]', 'upstream_rejected'],
    ['[video: error]', 'upstream_unavailable'],
  ])('%s fails and costs nothing', async (prompt, code) => {
    const before = await credits();
    const { id } = (await create(prompt)).body;
    expect(await ended(id)).toMatchObject({ status: 'failed', error: { code }, cost: null });
    expect(await credits()).toEqual(before);
    expect((await content(id)).statusCode).toBe(409);
  });

  test('is fetched on where the connection broke', async () => {
    const { id } = (await create('[video: cut]')).body;
    await ended(id);
    expect((await content(id)).body.length).toBe(lengthOf(await get(id)));
  });

  test('is begun once under one key, however often it is asked for', async () => {
    await demo.clearInvoice();
    const headers = { 'idempotency-key': randomUUID() };
    const all = await Promise.all(
      Array.from({ length: 5 }, () =>
        demo.v1<Video>('/videos', { model: SORA, prompt: 'once' }, headers),
      ),
    );
    expect(new Set(all.map(({ body }) => body.id)).size).toBe(1);
    await ended(all[0]?.body.id ?? '');
    expect(await begun()).toBe(1);
  });

  test('that its provider refuses for the moment is begun later', async () => {
    await demo.control({ behaviour: 'status=429', times: 1, path: '/videos' });
    const { id } = (await create('later')).body;
    expect((await ended(id)).status).toBe('completed');
  });

  test.each([
    [{ seconds: 5 }, 'seconds'],
    [{ size: '1920x1080' }, 'size'],
    [{ size: '1024x1792' }, 'size'],
    [{ model: PRO, resolution: '1024p' }, 'aspect_ratio'],
    [{ seed: 7 }, 'seed'],
    [{ negative_prompt: 'rain' }, 'negative_prompt'],
    [{ generate_audio: false }, 'generate_audio'],
    [{ first_frame: PNG }, 'first_frame'],
    [{ input_reference: [PNG, PNG] }, 'input_reference'],
  ])('is refused before it is held: %j', async (change, param) => {
    const { status, body } = await create('x', change);
    expect([status, body.error.code, body.error.param]).toEqual([
      400,
      'unsupported_parameter',
      param,
    ]);
  });
});

describe('a video that its provider does not tell of', () => {
  test.each(['[video: nonsense]', '[video: expired]', '[video: inside]'])(
    '%s stays held, and is neither given back nor begun anew',
    async (prompt) => {
      await demo.clearInvoice();
      const before = await credits();
      const { id } = (await create(prompt)).body;
      await eventually(async () => (await get(id)).status === 'in_progress');
      await new Promise((resolve) => setTimeout(resolve, 1_500));
      expect((await get(id)).status).toBe('in_progress');
      const { consumed, reserved } = await credits();
      expect(consumed).toBe(before.consumed);
      expect(Number(reserved) - Number(before.reserved)).toBeCloseTo(0.4, 9);
      expect(await begun()).toBe(1);
    },
  );

  test(
    'FG18 ends without a charge when its provider does not know it any more, on each wire',
    async () => {
      const before = await credits();
      const wires = [
        { models: [SORA, GROK], path: '/videos/', unknown: 404 },
        // GetAsyncInvoke says `ValidationException` of a job that it does not have.
        { models: [NOVA], path: '/async-invoke/', unknown: 400 },
        { models: [VEO], path: '/operations/', unknown: 404 },
      ];
      const refuse = async (words: string): Promise<void> => {
        for (const { path, unknown } of wires) {
          const behaviour = `status=${unknown}${words}`;
          await demo.control({ behaviour, times: 1_000_000, path });
        }
      };
      await endsUnknown(
        wires.flatMap(({ models }) => models),
        refuse,
      );
      await endsUnknown([RAY], (words) =>
        demo.control({
          behaviour: `status=404${words}`,
          times: 1_000_000,
          path: '/async-invoke/',
        }),
      );
      expect((await credits()).consumed).toBe(before.consumed);
    },
    TEST_MS,
  );

  /**
   * Videos of these models, whose providers answer about them with a page of a proxy first, and
   * then that they do not know them.
   */
  async function endsUnknown(
    models: string[],
    refuse: (words: string) => Promise<void>,
  ): Promise<void> {
    const made = await Promise.all(models.map((model) => create('[video: polls=1000]', { model })));
    const ids = made.map(({ body }) => body.id);
    for (const id of ids) await eventually(() => hasJob(id), 'the video was not begun');
    try {
      // A page of a proxy says nothing about the video.
      await refuse(' body=html');
      await new Promise((resolve) => setTimeout(resolve, 6_000));
      for (const id of ids) expect((await get(id)).status).toBe('in_progress');
      await demo.calm();
      await refuse('');
      // Failures of another kind are not counted with them.
      const isFirst = `tries_kind = 'unknown' and tries = 1 and finished_at is null`;
      await Promise.all(
        ids.map((id) =>
          eventually(() => isVideo(id, isFirst), 'the first unknown job ended the video'),
        ),
      );
      for (const id of ids) {
        expect(await ended(id)).toMatchObject({
          status: 'failed',
          error: {
            code: 'upstream_unavailable',
            message: expect.stringContaining('no longer knows'),
          },
          cost: null,
        });
      }
    } finally {
      await demo.calm();
    }
  }

  test(
    'because the worker was killed before the answer: the video ends, costs nothing and is not begun again',
    async () => {
      await demo.clearInvoice();
      const before = await credits();
      // Other videos are asked for meanwhile, so that only the words of this one can tell the
      // provider to wait.
      const { id } = (await create('[[provider: stall-before-first-byte]]')).body;
      await eventually(async () => (await begun()) === 1);
      await demo.stack.kill('worker', 'SIGKILL');
      expect(await ended(id)).toMatchObject({
        status: 'failed',
        error: { code: 'outcome_indeterminate' },
      });
      expect([await credits(), await begun()]).toEqual([before, 1]);
    },
    TEST_MS,
  );
});

/** Videos of FG19, whose provider is asked for their files while other tests run. */
const undelivered: string[] = [];
test('FG19 videos that their provider never delivers are asked for and held', async () => {
  for (const prompt of ['[video: expired]', '[video: page]', '[video: empty]']) {
    const { status, body } = await create(prompt);
    expect(status).toBe(202);
    undelivered.push(body.id);
  }
  expect(Number((await credits()).reserved)).toBeGreaterThanOrEqual(1.2);
});

describe("a video over xAI's wire", () => {
  test.each([
    [{}, '8', '854x480', 'second_480p_sound_text'],
    [{ seconds: 2, size: '720x1280' }, '2', '720x1280', 'second_720p_sound_text'],
    [{ seconds: 3, first_frame: PNG }, '3', '854x480', 'second_480p_sound_image'],
    [{ seconds: 3, input_reference: [PNG, PNG] }, '3', '854x480', 'second_480p_sound_image'],
  ])(
    '%j is held, made, fetched without the key and charged',
    async (change, seconds, size, kind) => {
      const made = await create('a calm sea', { model: GROK, ...change });
      expect([made.status, made.body]).toEqual([202, expect.objectContaining({ seconds, size })]);
      expect(await ended(made.body.id)).toMatchObject({
        status: 'completed',
        usage: { [kind]: Number(seconds) },
        cost: (0.1 * Number(seconds)).toFixed(9),
      });
      expect((await content(made.body.id)).body.length).toBe(lengthOf({ seconds, size }));
    },
  );

  test.each([
    ['[video: blocked]', 'upstream_rejected'],
    ['[video: error]', 'upstream_unavailable'],
    ['[video: expired]', 'upstream_unavailable'],
  ])('%s fails and costs nothing', async (prompt, code) => {
    const before = await credits();
    const { id } = (await create(prompt, { model: GROK })).body;
    expect(await ended(id)).toMatchObject({ status: 'failed', error: { code }, cost: null });
    expect(await credits()).toMatchObject({ consumed: before.consumed });
  });

  test.each([
    [{ seconds: 11, input_reference: PNG }, 'seconds'],
    [{ first_frame: PNG, input_reference: PNG }, 'first_frame'],
    [{ resolution: '1080p' }, 'resolution'],
    [{ seed: 7 }, 'seed'],
    [{ last_frame: PNG }, 'last_frame'],
  ])('is refused before it is held: %j', async (change, param) => {
    const { status, body } = await create('x', { model: GROK, ...change });
    expect([status, body.error.param]).toEqual([400, param]);
  });
});

/** Does what Bedrock does: puts the video into the bucket, in a folder of its own. */
async function putInto(id: string, made: { seconds: string; size: string }): Promise<void> {
  if (store === undefined) return;
  await eventually(async () => (await jobOf(id)) !== null, 'the video was not begun');
  const folder = (await jobOf(id))?.split('/').at(-1) ?? '';
  const [width = 0, height = 0] = made.size.split('x').map(Number);
  const Body = videoBytes('x', { seconds: Number(made.seconds), width, height });
  const Key = `${FOLDER}/${folder}/output.mp4`;
  await store.client.send(new PutObjectCommand({ Bucket: store.bucket, Key, Body }));
}
const jobOf = async (id: string): Promise<string | null> => {
  const { body } = await demo.platform<{ video_id: string; job: string | null }[]>(
    'GET',
    '/videos',
  );
  return body.find((one) => one.video_id === id)?.job ?? null;
};

describe('a video of Bedrock', () => {
  test.each([
    [NOVA, {}, '6', '1280x720', 'second_720p_silent_text'],
    [NOVA, { seconds: 12, seed: 7 }, '12', '1280x720', 'second_720p_silent_text'],
    [NOVA, { first_frame: PNG }, '6', '1280x720', 'second_720p_silent_image'],
    [RAY, { seconds: 9, size: '540x540' }, '9', '540x540', 'second_540p_silent_text'],
  ])(
    'by %s, asked for as %j, comes from the bucket and is charged',
    async (model, change, seconds, size, kind) => {
      const made = await create('a calm sea', { model, ...change });
      expect([made.status, made.body]).toEqual([202, expect.objectContaining({ seconds, size })]);
      await putInto(made.body.id, { seconds, size });
      expect(await ended(made.body.id)).toMatchObject({
        status: 'completed',
        usage: { [kind]: Number(seconds) },
        cost: (0.1 * Number(seconds)).toFixed(9),
      });
      expect((await content(made.body.id)).body.length).toBe(lengthOf({ seconds, size }));
    },
  );

  test('is refused before it is held, for what the model does not make', async () => {
    const asked = await create('x', { model: NOVA, seconds: 12, first_frame: PNG });
    expect([asked.status, asked.body.error.param]).toEqual([400, 'seconds']);
  });

  test(
    'FG16 whose worker was killed before the answer is found by our token, made and charged once',
    async () => {
      await demo.clearInvoice();
      const asked = { model: RAY, seconds: 5, size: '540x540' };
      const { id } = (await create('[[provider: stall-before-first-byte]]', asked)).body;
      const jobs = async () =>
        (await demo.invoice()).filter((line) => line.path.endsWith('/async-invoke')).length;
      await eventually(async () => (await jobs()) === 1);
      await demo.stack.kill('worker', 'SIGKILL');
      await putInto(id, { seconds: '5', size: '540x540' });
      expect(await ended(id)).toMatchObject({ status: 'completed', cost: '0.500000000' });
    },
    TEST_MS,
  );
});

describe('a video that its provider never lists', () => {
  test('FG17 ends as one that was never begun, once the list cannot be late any more, and costs nothing', async () => {
    const before = await credits();
    const prompt = '[video: unlisted] [[provider: stall-before-first-byte]]';
    const { id } = (await create(prompt, { model: RAY })).body;
    const url = demo.stack.connections.databaseUrl;
    const db = connectDatabase({ url, applicationName: 'video-wires', poolMax: 1 });
    try {
      const sql = `update requests.video set submitted_at = submitted_at - interval '1 hour'
        where id = :id and state = 'submitting' returning id`;
      const asked = async () => (await row(db, sql, { id: decodeId('vid', id) })) !== null;
      await eventually(asked, 'the video was not asked for');
      await demo.stack.kill('worker', 'SIGKILL');
      expect(await ended(id)).toMatchObject({
        status: 'failed',
        error: { code: 'upstream_unavailable', message: expect.stringContaining('never began') },
      });
      expect(await credits()).toMatchObject({ consumed: before.consumed });
    } finally {
      await db.destroy();
    }
  });
});

describe('a model whose videos nobody has written down', () => {
  test('is found by its name and waits for an approval that says what it makes', async () => {
    expect(VIDEO_MODELS.map((name) => `videos/${name}`)).toContain(WAN);
    const model = await modelOf(WAN);
    expect(model).toMatchObject({ capability: 'video', dimensions: [] });
    const approve = (body: object) =>
      demo.platform<{ detail: { loc: string[] }[] }>('POST', `/models/${model.id}/approval`, body);
    const limits = { context_tokens: 512 };
    const refused = await approve({ limits });
    expect([refused.status, refused.body.detail.map(({ loc }) => loc.at(-1))]).toEqual([
      422,
      ['resolution', 'seconds'],
    ]);
    const both = { generate_audio: { supported: true, values: [true, false] } };
    const unsaid = await approve({ limits, parameters: both });
    expect(unsaid.body.detail.map(({ loc }) => loc.at(-1))).toContain('generate_audio');
    const parameters = {
      seconds: { supported: true, minimum: 1, maximum: 5 },
      resolution: { supported: true, values: ['480p'] },
    };
    expect((await approve({ limits, parameters })).status).toBe(200);
    expect((await modelOf(WAN)).dimensions).toEqual(['second_480p_silent_text']);
    const prices = { second_480p_silent_text: '0.02' };
    expect((await demo.platform('POST', `/models/${model.id}/prices`, { prices })).status).toBe(
      201,
    );
    await eventually(async () => (await modelOf(WAN)).unroutable_reason === null);
    await eventually(async () => (await create('x', { model: WAN, seconds: 9 })).status === 400);
    const { body } = await create('a storm', { model: WAN, seconds: 3, size: '480x854' });
    expect(await ended(body.id)).toMatchObject({ size: '480x854', cost: '0.060000000' });
    expect((await create('x', { model: WAN, size: '1x10000' })).body.error.param).toBe('size');
  });
});

test(
  'FG19 a video ends without a charge once its provider has not delivered it often enough',
  async () => {
    const before = await credits();
    expect(undelivered).toHaveLength(3);
    for (const id of undelivered) {
      expect(await ended(id)).toMatchObject({
        status: 'failed',
        error: { code: 'upstream_unavailable', message: expect.stringContaining('deliver') },
        cost: null,
      });
    }
    expect((await credits()).consumed).toBe(before.consumed);
  },
  TEST_MS,
);

describe('a video with every price that it can have, and an uplift', () => {
  const UPLIFT_BP = 333;
  /** Prime numbers of pico-credits, so that a line that is missing or counted twice shows. */
  const FEES = { request: '0.500000000007', image: '0.250000000011' };
  const SECOND = '0.100000000013';

  beforeAll(async () => {
    // Videos of the tests before that no provider tells of stay held for a day.
    const { body: open } = await demo.platform<{ video_id: string }[]>('GET', '/videos');
    for (const { video_id: left } of open) await demo.platform('POST', `/videos/${left}/end`);
    await eventually(async () => (await credits()).reserved === '0.000000000');
    const { body: me } = await demo.user<{ id: string }>('GET', '/me');
    const path = `/users/${me.id}/pricing-uplift`;
    expect((await demo.platform('PUT', path, { uplift_bp: UPLIFT_BP })).status).toBe(200);
  }, START_MS);

  test.each([
    [SORA, {}, 0],
    [SORA, { input_reference: PNG }, 1],
    [GROK, {}, 0],
    [GROK, { input_reference: PNG }, 1],
    [RAY, {}, 0],
    [NOVA, {}, 0],
    [VEO, { seconds: 8 }, 0],
    [VEO, { seconds: 8, input_reference: [PNG, PNG] }, 2],
  ])('%s with %j is quoted, held and charged the same', async (model, change, pictures) => {
    const { id, dimensions } = await modelOf(model);
    const prices = { ...Object.fromEntries(dimensions.map((name) => [name, SECOND])), ...FEES };
    const foreign = { ...prices, cache_write: '1' };
    expect((await demo.platform('POST', `/models/${id}/prices`, { prices: foreign })).status).toBe(
      422,
    );
    expect((await demo.platform('POST', `/models/${id}/prices`, { prices })).status).toBe(201);
    const quote = async (): Promise<VideoQuote> =>
      (await demo.v1<VideoQuote>('/videos/quote', { model, prompt: 'Sea', ...change })).body;
    await eventually(async () => {
      const { lines, uplift_bp: uplift } = await quote();
      return uplift === UPLIFT_BP && lines.some(({ dimension }) => dimension === 'request');
    });
    const quoted = await quote();
    expect(quoted).toMatchObject({ exact: true });
    const length = BigInt(quoted.seconds) * 100_000_000_013n;
    const pico = length + 500_000_000_007n + BigInt(pictures) * 250_000_000_011n;
    const nano = (pico * BigInt(10_000 + UPLIFT_BP) + 9_999_999n) / 10_000_000n;
    expect(quoted.cost).toBe(
      `${nano / 1_000_000_000n}.${(nano % 1_000_000_000n).toString().padStart(9, '0')}`,
    );
    const made = await create('Sea', { model, ...change });
    expect(made.status).toBe(202);
    expect((await credits()).reserved).toBe(quoted.cost);
    const { seconds, size } = made.body;
    if (model === RAY || model === NOVA) await putInto(made.body.id, { seconds, size: size ?? '' });
    expect(await ended(made.body.id)).toMatchObject({ status: 'completed', cost: quoted.cost });
    expect((await credits()).reserved).toBe('0.000000000');
  });
});

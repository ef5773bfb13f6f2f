import { createHash, randomUUID } from 'node:crypto';
import got from 'got';
import type { ModelList } from '@tollgate/contract/models';
import type { Video } from '@tollgate/contract/video';
import { newPublicId } from '@tollgate/runtime/ids';
import { videoBytes } from '../fake-provider/google/videos.ts';
import { aDemo } from '../support/demo.ts';
import type { Answer, Demo } from '../support/demo.ts';
import { eventually } from '../support/eventually.ts';
import { expectLedgerHolds } from '../support/ledger.ts';
import { GOOGLE } from '../support/family-set-up.ts';

const START_MS = 240_000;
/** A busy machine takes its time to start a worker anew. */
const PATIENCE_MS = 90_000;
const TEST_MS = 2 * PATIENCE_MS;
const VEO = 'google/veo-3.1-generate-preview';
/** A video of the shortest length in the smallest size. */
const MADE = { seconds: 4, width: 1_280, height: 720 };
const PNG = `data:image/png;base64,${Buffer.from('\x89PNG\r\n\x1a\n0123456789', 'latin1').toString('base64')}`;

type Headers = Record<string, string>;
type Refusal = { error: { code: string; param: string | null; message: string } };

let demo: Demo;
let test_: Headers;
let stranger: Headers;

beforeAll(async () => {
  demo = await aDemo({ timerScale: 0.05 });
  test_ = { authorization: `Bearer ${demo.env.TOLLGATE_TEST_KEY}` };
  await aModel();
  stranger = await aStranger();
}, START_MS);
// The book has to hold after all that is done to it here.
afterAll(async () => {
  await expectLedgerHolds(demo);
  await demo?.stack.drop();
}, START_MS);

async function aModel(): Promise<void> {
  const made = await demo.platform<{ id: string }>('POST', '/provider-credentials', {
    family: GOOGLE.family,
    name: 'The videos of the test',
    base_url: `${demo.stack.urls['provider']}${GOOGLE.path}`,
    credential: GOOGLE.credential,
  });
  await demo.platform('POST', `/provider-credentials/${made.body.id}/sync-models`);
  const { body } = await demo.platform<{ id: string; dimensions: string[] }[]>(
    'GET',
    `/models?public_id=${VEO}`,
  );
  const [model] = body;
  await demo.platform('POST', `/models/${model?.id}/approval`, {});
  const prices = Object.fromEntries((model?.dimensions ?? []).map((one) => [one, '0.1']));
  await demo.platform('POST', `/models/${model?.id}/prices`, { prices });
  await eventually(async () =>
    (await demo.v1<ModelList>('/models')).body.data.some(({ id }) => id === VEO),
  );
}

async function aStranger(): Promise<Headers> {
  const email = `${randomUUID()}@example.com`;
  const user = await demo.platform<{ id: string }>('POST', '/users', {
    email,
    name: 'Stranger',
    password: 'correct horse battery staple',
  });
  const key = await demo.platform<{ secret: string }>('POST', `/users/${user.body.id}/keys`, {
    name: 'stranger',
  });
  return { authorization: `Bearer ${key.body.secret}` };
}

const create = (
  prompt: string,
  change: object = {},
  headers: Headers = {},
): Promise<Answer<Video & Refusal>> =>
  demo.v1('/videos', { model: VEO, prompt, seconds: 4, ...change }, headers);
const sandboxVideo = (change: object = {}, headers: Headers = {}) =>
  create('a calm sea', { model: 'sandbox/film', seconds: 1, ...change }, { ...test_, ...headers });
const get = (id: string, headers: Headers = {}): Promise<Answer<Video & Refusal>> =>
  demo.v1(`/videos/${id}`, undefined, headers);

async function ended(id: string, headers: Headers = {}): Promise<Video> {
  const until = performance.now() + PATIENCE_MS;
  for (;;) {
    const { body } = await get(id, headers);
    if (body.status === 'completed' || body.status === 'failed') return body;
    if (performance.now() > until) throw new Error(`the video is ${body.status}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

const url = (path: string): string => `${demo.env.TOLLGATE_BASE_URL}${path}`;
const content = (id: string, headers: Headers = {}) =>
  got(url(`/videos/${id}/content`), {
    headers: { authorization: `Bearer ${demo.env.TOLLGATE_API_KEY}`, ...headers },
    responseType: 'buffer',
    throwHttpErrors: false,
    retry: { limit: 0 },
  });
const raw = (method: 'DELETE' | 'POST', path: string, headers: Headers = {}) =>
  got<Refusal & { deleted?: boolean }>(url(path), {
    method,
    headers: { authorization: `Bearer ${demo.env.TOLLGATE_API_KEY}`, ...headers },
    responseType: 'json',
    throwHttpErrors: false,
    retry: { limit: 0 },
  });
const textOf = (bytes: Uint8Array): string => Buffer.from(bytes).toString();
const consumed = async (): Promise<string> =>
  (await demo.creditsNow<{ consumed: string }>()).body.consumed;
const reserved = async (): Promise<string> =>
  (await demo.creditsNow<{ reserved: string }>()).body.reserved;
const unlikeVideos = async (): Promise<number> => {
  const metrics = await got(`${demo.stack.urls['worker-metrics']}/metrics`).text();
  const values = [...metrics.matchAll(/^tollgate_films_unlike_total\{.*\} (\d+)$/gmu)];
  return values.reduce((sum, [, value]) => sum + Number(value), 0);
};
const begun = async (): Promise<number> =>
  (await demo.invoice()).filter((line) =>
    (line as unknown as { path: string }).path.endsWith(':predictLongRunning'),
  ).length;

describe('a video of a provider', () => {
  test('is held at once, made, kept and charged what was quoted', async () => {
    const before = Number(await consumed());
    const made = await create('a calm ocean wave at sunset');
    expect([made.status, made.body.object, made.body.status]).toEqual([202, 'video', 'queued']);
    expect(made.headers['x-svc-catalog-revision']).toBeDefined();
    expect(await reserved()).toBe('0.400000000');
    const video = await ended(made.body.id);
    expect(video).toMatchObject({
      status: 'completed',
      progress: 100,
      error: null,
      seconds: '4',
      size: '1280x720',
      usage: { second_720p_sound_text: 4 },
      cost: '0.400000000',
    });
    expect(Number(await consumed()) - before).toBeCloseTo(0.4, 9);
    expect(await reserved()).toBe('0.000000000');
    const file = await content(video.id);
    expect(file.statusCode).toBe(200);
    expect(Buffer.from(file.body.subarray(4, 8)).toString()).toBe('ftyp');
    const sent = videoBytes('x', MADE).length;
    expect([file.body.length, file.headers['content-length']]).toEqual([sent, String(sent)]);
    const tag = createHash('sha256').update(file.body).digest('hex');
    expect(file.headers).toMatchObject({
      'content-type': 'video/mp4',
      'content-disposition': `attachment; filename="${video.id}.mp4"`,
      'x-content-type-options': 'nosniff',
      'accept-ranges': 'bytes',
      etag: `"${tag}"`,
    });
  });

  test('has a record and a receipt', async () => {
    const { id } = (await create('recorded')).body;
    await ended(id);
    const { body } = await demo.user<{ data: { credits: string; model: string }[] }>(
      'GET',
      '/requests?limit=5',
    );
    expect(body.data[0]).toMatchObject({ credits: '0.400000000', model: VEO, async: true });
  });

  test.each([
    ['[video: filtered]', 'upstream_rejected'],
    ['[video: error]', 'upstream_unavailable'],
  ])('%s fails and costs nothing', async (prompt, code) => {
    const before = await consumed();
    const { id } = (await create(prompt)).body;
    const video = await ended(id);
    expect(video).toMatchObject({ status: 'failed', error: { code }, cost: null });
    expect([await consumed(), await reserved()]).toEqual([before, '0.000000000']);
    expect((await content(id)).statusCode).toBe(409);
  });

  test('is fetched on where the connection broke', async () => {
    const { id } = (await create('[video: cut]')).body;
    await ended(id);
    const { body } = await content(id);
    expect(body.length).toBe(videoBytes('x', MADE).length);
  });

  test.each([
    // What is longer than it was asked for costs what was quoted.
    ['[video: seconds=6]', { second_720p_sound_text: 6 }, '0.400000000', '6', '1280x720'],
    ['[video: seconds=2]', { second_720p_sound_text: 2 }, '0.200000000', '2', '1280x720'],
    ['[video: short=1080]', { second_1080p_sound_text: 4 }, '0.400000000', '4', '1920x1080'],
    // No price is known for this height.
    ['[video: short=480]', { second_720p_sound_text: 4 }, '0.400000000', '4', '853x480'],
    ['[video: unreadable]', { second_720p_sound_text: 4 }, '0.400000000', '4', '1280x720'],
  ])(
    '%s is charged by what came, and told to the operators',
    async (prompt, usage, cost, ...is) => {
      const [before, unlike] = [Number(await consumed()), await unlikeVideos()];
      const video = await ended((await create(prompt)).body.id);
      expect(video).toMatchObject({ status: 'completed', usage, cost });
      expect([video.seconds, video.size]).toEqual(is);
      expect(Number(await consumed()) - before).toBeCloseTo(Number(cost), 9);
      expect(await reserved()).toBe('0.000000000');
      expect((await unlikeVideos()) - unlike).toBe(1);
    },
  );

  test.each(['[video: inside]', '[video: loop]'])(
    '%s: what leads elsewhere is not followed, and stays held',
    async (prompt) => {
      const before = await consumed();
      const { id } = (await create(prompt)).body;
      await eventually(async () => (await get(id)).body.status === 'in_progress');
      await new Promise((resolve) => setTimeout(resolve, 1_500));
      expect((await get(id)).body.status).toBe('in_progress');
      expect([await consumed(), Number(await reserved()) >= 0.4]).toEqual([before, true]);
      expect((await raw('DELETE', `/videos/${id}`)).statusCode).toBe(409);
    },
  );

  test('is begun once under one key, however often it is asked for', async () => {
    await demo.clearInvoice();
    const key = { 'idempotency-key': randomUUID() };
    const all = await Promise.all(Array.from({ length: 5 }, () => create('once', {}, key)));
    expect(new Set(all.map(({ body }) => body.id)).size).toBe(1);
    expect(all.every(({ status }) => status === 202)).toBe(true);
    await ended(all[0]?.body.id ?? '');
    const again = await create('once', {}, key);
    expect([again.status, again.body.id]).toEqual([202, all[0]?.body.id]);
    expect(again.headers['x-idempotent-replay']).toBe('true');
    expect((await create('twice', {}, key)).status).toBe(409);
    expect(await begun()).toBe(1);
  });

  test('that its provider refuses for the moment is begun later, once', async () => {
    await demo.clearInvoice();
    await demo.control({ behaviour: 'status=429', times: 1, path: ':predictLongRunning' });
    const { id } = (await create('later')).body;
    expect((await ended(id)).status).toBe('completed');
  });
});

describe('POST /v1/videos', () => {
  test.each([
    [{ prompt: '' }, 'invalid_request', 'prompt'],
    [{ prompt: undefined }, 'invalid_request', 'prompt'],
    [{ seconds: 5 }, 'unsupported_parameter', 'seconds'],
    [{ duration: 5 }, 'unsupported_parameter', 'duration'],
    [{ first_frame: 'data:image/png;base64,AAAA' }, 'invalid_request', 'first_frame'],
    [{ first_frame: PNG.replace('png', 'jpeg') }, 'invalid_request', 'first_frame'],
    [{ first_frame: 'http://169.254.169.254/' }, 'invalid_request', 'first_frame'],
    [{ model: 'google/veo-9' }, 'routing_error', 'model'],
  ])('answers 400 or 404: %j', async (change, code, param) => {
    const { status, body } = await create('x', change);
    expect([code === 'routing_error' ? 404 : 400, code, param]).toEqual([
      status,
      body.error.code,
      body.error.param,
    ]);
  });

  test('answers 400: a prompt that is too long', async () => {
    const { status, body } = await create('word '.repeat(3_000));
    expect([status, body.error.code]).toEqual([400, 'context_length_exceeded']);
  });

  test('answers 401', async () => {
    expect((await create('x', {}, { authorization: 'Bearer nobody' })).status).toBe(401);
  });

  test('answers 402', async () => {
    const { status, body } = await create('x', {}, { 'x-svc-max-credits': '0.3' });
    expect([status, body.error.code]).toEqual([402, 'max_credits_exceeded']);
    expect((await create('x', {}, stranger)).body.error.code).toBe('insufficient_credit');
  });

  test('answers 429', async () => {
    const key = await demo.user<{ secret: string }>('POST', '/keys', {
      name: 'slow',
      limits: { requests_per_minute: 1 },
    });
    const slow = { authorization: `Bearer ${key.body.secret}` };
    const [first, second] = [await create('x', {}, slow), await create('x', {}, slow)];
    expect([first.status, second.status, second.body.error.code]).toEqual([
      202,
      429,
      'rate_limit_exceeded',
    ]);
    // What is paid for it belongs to no other test.
    await ended(first.body.id);
  });

  test('answers 202: with pictures, which the provider gets as they came', async () => {
    const { body } = await create('x', { first_frame: PNG });
    expect((await ended(body.id)).usage).toEqual({ second_720p_sound_image: 4 });
  });
});

describe('the sandbox', () => {
  test('makes the same video of the same words, free of charge', async () => {
    const before = await consumed();
    const [one, two, other] = await Promise.all([
      sandboxVideo(),
      sandboxVideo(),
      sandboxVideo({ prompt: 'a storm' }),
    ]);
    const files = [];
    for (const { body } of [one, two, other]) {
      expect(await ended(body.id, test_)).toMatchObject({
        status: 'completed',
        cost: '0.000000000',
      });
      files.push(Buffer.from((await content(body.id, test_)).body));
    }
    expect(files[0]?.equals(files[1] as Buffer)).toBe(true);
    expect(files[0]?.equals(files[2] as Buffer)).toBe(false);
    expect(await consumed()).toBe(before);
  });
});

describe('a worker that is killed', () => {
  test(
    'between the call of the provider and its answer: the video ends, costs nothing and is not begun again',
    async () => {
      await demo.clearInvoice();
      const before = await consumed();
      await demo.control({
        behaviour: 'stall-before-first-byte',
        times: 1,
        path: ':predictLongRunning',
      });
      const { id } = (await create('lost')).body;
      await eventually(async () => (await begun()) === 1);
      await demo.stack.kill('worker', 'SIGKILL');
      const video = await ended(id);
      expect(video).toMatchObject({ status: 'failed', error: { code: 'outcome_indeterminate' } });
      expect([await consumed(), await begun()]).toEqual([before, 1]);
      await demo.calm();
    },
    TEST_MS,
  );

  test.each(['[video: polls=12]', '[video: polls=3]'])(
    'while it asks and fetches: the video is charged once: %s',
    async (prompt) => {
      await demo.clearInvoice();
      const before = Number(await consumed());
      const all = await Promise.all(Array.from({ length: 4 }, () => create(prompt)));
      for (let times = 0; times < 3; times += 1) {
        await new Promise((resolve) => setTimeout(resolve, 400));
        await demo.stack.kill('worker', 'SIGKILL');
      }
      const videos = await Promise.all(all.map(({ body }) => ended(body.id)));
      const made = videos.filter(({ status }) => status === 'completed');
      for (const { status, error } of videos) {
        expect([status, error?.code]).toEqual(
          status === 'completed' ? ['completed', undefined] : ['failed', 'outcome_indeterminate'],
        );
      }
      expect(Number(await consumed()) - before).toBeCloseTo(0.4 * made.length, 9);
      expect(await begun()).toBeLessThanOrEqual(all.length);
    },
    TEST_MS,
  );
});

describe('who may ask', () => {
  let id: string;
  let suspended: Headers;
  beforeAll(async () => {
    ({ id } = (await sandboxVideo()).body);
    await ended(id, test_);
    const key = await demo.user<{ id: string; secret: string }>('POST', '/keys', {
      name: 'videos',
    });
    suspended = { authorization: `Bearer ${key.body.secret}` };
    await demo.user('POST', `/keys/${key.body.id}/suspend`);
    await eventually(async () => (await demo.v1('/models', undefined, suspended)).status === 403);
  }, START_MS);
  const nobody = { authorization: 'Bearer nobody' };

  test.each([
    ['GET', '/videos'],
    ['GET', '/videos/{id}'],
    ['GET', '/videos/{id}/content'],
    ['DELETE', '/videos/{id}'],
    ['GET', '/media/{id}'],
    ['DELETE', '/media/{id}'],
    ['POST', '/videos'],
  ] as const)('%s /v1%s answers 401 and 403', async (method, path) => {
    for (const [headers, status] of [
      [nobody, 401],
      [suspended, 403],
    ] as const) {
      const answer = await got(url(path.replace('{id}', id)), {
        method,
        headers,
        throwHttpErrors: false,
        retry: { limit: 0 },
        ...(method === 'POST' ? { json: { model: VEO, prompt: 'x' } } : {}),
      });
      expect(answer.statusCode).toBe(status);
    }
  });

  test('GET /v1/videos/{video_id} answers 200', async () => {
    expect((await get(id, test_)).body).toMatchObject({ id, status: 'completed' });
  });
});

describe('whose videos they are', () => {
  test('GET /v1/videos/{video_id} answers 404: for another account, the other mode and what is no id', async () => {
    const { id } = (await create('mine')).body;
    for (const headers of [stranger, test_]) {
      expect((await get(id, headers)).status).toBe(404);
      expect((await content(id, headers)).statusCode).toBe(404);
      expect((await raw('DELETE', `/videos/${id}`, headers)).statusCode).toBe(404);
    }
    for (const other of [newPublicId('vid'), newPublicId('op'), 'x', '..%2f..%2fetc%2fpasswd']) {
      expect([400, 404]).toContain((await get(other)).status);
      expect([400, 404]).toContain((await content(other)).statusCode);
    }
    await ended(id);
  });

  test('GET /v1/videos answers 200: page by page, in both orders', async () => {
    type List = { data: Video[]; has_more: boolean; last_id: string | null };
    const list = async (query: string, headers: Headers = {}): Promise<List> =>
      (await demo.v1<List>(`/videos${query}`, undefined, headers)).body;
    const whole = await list('?limit=100');
    const ids = whole.data.map(({ id }) => id);
    expect(ids).toEqual(ids.toSorted().toReversed());
    const first = await list('?limit=2');
    expect([first.data.map(({ id }) => id), first.has_more]).toEqual([ids.slice(0, 2), true]);
    const second = await list(`?limit=2&after=${first.last_id}`);
    expect(second.data.map(({ id }) => id)).toEqual(ids.slice(2, 4));
    expect((await list('?limit=100&order=asc')).data.map(({ id }) => id)).toEqual(ids.toReversed());
    expect((await list('', stranger)).data).toEqual([]);
    expect((await demo.v1('/videos?after=x')).status).toBe(400);
  });
});

describe('the file of a video', () => {
  let id: string;
  let whole: Buffer;
  beforeAll(async () => {
    ({ id } = (await sandboxVideo({ seconds: 3 })).body);
    await ended(id, test_);
    whole = Buffer.from((await content(id, test_)).body);
  }, START_MS);

  test.each([
    ['bytes=0-9', 0, 9],
    ['bytes=100-', 100, null],
    ['bytes=-5', -5, null],
  ])('GET /v1/videos/{video_id}/content answers 206: %s', async (range, start, end) => {
    const part = await content(id, { ...test_, range });
    const expected = whole.subarray(start, end === null ? undefined : end + 1);
    expect(part.statusCode).toBe(206);
    expect(expected.equals(part.body)).toBe(true);
    expect(part.headers['content-length']).toBe(String(expected.length));
    expect(part.headers['content-range']).toMatch(new RegExp(`/${whole.length}$`));
  });

  test('answers 416 behind its end, and is whole where it changed meanwhile', async () => {
    const beyond = await content(id, { ...test_, range: `bytes=${whole.length}-` });
    expect([beyond.statusCode, beyond.headers['content-range']]).toEqual([
      416,
      `bytes */${whole.length}`,
    ]);
    expect(JSON.parse(Buffer.from(beyond.body).toString())).toMatchObject({
      error: {
        type: 'invalid_request_error',
        code: 'range_not_satisfiable',
        param: 'range',
        request_id: beyond.headers['x-request-id'],
      },
    });
    const changed = await content(id, { ...test_, range: 'bytes=0-9', 'if-range': '"other"' });
    expect([changed.statusCode, changed.body.length]).toEqual([200, whole.length]);
  });

  const media = (mediaId: string, method: 'DELETE' | 'GET', headers: Headers = {}) =>
    got(url(`/media/${mediaId}`), {
      method,
      headers: { ...test_, ...headers },
      responseType: 'buffer',
      throwHttpErrors: false,
      retry: { limit: 0 },
    });

  test('GET /v1/media/{media_id} answers 200: by its own id, whole or a part', async () => {
    const mediaId = (await get(id, test_)).body.media_id;
    expect(mediaId).toMatch(/^med_/u);
    const file = await media(mediaId, 'GET');
    expect([file.statusCode, whole.equals(file.body)]).toEqual([200, true]);
    expect(file.headers['content-disposition']).toBe(`attachment; filename="${mediaId}.mp4"`);
    const part = await media(mediaId, 'GET', { range: 'bytes=4-7' });
    expect([part.statusCode, textOf(part.body)]).toEqual([206, 'ftyp']);
  });

  test('GET and DELETE /v1/media/{media_id} answer 404: for another account, the other mode, a video that runs and what is no id', async () => {
    const mediaId = (await get(id, test_)).body.media_id;
    const running = (await create('[video: inside]')).body.id.replace('vid_', 'med_');
    const live = { authorization: `Bearer ${demo.env.TOLLGATE_API_KEY}` };
    const asked: [string, Headers][] = [
      [mediaId, stranger],
      [mediaId, live],
      [running, live],
      [id, test_],
      [newPublicId('med'), test_],
      ['x', test_],
    ];
    for (const [name, headers] of asked) {
      for (const method of ['GET', 'DELETE'] as const) {
        const { statusCode } = await media(name, method, headers);
        expect([name, method, statusCode]).toEqual([name, method, 404]);
      }
    }
    expect((await media(mediaId, 'GET')).statusCode).toBe(200);
  });

  test('DELETE /v1/media/{media_id} answers 200: the file goes, and its video stays listed', async () => {
    const other = (await sandboxVideo()).body.id;
    const mediaId = (await ended(other, test_)).media_id;
    const gone = await media(mediaId, 'DELETE');
    expect([gone.statusCode, JSON.parse(textOf(gone.body))]).toEqual([
      200,
      { id: mediaId, object: 'media.deleted', deleted: true },
    ]);
    expect((await media(mediaId, 'DELETE')).statusCode).toBe(404);
    for (const { body } of [await media(mediaId, 'GET'), await content(other, test_)]) {
      expect(JSON.parse(textOf(body))).toMatchObject({ error: { code: 'result_expired' } });
    }
    expect((await get(other, test_)).body).toMatchObject({ status: 'expired', media_id: mediaId });
  });

  test('DELETE /v1/videos/{video_id} answers 200: the video is out of sight, and its file goes', async () => {
    const gone = await raw('DELETE', `/videos/${id}`, test_);
    expect([gone.statusCode, gone.body.deleted]).toEqual([200, true]);
    expect((await get(id, test_)).status).toBe(404);
    expect((await content(id, test_)).statusCode).toBe(404);
    expect((await raw('DELETE', `/videos/${id}`, test_)).statusCode).toBe(404);
  });
});

/**
 * The life of a video: every process that takes part is killed, and everything that a video needs
 * is away, while videos are made.
 */
import { readdir, rename, rm, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Video } from '@tollgate/contract/video';
import { row, rows } from '@tollgate/db/connect';
import { decodeId } from '@tollgate/runtime/ids';
import got from 'got';
import { Redis } from 'ioredis';
import { settleRoute } from '@tollgate/contract/routes/billing/reservations';
import { eventually } from '../support/eventually.ts';
import { GOOGLE, setUpFamily } from '../support/family-set-up.ts';
import { aFaultyStack } from '../support/faulty-stack.ts';
import type { FaultyStack } from '../support/faulty-stack.ts';
import { expectLedgerHolds } from '../support/ledger.ts';

const START_MS = 240_000;
const TEST_MS = 180_000;
const MODEL = 'google/veo-3.1-generate-preview';
/** Four seconds at the price that `setUpFamily` gives. */
const PRICE = 400_000_000n;
/** `VIDEOS=1000` for a long night. */
const VIDEOS = Number(process.env['VIDEOS'] ?? 60);
const CALLS_AT_ONCE = 20;
const ALWAYS = 1_000_000;

let stack: FaultyStack;
beforeAll(async () => {
  stack = await aFaultyStack({ timerScale: 0.05 });
  await setUpFamily(stack.demo, { ...GOOGLE, models: [MODEL] });
}, START_MS);
afterAll(async () => {
  if (stack !== undefined) await expectLedgerHolds(stack.demo);
  await stack?.drop();
}, START_MS);
beforeEach(() => stack.money.begin());
afterEach(() => stack.demo.calm());

async function make(prompt: string, headers: Record<string, string> = {}): Promise<string> {
  const json = { model: MODEL, prompt, seconds: 4 };
  const { status, text } = await stack.send({ path: '/v1/videos', json, headers });
  expect([status, text]).toEqual([202, expect.any(String)]);
  return (JSON.parse(text) as Video).id;
}

async function look(id: string): Promise<Video> {
  const { text } = await stack.send({ path: `/v1/videos/${id}`, method: 'GET' });
  return JSON.parse(text) as Video;
}

async function ended(id: string): Promise<Video> {
  let video: Video | undefined;
  await eventually(async () => {
    video = await look(id);
    return video.status === 'completed' || video.status === 'failed';
  }, `the video ${id} does not end`);
  return video as Video;
}

async function stateOf(id: string): Promise<string | undefined> {
  const found = await row<{ state: string }>(
    stack.money.owner,
    'select state from requests.video where id = :id',
    { id: decodeId('vid', id) },
  );
  return found?.state;
}

interface Line {
  path: string;
  /** Null where newer calls have taken its place. */
  request_body: unknown;
}

/** What asked the provider to begin videos. */
async function beginnings(): Promise<Line[]> {
  const url = `${stack.demo.stack.urls['provider']}/__invoice`;
  const lines = await got(url).json<Line[]>();
  return lines.filter(({ path }) => path.endsWith(':predictLongRunning'));
}

/**
 * The prompts of the videos that the provider was asked to begin, each as often as it was asked.
 */
async function begun(): Promise<string[]> {
  return (await beginnings())
    .filter(({ request_body: body }) => body !== null)
    .map(({ request_body: body }) => {
      const { instances } = (typeof body === 'string' ? JSON.parse(body) : body) as {
        instances: { prompt: string }[];
      };
      return instances[0]?.prompt ?? '';
    });
}

/** How often the charge of each video is in the book. */
async function chargesOf(id: string): Promise<bigint[]> {
  const found = await rows<{ nano: bigint }>(
    stack.money.owner,
    `select coalesce(charged_n, late_charged_n) as nano from billing.reservation
     where op_id = :id and coalesce(charged_n, late_charged_n) > 0`,
    { id: decodeId('vid', id) },
  );
  return found.map(({ nano }) => nano);
}

/** Made, charged once, asked for once. */
async function expectMade(id: string, prompt: string): Promise<void> {
  const video = await ended(id);
  expect(video).toMatchObject({ status: 'completed', error: null, cost: '0.400000000' });
  await eventually(async () => (await stack.wallet()).reserved === 0n, 'credit stays held');
  expect([await chargesOf(id), await begun()]).toEqual([[PRICE], [prompt]]);
  await stack.demo.calm();
}

const media = (): string => join(stack.demo.stack.stateDir, 'media');

test(
  'FG02 no worker runs: the video waits, and is made and charged once when one is back',
  async () => {
    const { demo, money } = stack;
    await demo.stack.kill('worker', 'SIGSTOP');
    const id = await make('patience');
    money.injected();
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(await stateOf(id)).toBe('queued');
    await demo.stack.kill('worker', 'SIGKILL');
    await expectMade(id, 'patience');
  },
  TEST_MS,
);

test(
  'FG03 the worker is killed while the provider is asked to begin: the video ends unknown, costs nothing and is not begun again',
  async () => {
    const { demo, money } = stack;
    const path = ':predictLongRunning';
    await demo.control({ behaviour: 'stall-before-first-byte', times: 1, path });
    const before = await stack.wallet();
    const id = await make('lost');
    await eventually(async () => (await begun()).length === 1, 'the provider was not asked');
    await demo.stack.kill('worker', 'SIGKILL');
    money.injected();
    expect(await ended(id)).toMatchObject({
      status: 'failed',
      error: { code: 'outcome_indeterminate' },
      cost: null,
    });
    await new Promise((resolve) => setTimeout(resolve, 500));
    expect([await stack.wallet(), await begun()]).toEqual([before, ['lost']]);
  },
  TEST_MS,
);

test(
  'FG04 the worker is killed again and again while it asks and fetches: one charge',
  async () => {
    const prompt = '[video: polls=8] slow';
    const id = await make(prompt);
    await eventually(async () => (await stateOf(id)) === 'working');
    for (let times = 0; times < 4; times += 1) {
      await stack.demo.stack.kill('worker', 'SIGKILL');
      await new Promise((resolve) => setTimeout(resolve, 700));
    }
    await expectMade(id, prompt);
  },
  TEST_MS,
);

test(
  'FG05 the worker is killed between the charge and the end: the video ends as made and is charged once, whatever the provider says then',
  async () => {
    const { demo, money } = stack;
    const blocker = await money.owner.transaction();
    const before = await stack.wallet();
    const id = await make('charged');
    try {
      await rows(blocker, 'lock table requests.record in access exclusive mode');
      await eventually(async () => (await stack.wallet()).consumed > before.consumed);
      await demo.control({ behaviour: 'status=404', times: ALWAYS, path: '/operations/' });
      await demo.stack.kill('worker', 'SIGKILL');
      money.injected();
    } finally {
      await blocker.rollback();
    }
    await expectMade(id, 'charged');
  },
  TEST_MS,
);

test(
  'FG06 Redis is wiped while videos are made: none is lost',
  async () => {
    const ids = await Promise.all(['one', 'two', 'three'].map((prompt) => make(prompt)));
    const redis = new Redis(stack.demo.stack.connections.redisUrl);
    await redis.flushall();
    redis.disconnect();
    for (const id of ids) expect((await ended(id)).status).toBe('completed');
    expect((await begun()).toSorted()).toEqual(['one', 'three', 'two']);
  },
  TEST_MS,
);

test(
  'FG07 the provider is gone for long: the video stays held and is asked for, nobody knows how it stands, and it is made in the end',
  async () => {
    const { demo, money } = stack;
    const before = await stack.wallet();
    const id = await make('[video: polls=1] silence');
    await eventually(async () => (await stateOf(id)) === 'working');
    await demo.control({ behaviour: 'status=503', times: ALWAYS, path: '/operations/' });
    await eventually(async () => (await stateOf(id)) === 'indeterminate', 'it is not unknown');
    money.injected();
    expect((await look(id)).status).toBe('in_progress');
    const now = await stack.wallet();
    expect([now.reserved - before.reserved, now.consumed]).toEqual([PRICE, before.consumed]);
    await demo.calm();
    await expectMade(id, '[video: polls=1] silence');
  },
  TEST_MS,
);

test.each(['its life runs out', 'an administrator ends the video'])(
  'FG08 the provider never answers again: %s, its credit is given back and the loss is ours',
  async (how) => {
    const { demo, money } = stack;
    const before = await stack.wallet();
    const id = await make(`never: ${how}`);
    const own = { id: decodeId('vid', id) };
    const end = () =>
      demo.platform('POST', `/videos/${id}/end`, { reason: 'The provider has lost the video.' });
    await eventually(async () => (await stateOf(id)) === 'working');
    await demo.control({ behaviour: 'status=503', times: ALWAYS, path: '/operations/' });
    if (how === 'its life runs out') {
      await rows(money.owner, 'update requests.video set gives_up_at = now() where id = :id', own);
    } else {
      expect((await end()).status).toBe(202);
    }
    money.injected();
    const error = { code: 'outcome_indeterminate' };
    expect(await ended(id)).toMatchObject({ status: 'failed', error, cost: null });
    expect(await stack.wallet()).toEqual(before);
    const losses = () =>
      rows(money.owner, 'select reason from billing.provider_cost where op_id = :id', own);
    await eventually(async () => (await losses()).length === 1, 'no loss was booked');
    expect((await end()).status).toBe(409);
  },
  TEST_MS,
);

test(
  'FG09 the store is away: the video stays held, and is kept and charged when the store is back',
  async () => {
    const { money } = stack;
    const before = await stack.wallet();
    await rename(media(), `${media()}.away`);
    await writeFile(media(), 'no folder');
    const id = await make('no room');
    await eventually(async () => {
      const found = await row<{ claims: number; tries: number }>(
        money.owner,
        'select claims, tries from requests.video where id = :id and job is not null',
        { id: decodeId('vid', id) },
      );
      // What our own store cannot do is no failure of the provider, however often it is tried.
      expect(found?.tries ?? 0).toBe(0);
      return (found?.claims ?? 0) > 25;
    }, 'the store was not tried');
    expect((await stack.wallet()).consumed).toBe(before.consumed);
    await rm(media());
    await rename(`${media()}.away`, media());
    money.injected();
    await expectMade(id, 'no room');
  },
  TEST_MS,
);

test(
  'FG10 a file of the store has lost its end: nobody gets half a video for a whole one',
  async () => {
    const id = await make('torn');
    await ended(id);
    const [folder = ''] = (await readdir(media())).filter((name) => !name.startsWith('.'));
    await truncate(join(media(), folder, decodeId('vid', id) ?? ''), 1_000);
    const url = `${stack.demo.env.TOLLGATE_BASE_URL}/videos/${id}/content`;
    const headers = { authorization: `Bearer ${stack.demo.env.TOLLGATE_API_KEY}` };
    const answer = await got(url, { headers, throwHttpErrors: false, retry: { limit: 0 } });
    expect(answer.statusCode).toBe(500);
    const part = await got(url, { headers: { ...headers, range: 'bytes=0-9' } });
    expect([part.statusCode, part.rawBody.length]).toEqual([206, 10]);
  },
  TEST_MS,
);

test(
  'FG11 billing is away when a video is to be charged: it is charged once',
  async () => {
    const id = await make('[video: polls=1] unheard');
    await eventually(async () => (await stateOf(id)) === 'working');
    stack.billing.order({ path: settleRoute.path, trouble: 'refuse' });
    await eventually(() => stack.billing.met() > 0, 'billing was not asked');
    stack.billing.clear();
    stack.money.injected();
    await expectMade(id, '[video: polls=1] unheard');
  },
  TEST_MS,
);

test(
  'FG12 many videos while processes are killed: every one ends, none is begun or charged twice, none is lost',
  async () => {
    const { demo } = stack;
    const before = await stack.wallet();
    const { body: me } = await demo.user<{ id: string }>('GET', '/me');
    await demo.platform('POST', `/users/${me.id}/credit-grants`, { amount: String(VIDEOS) });
    let isOver = false;
    const kills = killInTurn(() => isOver);
    const ids = new Map<string, string>();
    const wanted = Array.from({ length: VIDEOS }, (_none, at) => `[video: polls=2] video ${at}`);
    const maker = async (): Promise<void> => {
      for (let prompt = wanted.shift(); prompt !== undefined; prompt = wanted.shift()) {
        ids.set(prompt, await insist(prompt));
      }
    };
    await Promise.all(Array.from({ length: CALLS_AT_ONCE }, maker));
    const videos = new Map<string, Video>();
    for (const [prompt, id] of ids) videos.set(prompt, await ended(id));
    isOver = true;
    await kills;
    await eventually(async () => (await stack.wallet()).reserved === 0n, 'credit stays held');
    const made = [...videos.values()].filter(({ status }) => status === 'completed');
    const others = [...videos.values()].filter(({ status }) => status !== 'completed');
    expect(videos.size).toBe(VIDEOS);
    expect(others.filter(({ error }) => error?.code !== 'outcome_indeterminate')).toEqual([]);
    expect((await stack.wallet()).consumed - before.consumed).toBe(PRICE * BigInt(made.length));
    for (const { id } of made) expect(await chargesOf(id)).toEqual([PRICE]);
    const asked = await begun();
    expect(asked.length).toBe(new Set(asked).size);
    expect((await beginnings()).length).toBeLessThanOrEqual(VIDEOS);
    process.stdout.write(`${VIDEOS} videos: ${made.length} made, ${others.length} unknown\n`);
  },
  TEST_MS + VIDEOS * 2_000,
);

/** Until it is over; each comes back by itself. */
async function killInTurn(isOver: () => boolean): Promise<void> {
  const victims = ['worker', 'inference', 'billing', 'worker'];
  for (let turn = 0; !isOver(); turn += 1) {
    const victim = victims[turn % victims.length] ?? '';
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    await stack.demo.stack.kill(victim, 'SIGKILL');
    await stack.demo.stack.ready(victim);
  }
}

/** A caller who asks again under one key until the video is taken on. */
async function insist(prompt: string): Promise<string> {
  const headers = { 'idempotency-key': `videos-${prompt.replaceAll(/\W+/g, '-')}` };
  let id = '';
  await eventually(async () => {
    const json = { model: MODEL, prompt, seconds: 4 };
    const { status, text } = await stack.send({ path: '/v1/videos', json, headers });
    if (status === 202) id = (JSON.parse(text) as Video).id;
    return status === 202;
  }, `the video is not taken on: ${prompt}`);
  return id;
}

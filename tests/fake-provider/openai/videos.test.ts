import { setTimeout as pause } from 'node:timers/promises';
import OpenAI, { BadRequestError, NotFoundError, toFile } from 'openai';
import { parseAllowedUpstreams } from '@tollgate/providers/engine/address-guard';
import type { VideoCall, VideoState } from '@tollgate/providers/adapter/video-wire';
import { openaiCompatible } from '@tollgate/providers/openai-compatible/index';
import { createProviderCaller } from '@tollgate/providers/engine/provider-caller';
import type { ProviderCall, ProviderCaller } from '@tollgate/providers/engine/provider-caller';
import { videoBytes } from '../google/videos.ts';
import { startFakeProvider, type FakeProvider } from '../server.ts';

const LIMITS = { firstByteMs: 5_000, idleMs: 5_000, totalMs: 10_000 };
const PNG = Buffer.from('\x89PNG\r\n\x1a\n\0\xff0123', 'latin1');
const PICTURE = { type: 'image/png', base64: PNG.toString('base64') } as const;
const TERMS = {
  seconds: 8,
  resolution: '720p',
  aspectRatio: '9:16',
  sound: true,
  input: 'text',
} as const;

let provider: FakeProvider;
let caller: ProviderCaller;
let client: OpenAI;
beforeAll(async () => {
  provider = await startFakeProvider();
  caller = createProviderCaller({ allowed: parseAllowedUpstreams(`127.0.0.1:${provider.port}`) });
  const baseURL = `${provider.url}/sora/v1`;
  client = new OpenAI({ apiKey: 'secret-key', baseURL, maxRetries: 0 });
});
beforeEach(() => provider.reset());
afterAll(async () => {
  caller.close();
  await provider.stop();
});

const callTo = (upstreamModel = 'sora-2', key = 'secret-key'): ProviderCall => ({
  family: openaiCompatible,
  endpoint: {
    family: 'openai-compatible',
    provider: 'videos',
    upstreamModel,
    baseUrl: `${provider.url}/sora/v1`,
  },
  credential: { api_key: key },
  limits: LIMITS,
  signal: AbortSignal.timeout(LIMITS.totalMs),
});
const video = (prompt: string, more: Partial<VideoCall> = {}): VideoCall => ({
  token: 'a-token',
  prompt,
  terms: TERMS,
  references: [],
  ...more,
});

async function stateOf(job: string): Promise<VideoState> {
  for (;;) {
    const state = await caller.videoState(callTo(), job);
    if (state.kind !== 'working') return state;
    await pause(1);
  }
}

async function madeBy(prompt: string): Promise<{ url: string; job: string }> {
  const job = await caller.beginVideo(callTo(), video(prompt));
  const state = await stateOf(job);
  if (state.kind !== 'made') throw new Error(`the video is ${state.kind}`);
  return { url: state.url, job };
}

async function readAll(url: string, from = 0): Promise<{ bytes: Buffer; from: number }> {
  const reply = await caller.openVideo(callTo(), { url, from });
  const pieces: Uint8Array[] = [];
  try {
    for (;;) {
      const piece = await reply.read();
      if (piece === null) break;
      pieces.push(piece);
    }
  } finally {
    reply.close();
  }
  return { bytes: Buffer.concat(pieces), from: reply.from };
}

/** What a video is that says nothing else. */
const MADE = { seconds: 8, width: 720, height: 1_280 };

describe('videos over /videos', () => {
  test('are begun with a form, asked for by their id and fetched behind it', async () => {
    const { url, job } = await madeBy('a calm sea: ü');
    expect(url).toBe(`${provider.url}/sora/v1/videos/${job}/content?variant=video`);
    const { bytes } = await readAll(url);
    expect(bytes.equals(videoBytes(job, MADE))).toBe(true);
    expect(await client.videos.retrieve(job)).toMatchObject({
      model: 'sora-2',
      prompt: 'a calm sea: ü',
      seconds: '8',
      size: '720x1280',
    });
    expect(provider.invoice.list().every(({ credential }) => credential === '-key')).toBe(true);
  });

  test('tell how far they are', async () => {
    const job = await caller.beginVideo(callTo(), video('[video: polls=2]'));
    expect(await caller.videoState(callTo(), job)).toEqual({ kind: 'working', percent: 25 });
    expect(await caller.videoState(callTo(), job)).toEqual({ kind: 'working', percent: 50 });
    expect((await caller.videoState(callTo(), job)).kind).toBe('made');
  });

  test('carry one picture as a file', async () => {
    const job = await caller.beginVideo(callTo(), video('x', { references: [PICTURE] }));
    expect((await stateOf(job)).kind).toBe('made');
  });

  test('go on from a byte after the connection broke', async () => {
    const { url, job } = await madeBy('[video: cut]');
    await expect(readAll(url)).rejects.toMatchObject({ failure: { kind: 'malformed' } });
    const { bytes, from } = await readAll(url, 50_000);
    expect([from, bytes.equals(videoBytes(job, MADE).subarray(50_000))]).toEqual([50_000, true]);
  });

  test.each([
    ['[video: blocked]', 'rejected'],
    ['[video: error]', 'unavailable'],
  ])('%s fails as %s', async (prompt, kind) => {
    const state = await stateOf(await caller.beginVideo(callTo(), video(prompt)));
    expect(state).toMatchObject({ kind: 'failed', failure: { kind } });
  });

  test('that stand in a way which nobody knows are neither made nor failed', async () => {
    const job = await caller.beginVideo(callTo(), video('[video: nonsense]'));
    await expect(stateOf(job)).rejects.toMatchObject({ failure: { kind: 'malformed' } });
  });

  test.each([
    ['[video: inside]', 'unavailable'],
    ['[video: expired]', 'rejected'],
  ])('%s have no file that is fetched', async (prompt, kind) => {
    const { url } = await madeBy(prompt);
    await expect(readAll(url)).rejects.toMatchObject({ failure: { kind } });
  });

  test.each<[string, string, Partial<VideoCall>, string]>([
    ['a length that it does not make', 'sora-2', { terms: { ...TERMS, seconds: 5 } }, 'refused'],
    ['a size', 'sora-2', { terms: { ...TERMS, resolution: '1080p' } }, 'refused'],
    ['a field that it does not know', 'sora-2', { seed: 7 }, 'Unknown parameter'],
    ['a picture that is none', 'sora-2', { references: [{ ...PICTURE, base64: 'AAAA' }] }, 'image'],
  ])('are refused by their provider for %s', async (_what, model, more, words) => {
    await expect(caller.beginVideo(callTo(model), video('x', more))).rejects.toMatchObject({
      failure: { kind: 'rejected', message: expect.stringContaining(words) },
    });
  });

  test('are not begun by a provider that does not have the model', async () => {
    await expect(caller.beginVideo(callTo('sora-9'), video('x'))).rejects.toMatchObject({
      failure: { kind: 'model_unavailable', status: 404 },
    });
  });

  test.each<[string, Partial<VideoCall>]>([
    ['two pictures', { references: [PICTURE, PICTURE] }],
    ['first_frame', { firstFrame: PICTURE }],
    ['last_frame', { lastFrame: PICTURE }],
    ['no shape', { terms: { ...TERMS, aspectRatio: null } }],
  ])('are not begun with what the wire cannot say: %s', async (_what, more) => {
    const begun = caller.beginVideo(callTo(), video('x', more));
    await expect(begun).rejects.toMatchObject({ failure: { kind: 'rejected' } });
    expect(provider.invoice.list()).toEqual([]);
  });

  test('are not begun with a wrong key', async () => {
    const begun = caller.beginVideo(callTo('sora-2', 'bad-key'), video('x'));
    await expect(begun).rejects.toMatchObject({ failure: { kind: 'credential', status: 401 } });
  });

  test.each(['..', '../models', '', 'x y', 'x\n', '?a=b'])(
    '%j is the name of no video',
    async (job) => {
      await expect(caller.videoState(callTo(), job)).rejects.toMatchObject({
        failure: { kind: 'malformed' },
      });
      expect(provider.invoice.list()).toEqual([]);
    },
  );

  test('may have names that need to be escaped', async () => {
    await expect(caller.videoState(callTo(), 'video_bGl0/+ZQ==')).rejects.toMatchObject({
      failure: { kind: 'rejected', status: 404 },
    });
    expect(provider.invoice.list().map(({ path }) => path)).toEqual([
      '/sora/v1/videos/video_bGl0%2F%2BZQ%3D%3D',
    ]);
  });
});

test('the official client makes, lists and deletes videos of the fake provider', async () => {
  const asked = { model: 'sora-2', prompt: 'x', seconds: '4', size: '1280x720' } as const;
  const input_reference = await toFile(PNG, 'x.png', { type: 'image/png' });
  const { id, status } = await client.videos.create({ ...asked, input_reference });
  expect(status).toBe('queued');
  await expect(client.videos.downloadContent(id)).rejects.toThrow(BadRequestError);
  expect((await client.videos.list()).data[0]?.id).toBe(id);
  await expect(client.videos.create({ ...asked, seconds: '5' as '4' })).rejects.toThrow(
    BadRequestError,
  );
  expect((await client.videos.delete(id)).deleted).toBe(true);
  await expect(client.videos.retrieve(id)).rejects.toThrow(NotFoundError);
});

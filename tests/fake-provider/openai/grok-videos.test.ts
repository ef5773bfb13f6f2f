import { setTimeout as pause } from 'node:timers/promises';
import { parseAllowedUpstreams } from '@tollgate/providers/engine/address-guard';
import type { VideoCall, VideoState } from '@tollgate/providers/adapter/video-wire';
import { openaiCompatible } from '@tollgate/providers/openai-compatible/index';
import { createProviderCaller } from '@tollgate/providers/engine/provider-caller';
import type { ProviderCall, ProviderCaller } from '@tollgate/providers/engine/provider-caller';
import { videoBytes } from '../google/videos.ts';
import { startFakeProvider, type FakeProvider } from '../server.ts';

const LIMITS = { firstByteMs: 5_000, idleMs: 5_000, totalMs: 10_000 };
const PICTURE = { type: 'image/png', base64: 'iVBORw0KGgo=' } as const;
const TERMS = {
  seconds: 6,
  resolution: '480p',
  aspectRatio: '3:2',
  sound: true,
  input: 'text',
} as const;

let provider: FakeProvider;
let caller: ProviderCaller;
beforeAll(async () => {
  provider = await startFakeProvider();
  caller = createProviderCaller({
    allowed: parseAllowedUpstreams(`127.0.0.1:${provider.port},localhost:${provider.port}`),
  });
});
beforeEach(() => provider.reset());
afterAll(async () => {
  caller.close();
  await provider.stop();
});

const callTo = (upstreamModel = 'grok-imagine-video'): ProviderCall => ({
  family: openaiCompatible,
  endpoint: {
    family: 'openai-compatible',
    provider: 'xai',
    upstreamModel,
    // Another origin than that of the files, as it is at the provider's.
    baseUrl: `http://localhost:${provider.port}/grok/v1`,
  },
  credential: { api_key: 'secret-key' },
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

async function readAll(url: string): Promise<Buffer> {
  const reply = await caller.openVideo(callTo(), { url, from: 0 });
  const pieces: Uint8Array[] = [];
  try {
    for (;;) {
      const piece = await reply.read();
      if (piece === null) return Buffer.concat(pieces);
      pieces.push(piece);
    }
  } finally {
    reply.close();
  }
}

describe("videos over xAI's wire", () => {
  test('are begun, told of under 202 with and without a body, and fetched without the key', async () => {
    const job = await caller.beginVideo(callTo(), video('a calm sea'));
    expect(await caller.videoState(callTo(), job)).toEqual({ kind: 'working', percent: null });
    expect(await caller.videoState(callTo(), job)).toEqual({ kind: 'working', percent: 60 });
    const state = await stateOf(job);
    if (state.kind !== 'made') throw new Error(`the video is ${state.kind}`);
    const bytes = await readAll(state.url);
    expect(bytes.equals(videoBytes(job, { seconds: 6, width: 720, height: 480 }))).toBe(true);
    const asked = provider.invoice.list().map(({ wire, credential }) => [wire, credential]);
    expect(asked.at(-1)).toEqual(['vidgen', 'body']);
    expect(asked[0]).toEqual(['openai', '-key']);
  });

  test.each([
    ['[video: blocked]', 'rejected'],
    ['[video: error]', 'unavailable'],
    ['[video: expired]', 'unavailable'],
  ])('%s fails as %s', async (prompt, kind) => {
    const state = await stateOf(await caller.beginVideo(callTo(), video(prompt)));
    expect(state).toMatchObject({ kind: 'failed', failure: { kind } });
  });

  test.each(['[video: inside]', '[video: led]'])('%s is not fetched', async (prompt) => {
    const state = await stateOf(await caller.beginVideo(callTo(), video(prompt)));
    if (state.kind !== 'made') throw new Error(`the video is ${state.kind}`);
    await expect(readAll(state.url)).rejects.toMatchObject({ failure: { kind: 'unavailable' } });
  });

  test.each<[string, string, Partial<VideoCall>]>([
    ['a first picture', 'grok-imagine-video', { firstFrame: PICTURE }],
    ['pictures that it is to look like', 'grok-imagine-video', { references: [PICTURE, PICTURE] }],
    ['1080p', 'grok-imagine-video-1.5', { terms: { ...TERMS, resolution: '1080p' } }],
  ])('are begun with %s', async (_what, model, more) => {
    const job = await caller.beginVideo(callTo(model), video('x', more));
    expect((await stateOf(job)).kind).toBe('made');
  });

  test.each<[string, Partial<VideoCall>]>([
    ['a length', { terms: { ...TERMS, seconds: 16 } }],
    ['a long video after pictures', { terms: { ...TERMS, seconds: 11 }, references: [PICTURE] }],
    ['a resolution', { terms: { ...TERMS, resolution: '1080p' } }],
    ['two kinds of pictures', { firstFrame: PICTURE, references: [PICTURE] }],
  ])('are refused by their provider for %s', async (_what, more) => {
    await expect(caller.beginVideo(callTo(), video('x', more))).rejects.toMatchObject({
      failure: { kind: 'rejected', status: 400 },
    });
  });

  test.each<[string, Partial<VideoCall>]>([
    ['last_frame', { lastFrame: PICTURE }],
    ['seed', { seed: 7 }],
    ['negative_prompt', { negativePrompt: 'rain' }],
  ])('are not begun with what the wire cannot say: %s', async (_what, more) => {
    const begun = caller.beginVideo(callTo(), video('x', more));
    await expect(begun).rejects.toMatchObject({ failure: { kind: 'rejected' } });
    expect(provider.invoice.list()).toEqual([]);
  });

  test.each(['..', '', 'a/b', 'x?y'])('%j is the name of no video', async (job) => {
    await expect(caller.videoState(callTo(), job)).rejects.toMatchObject({
      failure: { kind: 'malformed' },
    });
    expect(provider.invoice.list()).toEqual([]);
  });
});

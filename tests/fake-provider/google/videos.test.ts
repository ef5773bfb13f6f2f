import { setTimeout as pause } from 'node:timers/promises';
import type { VideoCall, VideoState } from '@tollgate/providers/adapter/video-wire';
import { parseAllowedUpstreams } from '@tollgate/providers/engine/address-guard';
import { google } from '@tollgate/providers/google/index';
import { createProviderCaller } from '@tollgate/providers/engine/provider-caller';
import type { ProviderCall, ProviderCaller } from '@tollgate/providers/engine/provider-caller';
import { startFakeProvider, type FakeProvider } from '../server.ts';
import { videoBytes } from './videos.ts';

const LIMITS = { firstByteMs: 5_000, idleMs: 5_000, totalMs: 10_000 };
const TERMS = {
  seconds: 8,
  resolution: '720p',
  aspectRatio: '16:9',
  sound: true,
  input: 'text',
} as const;

/** What {@link TERMS} ask for. */
const MADE = { seconds: 8, width: 1_280, height: 720 };

let provider: FakeProvider;
let caller: ProviderCaller;
beforeAll(async () => {
  provider = await startFakeProvider();
  caller = createProviderCaller({ allowed: parseAllowedUpstreams(`127.0.0.1:${provider.port}`) });
});
beforeEach(() => provider.reset());
afterAll(async () => {
  caller.close();
  await provider.stop();
});

const callTo = (model = 'veo-3.1-generate-preview'): ProviderCall => ({
  family: google,
  endpoint: {
    family: 'google',
    provider: 'google',
    upstreamModel: model,
    baseUrl: `${provider.url}/v1beta`,
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

async function madeBy(prompt: string): Promise<{ url: string; id: string }> {
  const job = await caller.beginVideo(callTo(), video(prompt));
  const state = await stateOf(job);
  if (state.kind !== 'made') throw new Error(`the video is ${state.kind}`);
  return { url: state.url, id: job.slice(job.lastIndexOf('/') + 1) };
}

async function readAll(
  url: string,
  from = 0,
): Promise<{ bytes: Buffer; length: number | null; from: number }> {
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
  return { bytes: Buffer.concat(pieces), length: reply.length, from: reply.from };
}

describe('videos of Google', () => {
  test('are begun, asked for and fetched over the redirect, with the key in a header', async () => {
    const { url, id } = await madeBy('a calm sea');
    const { bytes, length } = await readAll(url);
    expect(bytes.equals(videoBytes(id, MADE))).toBe(true);
    expect(length).toBe(bytes.length);
    const lines = provider.invoice.list();
    expect(lines.every(({ credential }) => credential === '-key')).toBe(true);
    expect(lines.map(({ path }) => path).join(' ')).not.toContain('secret');
  });

  test('go on from a byte after the connection broke', async () => {
    const { url, id } = await madeBy('[video: cut]');
    await expect(readAll(url)).rejects.toMatchObject({ failure: { kind: 'malformed' } });
    const { bytes, length, from } = await readAll(url, 50_000);
    expect(bytes.equals(videoBytes(id, MADE).subarray(50_000))).toBe(true);
    expect([length, from]).toEqual([videoBytes(id, MADE).length, 50_000]);
  });

  test.each([
    ['[video: filtered]', 'rejected'],
    ['[video: error]', 'unavailable'],
  ])('%s fails as %s', async (prompt, kind) => {
    const state = await stateOf(await caller.beginVideo(callTo(), video(prompt)));
    expect(state).toMatchObject({ kind: 'failed', failure: { kind } });
    expect(JSON.stringify(state)).not.toContain('Google');
  });

  test.each([
    ['[video: inside]', 'unavailable'],
    ['[video: loop]', 'malformed'],
  ])('%s: an address that leads elsewhere is not followed', async (prompt, kind) => {
    const { url } = await madeBy(prompt);
    await expect(readAll(url)).rejects.toMatchObject({ failure: { kind } });
  });

  test('send the key to no other host', async () => {
    const other = await startFakeProvider();
    try {
      const both = createProviderCaller({
        allowed: parseAllowedUpstreams(`127.0.0.1:${provider.port},127.0.0.1:${other.port}`),
      });
      const source = { url: `${other.url}/v1beta/files/x:download`, from: 0 };
      await expect(both.openVideo(callTo(), source)).rejects.toThrow();
      both.close();
      expect(other.invoice.list().map(({ credential }) => credential)).toEqual([null]);
    } finally {
      await other.stop();
    }
  });

  test('are refused by a model that makes none, and for what does not fit', async () => {
    const begun = caller.beginVideo(callTo('veo-9'), video('x'));
    await expect(begun).rejects.toMatchObject({ failure: { kind: 'model_unavailable' } });
    const tall = video('x', { terms: { ...TERMS, resolution: '1080p', seconds: 4 } });
    await expect(caller.beginVideo(callTo(), tall)).rejects.toMatchObject({
      failure: { kind: 'rejected' },
    });
  });

  test.each(['models/x/operations/../../keys', 'x', 'models/a/operations/b?c=d', ''])(
    'the name %j is no job',
    async (job) => {
      await expect(caller.videoState(callTo(), job)).rejects.toMatchObject({
        failure: { kind: 'malformed' },
      });
      expect(provider.invoice.list()).toEqual([]);
    },
  );
});

import { setTimeout as pause } from 'node:timers/promises';
import { parseAllowedUpstreams } from '@tollgate/providers/address-guard';
import type { FilmCall, FilmState } from '@tollgate/providers/film-wire';
import { openaiCompatible } from '@tollgate/providers/openai-compatible/index';
import { createProviderCaller } from '@tollgate/providers/provider-caller';
import type { ProviderCall, ProviderCaller } from '@tollgate/providers/provider-caller';
import { filmBytes } from '../google/films.ts';
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
  target: {
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
const film = (prompt: string, more: Partial<FilmCall> = {}): FilmCall => ({
  token: 'a-token',
  prompt,
  terms: TERMS,
  references: [],
  ...more,
});

async function stateOf(job: string): Promise<FilmState> {
  for (;;) {
    const state = await caller.filmState(callTo(), job);
    if (state.kind !== 'working') return state;
    await pause(1);
  }
}

async function readAll(url: string): Promise<Buffer> {
  const reply = await caller.openFilm(callTo(), { url, from: 0 });
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

describe("films over xAI's wire", () => {
  test('are begun, told of under 202 with and without a body, and fetched without the key', async () => {
    const job = await caller.beginFilm(callTo(), film('a calm sea'));
    expect(await caller.filmState(callTo(), job)).toEqual({ kind: 'working', percent: null });
    expect(await caller.filmState(callTo(), job)).toEqual({ kind: 'working', percent: 60 });
    const state = await stateOf(job);
    if (state.kind !== 'made') throw new Error(`the film is ${state.kind}`);
    const bytes = await readAll(state.url);
    expect(bytes.equals(filmBytes(job, { seconds: 6, width: 720, height: 480 }))).toBe(true);
    const asked = provider.invoice.list().map(({ wire, credential }) => [wire, credential]);
    expect(asked.at(-1)).toEqual(['vidgen', 'body']);
    expect(asked[0]).toEqual(['openai', '-key']);
  });

  test.each([
    ['[film: blocked]', 'rejected'],
    ['[film: error]', 'unavailable'],
    ['[film: expired]', 'unavailable'],
  ])('%s fails as %s', async (prompt, kind) => {
    const state = await stateOf(await caller.beginFilm(callTo(), film(prompt)));
    expect(state).toMatchObject({ kind: 'failed', failure: { kind } });
  });

  test.each(['[film: inside]', '[film: led]'])('%s is not fetched', async (prompt) => {
    const state = await stateOf(await caller.beginFilm(callTo(), film(prompt)));
    if (state.kind !== 'made') throw new Error(`the film is ${state.kind}`);
    await expect(readAll(state.url)).rejects.toMatchObject({ failure: { kind: 'unavailable' } });
  });

  test.each<[string, string, Partial<FilmCall>]>([
    ['a first picture', 'grok-imagine-video', { firstFrame: PICTURE }],
    ['pictures that it is to look like', 'grok-imagine-video', { references: [PICTURE, PICTURE] }],
    ['1080p', 'grok-imagine-video-1.5', { terms: { ...TERMS, resolution: '1080p' } }],
  ])('are begun with %s', async (_what, model, more) => {
    const job = await caller.beginFilm(callTo(model), film('x', more));
    expect((await stateOf(job)).kind).toBe('made');
  });

  test.each<[string, Partial<FilmCall>]>([
    ['a length', { terms: { ...TERMS, seconds: 16 } }],
    ['a long film after pictures', { terms: { ...TERMS, seconds: 11 }, references: [PICTURE] }],
    ['a resolution', { terms: { ...TERMS, resolution: '1080p' } }],
    ['two kinds of pictures', { firstFrame: PICTURE, references: [PICTURE] }],
  ])('are refused by their provider for %s', async (_what, more) => {
    await expect(caller.beginFilm(callTo(), film('x', more))).rejects.toMatchObject({
      failure: { kind: 'rejected', status: 400 },
    });
  });

  test.each<[string, Partial<FilmCall>]>([
    ['last_frame', { lastFrame: PICTURE }],
    ['seed', { seed: 7 }],
    ['negative_prompt', { negativePrompt: 'rain' }],
  ])('are not begun with what the wire cannot say: %s', async (_what, more) => {
    const begun = caller.beginFilm(callTo(), film('x', more));
    await expect(begun).rejects.toMatchObject({ failure: { kind: 'rejected' } });
    expect(provider.invoice.list()).toEqual([]);
  });

  test.each(['..', '', 'a/b', 'x?y'])('%j is the name of no film', async (job) => {
    await expect(caller.filmState(callTo(), job)).rejects.toMatchObject({
      failure: { kind: 'malformed' },
    });
    expect(provider.invoice.list()).toEqual([]);
  });
});

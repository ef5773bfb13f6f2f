import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { runInThisContext } from 'node:vm';
import { ApiError, GoogleGenAI } from 'google-genai-2';
import type {
  GenerateVideosOperation,
  GenerateVideosConfig,
  GenerateVideosSource,
} from 'google-genai-2';
import { startFakeProvider, type FakeProvider } from '../server.ts';
import { videoBytes } from './videos.ts';

const MODEL = 'veo-3.1-generate-preview';
/** One pixel. */
const PICTURE = {
  imageBytes:
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNk+M8AAAIAAQEAGx0pYQAAAABJRU5ErkJggg==',
  mimeType: 'image/png',
};

/**
 * The client looks for the runtime's dispatcher on its global object, which is another one inside a
 * test.
 */
const DISPATCHER = Symbol.for('undici.globalDispatcher.1');

let provider: FakeProvider;
let client: GoogleGenAI;
let folder: string;
beforeAll(async () => {
  const outer = runInThisContext('new Headers(), globalThis') as object;
  Reflect.set(globalThis, DISPATCHER, Reflect.get(outer, DISPATCHER));
  provider = await startFakeProvider();
  client = new GoogleGenAI({ apiKey: 'test-key', httpOptions: { baseUrl: provider.url } });
  folder = await mkdtemp(join(tmpdir(), 'tollgate-films-'));
});
beforeEach(() => provider.reset());
afterAll(async () => {
  await provider.stop();
  await rm(folder, { recursive: true, force: true });
});

async function made(
  config: GenerateVideosConfig,
  source: GenerateVideosSource = {},
): Promise<GenerateVideosOperation> {
  let operation = await client.models.generateVideos({
    model: MODEL,
    source: { prompt: 'a calm sea', ...source },
    config,
  });
  for (let looks = 0; operation.done !== true && looks < 20; looks += 1) {
    await pause(1);
    operation = await client.operations.getVideosOperation({ operation });
  }
  return operation;
}

const idOf = ({ name = '' }: GenerateVideosOperation): string =>
  name.slice(name.lastIndexOf('/') + 1);

describe("Google's own client, in the last major version that makes videos over this API", () => {
  test('begins a video, asks for it until it is done and downloads it', async () => {
    const operation = await made({ durationSeconds: 6, aspectRatio: '9:16', resolution: '720p' });
    const [first, ...others] = operation.response?.generatedVideos ?? [];
    expect([typeof first?.video?.uri, others]).toEqual(['string', []]);
    const downloadPath = join(folder, 'video.mp4');
    await client.files.download({ file: first ?? '', downloadPath });
    const expected = videoBytes(idOf(operation), { seconds: 6, width: 720, height: 1_280 });
    // The client does not wait for the last byte of what it writes.
    let bytes = Buffer.alloc(0);
    for (let looks = 0; bytes.length < expected.length && looks < 200; looks += 1) {
      await pause(10);
      bytes = await readFile(downloadPath);
    }
    expect(bytes.equals(expected)).toBe(true);
  });

  test('sends the first and the last frame', async () => {
    const operation = await made({ lastFrame: PICTURE }, { image: PICTURE });
    expect(operation.response?.generatedVideos).toHaveLength(1);
  });

  test('is told what kept a video back', async () => {
    const operation = await made({}, { prompt: '[video: filtered]' });
    expect(operation.response).toMatchObject({ raiMediaFilteredCount: 1 });
    expect(operation.response?.generatedVideos ?? []).toEqual([]);
  });

  test('is told that a video failed', async () => {
    const operation = await made({}, { prompt: '[video: error]' });
    expect(operation.error).toMatchObject({ code: 13 });
  });

  test.each([
    ['a length that the model does not make', { durationSeconds: 5 }],
    ['a long side at another length', { durationSeconds: 4, resolution: '1080p' }],
    ['a shape that there is not', { aspectRatio: '1:1' }],
    ['sound as a parameter, which this API does not know', { generateAudio: true }],
  ])('is refused %s', async (_what, config) => {
    const error = await made(config).catch((cause: unknown) => cause);
    expect(error).toBeInstanceOf(Error);
    if (error instanceof ApiError) expect(error.status).toBe(400);
  });
});

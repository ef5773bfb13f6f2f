import { setTimeout as pause } from 'node:timers/promises';
import { parseAllowedUpstreams } from '@tollgate/providers/engine/address-guard';
import { bedrock } from '@tollgate/providers/bedrock/index';
import type { VideoCall, VideoState } from '@tollgate/providers/adapter/video-wire';
import { createProviderCaller } from '@tollgate/providers/engine/provider-caller';
import type { ProviderCall, ProviderCaller } from '@tollgate/providers/engine/provider-caller';
import {
  BedrockRuntimeClient,
  GetAsyncInvokeCommand,
  ListAsyncInvokesCommand,
  StartAsyncInvokeCommand,
} from '@aws-sdk/client-bedrock-runtime';
import { NodeHttpHandler } from '@smithy/node-http-handler';
import { videoBytes } from '../google/videos.ts';
import { startFakeProvider, type FakeProvider } from '../server.ts';

const LIMITS = { firstByteMs: 5_000, idleMs: 5_000, totalMs: 10_000 };
const KEYS = { access_key_id: 'AKIDEXAMPLE', secret_access_key: 'the-secret-of-the-test' };
const NOVA = 'amazon.nova-reel-v1:1';
const RAY = 'luma.ray-v2:0';
const PICTURE = { type: 'image/png', base64: 'iVBORw0KGgo=' } as const;
const TERMS = {
  seconds: 6,
  resolution: '720p',
  aspectRatio: '16:9',
  sound: false,
  input: 'text',
} as const;
const RAY_TERMS = { ...TERMS, seconds: 5, resolution: '540p', aspectRatio: '1:1' } as const;
const MADE = { seconds: 6, width: 1_280, height: 720 };

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

const callTo = (upstreamModel = NOVA, change: Record<string, string> = {}): ProviderCall => ({
  family: bedrock,
  endpoint: { family: 'bedrock', provider: 'bedrock', upstreamModel, baseUrl: provider.url },
  credential: {
    region: 'us-east-1',
    ...KEYS,
    output_s3_uri: 's3://the-videos/of/tests',
    s3_endpoint: provider.url,
    ...change,
  },
  limits: LIMITS,
  signal: AbortSignal.timeout(LIMITS.totalMs),
});
const video = (prompt: string, more: Partial<VideoCall> = {}): VideoCall => ({
  token: crypto.randomUUID(),
  prompt,
  terms: TERMS,
  references: [],
  ...more,
});
const idOf = (job: string): string => job.slice(job.lastIndexOf('/') + 1);

async function stateOf(job: string): Promise<VideoState> {
  for (;;) {
    const state = await caller.videoState(callTo(), job);
    if (state.kind !== 'working') return state;
    await pause(1);
  }
}

async function readAll(url: string, from = 0): Promise<Buffer> {
  const reply = await caller.openVideo(callTo(), { url, from });
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

describe('videos over StartAsyncInvoke', () => {
  test('are begun, told of by their ARN, and fetched from the bucket with a signature for S3', async () => {
    const job = await caller.beginVideo(callTo(), video('a calm sea'));
    expect(job).toMatch(/^arn:aws:bedrock:us-east-1:\d{12}:async-invoke\/[0-9a-f]{12}$/u);
    const state = await stateOf(job);
    const url = `${provider.url}/the-videos/of/tests/${idOf(job)}/output.mp4`;
    expect(state).toEqual({ kind: 'made', url });
    expect((await readAll(url)).equals(videoBytes(idOf(job), MADE))).toBe(true);
    const asked = provider.invoice.list().map(({ wire, credential }) => [wire, credential]);
    expect([asked[0], asked.at(-1)]).toEqual([
      ['bedrock', 'MPLE'],
      ['s3', 'MPLE'],
    ]);
  });

  test('are one video under one token, however often they are begun', async () => {
    const call = video('once');
    const jobs = await Promise.all([1, 2, 3].map(() => caller.beginVideo(callTo(), call)));
    expect(new Set(jobs).size).toBe(1);
    const other = caller.beginVideo(callTo(), { ...call, prompt: 'another' });
    await expect(other).rejects.toMatchObject({ failure: { status: 400 } });
  });

  test('are found by their token, on whichever page of the list', async () => {
    const since = new Date(Date.now() - 1_000);
    const call = video('a lost one');
    const job = await caller.beginVideo(callTo(), call);
    for (let more = 0; more < 1_001; more += 1) await caller.beginVideo(callTo(), video('others'));
    expect(await caller.findVideo(callTo(), { token: call.token, since })).toBe(job);
    const last = video('the last one');
    const lastJob = await caller.beginVideo(callTo(), last);
    provider.reset();
    expect(await caller.findVideo(callTo(), { token: last.token, since })).toBe(lastJob);
    expect(provider.invoice.list().length).toBe(2);
    expect(await caller.findVideo(callTo(), { token: 'nobody', since })).toBeNull();
  });

  test.each<[string, string, Partial<VideoCall>]>([
    ['a seed and a first picture', NOVA, { seed: 7, firstFrame: PICTURE }],
    ['several shots', NOVA, { terms: { ...TERMS, seconds: 120 } }],
    ['both frames of Luma', RAY, { terms: RAY_TERMS, firstFrame: PICTURE, lastFrame: PICTURE }],
  ])('are begun with %s', async (_what, model, more) => {
    const job = await caller.beginVideo(callTo(model), video('x', more));
    expect((await stateOf(job)).kind).toBe('made');
  });

  test.each<[string, string, Partial<VideoCall>]>([
    ['a length', NOVA, { terms: { ...TERMS, seconds: 7 } }],
    ['a length of Luma', RAY, { terms: { ...RAY_TERMS, seconds: 6 } }],
    ['a shape of Luma', RAY, { terms: { ...RAY_TERMS, aspectRatio: '3:2' } }],
    ['a seed', NOVA, { seed: 2_147_483_647 }],
  ])('are refused by their provider for %s', async (_what, model, more) => {
    await expect(caller.beginVideo(callTo(model), video('x', more))).rejects.toMatchObject({
      failure: { kind: 'rejected', status: 400 },
    });
    expect(provider.invoice.list().length).toBe(1);
  });

  test('are not begun where the provider does not have the model', async () => {
    const begun = caller.beginVideo(callTo('luma.ray-v9:0'), video('x', { terms: RAY_TERMS }));
    await expect(begun).rejects.toMatchObject({
      failure: { kind: 'model_unavailable', status: 400 },
    });
  });

  test.each<[string, string, Partial<VideoCall>]>([
    ['a prompt too long for one shot', 'x'.repeat(513), {}],
    ['a picture as WebP', 'x', { firstFrame: { type: 'image/webp', base64: 'UklGRg==' } }],
  ])('are not begun with %s', async (_what, prompt, more) => {
    const begun = caller.beginVideo(callTo(), video(prompt, more));
    await expect(begun).rejects.toMatchObject({ failure: { kind: 'rejected' } });
    expect(provider.invoice.list()).toEqual([]);
  });

  test('are not begun where the credential names no bucket', async () => {
    const { output_s3_uri: _place, ...credential } = callTo().credential as Record<string, string>;
    const begun = caller.beginVideo({ ...callTo(), credential }, video('x'));
    await expect(begun).rejects.toMatchObject({
      failure: { kind: 'rejected', message: expect.stringContaining('names no bucket') },
    });
  });

  test.each([
    ['[video: blocked]', 'rejected'],
    ['[video: error]', 'unavailable'],
  ])('%s fails as %s', async (prompt, kind) => {
    const state = await stateOf(await caller.beginVideo(callTo(), video(prompt)));
    expect(state).toMatchObject({ kind: 'failed', failure: { kind } });
  });

  test('go on from a byte after the connection broke, and say when the file is gone', async () => {
    const job = await caller.beginVideo(callTo(), video('[video: cut]'));
    const state = await stateOf(job);
    if (state.kind !== 'made') throw new Error(`the video is ${state.kind}`);
    await expect(readAll(state.url)).rejects.toMatchObject({ failure: { kind: 'malformed' } });
    const rest = await readAll(state.url, 50_000);
    expect(rest.equals(videoBytes(idOf(job), MADE).subarray(50_000))).toBe(true);
    const gone = await stateOf(await caller.beginVideo(callTo(), video('[video: expired]')));
    if (gone.kind !== 'made') throw new Error(`the video is ${gone.kind}`);
    await expect(readAll(gone.url)).rejects.toMatchObject({ failure: { status: 404 } });
  });

  test.each([
    's3://the-videos/of/tests',
    's3://the-videos/of/tests/',
    's3://the-videos/of/tests/0123456789ab',
  ])('lie in a folder of their own, told of or not: %s', (s3Uri) => {
    const { endpoint, credential } = callTo();
    const job = 'arn:aws:bedrock:us-east-1:123456789012:async-invoke/0123456789ab';
    const reply = { status: 'Completed', outputDataConfig: { s3OutputDataConfig: { s3Uri } } };
    const plain = { ...credential, s3_endpoint: 'https://s3.us-east-1.amazonaws.com' };
    expect(bedrock.video?.(endpoint)?.stateIn(reply, { job, endpoint, credential: plain })).toEqual(
      {
        kind: 'made',
        url: 'https://s3.us-east-1.amazonaws.com/the-videos/of/tests/0123456789ab/output.mp4',
      },
    );
  });

  test.each([
    's3://the-videos/../others',
    's3://the-videos/a?b=c',
    'https://169.254.169.254/x',
    's3://UPPER/x',
    '',
  ])('lie at no such location: %s', (s3Uri) => {
    const { endpoint, credential } = callTo();
    const job = 'arn:aws:bedrock:us-east-1:123456789012:async-invoke/0123456789ab';
    const reply = { status: 'Completed', outputDataConfig: { s3OutputDataConfig: { s3Uri } } };
    expect(() =>
      bedrock.video?.(endpoint)?.stateIn(reply, { job, endpoint, credential }),
    ).toThrow();
  });

  test('never carry a signature to another host than the store', async () => {
    const call = { method: 'GET', url: 'https://elsewhere.example/x', headers: {} } as const;
    const { endpoint, credential } = callTo();
    expect(await bedrock.video?.(endpoint)?.signFile?.(call, credential, new Date())).toBeNull();
  });
});

test('the official client begins, asks for and lists videos of the fake provider', async () => {
  const client = new BedrockRuntimeClient({
    region: 'us-east-1',
    endpoint: provider.url,
    credentials: { accessKeyId: 'AKIDEXAMPLE', secretAccessKey: 'the-secret-of-the-test' },
    maxAttempts: 1,
    requestHandler: new NodeHttpHandler(),
  });
  const asked = {
    modelId: RAY,
    modelInput: { prompt: 'x', duration: '9s' },
    outputDataConfig: { s3OutputDataConfig: { s3Uri: 's3://the-videos' } },
  };
  const { invocationArn } = await client.send(new StartAsyncInvokeCommand(asked));
  const reported = await client.send(new GetAsyncInvokeCommand({ invocationArn }));
  expect([reported.status, reported.submitTime instanceof Date]).toEqual(['InProgress', true]);
  const { asyncInvokeSummaries: listed } = await client.send(
    new ListAsyncInvokesCommand({ sortBy: 'SubmissionTime', sortOrder: 'Descending' }),
  );
  expect(listed?.[0]?.invocationArn).toBe(invocationArn);
  const wrong = { ...asked, modelInput: { prompt: 'x', duration: '7s' } };
  await expect(client.send(new StartAsyncInvokeCommand(wrong))).rejects.toThrow(
    'Malformed input request',
  );
  client.destroy();
});

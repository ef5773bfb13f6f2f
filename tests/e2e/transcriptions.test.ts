import { readFileSync } from 'node:fs';
import { HEADER } from '@tollgate/contract/headers';
import type { ModelOut } from '@tollgate/contract/models';
import type { RequestDetail } from '@tollgate/contract/request-records';
import { encodeId } from '@tollgate/runtime/ids';
import got from 'got';
import OpenAI, { BadRequestError, toFile } from 'openai';
import { heardIn, transcriptTokensOf } from '../fake-provider/openai/transcriptions.ts';
import { aFormWith, aWav } from '../support/a-wav.ts';
import { eventually } from '../support/eventually.ts';
import { HEARERS, OPENAI, setUpFamily } from '../support/family-set-up.ts';
import { holdsOf } from '../support/holds.ts';
import type { Holds } from '../support/holds.ts';
import { expectLedgerHolds } from '../support/ledger.ts';
import { aSharedDemo } from '../support/shared-demo.ts';
import type { Demo } from '../support/demo.ts';

const START_MS = 240_000;
const WHISPER = 'openai/whisper-1';
const GPT = 'openai/gpt-4o-transcribe';
const DIARIZE = 'openai/gpt-4o-transcribe-diarize';
const LARGE = 'groq/whisper-large-v3';
const TURBO = 'groq/whisper-large-v3-turbo';
/** Nano-credits a second, and a token of each sort, as `setUpFamily` prices. */
const SECOND_NANO = 100_000_000n;
const AUDIO_NANO = 6_000n;
const OUTPUT_NANO = 4_000n;
const GROQ_SECONDS_MIN = 10n;
const SECONDS = 12.25;
const BILLED = 13n;
const TALK = aWav(SECONDS);
const TEXT = heardIn(SECONDS);

let demo: Demo;
let holds: Holds;

beforeAll(async () => {
  demo = await aSharedDemo();
  holds = holdsOf(demo);
  await setUpFamily(demo, { ...OPENAI, models: [WHISPER, GPT, DIARIZE] });
  await setUpFamily(demo, { ...HEARERS, models: [LARGE, TURBO] });
}, START_MS);
afterAll(async () => {
  await holds?.close();
  await demo?.stack.drop();
}, START_MS);

interface Heard {
  status: number;
  headers: Readonly<Record<string, string | string[] | undefined>>;
  text: string;
}

type Fields = Record<string, string | readonly string[]>;

async function listen(
  fields: Fields,
  given: {
    file?: Buffer;
    headers?: Record<string, string>;
    path?: string;
    signal?: AbortSignal;
  } = {},
): Promise<Heard> {
  const { file = TALK, headers = {}, path = 'transcriptions', signal } = given;
  const answer = await got.post(`${demo.env.TOLLGATE_BASE_URL}/audio/${path}`, {
    headers: { authorization: `Bearer ${demo.env.TOLLGATE_API_KEY}`, ...headers },
    body: aFormWith(file, fields),
    retry: { limit: 0 },
    throwHttpErrors: false,
    ...(signal === undefined ? {} : { signal }),
  });
  return { status: answer.statusCode, headers: answer.headers, text: answer.body };
}

interface Answer {
  text?: string;
  task?: string;
  duration?: number;
  segments?: { text: string; speaker?: string }[];
  words?: unknown[];
  logprobs?: unknown[];
  usage?: Record<string, unknown>;
  error?: { code: string; param: string | null; message: string };
}
const answerIn = ({ text }: Heard): Answer => JSON.parse(text) as Answer;
interface Event extends Answer {
  type?: string;
  delta?: string;
}
const eventsIn = ({ text }: Heard): Event[] =>
  text
    .split('\n\n')
    .filter((frame) => frame.startsWith('data: '))
    .map((frame) => JSON.parse(frame.slice('data: '.length)) as Event);

describe('audio that is billed by the second', () => {
  test('is held by our measure and charged by the begun seconds of the provider', async () => {
    const heard = await listen({ model: WHISPER });
    expect(heard.status).toBe(200);
    expect(heard.headers[HEADER.model]).toBe(WHISPER);
    expect(answerIn(heard)).toEqual({
      text: TEXT,
      usage: {
        type: 'duration',
        seconds: Number(BILLED),
        cost: Number(BILLED * SECOND_NANO) / 1e9,
      },
    });
    expect(await holds.last()).toMatchObject({
      state: 'settled',
      amount_n: BILLED * SECOND_NANO,
      charged_n: BILLED * SECOND_NANO,
      usage: { second: Number(BILLED) },
      usage_source: 'provider',
    });
  });

  test.each([
    ['text', 'text/plain; charset=utf-8', `${TEXT}\n`],
    [
      'srt',
      'application/x-subrip; charset=utf-8',
      `1\n00:00:00,000 --> 00:00:06,125\nHeard\n\n2\n00:00:06,125 --> 00:00:12,250\n${TEXT.slice(6)}\n\n`,
    ],
    [
      'vtt',
      'text/vtt; charset=utf-8',
      `WEBVTT\n\n00:00:00.000 --> 00:00:06.125\nHeard\n\n00:00:06.125 --> 00:00:12.250\n${TEXT.slice(6)}\n\n`,
    ],
  ])('comes as %s, also of a provider without that format', async (format, type, text) => {
    for (const model of [WHISPER, TURBO]) {
      const heard = await listen({ model, response_format: format });
      expect([heard.status, heard.headers['content-type']]).toEqual([200, type]);
      expect(heard.text).toBe(text);
      expect(heard.headers[HEADER.charged]).toBe('1.300000000');
    }
  });

  test('comes with its segments and words', async () => {
    const fields = { model: WHISPER, response_format: 'verbose_json' };
    const heard = await listen({ ...fields, 'timestamp_granularities[]': ['word', 'segment'] });
    const answer = answerIn(heard);
    expect(answer).toMatchObject({ task: 'transcribe', duration: SECONDS, text: TEXT });
    expect(answer.segments).toHaveLength(2);
    expect(answer.words).toHaveLength(TEXT.split(' ').length);
  });

  test.each([[WHISPER], [LARGE]])('is translated by %s', async (model) => {
    const fields = { model, response_format: 'verbose_json' };
    const heard = await listen(fields, { path: 'translations' });
    expect(answerIn(heard)).toMatchObject({ task: 'translate', text: TEXT });
    expect(await holds.last()).toMatchObject({ charged_n: BILLED * SECOND_NANO });
  });

  test('is held and charged by ten seconds at least where the provider bills these', async () => {
    await listen({ model: TURBO }, { file: aWav(1.5) });
    expect(await holds.last()).toMatchObject({
      amount_n: GROQ_SECONDS_MIN * SECOND_NANO,
      charged_n: GROQ_SECONDS_MIN * SECOND_NANO,
    });
    await listen({ model: WHISPER }, { file: aWav(0.5) });
    expect(await holds.last()).toMatchObject({ charged_n: SECOND_NANO });
  });

  test('whose head claims a second is held and charged by all of its samples', async () => {
    const heard = await listen({ model: WHISPER }, { file: aWav(SECONDS, { claimed: 1 }) });
    expect(heard.status).toBe(200);
    expect(await holds.last()).toMatchObject({
      amount_n: BILLED * SECOND_NANO,
      charged_n: BILLED * SECOND_NANO,
    });
  });

  test.each([
    ['says nothing of the time', 'usage=none', 'counted'],
    ['counts in words', 'usage=string', 'provider'],
  ])('is charged all the same where the provider %s', async (_what, behaviour, source) => {
    const heard = await listen({ model: WHISPER, prompt: `[[provider: ${behaviour}]]` });
    expect(heard.status).toBe(200);
    const hold = await holds.last();
    expect(hold).toMatchObject({ state: 'settled', charged_n: BILLED * SECOND_NANO });
    expect(hold.usage_source).toBe(source);
  });

  test.each([
    ['tone.mp3', 3n],
    ['tone.flac', 3n],
    ['opus.ogg', 3n],
    ['tone.webm', 3n],
    ['tone.m4a', 3n],
  ])('is taken as %s', async (name, seconds) => {
    const file = readFileSync(new URL(`../../libs/audio/fixtures/${name}`, import.meta.url));
    expect((await listen({ model: WHISPER }, { file })).status).toBe(200);
    expect(await holds.last()).toMatchObject({ amount_n: seconds * SECOND_NANO });
  });

  test.each([
    ['status=500', 502],
    ['status=429', 429],
    ['html', 502],
    ['cut-before-first-byte', 502],
  ])('costs nothing where nothing came: %s', async (behaviour, status) => {
    const heard = await listen({ model: LARGE, prompt: `[[provider: ${behaviour}]]` });
    expect(heard.status).toBe(status);
    expect(await holds.last()).toMatchObject({ state: 'released', charged_n: null });
  });

  test('is charged where the caller leaves once it was sent', async () => {
    const { op_id: before } = await holds.last();
    const left = new AbortController();
    const prompt = '[[provider: delay=1500]]';
    const call = listen({ model: WHISPER, prompt }, { signal: left.signal }).catch(() => null);
    await eventually(holds.areOpen);
    await eventually(async () =>
      (await demo.invoice()).some(
        ({ finished, path }) => finished === null && path.endsWith('/audio/transcriptions'),
      ),
    );
    left.abort();
    expect(await call).toBeNull();
    const hold = await holds.last();
    expect(hold.op_id).not.toBe(before);
    expect(hold).toMatchObject({ state: 'settled', charged_n: BILLED * SECOND_NANO });
  });

  test('is written down once for one idempotency key, and never for another file', async () => {
    const headers = { 'idempotency-key': 'transcription-once' };
    const first = await listen({ model: WHISPER }, { headers });
    const { op_id: op } = await holds.last();
    const again = await listen({ model: WHISPER }, { headers });
    expect([again.status, again.text]).toEqual([200, first.text]);
    expect(again.headers[HEADER.idempotentReplay]).toBe('true');
    const other = await listen({ model: WHISPER }, { headers, file: aWav(SECONDS + 1) });
    expect([other.status, answerIn(other).error?.code]).toEqual([409, 'idempotency_key_mismatch']);
    expect((await holds.last()).op_id).toBe(op);
  });

  test('has a record and a receipt in seconds', async () => {
    await listen({ model: WHISPER });
    const id = encodeId('req', (await holds.last()).op_id);
    await eventually(async () => (await demo.user('GET', `/requests/${id}`)).status === 200);
    const { body } = await demo.user<RequestDetail>('GET', `/requests/${id}`);
    expect(body.endpoint).toBe('POST /v1/audio/transcriptions');
    expect(body.receipt?.lines).toEqual([
      expect.objectContaining({
        dimension: 'second',
        quantity: Number(BILLED),
        unit_price: '0.100000000000',
      }),
    ]);
  });
});

describe('audio that is billed by tokens', () => {
  const counted = transcriptTokensOf(SECONDS);
  const worth = BigInt(counted.audio) * AUDIO_NANO + BigInt(counted.output) * OUTPUT_NANO;

  test('is charged by the counts of the provider, within the hold', async () => {
    const heard = await listen({ model: GPT, 'include[]': ['logprobs'] });
    const answer = answerIn(heard);
    expect(answer.logprobs).toHaveLength(TEXT.split(' ').length);
    expect(answer.usage).toEqual({
      type: 'tokens',
      input_tokens: counted.audio,
      input_token_details: { text_tokens: 0, audio_tokens: counted.audio },
      output_tokens: counted.output,
      total_tokens: counted.audio + counted.output,
      cost: Number(worth) / 1e9,
    });
    const hold = await holds.last();
    expect(hold).toMatchObject({ state: 'settled', charged_n: worth, usage_source: 'provider' });
    expect(hold.usage).toEqual({ audio_input: counted.audio, output: counted.output });
    expect(hold.amount_n).toBeGreaterThan(worth);
  });

  test('comes while it is heard, with usage at the end', async () => {
    const heard = await listen({ model: GPT, stream: 'true' });
    expect(heard.headers['content-type']).toBe('text/event-stream');
    const events = eventsIn(heard);
    expect(events.map(({ delta = '' }) => delta).join('')).toBe(TEXT);
    expect(events.at(-1)).toMatchObject({
      type: 'transcript.text.done',
      text: TEXT,
      usage: { type: 'tokens', output_tokens: counted.output, cost: Number(worth) / 1e9 },
    });
    expect(await holds.last()).toMatchObject({ charged_n: worth, usage_source: 'provider' });
  });

  test('tells speakers apart, whole and as a stream', async () => {
    const fields = { model: DIARIZE, response_format: 'diarized_json' };
    const whole = answerIn(await listen({ ...fields, chunking_strategy: 'auto' }));
    expect(whole.segments?.map(({ speaker }) => speaker)).toEqual(['A', 'B']);
    const vad = { 'chunking_strategy[type]': 'server_vad', 'chunking_strategy[threshold]': '0.5' };
    const events = eventsIn(await listen({ ...fields, ...vad, stream: 'true' }));
    expect(events.map(({ type }) => type)).toContain('transcript.text.segment');
    expect(answerIn(await listen(fields, { file: aWav(31) })).error).toMatchObject({
      code: 'upstream_rejected',
    });
    expect(await holds.last()).toMatchObject({ state: 'released' });
  });

  test.each([
    ['says nothing of them', 'usage=none'],
    ['counts far too many', 'tokens output=90000000'],
    ['counts in words', 'usage=string'],
  ])('is estimated within the hold where the provider %s', async (_what, behaviour) => {
    const heard = await listen({ model: GPT, prompt: `[[provider: ${behaviour}]]` });
    expect(heard.status).toBe(200);
    const hold = await holds.last();
    expect(hold).toMatchObject({ state: 'settled', usage_source: 'estimated' });
    expect(hold.charged_n).toBeLessThanOrEqual(hold.amount_n);
    expect(hold.usage).toMatchObject({ audio_input: Math.ceil(SECONDS * 10) });
    expect(hold.usage?.['output']).toBeGreaterThan(0);
  });

  test('that breaks off is charged by the audio and what was delivered', async () => {
    const prompt = '[[provider: cut after=2]]';
    const heard = await listen({ model: GPT, stream: 'true', prompt });
    expect(eventsIn(heard).at(-1)?.error?.code).toBe('upstream_stream_interrupted');
    const hold = await holds.last();
    expect(hold).toMatchObject({ state: 'settled', usage_source: 'estimated', partial: true });
    expect(hold.usage?.['output']).toBeLessThan(counted.output);
  });

  test('fails with its own status before the first event, and costs nothing', async () => {
    const heard = await listen({ model: GPT, stream: 'true', prompt: '[[provider: status=500]]' });
    expect(heard.status).toBe(502);
    expect(await holds.last()).toMatchObject({ state: 'released' });
  });

  test.each([['false'], ['true']])(
    'is written down once for one key, stream %s',
    async (stream) => {
      const headers = { 'idempotency-key': `transcript-${stream}` };
      const first = await listen({ model: GPT, stream }, { headers });
      const { op_id: op } = await holds.last();
      const again = await listen({ model: GPT, stream }, { headers });
      expect([again.status, again.text]).toEqual([200, first.text]);
      expect((await holds.last()).op_id).toBe(op);
    },
  );
});

describe('a request with audio', () => {
  test.each([
    [WHISPER, 'chunking_strategy', { chunking_strategy: 'auto' }, 'unsupported_parameter'],
    [WHISPER, 'include', { 'include[]': ['logprobs'] }, 'unsupported_parameter'],
    [WHISPER, 'stream', { stream: 'true' }, 'unsupported_parameter'],
    [WHISPER, 'response_format', { response_format: 'diarized_json' }, 'unsupported_parameter'],
    [WHISPER, 'known_speaker_names', { 'known_speaker_names[]': ['x'] }, 'unsupported_parameter'],
    [GPT, 'response_format', { response_format: 'srt' }, 'unsupported_parameter'],
    [DIARIZE, 'prompt', { prompt: 'x' }, 'unsupported_parameter'],
    [
      GPT,
      'timestamp_granularities',
      { 'timestamp_granularities[]': ['word'] },
      'unsupported_parameter',
    ],
    [
      WHISPER,
      'timestamp_granularities',
      { 'timestamp_granularities[]': ['word'] },
      'unsupported_parameter',
    ],
  ])('to %s is refused for %s, number %#', async (model, param, fields, code) => {
    const before = await holds.last();
    const heard = await listen({ model, ...fields } as Fields);
    expect(heard.status).toBe(400);
    expect(answerIn(heard).error).toMatchObject({ code, param });
    expect((await holds.last()).op_id).toBe(before.op_id);
  });

  test('is refused where it is too long for the model, or not translated', async () => {
    const long = await listen({ model: GPT }, { file: aWav(1_501) });
    expect(answerIn(long).error).toMatchObject({ code: 'context_length_exceeded', param: 'file' });
    const turbo = await listen({ model: TURBO }, { path: 'translations' });
    expect([turbo.status, answerIn(turbo).error?.param]).toEqual([400, 'model']);
  });

  test('keeps to the ceiling of its caller, and goes to models for audio alone', async () => {
    const dear = await listen({ model: WHISPER }, { headers: { 'x-svc-max-credits': '0.1' } });
    expect([dear.status, answerIn(dear).error?.code]).toEqual([402, 'max_credits_exceeded']);
    const chat = await listen({ model: 'demo/demo-small' });
    expect([chat.status, answerIn(chat).error?.param]).toEqual([400, 'model']);
  });

  test('has its models in the list, with contract and prices', async () => {
    const { body } = await demo.v1<{ data: ModelOut[] }>('/models?capability=transcription');
    const whisper = body.data.find(({ id }) => id === WHISPER);
    expect(whisper?.pricing).toMatchObject({ second: '0.1' });
    const gpt = body.data.find(({ id }) => id === GPT);
    expect(gpt?.pricing).toMatchObject({ prompt: '0.000001', audio_input: '0.000006' });
    expect(gpt?.request_contract.limits).toMatchObject({ audio_seconds: 1_500 });
  });
});

test('an alias sends the file whole to its next model, which is charged in its own dimension', async () => {
  const { body: models } = await demo.platform<{ id: string; public_id: string }[]>(
    'GET',
    '/models?limit=200',
  );
  const targets = [GPT, TURBO].map((name) => ({
    model_id: models.find(({ public_id: id }) => id === name)?.id,
  }));
  const made = await demo.platform('POST', '/aliases', { name: 'hear', targets });
  expect([made.status, made.body]).toEqual([201, expect.anything()]);
  await eventually(async () => (await demo.v1('/models/hear')).status === 200);
  await demo.control({ behaviour: 'status=500', times: 1, model: 'gpt-4o-transcribe' });
  const heard = await listen({ model: 'hear' });
  expect([heard.status, heard.headers[HEADER.model]]).toEqual([200, TURBO]);
  expect(answerIn(heard).text).toBe(TEXT);
  expect(await holds.last()).toMatchObject({ charged_n: BILLED * SECOND_NANO });
});

test('the official client gets transcripts of a provider, and free ones of the sandbox', async () => {
  const options = { baseURL: demo.env.TOLLGATE_BASE_URL, maxRetries: 0 };
  const client = new OpenAI({ ...options, apiKey: demo.env.TOLLGATE_API_KEY });
  const file = await toFile(TALK, 'talk.wav');
  const { transcriptions, translations } = client.audio;
  expect((await transcriptions.create({ file, model: GPT })).text).toBe(TEXT);
  const srt = await transcriptions.create({ file, model: WHISPER, response_format: 'srt' });
  expect(srt).toContain('00:00:06,125');
  const verbose = await transcriptions.create({
    file,
    model: WHISPER,
    response_format: 'verbose_json',
    timestamp_granularities: ['word'],
  });
  expect([verbose.duration, verbose.words?.length]).toEqual([SECONDS, TEXT.split(' ').length]);
  let streamed = '';
  for await (const event of await transcriptions.create({ file, model: GPT, stream: true })) {
    if (event.type === 'transcript.text.delta') streamed += event.delta;
  }
  expect(streamed).toBe(TEXT);
  expect((await translations.create({ file, model: WHISPER })).text).toBe(TEXT);
  await expect(
    transcriptions.create({ file: await toFile(Buffer.from('text'), 'x.mp3'), model: WHISPER }),
  ).rejects.toThrow(BadRequestError);
  const free = new OpenAI({ ...options, apiKey: demo.env.TOLLGATE_TEST_KEY });
  const measured = await free.audio.transcriptions.create({ file, model: 'sandbox/listener' });
  expect(measured.text).toBe(`The sandbox measured ${SECONDS} seconds of wav audio.`);
  const pieces = [];
  for await (const event of await free.audio.transcriptions.create({
    file,
    model: 'sandbox/listener',
    stream: true,
  })) {
    pieces.push(event.type);
  }
  expect(pieces.at(-1)).toBe('transcript.text.done');
});

test('the ledger holds, with transcriptions in it', async () => {
  await holds.last();
  await expectLedgerHolds(demo);
});

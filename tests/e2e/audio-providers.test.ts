/** Audio of providers with wires of their own: what is held, charged and recorded. */
import { HEADER } from '@tollgate/contract/headers';
import type { ModelOut } from '@tollgate/contract/models';
import type { RequestDetail } from '@tollgate/contract/request-records';
import { encodeId } from '@tollgate/runtime/ids';
import got from 'got';
import OpenAI, { toFile } from 'openai';
import { geminiTokensOf } from '../fake-provider/google/transcriptions.ts';
import { audioOf } from '../fake-provider/openai/speech.ts';
import { heardIn } from '../fake-provider/openai/transcriptions.ts';
import { aFormWith, aWav } from '../support/a-wav.ts';
import { eventually } from '../support/eventually.ts';
import { ELEVENLABS, GOOGLE, publishModels, setUpFamily } from '../support/family-set-up.ts';
import { holdsOf } from '../support/holds.ts';
import type { Holds } from '../support/holds.ts';
import { expectLedgerHolds } from '../support/ledger.ts';
import { openCall } from '../support/open-call.ts';
import { aSharedDemo } from '../support/shared-demo.ts';
import type { Demo } from '../support/demo.ts';

const START_MS = 240_000;
const FLASH = 'google/gemini-2.5-flash';
const THIRD = 'google/gemini-3-flash-preview';
const HEARER = 'google/gemini-3.5-transcribe';
const READER = 'elevenlabs/eleven_multilingual_v2';
const SCRIBE = 'elevenlabs/scribe_v2';
/** Nano-credits a token of each sort. */
const INPUT_NANO = 1_000n;
const AUDIO_NANO = 6_000n;
const OUTPUT_NANO = 4_000n;
/** Nano-credits a character, and a second. */
const CHARACTER_NANO = 15_000n;
const SECOND_NANO = 100_000_000n;
const SECONDS = 12.25;
const BILLED = 13n;
const TALK = aWav(SECONDS);
const TEXT = heardIn(SECONDS);

let demo: Demo;
let holds: Holds;

beforeAll(async () => {
  demo = await aSharedDemo();
  holds = holdsOf(demo);
  await setUpFamily(demo, { ...GOOGLE, models: [FLASH, HEARER], prices: { audio_input: '6' } });
  await publishModels(demo, 'google', [THIRD]);
  await setUpFamily(demo, { ...ELEVENLABS, models: [READER, SCRIBE] });
}, START_MS);
afterAll(async () => {
  await holds?.close();
  await demo?.stack.drop();
}, START_MS);

async function contractOf(name: string): Promise<ModelOut['request_contract']> {
  const { body } = await demo.v1<{ data: ModelOut[] }>('/models');
  const found = body.data.find(({ id }) => id === name);
  if (found === undefined) throw new Error(`${name} is not listed`);
  return found.request_contract;
}

interface Answer {
  text?: string;
  usage?: Record<string, unknown>;
  finish_reason?: string;
  error?: { code: string; param: string | null; message: string };
  type?: string;
  delta?: string;
}
interface Heard {
  status: number;
  headers: Readonly<Record<string, string | string[] | undefined>>;
  text: string;
  answer: Answer;
}

async function listen(
  fields: Record<string, string | readonly string[]>,
  given: { file?: Buffer; path?: string; signal?: AbortSignal } = {},
): Promise<Heard> {
  const { file = TALK, path = 'transcriptions', signal } = given;
  const answer = await got.post(`${demo.env.TOLLGATE_BASE_URL}/audio/${path}`, {
    headers: { authorization: `Bearer ${demo.env.TOLLGATE_API_KEY}` },
    body: aFormWith(file, fields),
    retry: { limit: 0 },
    throwHttpErrors: false,
    ...(signal === undefined ? {} : { signal }),
  });
  const text = answer.body;
  const parsed = text.startsWith('{') ? (JSON.parse(text) as Answer) : {};
  return { status: answer.statusCode, headers: answer.headers, text, answer: parsed };
}
const eventsIn = ({ text }: Heard): Answer[] =>
  text
    .split('\n\n')
    .filter((one) => one.startsWith('data: '))
    .map((one) => JSON.parse(one.slice('data: '.length)) as Answer);

describe('audio at a chat model of Google', () => {
  const counted = geminiTokensOf('gemini-2.5-flash', SECONDS);
  const worthOf = ({ usage }: Awaited<ReturnType<Holds['last']>>): bigint =>
    BigInt(usage?.['input'] ?? 0) * INPUT_NANO +
    BigInt(counted.audio) * AUDIO_NANO +
    BigInt(counted.words) * OUTPUT_NANO;

  test('is held by our measure and charged by its counts of audio, text and output', async () => {
    const heard = await listen({ model: FLASH });
    expect([heard.status, heard.answer.text]).toEqual([200, TEXT]);
    const hold = await holds.last();
    expect(hold).toMatchObject({ state: 'settled', usage_source: 'provider' });
    expect(hold.usage).toEqual({
      input: expect.any(Number),
      audio_input: counted.audio,
      output: counted.words,
    });
    expect(hold.charged_n).toBe(worthOf(hold));
    expect(hold.amount_n).toBeGreaterThan(hold.charged_n ?? 0n);
    expect(heard.answer.usage).toMatchObject({
      type: 'tokens',
      input_token_details: { audio_tokens: counted.audio },
      output_tokens: counted.words,
      cost: Number(hold.charged_n) / 1e9,
    });
    const id = encodeId('req', hold.op_id);
    await eventually(async () => (await demo.user('GET', `/requests/${id}`)).status === 200);
    const { body } = await demo.user<RequestDetail>('GET', `/requests/${id}`);
    expect(body.endpoint).toBe('POST /v1/audio/transcriptions');
    expect(body.receipt?.lines.map(({ dimension }) => dimension)).toEqual([
      'input',
      'output',
      'audio_input',
    ]);
  });

  test('comes as a stream, as plain text and in English', async () => {
    const events = eventsIn(await listen({ model: FLASH, stream: 'true', language: 'en' }));
    expect(events.map(({ delta = '' }) => delta).join('')).toBe(TEXT);
    expect(events.at(-1)).toMatchObject({ type: 'transcript.text.done', text: TEXT });
    const streamed = await holds.last();
    expect(streamed.charged_n).toBe(worthOf(streamed));
    const plain = await listen({ model: FLASH, response_format: 'text' }, { path: 'translations' });
    expect([plain.status, plain.text]).toEqual([200, `${TEXT}\n`]);
    expect(await holds.last()).toMatchObject({ state: 'settled', usage_source: 'provider' });
  });

  test.each([['json'], ['text']])(
    'whose prompt makes the model go on ends at the ceiling as %s, is charged and says so',
    async (format) => {
      const prompt = 'Go on forever.';
      const heard = await listen({ model: FLASH, response_format: format, prompt });
      expect(heard.status).toBe(200);
      const said = heard.answer.finish_reason ?? heard.headers[HEADER.finishReason];
      expect(said).toBe('length');
      const hold = await holds.last();
      expect(hold).toMatchObject({ state: 'settled', usage_source: 'provider' });
      // Twelve tokens a second, and the marks around a text.
      expect(hold.usage?.['output']).toBe(SECONDS * 12 + 256);
      expect(hold.charged_n).toBeLessThanOrEqual(hold.amount_n);
    },
  );

  test.each([
    ['response_format', { response_format: 'verbose_json' }],
    ['response_format', { response_format: 'srt' }],
    ['response_format', { response_format: 'vtt' }],
    ['timestamp_granularities', { 'timestamp_granularities[]': ['word'] }],
    ['include', { 'include[]': ['logprobs'] }],
    ['chunking_strategy', { chunking_strategy: 'auto' }],
    ['temperature', { temperature: '2' }],
  ])('is refused by name for %s, number %#', async (param, fields) => {
    const before = await holds.last();
    const { status, answer } = await listen({ model: FLASH, ...fields });
    expect([status, answer.error?.param]).toEqual([400, param]);
    expect((await holds.last()).op_id).toBe(before.op_id);
  });

  test('is refused without a price for audio', async () => {
    const { status, answer } = await listen({ model: THIRD });
    expect([status, answer.error?.param]).toEqual([400, 'model']);
    const { transcription } = await contractOf(THIRD);
    expect(transcription).toBeUndefined();
  });

  test.each([
    ['says nothing of its counts', 'usage=none'],
    ['counts far too many', 'tokens output=90000000'],
  ])('is estimated within the hold where the provider %s', async (_what, behaviour) => {
    const heard = await listen({ model: FLASH, prompt: `[[provider: ${behaviour}]]` });
    expect(heard.status).toBe(200);
    const hold = await holds.last();
    expect(hold).toMatchObject({ state: 'settled', usage_source: 'estimated' });
    expect(hold.charged_n).toBeLessThanOrEqual(hold.amount_n);
    expect(hold.usage).toMatchObject({ audio_input: Math.ceil(SECONDS * 32) });
  });

  test('is charged where the caller leaves once it was sent', async () => {
    const { op_id: before } = await holds.last();
    const left = new AbortController();
    const prompt = '[[provider: delay=1500]]';
    const call = listen({ model: FLASH, prompt }, { signal: left.signal }).catch(() => null);
    await eventually(holds.areOpen);
    await eventually(async () =>
      (await demo.invoice()).some(
        ({ finished, path }) => finished === null && path.endsWith(':generateContent'),
      ),
    );
    left.abort();
    expect(await call).toBeNull();
    const hold = await holds.last();
    expect(hold.op_id).not.toBe(before);
    expect(hold).toMatchObject({ state: 'settled' });
    expect(hold.usage).toMatchObject({ audio_input: expect.any(Number) });
  });

  test('costs what a long prompt costs where it is one with its audio', async () => {
    const { body: models } = await demo.platform<{ id: string; public_id: string }[]>(
      'GET',
      '/models?provider=google',
    );
    const id = models.find(({ public_id: name }) => name === THIRD)?.id;
    const prices = { input: '1', cache_read: '1', output: '4', reasoning: '4', audio_input: '6' };
    const long = [{ above_input_tokens: 200, prices: { audio_input: '12', output: '8' } }];
    const priced = await demo.platform('POST', `/models/${id}/prices`, {
      prices,
      long_context: long,
    });
    expect([priced.status, priced.body]).toEqual([201, expect.anything()]);
    await eventually(async () => (await contractOf(THIRD)).transcription !== undefined);
    expect((await listen({ model: THIRD })).status).toBe(200);
    const { usage, charged_n: charged, amount_n: held } = await holds.last();
    const third = geminiTokensOf('gemini-3-flash-preview', SECONDS);
    expect(usage).toMatchObject({ audio_input: third.audio, output: third.words });
    const worth = 2n * (BigInt(third.audio) * AUDIO_NANO + BigInt(third.words) * OUTPUT_NANO);
    expect(charged).toBe(worth + BigInt(usage?.['input'] ?? 0) * INPUT_NANO);
    expect(held).toBeGreaterThan(charged ?? 0n);
  });

  test('leaves chats as they were', async () => {
    const client = new OpenAI({
      baseURL: demo.env.TOLLGATE_BASE_URL,
      apiKey: demo.env.TOLLGATE_API_KEY,
      maxRetries: 0,
    });
    const { choices } = await client.chat.completions.create({
      model: FLASH,
      messages: [{ role: 'user', content: 'Hello' }],
    });
    expect(choices[0]?.message.content).toBeTruthy();
    const file = await toFile(TALK, 'talk.wav');
    const { transcriptions } = client.audio;
    expect((await transcriptions.create({ file, model: FLASH })).text).toBe(TEXT);
  });
});

test('a model of Google that transcribes alone is charged by its counts, whole and as a stream', async () => {
  const counted = geminiTokensOf('gemini-3.5-transcribe', SECONDS);
  const worth = BigInt(counted.audio) * AUDIO_NANO + BigInt(counted.words) * OUTPUT_NANO;
  const whole = await listen({ model: HEARER, language: 'en' });
  expect([whole.status, whole.answer.text, whole.headers[HEADER.model]]).toEqual([
    200,
    TEXT,
    HEARER,
  ]);
  expect(await holds.last()).toMatchObject({ state: 'settled', charged_n: worth });
  const events = eventsIn(await listen({ model: HEARER, stream: 'true' }));
  expect(events.at(-1)).toMatchObject({ type: 'transcript.text.done', text: TEXT });
  expect(await holds.last()).toMatchObject({ state: 'settled', charged_n: worth });
  const guided = await listen({ model: HEARER, prompt: 'words' });
  expect([guided.status, guided.answer.error?.param]).toEqual([400, 'prompt']);
});

const WORDS = 'A red fox 🦊 sleeps in the snow.';
const CHARACTERS = BigInt(Array.from(WORDS).length);

interface Spoken {
  status: number;
  type: string | undefined;
  bytes: Buffer;
}

async function speak(body: object): Promise<Spoken> {
  const answer = await got.post(`${demo.env.TOLLGATE_BASE_URL}/audio/speech`, {
    headers: { authorization: `Bearer ${demo.env.TOLLGATE_API_KEY}` },
    json: { model: READER, input: WORDS, voice: 'George', ...body },
    responseType: 'buffer',
    retry: { limit: 0 },
    throwHttpErrors: false,
  });
  return {
    status: answer.statusCode,
    type: answer.headers['content-type'],
    bytes: Buffer.from(answer.body),
  };
}
const errorOf = ({ bytes }: Spoken): Answer['error'] =>
  (JSON.parse(bytes.toString('utf8')) as Answer).error;

describe('speech of ElevenLabs', () => {
  test.each([
    [{}, 'audio/mpeg'],
    [{ response_format: 'opus', voice: 'EXAVITQu4vr4xnSDxMaL' }, 'audio/ogg'],
    [{ response_format: 'wav', speed: 1.2 }, 'audio/wav'],
    [{ response_format: 'pcm', voice: { id: 'JBFqnCBsd6RMkjVDRZzb' } }, 'audio/pcm'],
  ])('with %j is held and charged by its code points', async (body, type) => {
    const spoken = await speak(body);
    expect([spoken.status, spoken.type]).toEqual([200, type]);
    expect(spoken.bytes.equals(audioOf(WORDS))).toBe(true);
    const hold = await holds.last();
    expect(hold).toMatchObject({
      state: 'settled',
      amount_n: CHARACTERS * CHARACTER_NANO,
      charged_n: CHARACTERS * CHARACTER_NANO,
      usage: { character: Number(CHARACTERS) },
      usage_source: 'counted',
    });
    const id = encodeId('req', hold.op_id);
    await eventually(async () => (await demo.user('GET', `/requests/${id}`)).status === 200);
    const record = await demo.user<RequestDetail>('GET', `/requests/${id}`);
    expect(record.body.receipt?.lines.map(({ dimension }) => dimension)).toEqual(['character']);
  });

  test('comes as events where that is asked for', async () => {
    const spoken = await speak({ stream_format: 'sse' });
    const last = spoken.bytes.toString('utf8').split('\n\n').at(-2) ?? '';
    expect(JSON.parse(last.slice('data: '.length))).toMatchObject({ type: 'speech.audio.done' });
  });

  test.each([
    ['voice', { voice: 'alloy' }],
    ['voice', { voice: '../../user' }],
    ['response_format', { response_format: 'flac' }],
    ['response_format', { response_format: 'aac' }],
    ['instructions', { instructions: 'Low.' }],
    ['speed', { speed: 2 }],
    ['input', { input: 'x'.repeat(4_097) }],
  ])('is refused by name for %s, number %#, before anything is held', async (param, body) => {
    const before = await holds.last();
    const spoken = await speak(body);
    expect([spoken.status, errorOf(spoken)?.param]).toEqual([400, param]);
    expect((await holds.last()).op_id).toBe(before.op_id);
  });

  test('by a voice that the provider does not have costs nothing and says so', async () => {
    const spoken = await speak({ voice: 'x'.repeat(20) });
    expect(errorOf(spoken)).toMatchObject({ code: 'upstream_rejected', param: 'voice' });
    expect(await holds.last()).toMatchObject({ state: 'released', charged_n: null });
  });

  test('that turns out to be a page of HTML is no speech', async () => {
    const spoken = await speak({ input: 'Read this page of HTML.' });
    expect([spoken.status, spoken.type]).toEqual([502, 'application/json; charset=utf-8']);
    expect(await holds.last()).toMatchObject({ state: 'released', charged_n: null });
  });

  test.each([
    ['status=500', { state: 'released', charged_n: null }],
    ['cut after=0', { state: 'released', charged_n: null }],
    ['cut after=2', { state: 'settled', partial: true }],
  ])('whose provider fails is charged as any other: %s', async (behaviour, expected) => {
    await speak({ input: `[[provider: ${behaviour}]]${WORDS}` }).catch(() => null);
    const hold = await holds.last();
    expect(hold).toMatchObject(expected);
    expect([null, hold.amount_n]).toContain(hold.charged_n);
  });
});

test('speech of ElevenLabs is charged although its caller has left', async () => {
  const { op_id: before } = await holds.last();
  const input = `[[provider: stall after=2]]${WORDS}`;
  const call = openCall(demo, { model: READER, input, voice: 'George' }, {}, '/audio/speech');
  await eventually(() => call.text().length > 0);
  call.leave();
  const hold = await holds.last();
  expect(hold.op_id).not.toBe(before);
  expect(hold).toMatchObject({
    state: 'settled',
    charged_n: BigInt(Array.from(input).length) * CHARACTER_NANO,
    usage_source: 'counted',
  });
});

describe('transcripts of ElevenLabs', () => {
  test('are held by our measure and charged by the seconds of the provider', async () => {
    const heard = await listen({ model: SCRIBE, language: 'en' });
    expect(heard.answer).toEqual({
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
      usage_source: 'provider',
    });
  });

  test('have their words with times', async () => {
    const fields = { response_format: 'verbose_json', 'timestamp_granularities[]': ['word'] };
    const heard = await listen({ model: SCRIBE, ...fields });
    expect(heard.answer).toMatchObject({ duration: SECONDS, language: 'eng', text: TEXT });
    expect((heard.answer as { words?: unknown[] }).words).toHaveLength(TEXT.split(' ').length);
    const plain = await listen({ model: SCRIBE, response_format: 'text' });
    expect(plain.text).toBe(`${TEXT}\n`);
  });

  test.each([
    ['says nothing of the time', 'usage=none'],
    ['counts in words', 'usage=string'],
  ])('are charged all the same where the provider %s', async (_what, behaviour) => {
    await demo.control({ behaviour, times: 1, model: 'scribe_v2' });
    expect((await listen({ model: SCRIBE })).status).toBe(200);
    expect(await holds.last()).toMatchObject({
      state: 'settled',
      charged_n: BILLED * SECOND_NANO,
      usage_source: 'counted',
    });
  });

  test.each([
    ['prompt', { prompt: 'words' }, 'transcriptions'],
    ['stream', { stream: 'true' }, 'transcriptions'],
    ['response_format', { response_format: 'srt' }, 'transcriptions'],
    ['model', {}, 'translations'],
  ])('are refused by name for %s', async (param, fields, path) => {
    const before = await holds.last();
    const { status, answer } = await listen({ model: SCRIBE, ...fields }, { path });
    expect([status, answer.error?.param]).toEqual([400, param]);
    expect((await holds.last()).op_id).toBe(before.op_id);
  });
});

test('the ledger holds, with audio of further providers in it', async () => {
  await holds.last();
  await expectLedgerHolds(demo);
});

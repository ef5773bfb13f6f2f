import { HEADER } from '@tollgate/contract/headers';
import type { ModelOut } from '@tollgate/contract/models';
import type { RequestDetail } from '@tollgate/contract/request-records';
import { encodeId } from '@tollgate/runtime/ids';
import got from 'got';
import type { Response } from 'got';
import OpenAI, { BadRequestError } from 'openai';
import { audioOf, speechTokensOf } from '../fake-provider/openai/speech.ts';
import { eventually } from '../support/eventually.ts';
import { GOOGLE, OPENAI, VOICES, setUpFamily } from '../support/family-set-up.ts';
import { holdsOf } from '../support/holds.ts';
import type { Holds } from '../support/holds.ts';
import { expectLedgerHolds } from '../support/ledger.ts';
import { openCall } from '../support/open-call.ts';
import { aSharedDemo } from '../support/shared-demo.ts';
import type { Demo } from '../support/demo.ts';

const START_MS = 240_000;
const TTS = 'openai/tts-1';
const MINI = 'openai/gpt-4o-mini-tts';
const GEMINI = 'google/gemini-3.8-flash-tts';
const OLD_GEMINI = 'google/gemini-3.1-flash-tts-preview';
const KOKORO = 'voices/kokoro-82m';
const ORPHEUS = 'voices/orpheus-3b';
/** Nano-credits a character, and a token of each sort, as `setUpFamily` prices. */
const CHARACTER_NANO = 15_000n;
const INPUT_NANO = 1_000n;
const AUDIO_NANO = 4_000n;
/** The most tokens of audio, as `setUpFamily` approves. */
const AUDIO_TOKENS_MAX = 8_192n;
const TEXT = 'A red fox 🦊 sleeps in the snow.';
const CHARACTERS = BigInt(Array.from(TEXT).length);

let demo: Demo;
let holds: Holds;

beforeAll(async () => {
  demo = await aSharedDemo();
  holds = holdsOf(demo);
  await setUpFamily(demo, { ...OPENAI, models: [TTS, MINI] });
  await setUpFamily(demo, { ...VOICES, models: [KOKORO, ORPHEUS] });
  await setUpFamily(demo, { ...GOOGLE, models: [GEMINI, OLD_GEMINI] });
}, START_MS);
afterAll(async () => {
  await holds?.close();
  await demo?.stack.drop();
}, START_MS);

interface Spoken {
  status: number;
  headers: Readonly<Record<string, string | string[] | undefined>>;
  /** Null where the connection ended before the answer. */
  bytes: Buffer | null;
}

async function speak(body: object, headers: Record<string, string> = {}): Promise<Spoken> {
  const seen: Spoken = { status: 0, headers: {}, bytes: null };
  const sent = got.stream.post(`${demo.env.TOLLGATE_BASE_URL}/audio/speech`, {
    headers: { authorization: `Bearer ${demo.env.TOLLGATE_API_KEY}`, ...headers },
    json: { input: TEXT, voice: 'alloy', ...body },
    retry: { limit: 0 },
    throwHttpErrors: false,
  });
  void sent.on('response', ({ statusCode, headers: head }: Response) => {
    seen.status = statusCode;
    seen.headers = head;
  });
  seen.bytes = await sent.toArray().then(
    (pieces) => Buffer.concat(pieces as Buffer[]),
    () => null,
  );
  return seen;
}

const errorIn = ({ bytes }: Spoken): { code: string; param: string | null; message: string } =>
  (JSON.parse(bytes?.toString('utf8') ?? '{}') as { error: never }).error;

interface Event {
  type?: string;
  audio?: string;
  usage?: { input_tokens: number; output_tokens: number; total_tokens: number; cost?: number };
  error?: { code: string };
}
const eventsIn = (bytes: Buffer | null): Event[] =>
  (bytes ?? Buffer.alloc(0))
    .toString('utf8')
    .split('\n\n')
    .filter((frame) => frame.startsWith('data: '))
    .map((frame) => JSON.parse(frame.slice('data: '.length)) as Event);
const audioIn = (events: readonly Event[]): Buffer =>
  Buffer.concat(events.map(({ audio }) => Buffer.from(audio ?? '', 'base64')));

describe('speech that is billed by the character', () => {
  test.each([
    [TTS, {}, 'audio/mpeg'],
    [TTS, { response_format: 'wav', speed: 1.5 }, 'audio/wav'],
    [KOKORO, { response_format: 'flac', voice: 'af_sky' }, 'audio/flac'],
  ])('of %s with %j is held and charged by its code points', async (model, body, type) => {
    const spoken = await speak({ model, ...body });
    expect([spoken.status, spoken.headers['content-type']]).toEqual([200, type]);
    expect(spoken.bytes?.equals(audioOf(TEXT))).toBe(true);
    expect(spoken.headers[HEADER.model]).toBe(model);
    expect(await holds.last()).toMatchObject({
      state: 'settled',
      amount_n: CHARACTERS * CHARACTER_NANO,
      charged_n: CHARACTERS * CHARACTER_NANO,
      usage: { character: Number(CHARACTERS) },
      usage_source: 'counted',
    });
  });

  test('comes as events where that is asked for, although the provider sends a file', async () => {
    const spoken = await speak({ model: TTS, stream_format: 'sse' });
    expect(spoken.headers['content-type']).toBe('text/event-stream');
    const events = eventsIn(spoken.bytes);
    expect(audioIn(events).equals(audioOf(TEXT))).toBe(true);
    expect(events.at(-1)).toEqual({
      type: 'speech.audio.done',
      usage: {
        input_tokens: 0,
        output_tokens: 0,
        total_tokens: 0,
        cost: Number(CHARACTERS * CHARACTER_NANO) / 1e9,
      },
    });
  });

  test('costs its characters when the provider breaks off, and ends without its end', async () => {
    const input = `[[provider: cut after=2]]${TEXT}`;
    const spoken = await speak({ model: TTS, input });
    expect([spoken.status, spoken.bytes]).toEqual([200, null]);
    expect(await holds.last()).toMatchObject({
      state: 'settled',
      charged_n: BigInt(Array.from(input).length) * CHARACTER_NANO,
      partial: true,
    });
    const events = eventsIn((await speak({ model: TTS, input, stream_format: 'sse' })).bytes);
    expect(events.at(-1)?.error?.code).toBe('upstream_stream_interrupted');
  });

  test.each([
    ['status=500', 502],
    ['cut after=0', 502],
    ['html', 502],
    ['cut-before-first-byte', 502],
  ])('costs nothing where no audio came: %s', async (behaviour, status) => {
    const spoken = await speak({ model: KOKORO, input: `[[provider: ${behaviour}]]${TEXT}` });
    expect(spoken.status).toBe(status);
    expect(await holds.last()).toMatchObject({ state: 'released', charged_n: null });
  });

  test('is charged although its caller has left, and the provider is stopped', async () => {
    const { op_id: before } = await holds.last();
    const input = `[[provider: stall after=2]]${TEXT}`;
    const call = openCall(demo, { model: KOKORO, input, voice: 'x' }, {}, '/audio/speech');
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

  test('is charged where the caller leaves before any audio, once it was sent', async () => {
    const { op_id: before } = await holds.last();
    const input = `[[provider: stall]]${TEXT}`;
    const call = openCall(demo, { model: KOKORO, input, voice: 'x' }, {}, '/audio/speech');
    await eventually(holds.areOpen);
    await eventually(async () =>
      (await demo.invoice()).some(
        ({ finished, path }) => finished === null && path.endsWith('/audio/speech'),
      ),
    );
    call.leave();
    const hold = await holds.last();
    expect(hold.op_id).not.toBe(before);
    expect(hold).toMatchObject({
      state: 'settled',
      charged_n: BigInt(Array.from(input).length) * CHARACTER_NANO,
    });
  });

  test.each([['audio'], ['sse']])('is made once for one idempotency key: %s', async (format) => {
    const key = { 'idempotency-key': `speech-once-${format}` };
    const body = { model: TTS, stream_format: format };
    const first = await speak(body, key);
    const { op_id: op } = await holds.last();
    const again = await speak(body, key);
    expect([first.status, again.status]).toEqual([200, 200]);
    expect(again.bytes?.equals(first.bytes ?? Buffer.alloc(0))).toBe(true);
    expect(again.headers['content-type']).toBe(first.headers['content-type']);
    expect(again.headers[HEADER.idempotentReplay]).toBe('true');
    expect((await holds.last()).op_id).toBe(op);
  });

  test('has a record and a receipt', async () => {
    await speak({ model: TTS });
    const id = encodeId('req', (await holds.last()).op_id);
    await eventually(async () => (await demo.user('GET', `/requests/${id}`)).status === 200);
    const { body } = await demo.user<RequestDetail>('GET', `/requests/${id}`);
    expect(body.receipt?.lines).toEqual([
      expect.objectContaining({
        dimension: 'character',
        quantity: Number(CHARACTERS),
        unit_price: '0.000015000000',
      }),
    ]);
    expect(body.endpoint).toBe('POST /v1/audio/speech');
  });
});

describe('speech that is billed by tokens', () => {
  const counted = speechTokensOf(TEXT);
  const worth = BigInt(counted.input) * INPUT_NANO + BigInt(counted.output) * AUDIO_NANO;

  test('is charged by the counts of the provider, which come with events alone', async () => {
    const spoken = await speak({ model: MINI, instructions: 'Whisper.', response_format: 'opus' });
    expect([spoken.status, spoken.headers['content-type']]).toEqual([200, 'audio/opus']);
    expect(spoken.bytes?.equals(audioOf(TEXT))).toBe(true);
    const hold = await holds.last();
    expect(hold).toMatchObject({ state: 'settled', charged_n: worth, usage_source: 'provider' });
    expect(hold.usage).toEqual(counted);
    expect(hold.amount_n).toBeGreaterThan(AUDIO_TOKENS_MAX * AUDIO_NANO);
    const events = eventsIn((await speak({ model: MINI, stream_format: 'sse' })).bytes);
    expect(audioIn(events).equals(audioOf(TEXT))).toBe(true);
    expect(events.at(-1)?.usage).toMatchObject({
      input_tokens: counted.input,
      output_tokens: counted.output,
      cost: Number(worth) / 1e9,
    });
  });

  test.each([
    ['says nothing of them', 'usage=none'],
    ['counts far too many', 'tokens output=90000000'],
    ['counts in words', 'usage=string'],
  ])('is estimated within the hold where the provider %s', async (_what, behaviour) => {
    const spoken = await speak({ model: MINI, input: `[[provider: ${behaviour}]]${TEXT}` });
    expect(spoken.status).toBe(200);
    const hold = await holds.last();
    expect(hold).toMatchObject({ state: 'settled', usage_source: 'estimated' });
    expect(hold.charged_n).toBeLessThanOrEqual(hold.amount_n);
    expect(hold.usage?.['output']).toBeGreaterThan(0);
  });

  test('that breaks off is charged by what was delivered', async () => {
    const spoken = await speak({ model: MINI, input: `[[provider: cut after=2]]${TEXT}` });
    expect([spoken.status, spoken.bytes]).toEqual([200, null]);
    const hold = await holds.last();
    expect(hold).toMatchObject({ state: 'settled', usage_source: 'estimated', partial: true });
    expect(hold.charged_n).toBeLessThan(worth);
  });

  test('whose caller leaves is read on to its counts', async () => {
    const input = `[[provider: chunk-delay=100]]${TEXT}`;
    const call = openCall(demo, { model: MINI, input, voice: 'nova' }, {}, '/audio/speech');
    await eventually(() => call.text().length > 0);
    call.leave();
    const hold = await holds.last();
    expect(hold).toMatchObject({ state: 'settled', usage_source: 'provider' });
    expect(hold.usage?.['output']).toBe(counted.output);
  });
});

describe('speech of Google', () => {
  const counted = speechTokensOf(TEXT);
  const worth = BigInt(counted.input) * INPUT_NANO + BigInt(counted.output) * AUDIO_NANO;

  test.each([
    [GEMINI, { voice: 'Kore', instructions: 'Whisper.' }],
    [GEMINI, { voice: { id: 'voice_1234' }, response_format: 'wav' }],
    [OLD_GEMINI, { voice: 'Puck' }],
  ])('of %s with %j is a file whose samples came while they were made', async (model, body) => {
    const spoken = await speak({ model, ...body });
    expect([spoken.status, spoken.headers['content-type']]).toEqual([200, 'audio/wav']);
    expect(spoken.bytes?.subarray(0, 4).toString('latin1')).toBe('RIFF');
    expect(spoken.bytes?.readUInt32LE(24)).toBe(24_000);
    expect(spoken.bytes?.subarray(44).equals(audioOf(TEXT))).toBe(true);
    const hold = await holds.last();
    expect(hold).toMatchObject({ state: 'settled', charged_n: worth, usage_source: 'provider' });
    expect(hold.usage).toEqual(counted);
  });

  test('are bare samples, or events, where that is wanted', async () => {
    const bare = await speak({ model: GEMINI, voice: 'Kore', response_format: 'pcm' });
    expect(bare.headers['content-type']).toBe('audio/pcm');
    expect(bare.bytes?.equals(audioOf(TEXT))).toBe(true);
    const body = { voice: 'Kore', response_format: 'pcm', stream_format: 'sse' };
    const events = eventsIn((await speak({ model: GEMINI, ...body })).bytes);
    expect(audioIn(events).equals(audioOf(TEXT))).toBe(true);
    expect(events.at(-1)?.usage).toMatchObject({ cost: Number(worth) / 1e9 });
  });

  test.each([
    ['usage=none', { state: 'settled', usage_source: 'estimated' }],
    ['cut after=2', { state: 'settled', usage_source: 'estimated', partial: true }],
    ['status=500', { state: 'released', charged_n: null }],
    ['cut after=0', { state: 'released', charged_n: null }],
  ])('whose provider fails is charged as any other: %s', async (behaviour, expected) => {
    const input = `[[provider: ${behaviour}]]${TEXT}`;
    await speak({ model: GEMINI, voice: 'Kore', input });
    const hold = await holds.last();
    expect(hold).toMatchObject(expected);
    expect(hold.charged_n ?? 0n).toBeLessThanOrEqual(hold.amount_n);
  });

  test.each([
    [GEMINI, 'response_format', { response_format: 'mp3' }],
    [GEMINI, 'speed', { speed: 2 }],
    [OLD_GEMINI, 'instructions', { instructions: 'Whisper.' }],
    [OLD_GEMINI, 'voice', { voice: 'alloy' }],
  ])('of %s is refused for %s before it is held: %j', async (model, param, body) => {
    const { op_id: before } = await holds.last();
    const spoken = await speak({ model, voice: 'Kore', ...body });
    expect([spoken.status, errorIn(spoken).param]).toEqual([400, param]);
    expect((await holds.last()).op_id).toBe(before);
  });
});

describe('a request for speech', () => {
  test.each([
    [TTS, 'instructions', { instructions: 'Whisper.' }, 'unsupported_parameter'],
    [TTS, 'speed', { speed: 4.1 }, 'invalid_request'],
    [TTS, 'speed', { speed: '1' }, 'invalid_request'],
    [TTS, 'response_format', { response_format: 'ogg' }, 'invalid_request'],
    [TTS, 'stream_format', { stream_format: 'json' }, 'invalid_request'],
    [TTS, 'input', { input: '' }, 'invalid_request'],
    [TTS, 'input', { input: 'x'.repeat(4_097) }, 'invalid_request'],
    [MINI, 'input', { input: '⁂ж中'.repeat(1_300) }, 'context_length_exceeded'],
    [TTS, 'voice', { voice: null }, 'invalid_request'],
    [TTS, 'stream', { stream: true }, 'unsupported_parameter'],
  ])('to %s is refused for %s, number %#', async (model, param, body, code) => {
    const before = await holds.last().catch(() => null);
    const spoken = await speak({ model, ...body });
    expect(spoken.status).toBe(400);
    expect(errorIn(spoken)).toMatchObject({ code, param });
    expect((await holds.last().catch(() => null))?.op_id).toBe(before?.op_id);
  });

  test('has as many code points as OpenAI counts: 4096, also outside of the first plane', async () => {
    const input = '🦊'.repeat(4_096);
    expect((await speak({ model: TTS, input })).status).toBe(200);
    expect(await holds.last()).toMatchObject({ usage: { character: 4_096 } });
  });

  test('may name a voice that the provider keeps for the operator', async () => {
    const spoken = await speak({ model: MINI, voice: { id: 'voice_1234' } });
    expect(spoken.status).toBe(200);
  });

  test('keeps to the ceiling of its caller, and goes to models for speech alone', async () => {
    const dear = await speak({ model: TTS }, { 'x-svc-max-credits': '0.000001' });
    expect([dear.status, errorIn(dear).code]).toEqual([402, 'max_credits_exceeded']);
    const chat = await speak({ model: 'demo/demo-small' });
    expect([chat.status, errorIn(chat).param]).toEqual([400, 'model']);
  });

  test('has its models in the list, with contract and prices', async () => {
    const { body } = await demo.v1<{ data: ModelOut[] }>('/models?capability=speech');
    const tts = body.data.find(({ id }) => id === TTS);
    expect(tts?.pricing).toMatchObject({ character: '0.000015' });
    expect(tts?.request_contract.limits.characters).toBe(4_096);
    expect(tts?.output_tokens).toBeUndefined();
    const mini = body.data.find(({ id }) => id === MINI);
    expect(mini?.pricing).toMatchObject({ prompt: '0.000001', completion: '0.000004' });
    expect(mini?.request_contract.limits.output_tokens).toBe(Number(AUDIO_TOKENS_MAX));
  });
});

test('an approval narrows voices and the length of the text', async () => {
  const { body } = await demo.platform<{ id: string }[]>('GET', `/models?public_id=${ORPHEUS}`);
  const approved = await demo.platform('POST', `/models/${body[0]?.id}/approval`, {
    limits: { characters: 40 },
    parameters: { voice: { supported: true, values: ['tara', 'leo'] } },
  });
  expect(approved.status).toBe(200);
  await eventually(async () => (await speak({ model: ORPHEUS, voice: 'alloy' })).status === 400);
  const long = await speak({ model: ORPHEUS, voice: 'tara', input: 'x'.repeat(41) });
  expect(errorIn(long)).toMatchObject({ code: 'context_length_exceeded', param: 'input' });
  expect((await speak({ model: ORPHEUS, voice: 'leo' })).status).toBe(200);
});

test('an alias goes on to its next model, which is charged in its own dimension', async () => {
  const { body: models } = await demo.platform<{ id: string; public_id: string }[]>(
    'GET',
    '/models?limit=200',
  );
  const targets = [MINI, KOKORO].map((name) => ({
    model_id: models.find(({ public_id: id }) => id === name)?.id,
  }));
  const made = await demo.platform('POST', '/aliases', { name: 'speak', targets });
  expect([made.status, made.body]).toEqual([201, expect.anything()]);
  await eventually(async () => (await demo.v1('/models/speak')).status === 200);
  await demo.control({ behaviour: 'status=500', times: 1, model: 'gpt-4o-mini-tts' });
  const spoken = await speak({ model: 'speak' });
  expect([spoken.status, spoken.headers[HEADER.model]]).toEqual([200, KOKORO]);
  expect(await holds.last()).toMatchObject({
    charged_n: CHARACTERS * CHARACTER_NANO,
    usage: { character: Number(CHARACTERS) },
  });
});

test('the official client gets speech of a provider, and free tones of the sandbox', async () => {
  const client = new OpenAI({
    apiKey: demo.env.TOLLGATE_API_KEY,
    baseURL: demo.env.TOLLGATE_BASE_URL,
    maxRetries: 0,
  });
  const made = await client.audio.speech.create({ model: MINI, voice: 'marin', input: TEXT });
  expect(Buffer.from(await made.arrayBuffer()).equals(audioOf(TEXT))).toBe(true);
  await expect(
    client.audio.speech.create({ model: TTS, voice: 'alloy', input: '' }),
  ).rejects.toThrow(BadRequestError);
  const free = new OpenAI({
    apiKey: demo.env.TOLLGATE_TEST_KEY,
    baseURL: demo.env.TOLLGATE_BASE_URL,
    maxRetries: 0,
  });
  const tones = await free.audio.speech.create({
    model: 'sandbox/speech',
    voice: 'alloy',
    input: TEXT,
    speed: 2,
  });
  const file = Buffer.from(await tones.arrayBuffer());
  expect(tones.headers.get('content-type')).toBe('audio/wav');
  expect([file.toString('latin1', 0, 4), file.toString('latin1', 8, 16)]).toEqual([
    'RIFF',
    'WAVEfmt ',
  ]);
  // A fortieth of a second for each character, of 24,000 samples of two bytes.
  const samples = Number(CHARACTERS) * (24_000 / 40) * 2;
  expect([file.readUInt32LE(40), file.length]).toEqual([samples, 44 + samples]);
});

test('the ledger holds, with speech in it', async () => {
  await holds.last();
  await expectLedgerHolds(demo);
});

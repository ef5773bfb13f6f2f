import { MalformedReply } from '../adapter/adapter.ts';
import type { TranscriptionCall } from '../adapter/transcription-wire.ts';
import { finishContract } from '../contract/contract.ts';
import { checkTranscription } from '../contract/check-transcription.ts';
import { checkSpeechRequest } from '../contract/check-speech.ts';
import { elevenlabs } from './index.ts';
import { elevenlabsSpeech } from './speech.ts';
import { elevenlabsTranscription } from './transcription.ts';

const GEORGE = 'JBFqnCBsd6RMkjVDRZzb';
const endpointOf = (upstreamModel: string) => ({
  family: 'elevenlabs',
  provider: 'elevenlabs',
  upstreamModel,
  baseUrl: 'https://x.example/v1',
});
const V2 = endpointOf('eleven_multilingual_v2');
const SCRIBE = endpointOf('scribe_v2');

describe('speech', () => {
  test.each([
    [{ voice: 'George' }, `/text-to-speech/${GEORGE}/stream?output_format=mp3_44100_128`],
    [
      { voice: GEORGE, responseFormat: 'opus' as const },
      `/text-to-speech/${GEORGE}/stream?output_format=opus_48000_64`,
    ],
    [
      { voice: GEORGE, responseFormat: 'pcm' as const },
      `/text-to-speech/${GEORGE}/stream?output_format=pcm_24000`,
    ],
    [
      { voice: 'george', responseFormat: 'wav' as const },
      `/text-to-speech/${GEORGE}?output_format=wav_24000`,
    ],
  ])('with %j is asked for at %s', (terms, path) => {
    expect(elevenlabsSpeech.path(V2, { input: 'Hi.', terms })).toBe(path);
  });

  test('has its text, its model and its speed in the body', () => {
    const call = { input: 'Hi.', terms: { voice: 'George', speed: 1.1 } };
    expect(elevenlabsSpeech.toWire(call, V2)).toEqual({
      text: 'Hi.',
      model_id: 'eleven_multilingual_v2',
      voice_settings: { speed: 1.1 },
    });
  });

  test.each([['alloy'], ['../../user'], ['x'.repeat(21)], [`${GEORGE.slice(1)}/`], ['']])(
    'by the voice %j is refused with what to send',
    (voice) => {
      const refusal = elevenlabsSpeech.refusal?.({ input: 'Hi.', terms: { voice } }, V2);
      expect(refusal?.param).toBe('voice');
      expect(refusal?.message).toMatch(/Send the id of a voice.*george/u);
    },
  );

  test.each([
    ['eleven_multilingual_v2', { responseFormat: 'flac' as const }, 'response_format'],
    ['eleven_multilingual_v2', { responseFormat: 'aac' as const }, 'response_format'],
    ['eleven_multilingual_v2', { instructions: 'Low.' }, 'instructions'],
    ['eleven_multilingual_v2', { speed: 1.5 }, 'speed'],
    ['eleven_v3', { speed: 1.1 }, 'speed'],
    ['eleven_flash_v2_5', { speed: 0.7 }, undefined],
  ])('of %s with %j is refused for %s', (model, more, param) => {
    const draft = elevenlabs.contract(model);
    const contract = draft === null ? null : finishContract(draft);
    if (contract === null) throw new Error('the contract is not complete');
    const terms = { voice: 'George', ...more };
    expect(checkSpeechRequest(contract, { terms, streamFormat: 'sse' })?.param).toBe(param);
  });
});

describe('a transcript', () => {
  const call = (terms: TranscriptionCall['terms']): TranscriptionCall => ({
    task: 'transcribe',
    audio: { bytes: Buffer.from('x'), format: 'wav', seconds: 1 },
    terms,
    isStream: false,
  });
  const { body } = elevenlabsTranscription;
  const fieldsOf = (terms: TranscriptionCall['terms']) =>
    body.kind === 'form' ? body.fields(call(terms), SCRIBE) : [];

  test('is asked for with times where words are wanted, and never for what costs more', () => {
    expect(fieldsOf({})).toEqual([
      ['model_id', 'scribe_v2'],
      ['timestamps_granularity', 'none'],
      ['tag_audio_events', 'false'],
    ]);
    const terms = { responseFormat: 'verbose_json', language: 'en', temperature: 0 } as const;
    expect(fieldsOf(terms).slice(1)).toEqual([
      ['timestamps_granularity', 'word'],
      ['tag_audio_events', 'false'],
      ['language_code', 'en'],
      ['temperature', '0'],
    ]);
  });

  test('has its words without blanks and sounds, and the time that was billed', () => {
    const words = [
      { text: 'A', start: 0, end: 0.5, type: 'word', logprob: -1 },
      { text: ' ', start: 0.5, end: 0.5, type: 'spacing' },
      { text: '(laughter)', start: 0.5, end: 1, type: 'audio_event' },
      { text: 'fox', start: 1, end: 1.5, type: 'word' },
    ];
    const reply = { text: 'A fox', language_code: 'eng', words, audio_duration_secs: 1.5 };
    expect(elevenlabsTranscription.fromWire(reply)).toEqual({
      document: {
        task: 'transcribe',
        language: 'eng',
        duration: 1.5,
        text: 'A fox',
        words: [
          { word: 'A', start: 0, end: 0.5 },
          { word: 'fox', start: 1, end: 1.5 },
        ],
      },
      usage: { seconds: 1.5 },
    });
  });

  test('without a time is counted by us, and one with a wrong time is doubted', () => {
    expect(elevenlabsTranscription.fromWire({ text: '' }).usage).toEqual({});
    const doubted = elevenlabsTranscription.fromWire({ text: '', audio_duration_secs: 'x' });
    expect(doubted).toMatchObject({ usage: {}, suspect: 'unreadable' });
    for (const wrong of [{}, [], 'text', { text: 1 }, { text: '', words: 'x' }]) {
      expect(() => elevenlabsTranscription.fromWire(wrong)).toThrow(MalformedReply);
    }
  });

  test.each([
    [{ prompt: 'x' }, 'prompt'],
    [{ responseFormat: 'srt' as const }, 'response_format'],
    [
      { granularities: ['segment'], responseFormat: 'verbose_json' as const },
      'timestamp_granularities',
    ],
    [{ granularities: ['word'], responseFormat: 'verbose_json' as const }, undefined],
  ])('with %j is refused for %s', (terms, param) => {
    const draft = elevenlabs.contract('scribe_v2');
    const contract = draft === null ? null : finishContract(draft);
    if (contract === null) throw new Error('the contract is not complete');
    expect(checkTranscription(contract, call(terms))?.param).toBe(param);
  });
});

test.each([
  [401, { detail: { status: 'quota_exceeded', message: 'x' } }, 'credential', undefined],
  [401, { detail: { status: 'invalid_api_key', message: 'x' } }, 'credential', undefined],
  [404, { detail: { status: 'voice_not_found', message: 'x' } }, 'rejected', 'voice'],
  [400, { detail: { code: 'voice_not_found', message: 'x' } }, 'rejected', 'voice'],
  [400, { detail: { status: 'max_character_limit_exceeded', message: 'x' } }, 'rejected', 'input'],
  [400, { detail: { status: 'model_not_found', message: 'x' } }, 'model_unavailable', 'model'],
  [429, { detail: { status: 'too_many_concurrent_requests' } }, 'rate_limited', undefined],
  [429, { detail: { status: 'system_busy', message: 'x' } }, 'overloaded', undefined],
  [
    422,
    { detail: [{ loc: ['body', 'voice_settings', 'speed'], msg: 'too fast' }] },
    'rejected',
    'speed',
  ],
  [422, { detail: 'wrong' }, 'rejected', undefined],
  [500, 'Internal Server Error', 'unavailable', undefined],
  [404, { detail: { status: 'constructor' } }, 'model_unavailable', 'model'],
])('an error %d with %j is %s', (status, reply, kind, param) => {
  const failure = elevenlabs.failure(status, {}, reply);
  expect([failure.kind, failure.param]).toEqual([kind, param]);
});

test('the words of an error do not name the provider', () => {
  const detail = { status: 'voice_not_found', message: 'ElevenLabs has no such voice.' };
  expect(elevenlabs.failure(404, {}, { detail }).message).not.toMatch(/eleven/iu);
});

test('models are told apart by what they do, and the list has those that are served', () => {
  expect(elevenlabs.contract('eleven_v3')?.source).toBe('published');
  expect(elevenlabs.contract('eleven_v5_turbo')?.source).toBe('assumed');
  for (const other of ['eleven_english_sts_v2', 'eleven_ttv_v3', 'scribe_v2_realtime', 'gpt-5']) {
    expect(elevenlabs.contract(other)).toBeNull();
  }
  const list = [
    { model_id: 'eleven_v3', can_do_text_to_speech: true },
    { model_id: 'eleven_english_sts_v2', can_do_text_to_speech: false },
  ];
  expect(elevenlabs.listing?.fromWire(list)).toEqual(['eleven_v3', 'scribe_v1', 'scribe_v2']);
  expect(() => elevenlabs.listing?.fromWire({ data: list })).toThrow(MalformedReply);
});

test('the key goes in its own header', async () => {
  const call = { method: 'POST', url: 'https://x.example', headers: {}, body: '' } as never;
  const signed = await elevenlabs.sign(call, { api_key: 'k' }, new Date(0));
  expect(signed.headers).toEqual({ 'xi-api-key': 'k' });
});

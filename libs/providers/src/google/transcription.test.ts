import { MalformedReply, ProviderError } from '../adapter/adapter.ts';
import type { MappedTranscript, TranscriptionCall } from '../adapter/transcription-wire.ts';
import { googleContract } from './contract.ts';
import { geminiTranscription } from './transcription.ts';

const endpointOf = (upstreamModel: string) => ({
  family: 'google',
  provider: 'google',
  upstreamModel,
  baseUrl: 'https://x.example',
});
const callOf = (given: Partial<TranscriptionCall> = {}): TranscriptionCall => ({
  task: 'transcribe',
  audio: { bytes: Buffer.from('x'), format: 'mp3', seconds: 2 },
  terms: {},
  isStream: false,
  ...given,
});
const { body } = geminiTranscription;
const fromWire = (reply: unknown): MappedTranscript => geminiTranscription.fromWire(reply);
const wireOf = (call: TranscriptionCall, model: string): unknown =>
  body.kind === 'json' ? body.toWire(call, endpointOf(model), 'AUDIO') : undefined;
const replyOf = (parts: object[], more: object = {}): Record<string, unknown> => ({
  candidates: [{ content: { parts }, finishReason: 'STOP', ...more }],
});
const USAGE = {
  promptTokenCount: 90,
  promptTokensDetails: [
    { modality: 'AUDIO', tokenCount: 50 },
    { modality: 'TEXT', tokenCount: 30 },
  ],
  candidatesTokenCount: 7,
  thoughtsTokenCount: 5,
  totalTokenCount: 102,
};

test('a model that writes audio down and does nothing else gets the audio alone', () => {
  expect(wireOf(callOf({ terms: { language: 'de' } }), 'gemini-3.5-transcribe')).toEqual({
    contents: [{ role: 'user', parts: [{ inlineData: { mimeType: 'audio/mp3', data: 'AUDIO' } }] }],
    generationConfig: { audioTranscriptionConfig: { languageCodes: ['de'] } },
  });
});

test.each([
  ['gemini-2.0-flash', undefined, 256],
  ['gemini-2.5-flash', { thinkingBudget: 0 }, 256],
  ['gemini-2.5-pro', { thinkingBudget: 128 }, 384],
  ['gemini-3.8-flash', { thinkingLevel: 'low' }, 4_352],
  ['gemini-3-flash-preview', { thinkingLevel: 'minimal' }, 4_352],
])(
  '%s is told what to do, under a ceiling, and thinks the least',
  (model, thinkingConfig, spare) => {
    const terms = { language: 'en', prompt: 'Zoë', temperature: 0 };
    const wire = wireOf(callOf({ task: 'translate', terms, ceiling: 99 }), model);
    expect(wire).toMatchObject({
      systemInstruction: { parts: [{ text: expect.stringContaining('translated into English') }] },
      contents: [
        {
          parts: [{ inlineData: { data: 'AUDIO' } }, {}, { text: expect.stringMatching(/Zoë$/u) }],
        },
      ],
      generationConfig: { maxOutputTokens: 99, temperature: 0 },
    });
    expect((wire as { generationConfig: object }).generationConfig).toMatchObject(
      thinkingConfig === undefined ? {} : { thinkingConfig },
    );
    expect(geminiTranscription.rates?.(endpointOf(model))).toEqual({
      audioPerSecond: 32,
      spare,
      isBounded: true,
    });
  },
);

test('all text that is sent is counted', () => {
  const text = geminiTranscription.text?.(
    callOf({ terms: { prompt: 'p' } }),
    endpointOf('gemini-3.8-flash'),
  );
  expect(text).toMatch(/^Write down[^]+: p$/u);
  expect(geminiTranscription.text?.(callOf(), endpointOf('gemini-3.5-transcribe'))).toBe('');
});

describe('a reply', () => {
  test('has its text without reasoning, and counts of audio apart', () => {
    const parts = [{ text: 'Hm.', thought: true }, { text: 'A ' }, { text: 'fox' }];
    expect(fromWire({ ...replyOf(parts), usageMetadata: USAGE })).toEqual({
      document: { text: 'A fox' },
      usage: { tokens: { text: 40, audio: 50, output: 12 } },
    });
  });

  test('joins the turns of speakers', () => {
    const turns = ['A fox.', 'No!'].map((text) => ({ audioTranscription: { text } }));
    expect(fromWire(replyOf(turns))).toEqual({ document: { text: 'A fox. No!' }, usage: {} });
  });

  test.each([
    ['MAX_TOKENS', 'length'],
    ['RECITATION', 'content_filter'],
  ])('that ended with %s says so, and is counted', (finishReason, finish) => {
    const reply = { ...replyOf([{ text: 'A' }], { finishReason }), usageMetadata: USAGE };
    expect(fromWire(reply)).toMatchObject({
      document: { text: 'A', finish_reason: finish },
      usage: { tokens: { audio: 50 } },
    });
  });

  test('to a prompt that was refused is charged where it was counted, else refused', () => {
    const blocked = { promptFeedback: { blockReason: 'SAFETY' } };
    expect(() => fromWire(blocked)).toThrow(ProviderError);
    expect(fromWire({ ...blocked, usageMetadata: { promptTokenCount: 5 } }).document).toEqual({
      text: '',
      finish_reason: 'content_filter',
    });
  });

  test('of silence has no text, and one of nothing is none', () => {
    expect(fromWire(replyOf([{}])).document.text).toBe('');
    for (const wrong of [[], 'text', {}, { candidates: [] }]) {
      expect(() => fromWire(wrong)).toThrow(MalformedReply);
    }
    expect(() => fromWire(replyOf([], { finishReason: 'OTHER' }))).toThrow(ProviderError);
    expect(() => fromWire({ error: { code: 503, message: 'x' } })).toThrow(ProviderError);
  });

  test('whose counts contradict each other is not believed', () => {
    const promptTokensDetails = [{ modality: 'AUDIO', tokenCount: 91 }];
    const reply = { ...replyOf([{ text: 'A' }]), usageMetadata: { ...USAGE, promptTokensDetails } };
    expect(fromWire(reply)).toMatchObject({ usage: {}, suspect: 'unreadable' });
  });
});

test('events bring text, and the counts of the last one', () => {
  const events = geminiTranscription.events();
  const piece = (text: string, more: object = {}): string =>
    JSON.stringify({ candidates: [{ content: { parts: [{ text }] }, ...more }] });
  expect(events.read(piece('A '))).toEqual([
    { kind: 'event', event: { type: 'transcript.text.delta', delta: 'A ' }, text: 'A ' },
  ]);
  expect(events.isDone()).toBe(false);
  const end = JSON.parse(piece('fox', { finishReason: 'STOP' })) as object;
  expect(events.read(JSON.stringify({ ...end, usageMetadata: USAGE })).at(-1)).toEqual({
    kind: 'done',
    transcript: {
      document: { text: 'A fox' },
      usage: { tokens: { text: 40, audio: 50, output: 12 } },
    },
  });
  expect(events.isDone()).toBe(true);
});

test('chat models hear audio where Google says so, and refuse what they cannot give exactly', () => {
  expect(googleContract('gemini-3.8-flash')?.transcription).toMatchObject({
    audio_seconds: 32_000,
    parameters: {
      response_format: { values: ['json', 'text'] },
      timestamp_granularities: { supported: false },
    },
  });
  expect(googleContract('gemini-4-argon')?.transcription).toBeUndefined();
  expect(googleContract('gemini-3.5-transcribe')).toMatchObject({
    capability: 'transcription',
    dimensions: ['input', 'audio_input', 'output'],
  });
  expect(googleContract('gemini-3.5-transcribe-live')).toBeNull();
});

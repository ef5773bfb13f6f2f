import { MalformedReply, ProviderError } from '../../adapter/adapter.ts';
import type {
  TranscriptionCall,
  TranscriptionMapper,
  TranscriptionTerms,
} from '../../adapter/transcription-wire.ts';
import { transcriptionOverWire } from './mapper.ts';

const ENDPOINT = { baseUrl: 'https://x.example', upstreamModel: 'm', provider: 'x' } as never;
const bySecond = transcriptionOverWire({ billsTokens: () => false });
const byTokens = transcriptionOverWire({ billsTokens: () => true });
const fieldsOf = (
  { body }: TranscriptionMapper,
  asked: TranscriptionCall,
): readonly (readonly [string, string])[] =>
  body.kind === 'form' ? body.fields(asked, ENDPOINT) : [];
const call = (terms: TranscriptionTerms = {}, isStream = false): TranscriptionCall => ({
  task: 'transcribe',
  audio: { bytes: Buffer.alloc(1), format: 'wav', seconds: 1 },
  terms,
  isStream,
});

test('a model that is billed by the second is asked for its duration in every case', () => {
  for (const responseFormat of ['json', 'text', 'srt', 'vtt', 'verbose_json'] as const) {
    expect(fieldsOf(bySecond, call({ responseFormat }))).toEqual([
      ['model', 'm'],
      ['response_format', 'verbose_json'],
    ]);
  }
  expect(fieldsOf(byTokens, call({ responseFormat: 'text' }))).toContainEqual([
    'response_format',
    'json',
  ]);
  expect(fieldsOf(byTokens, call({ responseFormat: 'diarized_json' }))).toContainEqual([
    'response_format',
    'diarized_json',
  ]);
});

test('lists and objects have their brackets, and each route its path', () => {
  const terms: TranscriptionTerms = {
    language: 'en',
    prompt: 'p',
    temperature: 0,
    granularities: ['word', 'segment'],
    include: ['logprobs'],
    chunking: { type: 'server_vad', threshold: 0.5 },
    speakerNames: ['a', 'b'],
    speakerReferences: ['data:x'],
  };
  expect(fieldsOf(byTokens, call(terms, true)).slice(2)).toEqual([
    ['language', 'en'],
    ['prompt', 'p'],
    ['temperature', '0'],
    ['timestamp_granularities[]', 'word'],
    ['timestamp_granularities[]', 'segment'],
    ['include[]', 'logprobs'],
    ['chunking_strategy[type]', 'server_vad'],
    ['chunking_strategy[threshold]', '0.5'],
    ['known_speaker_names[]', 'a'],
    ['known_speaker_names[]', 'b'],
    ['known_speaker_references[]', 'data:x'],
    ['stream', 'true'],
  ]);
  expect(byTokens.path(ENDPOINT, call())).toBe('/audio/transcriptions');
  expect(byTokens.path(ENDPOINT, { ...call(), task: 'translate' })).toBe('/audio/translations');
});

describe('a reply', () => {
  const segments = [{ start: 0, end: 1, text: 'Hi', more: 1 }];

  test('has its text, its times and what was billed', () => {
    const body = {
      text: 'Hi',
      duration: '1.2',
      language: 'english',
      segments,
      x_groq: { id: 'r' },
    };
    expect(bySecond.fromWire(body)).toEqual({
      document: { text: 'Hi', duration: 1.2, language: 'english', segments },
      usage: { seconds: 1.2 },
    });
    const usage = { type: 'duration', seconds: 2 };
    expect(bySecond.fromWire({ ...body, usage }).usage).toEqual({ seconds: 2 });
    const tokens = {
      type: 'tokens',
      input_tokens: 14,
      input_token_details: { text_tokens: 4, audio_tokens: 10 },
      output_tokens: 5,
    };
    expect(byTokens.fromWire({ text: 'Hi', usage: tokens }).usage).toEqual({
      tokens: { text: 4, audio: 10, output: 5 },
    });
  });

  test.each([[undefined], [null], [{}], ['many']])('says nothing of usage with %j', (usage) => {
    expect(byTokens.fromWire({ text: 'Hi', usage })).toEqual({
      document: { text: 'Hi' },
      usage: {},
    });
  });

  test.each([
    [{ input_tokens: 1 }],
    [{ input_tokens: '1', output_tokens: 2 }],
    [{ input_tokens: -1, output_tokens: 2 }],
    [{ input_tokens: 1, output_tokens: 2, input_token_details: { audio_tokens: 3 } }],
    [{ type: 'duration', seconds: 'long' }],
  ])('has unreadable counts with %j', (usage) => {
    expect(byTokens.fromWire({ text: 'Hi', usage })).toMatchObject({ suspect: 'unreadable' });
  });

  test.each([
    [[]],
    [{}],
    [{ text: 7 }],
    [{ text: 'Hi', segments: 'x' }],
    [{ text: 'Hi', segments: [{ start: 0 }] }],
    [{ text: 'Hi', words: [1] }],
  ])('that does not fit is refused: %j', (body) => {
    expect(() => bySecond.fromWire(body)).toThrow(MalformedReply);
  });

  test('reports failures of the provider', () => {
    expect(() => bySecond.fromWire({ error: { message: 'No.', code: 'x' } })).toThrow(
      ProviderError,
    );
  });
});

describe('events', () => {
  test('bring text, and counts at the end', () => {
    const events = byTokens.events();
    const delta = { type: 'transcript.text.delta', delta: 'Hi' };
    expect(events.read(JSON.stringify(delta))).toEqual([
      { kind: 'event', event: delta, text: 'Hi' },
    ]);
    expect(events.isDone()).toBe(false);
    const usage = { type: 'tokens', input_tokens: 14, output_tokens: 2 };
    const done = { type: 'transcript.text.done', text: 'Hi', usage };
    expect(events.read(JSON.stringify(done))).toEqual([
      {
        kind: 'done',
        transcript: {
          document: { text: 'Hi' },
          usage: { tokens: { text: 0, audio: 14, output: 2 } },
        },
      },
    ]);
    expect(events.isDone()).toBe(true);
    expect(events.read(JSON.stringify(delta))).toEqual([]);
  });

  test('that are none of ours bring nothing', () => {
    expect(byTokens.events().read('{"type":"transcript.word"}')).toEqual([]);
    expect(byTokens.events().read('{"type":"constructor"}')).toEqual([]);
    expect(byTokens.events().read('[DONE]')).toEqual([]);
  });

  test.each([['{"type":'], ['[]'], ['{"type":"transcript.text.delta"}']])(
    'that do not fit are refused: %s',
    (data) => {
      expect(() => byTokens.events().read(data)).toThrow(MalformedReply);
    },
  );
});

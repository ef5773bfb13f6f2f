import { MalformedReply, ProviderError } from '../../adapter/adapter.ts';
import { speechOverWire } from './mapper.ts';

const ENDPOINT = { baseUrl: 'https://x.example', upstreamModel: 'm', provider: 'x' } as never;
const mapper = speechOverWire({ reportsUsage: () => false });
const TERMS = { voice: 'alloy' };
const CALL = { input: 'Hi.', terms: TERMS };

test('a request has what was asked for, and events only of models that count in them', () => {
  expect(mapper.toWire({ input: 'Hi.', terms: TERMS }, ENDPOINT)).toEqual({
    model: 'm',
    input: 'Hi.',
    voice: 'alloy',
  });
  const terms = { ...TERMS, instructions: 'Low.', responseFormat: 'wav' as const, speed: 2 };
  const counting = speechOverWire({ reportsUsage: () => true });
  expect(
    counting.toWire({ input: 'Hi.', terms: { ...terms, voice: 'v_1', isCustom: true } }, ENDPOINT),
  ).toEqual({
    model: 'm',
    input: 'Hi.',
    voice: { id: 'v_1' },
    instructions: 'Low.',
    response_format: 'wav',
    speed: 2,
    stream_format: 'sse',
  });
});

describe('events', () => {
  const read = (event: unknown) => mapper.events(CALL).read(JSON.stringify(event));
  const done = (usage: unknown) => read({ type: 'speech.audio.done', usage });

  test('bring audio, and counts at the end', () => {
    const events = mapper.events(CALL);
    const audio = Buffer.from('sound').toString('base64');
    const [piece] = events.read(JSON.stringify({ type: 'speech.audio.delta', audio }));
    expect(piece).toEqual({ kind: 'audio', bytes: Buffer.from('sound') });
    expect(events.isDone()).toBe(false);
    const usage = { input_tokens: 3, output_tokens: 72, total_tokens: 75 };
    expect(events.read(JSON.stringify({ type: 'speech.audio.done', usage }))).toEqual([
      { kind: 'usage', usage: { input: 3, output: 72 } },
    ]);
    expect(events.isDone()).toBe(true);
    expect(events.read(JSON.stringify({ type: 'speech.audio.delta', audio }))).toEqual([]);
  });

  test.each([[undefined], [null], [{}], ['many'], [{ input_tokens: null }]])(
    'say nothing of usage with %j',
    (usage) => {
      expect(done(usage)).toEqual([]);
    },
  );

  test.each([
    [{ input_tokens: 1 }],
    [{ input_tokens: '1', output_tokens: 2 }],
    [{ input_tokens: -1, output_tokens: 2 }],
    [{ input_tokens: 1, output_tokens: 1e12 }],
    [{ input_tokens: 1.5, output_tokens: 2 }],
  ])('have unreadable counts with %j', (usage) => {
    expect(done(usage)).toEqual([{ kind: 'suspect', reason: 'unreadable' }]);
  });

  test('that are none of ours bring nothing', () => {
    expect(read({ type: 'speech.audio.word', word: 'x' })).toEqual([]);
    expect(mapper.events(CALL).read('[DONE]')).toEqual([]);
  });

  test.each([['{"type":'], ['[]'], ['7'], ['{"type":"speech.audio.delta"}']])(
    'that do not fit are refused: %s',
    (data) => {
      expect(() => mapper.events(CALL).read(data)).toThrow(MalformedReply);
    },
  );

  test('hold base64 and nothing else', () => {
    expect(() => read({ type: 'speech.audio.delta', audio: 'no base64!' })).toThrow(MalformedReply);
  });

  test('report failures of the provider', () => {
    const error = { message: 'Too many.', code: 'rate_limit_exceeded' };
    expect(() => read({ error })).toThrow(ProviderError);
    expect(() => read({ type: 'error', error })).toThrow(ProviderError);
  });
});

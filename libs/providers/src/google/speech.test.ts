import { MalformedReply, ProviderError } from '../adapter/adapter.ts';
import { geminiSpeech } from './speech.ts';

const CALL = { input: 'Hi.', terms: { voice: 'Kore' } };
const PCM = { input: 'Hi.', terms: { voice: 'Kore', responseFormat: 'pcm' as const } };
const endpointOf = (upstreamModel: string) => ({
  family: 'google',
  provider: 'google',
  upstreamModel,
  baseUrl: 'https://x.example',
});

const eventOf = (inlineData: unknown, more: object = {}): string =>
  JSON.stringify({ candidates: [{ content: { parts: [{ inlineData }] }, index: 0, ...more }] });
const soundOf = (mimeType = 'audio/L16;codec=pcm;rate=24000') => ({
  mimeType,
  data: Buffer.from('sound').toString('base64'),
});

test('directions stand apart from the text where the model takes them', () => {
  const directed = { ...CALL, terms: { ...CALL.terms, instructions: 'Low.' } };
  expect(geminiSpeech.toWire(directed, endpointOf('gemini-3.8-flash-tts'))).toEqual({
    contents: [{ role: 'user', parts: [{ text: 'Hi.', speechMetadata: { style: 'Low.' } }] }],
    generationConfig: {
      responseModalities: ['AUDIO'],
      speechConfig: { voiceConfig: { voice: 'Kore' } },
    },
  });
  const old = endpointOf('gemini-2.5-flash-preview-tts');
  expect(geminiSpeech.toWire(CALL, old)).toMatchObject({
    contents: [{ parts: [{ text: 'Hi.' }] }],
    generationConfig: {
      speechConfig: { voiceConfig: { prebuiltVoiceConfig: { voiceName: 'Kore' } } },
    },
  });
});

describe('events', () => {
  test('bring samples behind one header, whose rate is that of the samples', () => {
    const events = geminiSpeech.events(CALL);
    const [header, first] = events.read(eventOf(soundOf('audio/l16; rate=16000; channels=1')));
    const bytes = header?.kind === 'audio' ? Buffer.from(header.bytes) : Buffer.alloc(0);
    expect([bytes.length, bytes.readUInt32LE(24), bytes.readUInt32LE(40)]).toEqual([
      44, 16_000, 0xff_ff_ff_ff,
    ]);
    expect(first).toEqual({ kind: 'audio', bytes: Buffer.from('sound') });
    expect(events.read(eventOf(soundOf()))).toHaveLength(1);
    expect(geminiSpeech.events(PCM).read(eventOf(soundOf()))).toEqual([
      { kind: 'audio', bytes: Buffer.from('sound') },
    ]);
  });

  test('report the counts of the end alone', () => {
    const events = geminiSpeech.events(PCM);
    const usageMetadata = { promptTokenCount: 3, candidatesTokenCount: 50, totalTokenCount: 53 };
    const soFar = { ...(JSON.parse(eventOf(soundOf())) as object), usageMetadata };
    expect(events.read(JSON.stringify(soFar))).toHaveLength(1);
    expect(events.isDone()).toBe(false);
    const end = { candidates: [{ finishReason: 'STOP' }], usageMetadata };
    expect(events.read(JSON.stringify(end))).toEqual([
      { kind: 'usage', usage: { input: 3, output: 50 } },
    ]);
    expect(events.isDone()).toBe(true);
  });

  test.each([
    [{ promptFeedback: { blockReason: 'PROHIBITED_CONTENT' } }],
    [{ candidates: [{ finishReason: 'SAFETY' }] }],
    [{ error: { code: 503, message: 'Overloaded.' } }],
  ])('that are failures of the provider: %j', (event) => {
    expect(() => geminiSpeech.events(CALL).read(JSON.stringify(event))).toThrow(ProviderError);
  });

  test.each([
    ['[]'],
    ['no JSON'],
    [eventOf({ mimeType: 'audio/mpeg', data: 'AAAA' })],
    [eventOf({ mimeType: 'audio/pcm', data: 'no base64!' })],
    [eventOf({ mimeType: 'audio/pcm', data: 7 })],
  ])('that do not fit are refused: %s', (data) => {
    expect(() => geminiSpeech.events(CALL).read(data)).toThrow(MalformedReply);
  });
});

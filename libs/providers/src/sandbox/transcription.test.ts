import { ProviderError } from '../adapter/adapter.ts';
import type { TranscriptionCall, TranscriptPiece } from '../adapter/transcription-wire.ts';
import { sandboxTranscription } from './transcription.ts';

const context = { signal: new AbortController().signal, sleep: () => Promise.resolve() };
const call = (terms: TranscriptionCall['terms'] = {}): TranscriptionCall => ({
  task: 'transcribe',
  audio: { bytes: Buffer.alloc(1), format: 'ogg', seconds: 12.25 },
  terms,
  isStream: false,
});

test('the text says how long the audio is, with its parts', async () => {
  const { document, usage } = await sandboxTranscription.transcribe(call(), {} as never, context);
  expect(document).toMatchObject({
    text: 'The sandbox measured 12.25 seconds of ogg audio.',
    duration: 12.25,
  });
  expect(document['segments']).toHaveLength(3);
  expect(document['words']).toBeUndefined();
  expect(usage).toEqual({ seconds: 12.25 });
});

test('words have their times where they are asked for', async () => {
  const asked = call({ granularities: ['word'] });
  const { document } = await sandboxTranscription.transcribe(asked, {} as never, context);
  expect(document['words']).toHaveLength(document.text.split(' ').length);
});

test('a stream gives the same text word by word', async () => {
  const pieces: TranscriptPiece[] = [];
  for await (const piece of sandboxTranscription.transcribeStream(call(), {} as never, context)) {
    pieces.push(piece);
  }
  const text = pieces.map((piece) => (piece.kind === 'event' ? piece.text : '')).join('');
  expect(pieces.at(-1)).toMatchObject({ kind: 'done', transcript: { document: { text } } });
});

test.each(['error=rejected', 'break=1', 'shout'])(
  'wishes are granted, also to fail: %s',
  async (wish) => {
    const asked = call({ prompt: `[[sandbox: ${wish}]]` });
    const read = async (): Promise<void> => {
      for await (const _piece of sandboxTranscription.transcribeStream(
        asked,
        {} as never,
        context,
      ));
    };
    await expect(read()).rejects.toThrow(ProviderError);
  },
);

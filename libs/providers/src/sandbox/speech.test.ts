import { ProviderError } from '../adapter/adapter.ts';
import type { SpeechTerms } from '../adapter/speech-wire.ts';
import { sandboxSpeech } from './speech.ts';

const HEADER_BYTES = 44;
/** One tone: a twentieth of a second, 24,000 samples a second, two bytes each. */
const TONE_BYTES = (24_000 / 20) * 2;

async function spoken(
  input: string,
  terms: Partial<SpeechTerms> = {},
  signal = new AbortController().signal,
): Promise<{ type: string; bytes: Buffer }> {
  const context = { signal, sleep: () => Promise.resolve() };
  const call = { input, terms: { voice: 'alloy', ...terms } };
  const { mediaType, pieces } = sandboxSpeech.speak(call, {} as never, context);
  const all: Uint8Array[] = [];
  for await (const piece of pieces) if (piece.kind === 'audio') all.push(piece.bytes);
  return { type: mediaType, bytes: Buffer.concat(all) };
}

test('a file says its own length, and has a tone for each character', async () => {
  const { type, bytes } = await spoken('Hi 🦊');
  expect(type).toBe('audio/wav');
  expect(bytes.toString('latin1', 0, 4)).toBe('RIFF');
  expect(bytes.readUInt32LE(4)).toBe(bytes.length - 8);
  expect(bytes.readUInt32LE(40)).toBe(4 * TONE_BYTES);
  expect(bytes).toHaveLength(HEADER_BYTES + 4 * TONE_BYTES);
  const space = bytes.subarray(HEADER_BYTES + 2 * TONE_BYTES, HEADER_BYTES + 3 * TONE_BYTES);
  expect(space.every((byte) => byte === 0)).toBe(true);
  const loudest = Math.max(
    ...Array.from({ length: TONE_BYTES / 2 }, (_, at) => bytes.readInt16LE(HEADER_BYTES + 2 * at)),
  );
  expect(loudest).toBeGreaterThan(4_000);
});

test('samples alone have no header, and speed makes them fewer', async () => {
  const { type, bytes } = await spoken('Hi', { responseFormat: 'pcm', speed: 2 });
  expect([type, bytes.length]).toEqual(['audio/pcm', TONE_BYTES]);
});

test('the same text is read in the same way', async () => {
  expect((await spoken('again')).bytes.equals((await spoken('again')).bytes)).toBe(true);
});

test.each([['[[sandbox: error=rejected]]'], ['[[sandbox: shout]]'], ['[[sandbox: break=1]]']])(
  'wishes are granted, also to fail: %s',
  async (wish) => {
    await expect(spoken(`${wish} and some more words`)).rejects.toThrow(ProviderError);
  },
);

test('whoever hangs up hears no more', async () => {
  await expect(spoken('Hi', {}, AbortSignal.abort())).rejects.toThrow(ProviderError);
});

import { ProviderError } from '../adapter/adapter.ts';
import type { LocalContext, LocalTranscription } from '../adapter/adapter.ts';
import type { MappedTranscript, TranscriptionCall } from '../adapter/transcription-wire.ts';
import { toFailure } from '../wire/failures.ts';
import { failureOf, readDirectives } from './directives.ts';
import type { Directives } from './directives.ts';

/** The longest stretch with a text of its own, in seconds. */
const SEGMENT_SECONDS = 5;
/** The most segments: audio may last for a day. */
const SEGMENTS_MAX = 1_000;

/**
 * Hears nothing, but measures: the text says how long the audio is and what its bytes are. Wishes
 * stand in the prompt.
 */
export const sandboxTranscription: LocalTranscription = {
  async transcribe(call, _endpoint, context) {
    await begin(readDirectives(call.terms.prompt ?? ''), context);
    return transcriptOf(call);
  },
  async *transcribeStream(call, _endpoint, context) {
    const wishes = readDirectives(call.terms.prompt ?? '');
    await begin(wishes, context);
    const transcript = transcriptOf(call);
    for (const [index, delta] of transcript.document.text.split(/(?<= )/u).entries()) {
      if (wishes.breakAfter !== null && index >= wishes.breakAfter) {
        const text = 'The sandbox was asked to break off.';
        throw new ProviderError(toFailure('unavailable', { status: 200, text }));
      }
      if (index > 0 && wishes.paceMs > 0) await context.sleep(wishes.paceMs);
      if (context.signal.aborted) {
        throw new ProviderError(toFailure('indeterminate', { status: 200 }));
      }
      yield { kind: 'event', event: { type: 'transcript.text.delta', delta }, text: delta };
    }
    yield { kind: 'done', transcript };
  },
};

async function begin(wishes: Directives, context: LocalContext): Promise<void> {
  if (wishes.delayMs > 0) await context.sleep(wishes.delayMs);
  const failure = failureOf(wishes);
  if (failure !== null) throw new ProviderError(failure);
}

function transcriptOf({ task, audio, terms }: TranscriptionCall): MappedTranscript {
  const seconds = Math.round(audio.seconds * 1_000) / 1_000;
  const text = `The sandbox measured ${seconds} seconds of ${audio.format} audio.`;
  const isWords = terms.granularities?.includes('word') === true;
  const document = {
    task,
    language: terms.language ?? 'english',
    duration: seconds,
    text,
    segments: segmentsOf(seconds, audio.format),
    ...(isWords ? { words: wordsOf(text, seconds) } : {}),
  };
  return { document, usage: { seconds: audio.seconds } };
}

function segmentsOf(seconds: number, format: string): Record<string, unknown>[] {
  const count = Math.min(SEGMENTS_MAX, Math.max(1, Math.ceil(seconds / SEGMENT_SECONDS)));
  const each = seconds / count;
  return Array.from({ length: count }, (_, id) => ({
    id,
    seek: 0,
    start: id * each,
    end: (id + 1) * each,
    text: ` Part ${id + 1} of ${count} of the ${format} audio.`,
    tokens: [],
    temperature: 0,
    avg_logprob: 0,
    compression_ratio: 1,
    no_speech_prob: 0,
  }));
}

function wordsOf(text: string, seconds: number): Record<string, unknown>[] {
  const words = text.split(' ');
  const each = seconds / words.length;
  return words.map((word, index) => ({ word, start: index * each, end: (index + 1) * each }));
}

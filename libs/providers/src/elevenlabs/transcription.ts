import { MalformedReply } from '../adapter/adapter.ts';
import type { MappedTranscript, TranscriptionMapper } from '../adapter/transcription-wire.ts';
import { asText, isObject } from '../json.ts';
import type { JsonObject } from '../json.ts';

/**
 * Transcriptions over `POST /speech-to-text`: `BodySpeechToTextV1SpeechToTextPost` and
 * `SpeechToTextChunkResponseModel` of the npm package @elevenlabs/elevenlabs-js 2.73, read on
 * 2026-11-29; no recording is at hand. Nothing is asked for that costs more than a second's price:
 * no terms, no entities, no roles of speakers, no channels of their own. Sounds that are no speech
 * are not written down, as in no other transcript of ours.
 */
export const elevenlabsTranscription: TranscriptionMapper = {
  path: () => '/speech-to-text',
  body: {
    kind: 'form',
    fields: ({ terms: { language, temperature, responseFormat } }, { upstreamModel }) => [
      ['model_id', upstreamModel],
      ['timestamps_granularity', responseFormat === 'verbose_json' ? 'word' : 'none'],
      ['tag_audio_events', 'false'],
      ...(language === undefined ? [] : [['language_code', language] as const]),
      ...(temperature === undefined ? [] : [['temperature', String(temperature)] as const]),
    ],
  },
  fromWire: transcriptIn,
  // No reply names one.
  modelIn: () => undefined,
  events: () => ({
    isDone: () => false,
    read() {
      throw new MalformedReply('the reply is no document');
    },
  }),
};

function transcriptIn(body: unknown): MappedTranscript {
  if (!isObject(body)) throw new MalformedReply('the reply is no JSON object');
  const { text, words, audio_duration_secs: duration } = body;
  if (typeof text !== 'string') throw new MalformedReply('the reply holds no text');
  const seconds = isTime(duration) ? duration : undefined;
  const language = asText(body['language_code']);
  const suspect = seconds === undefined && duration !== undefined && duration !== null;
  return {
    document: {
      task: 'transcribe',
      ...(language === undefined ? {} : { language }),
      ...(seconds === undefined ? {} : { duration: seconds }),
      text,
      words: wordsIn(words),
    },
    usage: seconds === undefined ? {} : { seconds },
    ...(suspect ? { suspect: 'unreadable' as const } : {}),
  };
}

/** The words alone: blanks between them and sounds are entries of their own. */
function wordsIn(words: unknown): JsonObject[] {
  if (words === undefined || words === null) return [];
  if (!Array.isArray(words) || !words.every(isObject)) {
    throw new MalformedReply('words of the reply are no list of objects');
  }
  return words
    .filter(({ type }) => type === 'word')
    .filter(({ start, end }) => isTime(start) && isTime(end))
    .map(({ text, start, end }) => ({ word: text, start, end }));
}

function isTime(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value) && value >= 0;
}

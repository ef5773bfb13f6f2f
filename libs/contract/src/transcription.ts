import { Type } from 'typebox';
import type { Static } from 'typebox';
import { MODEL_CHARACTERS_MAX } from './chat.ts';
import { closed } from './closed.ts';
import { StorableText } from './text.ts';
import { UsageCost } from './usage-cost.ts';

/**
 * The largest file with audio, in bytes: "File uploads are currently limited to 25 MB" of
 * https://platform.openai.com/docs/guides/speech-to-text, read on 2026-11-28.
 */
export const AUDIO_FILE_BYTES_MAX = 26_214_400;
/** The largest form around it: the file, references of speakers, and the lines between parts. */
export const AUDIO_BODY_BYTES_MAX = 31_457_280;
/** The longest audio of one call, in seconds: a day. */
export const AUDIO_SECONDS_MAX = 86_400;
/** The longest prompt, in characters; models read the end of it, or refuse it. */
const PROMPT_CHARACTERS_MAX = 16_384;
const LANGUAGE_CHARACTERS_MAX = 32;
/** "Up to 4 speakers are supported", of `TranscriptionCreateParams` of openai 7.55. */
const SPEAKERS_MAX = 4;
const SPEAKER_CHARACTERS_MAX = 128;
/** The longest reference of a speaker, as a data URL, in characters: ten seconds fit. */
export const REFERENCE_CHARACTERS_MAX = 1_048_576;
const WINDOW_MS_MAX = 60_000;

/** A part of a form that is a file; in JSON its bytes as a data URL. */
const AudioFile = Type.String({
  minLength: 1,
  maxLength: AUDIO_BODY_BYTES_MAX,
  examples: [
    'data:audio/wav;base64,UklGRiwAAABXQVZFZm10IBAAAAABAAEAQB8AAEAfAAABAAgAZGF0YQgAAACAgICAgICAgA==',
  ],
  description:
    'WAV, MP3, FLAC, Ogg or WebM with Opus or Vorbis, MP4 or M4A with AAC: 25 MiB as a file of a form, less as a data URL',
});
const Model = StorableText({ minLength: 1, maxLength: MODEL_CHARACTERS_MAX });
const Prompt = Type.String({ maxLength: PROMPT_CHARACTERS_MAX });
const Temperature = Type.Number({ minimum: 0, maximum: 1 });
const Text = StorableText({ minLength: 1, maxLength: SPEAKER_CHARACTERS_MAX });

const CommonFormat = [
  Type.Literal('json'),
  Type.Literal('text'),
  Type.Literal('srt'),
  Type.Literal('verbose_json'),
  Type.Literal('vtt'),
] as const;
const TranscriptionFormat = Type.Union([...CommonFormat, Type.Literal('diarized_json')]);
/** How the text of audio is given. */
export type TranscriptionFormat = Static<typeof TranscriptionFormat>;

const Chunking = Type.Union([
  Type.Literal('auto'),
  Type.Object(
    {
      type: Type.Literal('server_vad'),
      prefix_padding_ms: Type.Optional(Type.Integer({ minimum: 0, maximum: WINDOW_MS_MAX })),
      silence_duration_ms: Type.Optional(Type.Integer({ minimum: 0, maximum: WINDOW_MS_MAX })),
      threshold: Type.Optional(Type.Number({ minimum: 0, maximum: 1 })),
    },
    closed,
  ),
]);
/** How audio is cut before it is read. */
export type Chunking = Static<typeof Chunking>;

/**
 * `POST /v1/audio/transcriptions`, in the shape of OpenAI's interface (`TranscriptionCreateParams`
 * of the npm package openai 7.55, read on 2026-11-28). Lists and objects have brackets behind their
 * names in a form. Every field but `model` and `file` is taken as the model's contract lists
 * values.
 */
export const TranscriptionRequest = Type.Object(
  {
    file: AudioFile,
    model: Model,
    /** The language that is spoken, by ISO 639-1. */
    language: Type.Optional(StorableText({ minLength: 2, maxLength: LANGUAGE_CHARACTERS_MAX })),
    prompt: Type.Optional(Prompt),
    response_format: Type.Optional(TranscriptionFormat),
    temperature: Type.Optional(Temperature),
    timestamp_granularities: Type.Optional(
      Type.Array(Type.Union([Type.Literal('word'), Type.Literal('segment')]), { maxItems: 2 }),
    ),
    include: Type.Optional(Type.Array(Type.Literal('logprobs'), { maxItems: 1 })),
    chunking_strategy: Type.Optional(Chunking),
    stream: Type.Optional(Type.Boolean()),
    known_speaker_names: Type.Optional(Type.Array(Text, { maxItems: SPEAKERS_MAX })),
    /** A sample of each voice, as a data URL with audio of two to ten seconds. */
    known_speaker_references: Type.Optional(
      Type.Array(Type.String({ minLength: 1, maxLength: REFERENCE_CHARACTERS_MAX }), {
        maxItems: SPEAKERS_MAX,
      }),
    ),
  },
  closed,
);
export type TranscriptionRequest = Static<typeof TranscriptionRequest>;

/**
 * `POST /v1/audio/translations`: what is spoken, in English (`TranslationCreateParams` of the npm
 * package openai 7.55, read on 2026-11-28).
 */
export const TranslationRequest = Type.Object(
  {
    file: AudioFile,
    model: Model,
    prompt: Type.Optional(Prompt),
    response_format: Type.Optional(Type.Union([...CommonFormat])),
    temperature: Type.Optional(Temperature),
  },
  closed,
);
export type TranslationRequest = Static<typeof TranslationRequest>;

const Count = Type.Integer({ minimum: 0 });
const Seconds = Type.Number({ minimum: 0 });

/** What was billed: whole seconds, or tokens. */
const TranscriptionUsage = Type.Union([
  Type.Object({ type: Type.Literal('duration'), seconds: Count, ...UsageCost }),
  Type.Object({
    type: Type.Literal('tokens'),
    input_tokens: Count,
    input_token_details: Type.Object({ text_tokens: Count, audio_tokens: Count }),
    output_tokens: Count,
    total_tokens: Count,
    ...UsageCost,
  }),
]);
export type TranscriptionUsage = Static<typeof TranscriptionUsage>;

const Logprobs = Type.Array(
  Type.Object({
    token: Type.Optional(Type.String()),
    bytes: Type.Optional(Type.Array(Type.Integer())),
    logprob: Type.Optional(Type.Number()),
  }),
);
/** A stretch of audio with its text; further members are those of the provider. */
const Segment = Type.Object({ start: Seconds, end: Seconds, text: Type.String() });
const Word = Type.Object({ start: Seconds, end: Seconds, word: Type.String() });

/** Why a text is not all of what is spoken; absent: it is. */
const FinishReason = Type.Union([Type.Literal('length'), Type.Literal('content_filter')]);

/** The answer as JSON: what is optional depends on `response_format` and on the model. */
export const TranscriptionAnswer = Type.Object({
  text: Type.String(),
  task: Type.Optional(Type.String()),
  language: Type.Optional(Type.String()),
  /** How long the audio is, in seconds. */
  duration: Type.Optional(Seconds),
  segments: Type.Optional(Type.Array(Segment)),
  words: Type.Optional(Type.Array(Word)),
  logprobs: Type.Optional(Logprobs),
  finish_reason: Type.Optional(FinishReason),
  usage: TranscriptionUsage,
});
export type TranscriptionAnswer = Static<typeof TranscriptionAnswer>;

/** The events of an answer to `stream: true`, one a frame. */
export const TranscriptionEvent = Type.Union([
  Type.Object({
    type: Type.Literal('transcript.text.delta'),
    delta: Type.String(),
    segment_id: Type.Optional(Type.String()),
    logprobs: Type.Optional(Logprobs),
  }),
  Type.Object({
    type: Type.Literal('transcript.text.segment'),
    id: Type.String(),
    speaker: Type.String(),
    start: Seconds,
    end: Seconds,
    text: Type.String(),
  }),
  Type.Object({
    type: Type.Literal('transcript.text.done'),
    text: Type.String(),
    logprobs: Type.Optional(Logprobs),
    finish_reason: Type.Optional(FinishReason),
    usage: TranscriptionUsage,
  }),
]);
export type TranscriptionEvent = Static<typeof TranscriptionEvent>;

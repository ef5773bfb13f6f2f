import { Type } from 'typebox';
import type { Static } from 'typebox';
import { MODEL_CHARACTERS_MAX } from './chat.ts';
import { closed } from './closed.ts';
import { StorableText } from './text.ts';
import { UsageCost } from './usage-cost.ts';

/** The longest text, in code points; a model's contract may set less. */
export const SPEECH_CHARACTERS_MAX = 4_096;
/** The longest instructions, in code points. */
const INSTRUCTIONS_CHARACTERS_MAX = 4_096;
const NAME_CHARACTERS_MAX = 128;

const Nullable = <T extends Type.TSchema>(schema: T) => Type.Union([schema, Type.Null()]);
const Name = StorableText({ minLength: 1, maxLength: NAME_CHARACTERS_MAX });

/** Formats of files with speech. */
const SpeechFormat = Type.Union([
  Type.Literal('mp3'),
  Type.Literal('opus'),
  Type.Literal('aac'),
  Type.Literal('flac'),
  Type.Literal('wav'),
  Type.Literal('pcm'),
]);
/** One of the formats of files with speech. */
export type SpeechFormat = Static<typeof SpeechFormat>;

/** The media type of the file of each format. */
export const SPEECH_MEDIA_TYPES: Readonly<Record<SpeechFormat, string>> = {
  mp3: 'audio/mpeg',
  opus: 'audio/opus',
  aac: 'audio/aac',
  flac: 'audio/flac',
  wav: 'audio/wav',
  pcm: 'audio/pcm',
};

/**
 * `POST /v1/audio/speech`, in the shape of OpenAI's interface (`SpeechCreateParams` of the npm
 * package openai 7.55, read on 2026-11-28). Null means absent. Every field but `model` and `input`
 * is taken as the model's contract lists values.
 */
export const SpeechRequest = Type.Object(
  {
    model: StorableText({ minLength: 1, maxLength: MODEL_CHARACTERS_MAX }),
    /** The text that is read aloud. */
    input: Type.String({ minLength: 1, maxLength: SPEECH_CHARACTERS_MAX }),
    /** A voice of the model, or the id of one that the provider keeps for the operator. */
    voice: Type.Union([Name, Type.Object({ id: Name }, closed)]),
    /** How it is to be read. */
    instructions: Type.Optional(Nullable(Type.String({ maxLength: INSTRUCTIONS_CHARACTERS_MAX }))),
    response_format: Type.Optional(Nullable(SpeechFormat)),
    speed: Type.Optional(Nullable(Type.Number({ minimum: 0.25, maximum: 4 }))),
    /** `audio`, the default: the bytes of the file as they are made; `sse`: as events. */
    stream_format: Type.Optional(
      Nullable(Type.Union([Type.Literal('audio'), Type.Literal('sse')])),
    ),
  },
  closed,
);
export type SpeechRequest = Static<typeof SpeechRequest>;

const Count = Type.Integer({ minimum: 0 });

/** The events of an answer to `stream_format: sse`, one a frame. */
export const SpeechEvent = Type.Union([
  Type.Object({
    type: Type.Literal('speech.audio.delta'),
    /** The next bytes of the file, in base64. */
    audio: Type.String(),
  }),
  Type.Object({
    type: Type.Literal('speech.audio.done'),
    /** Tokens are 0 for models that are billed by the character. */
    usage: Type.Object({
      input_tokens: Count,
      output_tokens: Count,
      total_tokens: Count,
      ...UsageCost,
    }),
  }),
]);
export type SpeechEvent = Static<typeof SpeechEvent>;

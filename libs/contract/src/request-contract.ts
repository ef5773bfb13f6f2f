import { Type } from 'typebox';
import type { Static } from 'typebox';
import { closed } from './closed.ts';

/** What a model does with one request parameter. */
export const ParameterRule = Type.Object(
  {
    supported: Type.Boolean(),
    /** A hint that requests may carry and that does not go to the provider. */
    ignored: Type.Optional(Type.Boolean()),
    /** A request without it is refused. */
    required: Type.Optional(Type.Boolean()),
    /**
     * The allowed values; absent when any value within the bounds will do. A named function is
     * `named`.
     */
    values: Type.Optional(Type.Array(Type.Union([Type.String(), Type.Number(), Type.Boolean()]))),
    minimum: Type.Optional(Type.Number()),
    maximum: Type.Optional(Type.Number()),
    /**
     * The kind of the value; of extra parameters of the provider only, which no route knows by
     * itself.
     */
    type: Type.Optional(
      Type.Union([
        Type.Literal('number'),
        Type.Literal('integer'),
        Type.Literal('string'),
        Type.Literal('boolean'),
        Type.Literal('object'),
        Type.Literal('array'),
      ]),
    ),
    /**
     * The longest string, or the longest JSON of an object or a list, in characters; of extra
     * parameters only.
     */
    max_characters: Type.Optional(Type.Integer({ minimum: 1, maximum: 65_536 })),
    /**
     * What holds where a request says nothing: of video and image models, whose defaults decide
     * about the price, and of `cache_control`, where it is the time for which the gateway marks
     * prompts.
     */
    default: Type.Optional(Type.Union([Type.String(), Type.Number(), Type.Boolean()])),
  },
  closed,
);
export type ParameterRule = Static<typeof ParameterRule>;

/** Values of one parameter, in the types of its rule; `present` means any. */
const ExclusionValues = Type.Array(Type.Union([Type.String(), Type.Number(), Type.Boolean()]));

/**
 * A combination that is refused although each value alone is allowed: everything of `when` and
 * anything of `refuse`. `present` stands for any value, `absent` for none.
 */
export const Exclusion = Type.Object(
  {
    when: Type.Record(Type.String(), ExclusionValues),
    refuse: Type.Record(
      Type.String(),
      Type.Union([
        ExclusionValues,
        Type.Object(
          {
            /** Numbers below this one are refused. */
            below: Type.Number(),
          },
          closed,
        ),
      ]),
    ),
  },
  closed,
);
export type Exclusion = Static<typeof Exclusion>;

/** Every parameter of the chat route that a contract has to speak about. */
export const CHAT_PARAMETERS = [
  'stream',
  'max_tokens',
  'max_completion_tokens',
  'temperature',
  'top_p',
  'n',
  'stop',
  'seed',
  'presence_penalty',
  'frequency_penalty',
  'logit_bias',
  'logprobs',
  'top_logprobs',
  'response_format',
  'tools',
  'tool_choice',
  'parallel_tool_calls',
  'reasoning_effort',
  'image_input',
  'document_input',
] as const;

/** Every parameter of the embeddings route that a contract has to speak about. */
export const EMBEDDINGS_PARAMETERS = [
  'encoding_format',
  'dimensions',
  'input_type',
  'truncate',
  'token_input',
] as const;

/**
 * Every parameter of the video routes that a contract has to speak about. `size` is another name
 * for `resolution` together with `aspect_ratio`; of pictures the number counts.
 */
export const VIDEO_PARAMETERS = [
  'seconds',
  'resolution',
  'aspect_ratio',
  'size',
  'generate_audio',
  'seed',
  'negative_prompt',
  'input_reference',
  'first_frame',
  'last_frame',
] as const;

/**
 * Every parameter of the image routes that a contract has to speak about. `size` is in pixels;
 * models that are asked for a class of sizes and a shape instead have `resolution` and
 * `aspect_ratio`. Models that edit take `images`, of which the number counts; those that stream
 * take `stream`, with `partial_images` for its previews.
 */
export const IMAGE_PARAMETERS = [
  'n',
  'size',
  'resolution',
  'aspect_ratio',
  'quality',
  'background',
  'output_format',
  'output_compression',
  'moderation',
  'style',
  'images',
  'mask',
  'input_fidelity',
  'stream',
  'partial_images',
] as const;

/**
 * Every parameter of the rerank route that a contract has to speak about. `rank_fields` are also
 * documents with more fields than their text.
 */
export const RERANK_PARAMETERS = [
  'top_n',
  'return_documents',
  'rank_fields',
  'max_tokens_per_doc',
] as const;

/** Every parameter of the moderation route that a contract has to speak about. */
export const MODERATION_PARAMETERS = ['image_input'] as const;

/** Every parameter of the speech route that a contract has to speak about. */
export const SPEECH_PARAMETERS = [
  'voice',
  'instructions',
  'response_format',
  'speed',
  'stream_format',
] as const;

/**
 * Every parameter of the routes for transcriptions and translations that a contract has to speak
 * about; `translation` is the second route.
 */
export const TRANSCRIPTION_PARAMETERS = [
  'language',
  'prompt',
  'response_format',
  'temperature',
  'timestamp_granularities',
  'include',
  'chunking_strategy',
  'stream',
  'known_speaker_names',
  'known_speaker_references',
  'translation',
] as const;

/** What a model does; each route is for one, and transcriptions have two. */
const Capability = Type.Union([
  Type.Literal('chat'),
  Type.Literal('embeddings'),
  Type.Literal('video'),
  Type.Literal('image'),
  Type.Literal('rerank'),
  Type.Literal('moderation'),
  Type.Literal('speech'),
  Type.Literal('transcription'),
]);
export type Capability = Static<typeof Capability>;

/** Dimensions that count seconds of one kind of video, such as `second_1080p_sound_text`. */
export const VIDEO_DIMENSION_PATTERN =
  '^second_(?:[1-9][0-9]{2,3}p|[1-9][0-9]?k)_(?:sound|silent)_(?:text|image|video)$';

/** Dimensions that count the images of one kind that are made, such as `image_2k_any`. */
export const IMAGE_DIMENSION_PATTERN =
  '^image_(?:[1-9][0-9]{1,4}x[1-9][0-9]{1,4}|[1-9][0-9]?k|any)_(?:low|medium|high|xhigh|max|standard|hd|any)$';

const PARAMETERS: Readonly<Record<Capability, readonly string[]>> = {
  chat: CHAT_PARAMETERS,
  embeddings: EMBEDDINGS_PARAMETERS,
  video: VIDEO_PARAMETERS,
  image: IMAGE_PARAMETERS,
  rerank: RERANK_PARAMETERS,
  moderation: MODERATION_PARAMETERS,
  speech: SPEECH_PARAMETERS,
  transcription: TRANSCRIPTION_PARAMETERS,
};

/** Whether a word names a capability. */
export function isCapability(word: string): word is Capability {
  return Object.hasOwn(PARAMETERS, word);
}

/** Every parameter that a contract of this capability has to speak about. */
export function parametersOf(capability: Capability): readonly string[] {
  return PARAMETERS[capability];
}

/**
 * Where the rules of a contract come from. `published`: they were written down from the
 * documentation of this model or line of models. `assumed`: nobody here knows the model, and the
 * rules are those of the wire that its provider speaks; the provider may refuse a part of them, and
 * an administrator may correct them.
 */
export const ContractSource = Type.Union([Type.Literal('published'), Type.Literal('assumed')]);
export type ContractSource = Static<typeof ContractSource>;

const HeardAudio = Type.Object(
  {
    parameters: Type.Record(Type.String(), ParameterRule),
    audio_seconds: Type.Integer({ minimum: 1 }),
  },
  closed,
);

/**
 * What one model accepts: feeds the model list, the check before dispatch and the tests. `revision`
 * is derived from the rest, so that equal contracts have equal revisions.
 */
export const RequestContract = Type.Object(
  {
    revision: Type.String(),
    /**
     * Absent in contracts that were approved before it was recorded: the model list shows these as
     * assumed.
     */
    source: Type.Optional(ContractSource),
    capability: Capability,
    parameters: Type.Record(Type.String(), ParameterRule),
    /** Combinations that are refused although each value alone is allowed. */
    exclusions: Type.Optional(Type.Array(Exclusion)),
    limits: Type.Object(
      {
        /**
         * Tokens of one call, of one input to be embedded, of the prompt of a video or an image, of
         * a query and one document together, of a text that is read aloud with its instructions, or
         * of audio that is transcribed with its prompt.
         */
        context_tokens: Type.Integer({ minimum: 1 }),
        /**
         * Those of one answer, video, image, speech or transcription. Absent for embeddings, rerank
         * and moderation, and for what is not billed by tokens.
         */
        output_tokens: Type.Optional(Type.Integer({ minimum: 1 })),
        /** The most inputs of one embeddings or moderation call. */
        inputs: Type.Optional(Type.Integer({ minimum: 1 })),
        /** The most tokens of all inputs of one embeddings call together. */
        total_tokens: Type.Optional(Type.Integer({ minimum: 1 })),
        /** The most documents of one rerank call; absent: no limit is known. */
        documents: Type.Optional(Type.Integer({ minimum: 1 })),
        /**
         * Tokens of the query and one document together that count as one document of a search
         * unit: a longer document counts as several. Absent: each counts once.
         */
        chunk_tokens: Type.Optional(Type.Integer({ minimum: 1 })),
        /** The most stop sequences of one request of a chat; absent: no limit is known. */
        stop_sequences: Type.Optional(Type.Integer({ minimum: 1 })),
        /** The most tools of one request of a chat; absent: no limit is known. */
        tools: Type.Optional(Type.Integer({ minimum: 1 })),
        /** The most images of one request of a chat; absent: no limit is known. */
        images: Type.Optional(Type.Integer({ minimum: 1 })),
        /** The most images between two messages of the assistant; absent: no limit is known. */
        images_per_message: Type.Optional(Type.Integer({ minimum: 1 })),
        /** The most documents between two messages of the assistant; absent: no limit is known. */
        documents_per_message: Type.Optional(Type.Integer({ minimum: 1 })),
        /**
         * The largest image that comes with a request of a chat, in bytes before base64; absent: no
         * limit is known.
         */
        image_bytes: Type.Optional(Type.Integer({ minimum: 1 })),
        /** The longest text that a speech model reads aloud, in code points; absent: 4096. */
        characters: Type.Optional(Type.Integer({ minimum: 1 })),
        /** The longest audio that a model transcribes, in seconds; absent: a day. */
        audio_seconds: Type.Optional(Type.Integer({ minimum: 1 })),
      },
      closed,
    ),
    /**
     * What `/v1/responses` does beside the parameters above, which it takes under its own names;
     * chat models only, where the list shows it.
     */
    responses: Type.Optional(
      Type.Object({ parameters: Type.Record(Type.String(), ParameterRule) }, closed),
    ),
    /**
     * What `/v1/chat/completions` takes of an image model that converses; absent: that route does
     * not serve the model.
     */
    chat: Type.Optional(
      Type.Object({ parameters: Type.Record(Type.String(), ParameterRule) }, closed),
    ),
    /**
     * What `/v1/audio/transcriptions` takes of a chat model that hears audio, and how long audio
     * may be, in seconds; absent: the routes for audio do not serve the model.
     */
    transcription: Type.Optional(HeardAudio),
    /** The usage dimensions that this model's answers can have; each needs a price. */
    dimensions: Type.Array(Type.String()),
  },
  closed,
);
export type RequestContract = Static<typeof RequestContract>;

/** A contract before its limits are known (an administrator adds them) and without its revision. */
export interface ContractDraft {
  source: ContractSource;
  capability: RequestContract['capability'];
  parameters: RequestContract['parameters'];
  exclusions?: NonNullable<RequestContract['exclusions']>;
  chat?: NonNullable<RequestContract['chat']>;
  /** In force where the price of the model has `audio_input`. */
  transcription?: NonNullable<RequestContract['transcription']>;
  limits: Partial<RequestContract['limits']>;
  dimensions: string[];
}

import { Type } from 'typebox';
import type { Static } from 'typebox';
import { MODEL_CHARACTERS_MAX } from './chat.ts';
import { closed } from './closed.ts';
import { StorableText } from './text.ts';

/** The longest prompt; a model's contract may set less. */
const PROMPT_CHARACTERS_MAX = 32_000;

/** The most pictures of one field; a model's contract may set less. */
const PICTURES_MAX = 10;

const SEED_MAX = 4_294_967_295;

export const Nullable = <T extends Type.TSchema>(schema: T) => Type.Union([schema, Type.Null()]);

/** Pictures come with the request: an address on the network is not followed. */
const Picture = Type.String({
  pattern: '^data:image/(?:png|jpeg|webp);base64,[A-Za-z0-9+/]*={0,2}$',
  description: 'A picture as a data URL: PNG, JPEG or WebP in base64',
  examples: ['data:image/png;base64,iVBORw0KGgo='],
});

/**
 * What a video is to be. Every field but `model` and `prompt` is taken as the model's contract
 * lists values; null means absent.
 */
const VideoTerms = {
  model: StorableText({ minLength: 1, maxLength: MODEL_CHARACTERS_MAX }),
  seconds: Type.Optional(
    Nullable(
      Type.Union([
        Type.Integer({ minimum: 1, maximum: 3_600 }),
        Type.String({
          pattern: '^[1-9][0-9]{0,3}$',
          description: 'A whole number of seconds',
          examples: ['8'],
        }),
      ]),
    ),
  ),
  resolution: Type.Optional(Nullable(StorableText({ minLength: 1, maxLength: 10 }))),
  aspect_ratio: Type.Optional(Nullable(StorableText({ minLength: 1, maxLength: 10 }))),
  size: Type.Optional(
    Nullable(
      Type.String({
        pattern: '^[1-9][0-9]{1,4}x[1-9][0-9]{1,4}$',
        examples: ['1280x720'],
        description: 'Width and height: another name for `resolution` with `aspect_ratio`',
      }),
    ),
  ),
  generate_audio: Type.Optional(Nullable(Type.Boolean())),
  seed: Type.Optional(Nullable(Type.Integer({ minimum: 0, maximum: SEED_MAX }))),
  negative_prompt: Type.Optional(Nullable(StorableText({ maxLength: PROMPT_CHARACTERS_MAX }))),
  input_reference: Type.Optional(
    Nullable(
      Type.Union([Picture, Type.Array(Picture, { minItems: 1, maxItems: PICTURES_MAX })], {
        description: 'What the video is to look like',
      }),
    ),
  ),
  first_frame: Type.Optional(Nullable(Picture)),
  last_frame: Type.Optional(Nullable(Picture)),
};

/** `POST /v1/videos`: a video to be made. */
export const VideoRequest = Type.Object(
  {
    ...VideoTerms,
    prompt: Type.String({ minLength: 1, maxLength: PROMPT_CHARACTERS_MAX }),
    /** For the caller's own bookkeeping; never decides whose wallet pays. */
    user: Type.Optional(Nullable(StorableText({ maxLength: 512 }))),
  },
  closed,
);

export type VideoRequest = Static<typeof VideoRequest>;

/** `POST /v1/videos/quote`: a video that may be made. */
export const VideoQuoteRequest = Type.Object(
  {
    ...VideoTerms,
    /** Changes no price. */
    prompt: Type.Optional(
      Nullable(Type.String({ minLength: 1, maxLength: PROMPT_CHARACTERS_MAX })),
    ),
  },
  closed,
);

export type VideoQuoteRequest = Static<typeof VideoQuoteRequest>;

const Credits = Type.String({ pattern: '^[0-9]+\\.[0-9]{9}$' });

/** What a video costs, and what it is where the request left that open. */
export const VideoQuote = Type.Object(
  {
    object: Type.Literal('video.quote'),
    model: Type.String(),
    catalog_revision: Type.String(),
    seconds: Type.String({ description: 'Whole seconds, as text' }),
    resolution: Type.String(),
    /** Null where the model does not let its callers choose. */
    aspect_ratio: Nullable(Type.String()),
    size: Nullable(Type.String()),
    generate_audio: Type.Boolean(),
    /** What the video is made of beside its text. */
    input: Type.Union([Type.Literal('text'), Type.Literal('image')]),
    lines: Type.Array(
      Type.Object(
        {
          dimension: Type.String(),
          quantity: Type.Integer({ minimum: 0 }),
          /** List price of one, without uplift. */
          unit_price: Type.String(),
        },
        closed,
      ),
    ),
    /** What this account pays on top of list prices, in basis points. */
    uplift_bp: Type.Integer({ minimum: 0 }),
    /** In credits. Of an alias: at its most expensive target. */
    cost: Credits,
    /**
     * Whether a video that comes as it was asked for costs exactly so much; false where the
     * provider bills tokens: then it is the most.
     */
    exact: Type.Boolean(),
  },
  closed,
);

export type VideoQuote = Static<typeof VideoQuote>;

const Seconds = Type.Integer({ description: 'Unix seconds' });

/** A video with its state, in the shape of OpenAI's videos. */
export const Video = Type.Object(
  {
    id: Type.String({ description: '`vid_…`' }),
    object: Type.Literal('video'),
    model: Type.String({ description: 'As requested' }),
    status: Type.Union([
      Type.Literal('queued'),
      Type.Literal('in_progress'),
      Type.Literal('completed'),
      Type.Literal('failed'),
      Type.Literal('expired'),
    ]),
    progress: Type.Integer({ minimum: 0, maximum: 100, description: 'As the provider reports it' }),
    created_at: Seconds,
    completed_at: Nullable(Seconds),
    /** Until when the file is kept; null before the end. */
    expires_at: Nullable(Seconds),
    media_id: Type.String({
      description: '`med_…`: the file, which `/v1/media` gives once the video is completed',
    }),
    error: Nullable(Type.Object({ code: Type.String(), message: Type.String() }, closed)),
    seconds: Type.String(),
    size: Nullable(Type.String()),
    resolution: Type.String(),
    aspect_ratio: Nullable(Type.String()),
    generate_audio: Type.Boolean(),
    /** Prompts are not kept. */
    prompt: Type.Null(),
    remixed_from_video_id: Type.Null(),
    /** What was charged for, by dimension; null before the end, and where nothing was charged. */
    usage: Nullable(Type.Record(Type.String(), Type.Integer({ minimum: 0 }))),
    /** What was charged, in credits; null before the end. */
    cost: Nullable(Credits),
  },
  closed,
);

export type Video = Static<typeof Video>;

/** How a file is asked for and answered, wherever it is had. */
export const file = {
  requestHeaders: {
    range: {
      description: 'One range of bytes; the answer is then 206.',
      schema: Type.String({ maxLength: 100, examples: ['bytes=0-1023'] }),
    },
  },
  status: 200,
  furtherAnswers: {
    '200 video/mp4': {
      description: 'The file.',
      schema: Type.String({ format: 'binary' }),
      mediaType: 'video/mp4',
    },
    '206 video/mp4': {
      description: 'The requested part.',
      schema: Type.String({ format: 'binary' }),
      mediaType: 'video/mp4',
    },
  },
} as const;

import { Type } from 'typebox';
import type { Static } from 'typebox';
import { MODEL_CHARACTERS_MAX } from './chat.ts';
import { closed } from './closed.ts';
import { StorableText } from './text.ts';
import { UsageCost } from './usage-cost.ts';

/** The longest prompt, in characters; a model's contract may set less, in tokens. */
const IMAGE_PROMPT_CHARACTERS_MAX = 32_000;
/** The most images of one request; a model's contract may set less. */
export const IMAGES_MADE_MAX = 10;
/** The most images that one request shows; a model's contract may set less. */
export const IMAGES_SHOWN_MAX = 16;
/** The most previews of a stream. */
export const PARTIAL_IMAGES_MAX = 3;

const Nullable = <T extends Type.TSchema>(schema: T) => Type.Union([schema, Type.Null()]);
const Word = StorableText({ minLength: 1, maxLength: 20 });

/** What both routes take. */
const shared = {
  model: StorableText({ minLength: 1, maxLength: MODEL_CHARACTERS_MAX }),
  prompt: Type.String({ minLength: 1, maxLength: IMAGE_PROMPT_CHARACTERS_MAX }),
  n: Type.Optional(Nullable(Type.Integer({ minimum: 1, maximum: IMAGES_MADE_MAX }))),
  size: Type.Optional(
    Nullable(
      Type.String({
        pattern: '^(?:auto|[1-9][0-9]{1,4}x[1-9][0-9]{1,4})$',
        examples: ['1024x1024'],
        description: 'Width and height in pixels, or `auto`',
      }),
    ),
  ),
  resolution: Type.Optional(Nullable(Word)),
  aspect_ratio: Type.Optional(Nullable(Word)),
  quality: Type.Optional(Nullable(Word)),
  background: Type.Optional(Nullable(Word)),
  output_format: Type.Optional(Nullable(Word)),
  output_compression: Type.Optional(Nullable(Type.Integer({ minimum: 0, maximum: 100 }))),
  moderation: Type.Optional(Nullable(Word)),
  /** Images come in the answer: `url` is refused. */
  response_format: Type.Optional(
    Nullable(Type.Union([Type.Literal('b64_json'), Type.Literal('url')])),
  ),
  /** The image is sent as events: its previews while it is made, and then the whole of it. */
  stream: Type.Optional(Nullable(Type.Boolean())),
  /** The most previews of a stream; refused without one. */
  partial_images: Type.Optional(
    Nullable(Type.Integer({ minimum: 0, maximum: PARTIAL_IMAGES_MAX })),
  ),
  /** For the caller's own bookkeeping; never decides whose wallet pays. */
  user: Type.Optional(Nullable(StorableText({ maxLength: 512 }))),
  safety_identifier: Type.Optional(Nullable(StorableText({ maxLength: 512 }))),
};

/**
 * `POST /v1/images/generations`, in the shape of OpenAI's interface (`ImageGenerateParams` of the
 * npm package openai 7.55, read on 2026-11-28), with `resolution` and `aspect_ratio` for models
 * that are asked by these. Null means absent. Every field but `model` and `prompt` is taken as the
 * model's contract lists values.
 */
export const ImagesRequest = Type.Object(
  { ...shared, style: Type.Optional(Nullable(Word)) },
  closed,
);
export type ImagesRequest = Static<typeof ImagesRequest>;

/** An image that is shown: a PNG, JPEG or WebP as a data URL. */
const ShownImage = Type.Object(
  {
    image_url: Type.String({
      minLength: 1,
      description: 'A data URL of a PNG, JPEG or WebP image in base64',
      examples: ['data:image/png;base64,iVBORw0KGgo='],
    }),
  },
  closed,
);

/**
 * `POST /v1/images/edits`, in the shape of OpenAI's interface as JSON; the form of its clients
 * (`ImageEditParams` of the npm package openai 7.55, read on 2026-11-28) maps to it. Null means
 * absent. Every field but `model`, `prompt` and `images` is taken as the model's contract lists
 * values.
 */
export const ImageEditsRequest = Type.Object(
  {
    ...shared,
    /** The images to be edited, the first of them by the mask. */
    images: Type.Array(ShownImage, { minItems: 1, maxItems: IMAGES_SHOWN_MAX }),
    /** A PNG as large as the first image; what is transparent in it may change. */
    mask: Type.Optional(Nullable(ShownImage)),
    input_fidelity: Type.Optional(Nullable(Word)),
  },
  closed,
);
export type ImageEditsRequest = Static<typeof ImageEditsRequest>;

const Count = Type.Integer({ minimum: 0 });

/** Tokens are 0 for models that are billed by the image. */
const ImagesUsage = Type.Object({
  input_tokens: Count,
  output_tokens: Count,
  total_tokens: Count,
  input_tokens_details: Type.Object({ text_tokens: Count, image_tokens: Count }),
  output_tokens_details: Type.Object({ text_tokens: Count, image_tokens: Count }),
  ...UsageCost,
});

/** `200` of both routes. */
export const ImagesAnswer = Type.Object({
  created: Type.Integer({ description: 'Unix seconds' }),
  data: Type.Array(
    Type.Object({
      /** The file in base64. */
      b64_json: Type.String(),
      /** The prompt that the provider has made of the caller's, where it says one. */
      revised_prompt: Type.Optional(Type.String()),
    }),
    { description: 'The images that were made and charged: at most `n`, fewer where some failed' },
  ),
  background: Type.Optional(Type.String()),
  output_format: Type.Optional(Type.String()),
  quality: Type.Optional(Type.String()),
  size: Type.Optional(Type.String()),
  usage: ImagesUsage,
});
export type ImagesAnswer = Static<typeof ImagesAnswer>;

const EventType = (end: 'partial_image' | 'completed') =>
  Type.Union([Type.Literal(`image_generation.${end}`), Type.Literal(`image_edit.${end}`)]);
/** An image in an event. */
const pictured = {
  /** The file in base64. */
  b64_json: Type.String(),
  created_at: Type.Integer({ description: 'Unix seconds' }),
  background: Type.String(),
  output_format: Type.String(),
  quality: Type.String(),
  size: Type.String(),
};

/**
 * An event of `stream: true` on both routes, in the shape of OpenAI's interface
 * (`ImageGenStreamEvent` and `ImageEditStreamEvent` of the npm package openai 7.55, read on
 * 2026-11-28): previews, and at the end the image with what was used.
 */
export const ImagesEvent = Type.Union([
  Type.Object({
    type: EventType('partial_image'),
    partial_image_index: Type.Integer({ minimum: 0, maximum: PARTIAL_IMAGES_MAX - 1 }),
    ...pictured,
  }),
  Type.Object({ type: EventType('completed'), usage: ImagesUsage, ...pictured }),
]);
export type ImagesEvent = Static<typeof ImagesEvent>;

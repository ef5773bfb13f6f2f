import { Type } from 'typebox';
import type { Static } from 'typebox';
import { MODEL_CHARACTERS_MAX } from './chat.ts';
import { closed } from './closed.ts';
import { defineRoute } from './route.ts';
import { StorableText } from './text.ts';

/** The longest prompt; a model's contract may set less. */
const PROMPT_CHARACTERS_MAX = 32_000;
/** The most pictures of one field; a model's contract may set less. */
const PICTURES_MAX = 10;
const SEED_MAX = 4_294_967_295;

const Nullable = <T extends Type.TSchema>(schema: T) => Type.Union([schema, Type.Null()]);

/** Pictures come with the request: an address on the network is not followed. */
const Picture = Type.String({
  pattern: '^data:image/(?:png|jpeg|webp);base64,[A-Za-z0-9+/]*={0,2}$',
  description: 'A picture as a data URL: PNG, JPEG or WebP in base64',
  examples: ['data:image/png;base64,iVBORw0KGgo='],
});

/** What a film is to be. Every field but `model` and `prompt` is taken as the model's contract lists values; null means absent. */
const VideoTerms = {
  model: StorableText({ minLength: 1, maxLength: MODEL_CHARACTERS_MAX }),
  seconds: Type.Optional(
    Nullable(
      Type.Union([
        Type.Integer({ minimum: 1, maximum: 3_600 }),
        Type.String({ pattern: '^[1-9][0-9]{0,3}$', examples: ['8'] }),
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
        description: 'What the film is to look like',
      }),
    ),
  ),
  first_frame: Type.Optional(Nullable(Picture)),
  last_frame: Type.Optional(Nullable(Picture)),
};

/** `POST /v1/videos/quote`: a film that may be made. */
export const VideoQuoteRequest = Type.Object(
  {
    ...VideoTerms,
    /** Changes no price. */
    prompt: Type.Optional(Nullable(Type.String({ maxLength: PROMPT_CHARACTERS_MAX }))),
  },
  closed,
);
export type VideoQuoteRequest = Static<typeof VideoQuoteRequest>;

const Credits = Type.String({ pattern: '^[0-9]+\\.[0-9]{9}$' });

/** What a film costs, and what it is where the request left that open. */
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
    /** What the film is made of beside its text. */
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
    /** In credits. Of an alias: at its dearest target. */
    cost: Credits,
    /** Whether a film that comes as it was asked for costs exactly so much; false where the provider bills tokens: then it is the most. */
    exact: Type.Boolean(),
  },
  closed,
);
export type VideoQuote = Static<typeof VideoQuote>;

/** Asking changes nothing and costs nothing. */
export const quoteVideoRoute = defineRoute({
  method: 'post',
  path: '/v1/videos/quote',
  auth: 'key',
  summary: 'What a film would cost, with every default spelled out; makes none',
  body: VideoQuoteRequest,
  keepsNothing: true,
  status: 200,
  response: VideoQuote,
  errors: ['invalid_request', 'unsupported_parameter', 'model_unavailable'],
});

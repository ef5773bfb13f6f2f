import { Type } from 'typebox';
import type { Static } from 'typebox';
import { closed } from './closed.ts';
import {
  IMAGE_DIMENSION_PATTERN,
  RequestContract,
  VIDEO_DIMENSION_PATTERN,
} from './request-contract.ts';
import { TIER_DIMENSION_PATTERN } from './service-tiers.ts';

/** The longest page of the list. */
const PAGE_MODELS_MAX = 1_000;

const Price = Type.String({ pattern: '^(0|[1-9][0-9]*)(\\.[0-9]*[1-9])?$' });

/**
 * What the calling user pays, under the names of OpenRouter's list: US dollars a token, or for one
 * character, call, search unit, image, search or second; exact.
 */
const PublicPricing = Type.Object(
  {
    prompt: Price,
    completion: Price,
    input_cache_read: Type.Optional(Price),
    input_cache_write: Type.Optional(Price),
    input_cache_write_1h: Type.Optional(Price),
    internal_reasoning: Type.Optional(Price),
    image_input: Type.Optional(Price),
    image_output: Type.Optional(Price),
    audio_input: Type.Optional(Price),
    character: Type.Optional(Price),
    request: Type.Optional(Price),
    search_unit: Type.Optional(Price),
    image: Type.Optional(Price),
    web_search: Type.Optional(Price),
    web_fetch: Type.Optional(Price),
    code_execution: Type.Optional(Price),
    code_interpreter: Type.Optional(Price),
    code_interpreter_4g: Type.Optional(Price),
    code_interpreter_16g: Type.Optional(Price),
    code_interpreter_64g: Type.Optional(Price),
    mcp: Type.Optional(Price),
    image_generation: Type.Optional(Price),
    file_search: Type.Optional(Price),
    second: Type.Optional(Price),
  },
  // Seconds of each kind of video, such as `second_1080p_sound_text`, images of each kind that are
  // made, such as `image_2k_any`, and tokens of each service tier, such as `flex_input`.
  {
    ...closed,
    patternProperties: {
      [VIDEO_DIMENSION_PATTERN]: Price,
      [IMAGE_DIMENSION_PATTERN]: Price,
      [TIER_DIMENSION_PATTERN]: Price,
    },
  },
);

/** Prices under public names. */
export type PublicPricing = Static<typeof PublicPricing>;

/** One model as the calling key sees it. */
export const ModelOut = Type.Object(
  {
    id: Type.String({ description: 'Exact id to send as `model`' }),
    object: Type.Literal('model'),
    type: Type.Literal('model'),
    /** The id: the catalogue has no other name. */
    name: Type.String(),
    display_name: Type.String({ description: 'Equals `name`' }),
    created: Type.Integer({ description: 'Unix seconds' }),
    created_at: Type.String({ format: 'date-time', description: 'The moment of `created`' }),
    owned_by: Type.String({ description: 'The provider prefix' }),
    capability: RequestContract.properties.capability,
    context_tokens: Type.Integer({ minimum: 1 }),
    context_length: Type.Integer({ minimum: 1, description: 'Equals `context_tokens`' }),
    /** Chat models only. */
    output_tokens: Type.Optional(Type.Integer({ minimum: 1 })),
    /** Output ceiling of this key when a request sends none, in tokens. */
    managed_output_ceiling: Type.Optional(Type.Integer({ minimum: 1 })),
    /** The most that this key can ask for, in tokens. */
    hard_output_ceiling: Type.Optional(Type.Integer({ minimum: 1 })),
    max_completion_tokens: Type.Optional(
      Type.Integer({ minimum: 1, description: 'Equals `hard_output_ceiling`' }),
    ),
    /**
     * The caller's own prices; of an alias those of its most expensive target, though the one that
     * answers is charged.
     */
    pricing: PublicPricing,
    /**
     * The prices of a whole call whose prompt is longer than a number of tokens, shortest first;
     * absent where length changes nothing.
     */
    long_context: Type.Optional(
      Type.Array(
        Type.Object(
          { above_input_tokens: Type.Integer({ minimum: 1 }), pricing: PublicPricing },
          closed,
        ),
      ),
    ),
    request_contract: RequestContract,
  },
  closed,
);

export type ModelOut = Static<typeof ModelOut>;

export const ModelList = Type.Object(
  {
    object: Type.Literal('list'),
    catalog_revision: Type.String({
      description: 'Changes with every change of models, aliases and prices',
    }),
    data: Type.Array(ModelOut),
    has_more: Type.Boolean({ description: 'Whether there are more in the requested direction' }),
    first_id: Type.Union([Type.String(), Type.Null()], { description: 'Null for an empty page' }),
    last_id: Type.Union([Type.String(), Type.Null()], { description: 'Null for an empty page' }),
  },
  closed,
);

export type ModelList = Static<typeof ModelList>;

const Cursor = Type.String({ minLength: 1 });

/**
 * Which part of the list to show. Other parameters mean nothing and are let be: clients send some
 * of their own.
 */
export const ModelListQuery = Type.Object({
  capability: Type.Optional(RequestContract.properties.capability),
  /** Absent: all models. */
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: PAGE_MODELS_MAX })),
  /**
   * Shows what comes after this id in the order of ids; the model of the id need not be there any
   * more.
   */
  after_id: Type.Optional(Cursor),
  after: Type.Optional(Type.String({ minLength: 1, description: 'Another name of `after_id`' })),
  /** Shows the last page of what comes before this id. */
  before_id: Type.Optional(Cursor),
});

export type ModelListQuery = Static<typeof ModelListQuery>;

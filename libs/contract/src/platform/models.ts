import { Type } from 'typebox';
import type { Static } from 'typebox';
import { closed } from '../closed.ts';
import { DIFFERENCE_COUNT_MAX, LONG_CONTEXT_TIERS_MAX } from '../model-limits.ts';
import {
  CHAT_PARAMETERS,
  ContractSource,
  EMBEDDINGS_PARAMETERS,
  IMAGE_DIMENSION_PATTERN,
  IMAGE_PARAMETERS,
  RERANK_PARAMETERS,
  VIDEO_DIMENSION_PATTERN,
  ParameterRule,
  RequestContract,
  SPEECH_PARAMETERS,
  TRANSCRIPTION_PARAMETERS,
  VIDEO_PARAMETERS,
} from '../request-contract.ts';
import { PRICED_TOOLS } from '../priced-dimensions.ts';
import type { PricedTool } from '../priced-dimensions.ts';
import { SEPARATE_PRICES, TIER_DIMENSION_PATTERN } from '../service-tiers.ts';
import type { HINT_PARAMETERS } from '../unknown-fields.ts';
import { callTimes, callTimesOut } from './call-times.ts';
import {
  Credits,
  Label,
  PAGE_ROWS_DEFAULT,
  PAGE_ROWS_MAX,
  Reason,
  soughtText,
  Timestamp,
  UpliftBp,
} from './shared.ts';

const nullable = <T extends Type.TSchema>(schema: T) => Type.Union([schema, Type.Null()]);

/** The most tokens that any limit of a model may name. */
const LIMIT_TOKENS_MAX = 100_000_000;
/**
 * The most inputs of an embeddings call, documents of a rerank call, and stop sequences and tools
 * of a chat, that may be allowed.
 */
const LIMIT_INPUTS_MAX = 10_000;
/** The longest text of a request for speech, in code points. */
const SPEECH_CHARACTERS_MAX = 4_096;
/** The longest audio of one call, in seconds: a day. */
const LIMIT_SECONDS_MAX = 86_400;
/** No image of a request is larger than a body, in bytes. */
const LIMIT_BYTES_MAX = 20_971_520;

/**
 * Prices by usage dimension as plain decimal strings: credits per million tokens (at most six
 * decimals), and for `request`, `search_unit`, `image`, seconds and the tools that a provider runs
 * (`web_search`, `web_fetch`, `code_execution`, `code_interpreter`, `mcp`, `image_generation`,
 * `file_search`) credits for one of them (at most twelve decimals). A model takes such a tool where
 * it has a price: a search, a fetch, a container in which code runs; `code_interpreter_4g` and its
 * like are containers with more memory. `image_generation`, an image, needs `image_input` and
 * `image_output` beside it: all tokens that the model behind the tool reads and makes.
 * Each price is exact: one token costs a whole number of pico-credits.
 * `cache_write_1h` is what is kept for an hour; other writes are `cache_write`. Calls of another
 * service tier have dimensions of their own, such as `flex_input`, and so have lines of batches
 * that go over the batch interface of a provider: `batch_input`. An `image` is an image in a
 * request; `image_input` are the tokens of images that are to be edited, `image_output` those of
 * images that are made; a `character` is one of a text that is read aloud, priced by the million as
 * tokens are; `audio_input` are tokens of audio that is transcribed. Images that are billed by the
 * piece have
 * a price for each kind, such as `image_2k_any`: size and quality, `any` where it changes no price.
 * A `search_unit` is a rerank query with up to 100 documents. Seconds of video have a price for
 * each kind, such as `second_1080p_sound_text`: how tall, `sound` or `silent`, made of `text`,
 * `image` or `video`; a plain `second` is one of audio that is transcribed.
 */
export const PriceList = Type.Object(
  {
    input: Type.Optional(Type.String({ maxLength: 40 })),
    cache_read: Type.Optional(Type.String({ maxLength: 40 })),
    cache_write: Type.Optional(Type.String({ maxLength: 40 })),
    cache_write_1h: Type.Optional(Type.String({ maxLength: 40 })),
    output: Type.Optional(Type.String({ maxLength: 40 })),
    reasoning: Type.Optional(Type.String({ maxLength: 40 })),
    image_input: Type.Optional(Type.String({ maxLength: 40 })),
    image_output: Type.Optional(Type.String({ maxLength: 40 })),
    audio_input: Type.Optional(Type.String({ maxLength: 40 })),
    character: Type.Optional(Type.String({ maxLength: 40 })),
    request: Type.Optional(Type.String({ maxLength: 40 })),
    search_unit: Type.Optional(Type.String({ maxLength: 40 })),
    image: Type.Optional(Type.String({ maxLength: 40 })),
    web_search: Type.Optional(Type.String({ maxLength: 40 })),
    web_fetch: Type.Optional(Type.String({ maxLength: 40 })),
    code_execution: Type.Optional(Type.String({ maxLength: 40 })),
    code_interpreter: Type.Optional(Type.String({ maxLength: 40 })),
    code_interpreter_4g: Type.Optional(Type.String({ maxLength: 40 })),
    code_interpreter_16g: Type.Optional(Type.String({ maxLength: 40 })),
    code_interpreter_64g: Type.Optional(Type.String({ maxLength: 40 })),
    mcp: Type.Optional(Type.String({ maxLength: 40 })),
    image_generation: Type.Optional(Type.String({ maxLength: 40 })),
    file_search: Type.Optional(Type.String({ maxLength: 40 })),
    second: Type.Optional(Type.String({ maxLength: 40 })),
  },
  {
    ...closed,
    patternProperties: {
      [VIDEO_DIMENSION_PATTERN]: Type.String({ maxLength: 40 }),
      [IMAGE_DIMENSION_PATTERN]: Type.String({ maxLength: 40 }),
      [TIER_DIMENSION_PATTERN]: Type.String({ maxLength: 40 }),
    },
  },
);
export type PriceList = Static<typeof PriceList>;

/**
 * Prices of a whole call whose prompt, cached tokens included, is longer than so many tokens.
 * Dimensions that it does not name keep their price.
 */
export const LongContextPrices = Type.Object(
  {
    above_input_tokens: Type.Integer({ minimum: 1, maximum: LIMIT_TOKENS_MAX }),
    prices: PriceList,
  },
  closed,
);
export type LongContextPrices = Static<typeof LongContextPrices>;

const ServiceTier = Type.Union([Type.Literal('flex'), Type.Literal('priority')]);
const SeparatePrice = Type.Union([...ServiceTier.anyOf, Type.Literal('batch')]);

/** New prices of a model. A price version never changes; later versions follow it. */
export const PriceVersionCreate = Type.Object(
  {
    /** Must name every dimension of the model's contract. */
    prices: PriceList,
    /**
     * The prices of long prompts, shortest first; each dimension of a tier must be in `prices` as
     * well. Needed where the version before has some; an empty list is none.
     */
    long_context: Type.Optional(
      Type.Array(LongContextPrices, { maxItems: LONG_CONTEXT_TIERS_MAX }),
    ),
    /**
     * The service tiers that the version has prices of, as `prices` names them, with `batch` for
     * those of a batch interface. Needed where the version before has prices of a tier and `prices`
     * has none of it; an empty list is none.
     */
    service_tiers: Type.Optional(
      Type.Array(SeparatePrice, { maxItems: SEPARATE_PRICES.length, uniqueItems: true }),
    ),
    /** When the prices come into force; absent or null: now. Past moments are refused. */
    effective_at: Type.Optional(nullable(Timestamp)),
    /** Without it a price of zero is refused. */
    allow_free: Type.Optional(Type.Boolean()),
  },
  closed,
);
export type PriceVersionCreate = Static<typeof PriceVersionCreate>;

/** One set of prices. */
export const PriceVersionOut = Type.Object(
  {
    id: Type.String(),
    model_id: Type.String(),
    prices: PriceList,
    long_context: Type.Array(LongContextPrices),
    effective_at: Timestamp,
    /** The id of the administrator. */
    created_by: Type.String(),
    created_at: Timestamp,
  },
  closed,
);
export type PriceVersionOut = Static<typeof PriceVersionOut>;

/** Which price versions of a model to list; the last to come into force first. */
export const PriceHistoryQuery = Type.Object(
  {
    limit: Type.Integer({ minimum: 1, maximum: PAGE_ROWS_MAX, default: PAGE_ROWS_DEFAULT }),
    /** The id of the last version of the page before. */
    before: Type.Optional(Type.String({ maxLength: 100 })),
  },
  closed,
);
export type PriceHistoryQuery = Static<typeof PriceHistoryQuery>;

/** One price that differs from that of the version before. */
export const PriceChange = Type.Object(
  {
    dimension: Type.String(),
    /** The prompts of more input tokens that the price is for; 0: every prompt. */
    above_input_tokens: Type.Integer({ minimum: 0 }),
    /** Written as in a price list; null: the version before had no such price. */
    before: nullable(Type.String()),
    /** Null: the price is gone. */
    after: nullable(Type.String()),
  },
  closed,
);
export type PriceChange = Static<typeof PriceChange>;

/** A price version among the others of its model. */
export const PriceHistoryVersion = Type.Object(
  {
    ...PriceVersionOut.properties,
    created_by_email: nullable(Type.String()),
    standing: Type.Union([
      Type.Literal('past'),
      Type.Literal('in_force'),
      Type.Literal('scheduled'),
    ]),
    /** When the next version comes into force; null: none follows. */
    ends_at: nullable(Timestamp),
    /** What differs from the version before; the first version differs in every price. */
    changes: Type.Array(PriceChange),
  },
  closed,
);
export type PriceHistoryVersion = Static<typeof PriceHistoryVersion>;

const SourceName = Type.String({ minLength: 1, maxLength: 300 });

/** The state of a model. */
const ModelState = Type.Union([
  Type.Literal('discovered'),
  Type.Literal('approved'),
  Type.Literal('rejected'),
]);
export type ModelState = Static<typeof ModelState>;

/** Why a model cannot be called; the first that applies. */
export const UnroutableReason = Type.Union([
  Type.Literal('not_approved'),
  Type.Literal('rejected'),
  Type.Literal('disabled'),
  Type.Literal('contract_incomplete'),
  Type.Literal('unpriced'),
  Type.Literal('no_active_credential'),
]);
export type UnroutableReason = Static<typeof UnroutableReason>;

const TokenLimit = Type.Integer({ minimum: 1, maximum: LIMIT_TOKENS_MAX });

/** Limits of a model, as far as they are known. */
const ModelLimits = Type.Object(
  {
    context_tokens: Type.Optional(TokenLimit),
    output_tokens: Type.Optional(TokenLimit),
    inputs: Type.Optional(Type.Integer({ minimum: 1, maximum: LIMIT_INPUTS_MAX })),
    total_tokens: Type.Optional(TokenLimit),
    documents: Type.Optional(Type.Integer({ minimum: 1, maximum: LIMIT_INPUTS_MAX })),
    chunk_tokens: Type.Optional(TokenLimit),
    stop_sequences: Type.Optional(Type.Integer({ minimum: 1, maximum: LIMIT_INPUTS_MAX })),
    tools: Type.Optional(Type.Integer({ minimum: 1, maximum: LIMIT_INPUTS_MAX })),
    images: Type.Optional(Type.Integer({ minimum: 1, maximum: LIMIT_INPUTS_MAX })),
    images_per_message: Type.Optional(Type.Integer({ minimum: 1, maximum: LIMIT_INPUTS_MAX })),
    documents_per_message: Type.Optional(Type.Integer({ minimum: 1, maximum: LIMIT_INPUTS_MAX })),
    image_bytes: Type.Optional(Type.Integer({ minimum: 1, maximum: LIMIT_BYTES_MAX })),
    characters: Type.Optional(Type.Integer({ minimum: 1, maximum: SPEECH_CHARACTERS_MAX })),
    audio_seconds: Type.Optional(Type.Integer({ minimum: 1, maximum: LIMIT_SECONDS_MAX })),
  },
  closed,
);
export type ModelLimits = Static<typeof ModelLimits>;

/**
 * How long prompts are cached, and in which tiers calls are answered. They decide about the price,
 * so the administrator who prices a model may widen them.
 */
const PRICED_HINTS = [
  'cache_control',
  'service_tier',
] as const satisfies readonly (typeof HINT_PARAMETERS)[number][];
const PARAMETERS: readonly string[] = [
  ...CHAT_PARAMETERS,
  ...PRICED_HINTS,
  ...EMBEDDINGS_PARAMETERS,
  ...VIDEO_PARAMETERS,
  ...IMAGE_PARAMETERS,
  ...RERANK_PARAMETERS,
  ...SPEECH_PARAMETERS,
  ...TRANSCRIPTION_PARAMETERS,
];
const ParameterOverrides = Type.Object(
  Object.fromEntries(PARAMETERS.map((name) => [name, Type.Optional(ParameterRule)])),
  // Extra parameters of the provider, such as `min_p`; each of their rules has a `type`.
  { ...closed, patternProperties: { '^[a-z][a-z0-9_]{0,63}$': ParameterRule } },
);

/**
 * What an administrator adds to the family's knowledge of a model. Approving again replaces all
 * additions.
 */
export const ModelApproval = Type.Object(
  {
    /** Required for limits that the family does not know; replaces those that it knows. */
    limits: Type.Optional(ModelLimits),
    /**
     * Rules that replace the family's for single parameters, and bounded rules for extra parameters
     * of the provider.
     */
    parameters: Type.Optional(ParameterOverrides),
    /**
     * Replaces the usage dimensions that the answers of the model can have. A video model without
     * them is billed by seconds, of every kind that its parameters allow; `second` means all of
     * these. Likewise `image` means the images of every kind that an image model makes.
     */
    dimensions: Type.Optional(
      Type.Array(
        Type.Union([
          Type.Literal('input'),
          Type.Literal('cache_read'),
          Type.Literal('cache_write'),
          Type.Literal('cache_write_1h'),
          Type.Literal('output'),
          Type.Literal('reasoning'),
          Type.Literal('image_input'),
          Type.Literal('image_output'),
          Type.Literal('audio_input'),
          Type.Literal('character'),
          Type.Literal('request'),
          Type.Literal('search_unit'),
          Type.Literal('image'),
          Type.Literal('second'),
        ]),
        { minItems: 1, uniqueItems: true },
      ),
    ),
    /**
     * The most output tokens of one request, whatever the caller asks for; null: the model's own
     * limit.
     */
    hard_output_tokens: Type.Optional(nullable(TokenLimit)),
    ...callTimes,
    reason: Type.Optional(Reason),
  },
  closed,
);
export type ModelApproval = Static<typeof ModelApproval>;

/** Switches an approved model on or off, or rejects one. A rejected model can be approved again. */
export const PlatformModelDecision = Type.Object(
  {
    decision: Type.Union([Type.Literal('enable'), Type.Literal('disable'), Type.Literal('reject')]),
    reason: Type.Optional(Reason),
  },
  closed,
);
export type PlatformModelDecision = Static<typeof PlatformModelDecision>;

/** The days of calls that a difference covers, today included. */
export const DIFFERENCE_DAYS = 30;
/** The most keys that a difference names. */
export const DIFFERENCE_KEYS_MAX = 20;

/** The decision to show the difference of. */
export const ModelDifferenceQuery = Type.Object(
  {
    decision: Type.Union([
      Type.Literal('approve'),
      Type.Literal('enable'),
      Type.Literal('disable'),
      Type.Literal('reject'),
    ]),
  },
  closed,
);
export type ModelDifferenceQuery = Static<typeof ModelDifferenceQuery>;

const CappedCount = Type.Integer({ minimum: 0, maximum: DIFFERENCE_COUNT_MAX });

const ModelStanding = Type.Object(
  {
    state: ModelState,
    enabled: Type.Boolean(),
    routable: Type.Boolean(),
    unroutable_reason: nullable(UnroutableReason),
  },
  closed,
);

/** An alias that has the model among its targets. */
const AliasDifference = Type.Object(
  {
    id: Type.String(),
    name: Type.String(),
    /** Whether the alias gains or loses a target that can be called. */
    change: Type.Union([Type.Literal('gains'), Type.Literal('loses'), Type.Literal('none')]),
    targets_before: Type.Integer({ minimum: 0 }),
    targets_after: Type.Integer({ minimum: 0 }),
    routable_before: Type.Boolean(),
    /**
     * False with `routable_before`: the alias would be left without a target, and refused to
     * callers.
     */
    routable_after: Type.Boolean(),
    unroutable_reason_after: nullable(UnroutableReason),
    /** Callers of the alias would get another contract, or another ceiling of output tokens. */
    contract_changes: Type.Boolean(),
  },
  closed,
);

/** What a decision about a model would make different; nothing is changed by asking. */
export const ModelDifferenceOut = Type.Object(
  {
    model_id: Type.String(),
    public_id: Type.String(),
    decision: ModelDifferenceQuery.properties.decision,
    before: ModelStanding,
    /** The model after the decision; an approval is taken to add nothing but `missing_limits`. */
    after: ModelStanding,
    /** The limits that an approval has to give. */
    missing_limits: Type.Array(Type.String()),
    /**
     * What callers would get; null when nobody could call the model, or while limits are missing.
     */
    request_contract: nullable(Type.Record(Type.String(), Type.Unknown())),
    /** The prices that hold now. */
    price: nullable(PriceVersionOut),
    /** The next prices to come. */
    next_price: nullable(PriceVersionOut),
    /** By name. */
    aliases: Type.Array(AliasDifference),
    /** There are more aliases than are named. */
    more_aliases: Type.Boolean(),
    /** Users who have switched the model on or off by themselves; for all others it is on. */
    users: Type.Object({ switched_on: CappedCount, switched_off: CappedCount }, closed),
    /** Keys that may use some models only, with this one among them. */
    keys: Type.Object(
      {
        limited: CappedCount,
        /** Those that may use nothing else. */
        only_this: CappedCount,
        /** Some of them, those that may use nothing else first. */
        some: Type.Array(
          Type.Object(
            {
              id: Type.String(),
              name: Type.String(),
              user_id: Type.String(),
              only_this: Type.Boolean(),
            },
            closed,
          ),
          { maxItems: DIFFERENCE_KEYS_MAX },
        ),
      },
      closed,
    ),
    /**
     * Calls that this model answered, or was asked for, and what they were charged; by days in UTC,
     * today included.
     */
    usage: Type.Object(
      { days: Type.Integer(), requests: Type.Integer({ minimum: 0 }), charged_credits: Credits },
      closed,
    ),
  },
  closed,
);
export type ModelDifferenceOut = Static<typeof ModelDifferenceOut>;

/** Which models to list; by public id. */
export const PlatformModelQuery = Type.Object(
  {
    limit: Type.Integer({ minimum: 1, maximum: PAGE_ROWS_MAX, default: PAGE_ROWS_DEFAULT }),
    offset: Type.Integer({ minimum: 0, maximum: 1_000_000, default: 0 }),
    state: Type.Optional(ModelState),
    provider: Type.Optional(soughtText(40)),
    family: Type.Optional(soughtText(40)),
    /** The exact public id. */
    public_id: Type.Optional(soughtText(300)),
  },
  closed,
);
export type PlatformModelQuery = Static<typeof PlatformModelQuery>;

/** A model as administrators see one. */
export const PlatformModelOut = Type.Object(
  {
    id: Type.String(),
    /** What callers send as `model`. */
    public_id: Type.String(),
    provider: Type.String(),
    family: Type.String(),
    upstream_model: Type.String(),
    /**
     * Where the rules of the published contract come from; before the first approval, where those
     * of the family do.
     */
    contract_source: ContractSource,
    capability: RequestContract.properties.capability,
    state: ModelState,
    enabled: Type.Boolean(),
    routable: Type.Boolean(),
    unroutable_reason: nullable(UnroutableReason),
    /** The names of limits that an approval must give. */
    missing_limits: Type.Array(Type.String()),
    limits: ModelLimits,
    /** Each needs a price. */
    dimensions: Type.Array(Type.String()),
    hard_output_tokens: nullable(Type.Integer()),
    ...callTimesOut,
    /**
     * Rules of the published contract that differ from those that the family knows: what an
     * approval has to say again.
     */
    parameter_overrides: Type.Record(Type.String(), ParameterRule),
    /** The service tiers with prices of their own that an approval may admit, by `service_tier`. */
    admissible_tiers: Type.Array(ServiceTier),
    /**
     * Whether the provider has a batch interface for this model: lines of batches go over it once
     * the prices name `batch_input` and the batch price of each other kind of token.
     */
    has_batch_prices: Type.Boolean(),
    /** The tools that the provider runs for this model, each of which a price of its own admits. */
    admissible_tools: Type.Array(
      Type.Unsafe<PricedTool>({ type: 'string', enum: [...PRICED_TOOLS] }),
    ),
    /**
     * Whether the model is for chat and hears audio: a price for `audio_input` admits it to
     * `/v1/audio/transcriptions` and `/v1/audio/translations`.
     */
    hears_audio: Type.Boolean(),
    /** The published contract; null before the first approval. */
    request_contract: nullable(Type.Record(Type.String(), Type.Unknown())),
    /** The prices that hold now. */
    price: nullable(PriceVersionOut),
    /** The prices to come, soonest first. */
    upcoming_prices: Type.Array(PriceVersionOut),
    discovered_at: Timestamp,
    updated_at: Timestamp,
  },
  closed,
);
export type PlatformModelOut = Static<typeof PlatformModelOut>;

/** Where to look for prices; absent values follow from the model. */
export const PriceResearchRequest = Type.Object(
  {
    /** The provider's id in the source. */
    provider: Type.Optional(SourceName),
    /** The model's name in the source. */
    model: Type.Optional(SourceName),
  },
  closed,
);
export type PriceResearchRequest = Static<typeof PriceResearchRequest>;

/** The prices of a model in one source. Asking changes nothing. */
export const PriceSuggestion = Type.Object(
  {
    source: Type.Object(
      {
        name: Type.String(),
        version: Type.String({
          description:
            'The release of data that comes with Tollgate; the moment at which a public list was read',
        }),
        provider: Type.String(),
        model: Type.String(),
        /** Where the provider publishes its prices. */
        urls: Type.Array(Type.String()),
        /** Since when the prices are in force, if the source says so. */
        since: nullable(Type.String()),
        comment: nullable(Type.String()),
      },
      closed,
    ),
    found_by: Type.Union(
      [Type.Literal('provider'), Type.Literal('address'), Type.Literal('model_name')],
      {
        description:
          'model_name: by nothing but its name, so that it may be the price of another provider',
      },
    ),
    /** Ready to be sent as the `prices` of a price version. */
    prices: PriceList,
    /** Dimensions of the model that the source has no price for. */
    missing: Type.Array(Type.String()),
    /**
     * Dimensions without a price of their own in the source, and the dimension whose price was
     * taken instead.
     */
    derived: Type.Record(Type.String(), Type.String()),
    /** Other prices above a number of input tokens. */
    long_context: Type.Array(LongContextPrices),
    /** Further prices of the source, by its own names, in US dollars. */
    others: Type.Record(Type.String(), Type.Number()),
  },
  closed,
);
export type PriceSuggestion = Static<typeof PriceSuggestion>;

/** What was found for a model. */
export const PriceResearchOut = Type.Object(
  {
    model_id: Type.String(),
    researched_at: Timestamp,
    /** The prices that hold now; null without any. */
    current: nullable(PriceList),
    /** Empty when no source knows the model. */
    suggestions: Type.Array(PriceSuggestion),
    /** Sources that were asked and did not answer. */
    unavailable: Type.Array(Type.Object({ name: Type.String(), message: Type.String() }, closed)),
  },
  closed,
);
export type PriceResearchOut = Static<typeof PriceResearchOut>;

/** Uplift in basis points: 1500 is 15 % on top of the list price. */
export const OrganizationPriceUplift = Type.Object(
  {
    /** For one model null takes its own uplift away, so that the user's holds again. */
    uplift_bp: nullable(UpliftBp),
    reason: Type.Optional(Label),
  },
  closed,
);
export type OrganizationPriceUplift = Static<typeof OrganizationPriceUplift>;

/** An approved model from the view of one user. */
export const PlatformUserModelOut = Type.Object(
  {
    model_id: Type.String(),
    public_id: Type.String(),
    routable: Type.Boolean(),
    /** What the user has chosen. */
    enabled: Type.Boolean(),
    uplift_bp: UpliftBp,
    uplift_source: Type.Union([
      Type.Literal('model'),
      Type.Literal('user'),
      Type.Literal('default'),
    ]),
    /** Without uplift; null when the model has no price now. */
    list_prices: nullable(PriceList),
    /** What the user pays; with up to four more decimals than list prices. */
    user_prices: nullable(PriceList),
    /** Since when the list prices are in force; null without any. */
    list_prices_since: nullable(Timestamp),
    /** Prices of long prompts. */
    long_context: Type.Array(
      Type.Object(
        {
          above_input_tokens: Type.Integer(),
          list_prices: PriceList,
          user_prices: PriceList,
        },
        closed,
      ),
    ),
  },
  closed,
);
export type PlatformUserModelOut = Static<typeof PlatformUserModelOut>;

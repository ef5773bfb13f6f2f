/**
 * The kinds of usage that a price names, beside the seconds of each kind of video and the images
 * of each kind that are made. Buckets never overlap: `input` is what was neither read from nor
 * written to a cache, `cache_write` excludes what is kept for an hour, `output` excludes
 * `reasoning` and `image_output`, which are the tokens of images that are made, and `input` those
 * of images that are to be edited, `image_input`. Tokens of a service tier with prices of its own
 * are in the buckets of that tier alone, and so are those of the batch interface of a provider,
 * which is the tier `batch`. `audio_input` are the tokens of audio that is
 * transcribed; `character` counts the code points of a text that is read
 * aloud.
 */
export const USAGE_DIMENSIONS = [
  'input',
  'cache_read',
  'cache_write',
  'cache_write_1h',
  'output',
  'reasoning',
  'image_input',
  'image_output',
  'flex_input',
  'flex_cache_read',
  'flex_cache_write',
  'flex_output',
  'flex_reasoning',
  'priority_input',
  'priority_cache_read',
  'priority_cache_write',
  'priority_output',
  'priority_reasoning',
  'batch_input',
  'batch_cache_read',
  'batch_cache_write',
  'batch_cache_write_1h',
  'batch_output',
  'batch_reasoning',
  'audio_input',
  'character',
  'request',
  'search_unit',
  'image',
  'web_search',
  'web_fetch',
  'code_execution',
  'code_interpreter',
  'code_interpreter_4g',
  'code_interpreter_16g',
  'code_interpreter_64g',
  'mcp',
  'image_generation',
  'file_search',
  'second',
] as const;

/** One of {@link USAGE_DIMENSIONS}, seconds of one kind of video, or images of one kind. */
export type UsageDimension = (typeof USAGE_DIMENSIONS)[number] | VideoDimension | ImageDimension;

/** Something for some of the dimensions. */
export type ByDimension<Value> = Partial<Record<(typeof USAGE_DIMENSIONS)[number], Value>> &
  Record<VideoDimension | ImageDimension, Value>;

/**
 * Counts by dimension; absent means none. Tokens, except `character`, `request`, `search_unit`,
 * `image`, `web_search`, `web_fetch`, seconds and kinds of images, which count what they name. A
 * search unit is a query with up to 100 documents; `code_execution` and `code_interpreter` count
 * containers.
 */
export type UsageCounts = ByDimension<number>;

/**
 * Prices by dimension in pico-credits (1e-12 credit) a token, character, call, search unit, image,
 * search, fetch, container or second, as integers.
 */
export type DimensionPrices = ByDimension<bigint>;

/**
 * Prices of a whole call whose prompt is longer than so many tokens; dimensions that it does not
 * name keep their price.
 */
export interface LongContextTier {
  aboveInputTokens: number;
  prices: DimensionPrices;
}

/**
 * Prices by dimension, and what a long prompt changes about them: the longest tier that a prompt is
 * above holds.
 */
export type Prices = DimensionPrices & {
  /** By length, shortest first. Tiers name dimensions only that have a price without them. */
  longContext?: readonly LongContextTier[];
};

/** One line of a receipt. */
export interface ReceiptLine {
  dimension: UsageDimension;
  quantity: number;
  price_pico: string;
}

/** Usage has a dimension that the price version does not name. */
export class UnpricedUsageError extends Error {
  readonly dimension: UsageDimension;

  constructor(dimension: UsageDimension) {
    super(`the price version has no price for ${dimension}`);
    this.name = 'UnpricedUsageError';
    this.dimension = dimension;
  }
}

const PICO_PER_NANO = 1_000n;
const BASIS_POINTS = 10_000n;

/**
 * The price of usage in nano-credits: the sum over dimensions, uplift included, rounded up once at
 * the end.
 * @param upliftBp basis points added to the list price, 0 to 1,000,000
 * @throws UnpricedUsageError when something was used that has no price
 */
export function rate(usage: UsageCounts, prices: Prices, upliftBp: number): bigint {
  return worthOf(usage, pricesFor(prices, promptTokensOf(usage)), upliftBp);
}

/** Tokens of a call as answers and reports count them, however they are priced. */
export interface TokenCounts {
  input: number;
  cache_read: number;
  /** For however long it is kept. */
  cache_write: number;
  output: number;
  reasoning: number;
}

/**
 * Tiers with prices of their own: two that callers ask for, and `batch`, what is run over the batch
 * interface of a provider.
 */
const TIERS = ['flex', 'priority', 'batch'] as const;

/** One of the tiers with prices of their own. */
export type ServiceTier = (typeof TIERS)[number];

/** The tokens of usage, each dimension counted as the kind that it is a part of. */
export function tokensOf(usage: UsageCounts): TokenCounts {
  const of = (kind: keyof TokenCounts): number =>
    TIERS.reduce((sum, tier) => sum + (usage[`${tier}_${kind}`] ?? 0), usage[kind] ?? 0);
  return {
    input: of('input') + (usage.image_input ?? 0),
    cache_read: of('cache_read'),
    cache_write:
      of('cache_write') + (usage.cache_write_1h ?? 0) + (usage.batch_cache_write_1h ?? 0),
    output: of('output') + (usage.image_output ?? 0),
    reasoning: of('reasoning'),
  };
}

const TIERED = ['input', 'cache_read', 'cache_write', 'output', 'reasoning'] as const;

/**
 * Usage as the usage of a tier: each kind of token in the dimension that it has there. What is in
 * dimensions of a tier already stays.
 * @param tier null: the standard one, which is what usage is counted in
 */
export function inTier(usage: UsageCounts, tier: ServiceTier | null): UsageCounts {
  if (tier === null) return usage;
  const tiered = { ...usage };
  for (const kind of TIERED) {
    const quantity = tiered[kind];
    if (quantity === undefined) continue;
    tiered[`${tier}_${kind}`] = (tiered[`${tier}_${kind}`] ?? 0) + quantity;
    delete tiered[kind];
  }
  const { cache_write_1h: kept, ...others } = tiered;
  if (tier !== 'batch' || kept === undefined) return tiered;
  return { ...others, batch_cache_write_1h: (others.batch_cache_write_1h ?? 0) + kept };
}

/** The tokens of a prompt with its audio: what tiers of long prompts are chosen by. */
function promptTokensOf(usage: UsageCounts): number {
  return inputTokensOf(usage) + (usage.audio_input ?? 0);
}

/**
 * The tokens of the text of a prompt, cached or not. Those of images that are to be edited are no
 * part of the text, and those of audio are not.
 */
export function inputTokensOf(usage: UsageCounts): number {
  const { input, cache_read, cache_write } = tokensOf(usage);
  return input + cache_read + cache_write - (usage.image_input ?? 0);
}

/** The prices of a call with the given number of tokens in its prompt. */
export function pricesFor(prices: Prices, inputTokens: number): DimensionPrices {
  const { longContext = [], ...base } = prices;
  const tier = longContext.findLast(({ aboveInputTokens }) => inputTokens > aboveInputTokens);
  return { ...base, ...tier?.prices };
}

/**
 * Every price table that can apply to a call with at most the given number of tokens in its prompt.
 * The bound of a call is taken from the most expensive table, because a tier may have lower prices
 * than the base table.
 */
export function pricesUpTo(prices: Prices, inputTokens: number): DimensionPrices[] {
  const reached = (prices.longContext ?? []).filter((tier) => inputTokens > tier.aboveInputTokens);
  const lengths = [0, ...reached.map((tier) => tier.aboveInputTokens + 1)];
  return lengths.map((length) => pricesFor(prices, length));
}

/** Like {@link rate}, under one table of prices. */
export function worthOf(usage: UsageCounts, prices: DimensionPrices, upliftBp: number): bigint {
  let pico = 0n;
  for (const dimension of dimensionsOf(usage)) {
    const quantity = usage[dimension] ?? 0;
    if (quantity === 0) continue;
    const price = prices[dimension];
    if (price === undefined) throw new UnpricedUsageError(dimension);
    pico += BigInt(quantity) * price;
  }
  const uplifted = pico * (BASIS_POINTS + BigInt(upliftBp));
  return ceilDivide(uplifted, BASIS_POINTS * PICO_PER_NANO);
}

/** The lines behind {@link rate}, for the receipt. */
export function receiptLines(usage: UsageCounts, prices: Prices): ReceiptLine[] {
  const own = pricesFor(prices, promptTokensOf(usage));
  return dimensionsOf(usage).flatMap((dimension) => {
    const quantity = usage[dimension] ?? 0;
    const price = own[dimension];
    return quantity === 0 || price === undefined
      ? []
      : [{ dimension, quantity, price_pico: price.toString() }];
  });
}

/**
 * The dimensions that counts or prices name, in the order of receipts: the plain ones, then kinds
 * of video and of images by name. Other names are left out.
 */
export function dimensionsOf(named: Readonly<ByDimension<unknown>>): UsageDimension[] {
  const plain = USAGE_DIMENSIONS.filter((dimension) => named[dimension] !== undefined);
  const kinds = Object.keys(named).filter(isKindDimension);
  return kinds.length === 0 ? plain : [...plain, ...kinds.toSorted()];
}

/**
 * Smallest integer not below `numerator / denominator`, for a numerator of at least 0 and a
 * positive denominator.
 */
export function ceilDivide(numerator: bigint, denominator: bigint): bigint {
  return (numerator + denominator - 1n) / denominator;
}

/** Prices by dimension as JSON carries them: pico-credits as integer strings. */
export type DimensionPricesJson = ByDimension<string>;

/** Prices as JSON carries them. */
export type PricesJson = DimensionPricesJson & {
  long_context?: readonly { above_input_tokens: number; prices: DimensionPricesJson }[];
};

/** Prices of their JSON form. */
export function parsePrices(json: PricesJson): Prices {
  const { long_context: tiers } = json;
  if (tiers === undefined) return parseDimensions(json);
  const longContext = tiers.map((tier) => ({
    aboveInputTokens: tier.above_input_tokens,
    prices: parseDimensions(tier.prices),
  }));
  return { ...parseDimensions(json), longContext };
}

/** JSON form of prices. */
export function pricesJson(prices: Prices): PricesJson {
  const { longContext } = prices;
  if (longContext === undefined) return dimensionsJson(prices);
  const long_context = longContext.map((tier) => ({
    above_input_tokens: tier.aboveInputTokens,
    prices: dimensionsJson(tier.prices),
  }));
  return { ...dimensionsJson(prices), long_context };
}

function parseDimensions(json: DimensionPricesJson): DimensionPrices {
  const prices: DimensionPrices = {};
  for (const dimension of dimensionsOf(json)) {
    const text = json[dimension];
    if (text !== undefined) prices[dimension] = BigInt(text);
  }
  return prices;
}

function dimensionsJson(prices: DimensionPrices): DimensionPricesJson {
  const json: DimensionPricesJson = {};
  for (const dimension of dimensionsOf(prices)) {
    const price = prices[dimension];
    if (price !== undefined) json[dimension] = price.toString();
  }
  return json;
}

/** How tall the pictures of a video are, as providers name it: `720p`, `1080p`, `4k`. */
export type Resolution = `${number}p` | `${number}k`;

/** What a video is made of beside its text. */
export const VIDEO_INPUTS = ['text', 'image', 'video'] as const;
/** One of {@link VIDEO_INPUTS}. */
export type VideoInput = (typeof VIDEO_INPUTS)[number];

/**
 * A second of video of one kind: how tall, with or without sound, made of what. A price version has
 * a price for each, so that the prices of videos are a matrix, and a receipt shows which of its
 * cells was charged.
 */
export type VideoDimension = `second_${Resolution}_${'sound' | 'silent'}_${VideoInput}`;

/** What decides about the price of a second. */
export interface VideoKind {
  resolution: Resolution;
  sound: boolean;
  input: VideoInput;
}

const VIDEO = /^second_(?:[1-9]\d{2,3}p|[1-9]\d?k)_(?:sound|silent)_(?:text|image|video)$/;
const RESOLUTION = /^(?:[1-9]\d{2,3}p|[1-9]\d?k)$/;

/** Whether a word names a resolution. */
export function isResolution(word: unknown): word is Resolution {
  return typeof word === 'string' && RESOLUTION.test(word);
}

/** Whether a dimension counts seconds of one kind of video. */
export function isVideoDimension(name: string): name is VideoDimension {
  return name.startsWith('second_') && VIDEO.test(name);
}

/** The dimension that seconds of such a video are counted in. */
export function videoDimension({ resolution, sound, input }: VideoKind): VideoDimension {
  return `second_${resolution}_${sound ? 'sound' : 'silent'}_${input}`;
}

/** An image of one kind: its size in pixels or as a class such as `2k`, and its quality. */
export type ImageDimension = `image_${ImageSize}_${string}`;
/** Width and height in pixels, a class of sizes, or `any` where the size changes no price. */
export type ImageSize = `${number}x${number}` | `${number}k` | 'any';

const IMAGE =
  /^image_(?:[1-9]\d{1,4}x[1-9]\d{1,4}|[1-9]\d?k|any)_(?:low|medium|high|xhigh|max|standard|hd|any)$/;

/** Whether a dimension counts the images of one kind that are made. */
export function isImageDimension(name: string): name is ImageDimension {
  return name.startsWith('image_') && IMAGE.test(name);
}

/** Whether a dimension is one of many of its sort, each with a price of its own. */
export function isKindDimension(name: string): name is VideoDimension | ImageDimension {
  return isVideoDimension(name) || isImageDimension(name);
}

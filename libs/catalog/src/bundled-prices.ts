import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { calcPrice, findProvider } from '@pydantic/genai-prices';
import type {
  ConditionalPrice,
  ModelPrice,
  PriceCalculation,
  TieredPrices,
} from '@pydantic/genai-prices';
import type { PriceSuggestion } from '@tollgate/contract/platform/models';
import type { UsageDimension } from '@tollgate/money/rating';
import { isLaterVersion } from './model-version.ts';
import { parsePriceList } from './prices.ts';
import type { PriceListText } from './prices.ts';

const SOURCE = '@pydantic/genai-prices';
/** One token costs a whole number of pico-credits. */
const TOKEN_DECIMALS = 6;
const PIECE_DECIMALS = 12;
const CALLS_PER_THOUSAND = 1_000;

/** The names that the source has for our dimensions. */
const NAMES: Partial<Record<UsageDimension, string>> = {
  input: 'input_mtok',
  cache_read: 'cache_read_mtok',
  cache_write: 'cache_write_mtok',
  output: 'output_mtok',
  reasoning: 'output_reasoning_mtok',
  image_input: 'input_image_mtok',
  image_output: 'output_image_mtok',
  audio_input: 'input_audio_mtok',
  request: 'requests_kcount',
  web_search: 'web_searches_kcount',
};
const DIMENSIONS = Object.entries(NAMES) as [UsageDimension, string][];

/** The dimension whose price providers use for a dimension without a price of its own. */
const INSTEAD: Partial<Record<UsageDimension, UsageDimension>> = {
  cache_read: 'input',
  cache_write: 'input',
  reasoning: 'output',
  image_input: 'input',
  image_output: 'output',
  audio_input: 'input',
};

/** Which model to look for. */
export interface PriceQuestion {
  /** The provider's id in the source; null when unknown. */
  provider: string | null;
  /** The provider's address, which may identify the provider. */
  baseUrl: string | null;
  model: string;
  /** Dimensions that need a price. */
  dimensions: readonly string[];
  /** Dimensions that may have a price; what the list has for others is no suggestion. */
  priced: readonly string[];
  at: Date;
}

/**
 * Looks a model up in a maintained list of prices that is part of its library, without any call.
 * @returns null when the list does not have the model
 */
export function suggestPrices(question: PriceQuestion): PriceSuggestion | null {
  const { found, foundBy } = find(question);
  if (found === null) return null;
  const own = pricesOf(found.model_price, baseOf, question.priced);
  const known = pricesOf(found.model_price, baseOf, Object.keys(NAMES));
  const { prices, derived, missing } = completePrices(own, question.dimensions, known);
  return {
    source: sourceOf(found, question.at),
    found_by: foundBy,
    prices,
    missing,
    derived,
    long_context: longContextOf(found.model_price, { prices, derived }),
    others: othersOf(found.model_price, question.priced),
  };
}

/**
 * Adds the prices of dimensions without a price of their own, and names the dimensions that remain
 * without one.
 * @param known prices of the source, also of dimensions that the model does not have
 */
export function completePrices(
  own: Readonly<PriceListText>,
  dimensions: readonly string[],
  known: Readonly<PriceListText> = own,
): Pick<PriceSuggestion, 'prices' | 'missing' | 'derived'> {
  const prices = { ...own };
  const derived: Record<string, string> = {};
  for (const [dimension, other] of Object.entries(INSTEAD) as [UsageDimension, UsageDimension][]) {
    if (!dimensions.includes(dimension) || prices[dimension] !== undefined) continue;
    if (isTextPrice(dimension, dimensions)) continue;
    const price = known[other];
    if (price === undefined) continue;
    prices[dimension] = price;
    derived[dimension] = other;
  }
  const missing = dimensions.filter((name) => prices[name as UsageDimension] === undefined);
  return { prices, missing, derived };
}

/**
 * Whether the price of output is that of text, which is a small part of what images cost. Models
 * that write no text have one price of output, that of their images.
 */
function isTextPrice(dimension: string, dimensions: readonly string[]): boolean {
  return dimension === 'image_output' && dimensions.includes('output');
}

type Found = { found: PriceCalculation | null; foundBy: PriceSuggestion['found_by'] };

function find({ provider, baseUrl, model, at }: PriceQuestion): Found {
  if (provider !== null) {
    return { found: lookUp(model, { providerId: provider, timestamp: at }), foundBy: 'provider' };
  }
  const host = baseUrl === null ? undefined : findProvider({ providerApiUrl: baseUrl });
  if (host !== undefined) {
    return { found: lookUp(model, { providerId: host.id, timestamp: at }), foundBy: 'address' };
  }
  return { found: lookUp(model, { timestamp: at }), foundBy: 'model_name' };
}

function lookUp(
  model: string,
  options: { providerId?: string; timestamp: Date },
): PriceCalculation | null {
  const found = calcPrice({}, model, options);
  if (found === null || !isOfKind(model, found.model.id)) return null;
  return isLaterVersion(model, found.model.id) ? null : found;
}

/** Words in names of models that are billed in another way than models without them. */
const KINDS = /\b(?:tts|image|transcribe|audio|live|embedding)\b/giu;

/**
 * The list finds models by the beginnings of names, and would give a model that reads aloud the
 * prices of the one that answers.
 */
function isOfKind(model: string, found: string): boolean {
  const kinds = model.toLowerCase().match(KINDS) ?? [];
  return kinds.every((kind) => found.toLowerCase().includes(kind));
}

/** Data is plain objects, whatever class its type names. */
function isTiered(price: ModelPrice[string]): price is TieredPrices {
  return typeof price === 'object';
}

function baseOf(price: ModelPrice[string]): number | undefined {
  return isTiered(price) ? price.base : price;
}

/** Keeps only prices that {@link parsePriceList} accepts. */
function pricesOf(
  price: ModelPrice,
  valueOf: (one: ModelPrice[string]) => number | undefined,
  priced: readonly string[],
): PriceListText {
  const list: PriceListText = {};
  for (const [dimension, name] of DIMENSIONS) {
    if (!priced.includes(dimension)) continue;
    const value = valueOf(price[name]);
    if (value === undefined) continue;
    const text = decimalOf(dimension, value);
    if ('prices' in parsePriceList({ [dimension]: text }, [], true)) list[dimension] = text;
  }
  return list;
}

/** A number as a plain decimal, without the exponent that JavaScript uses for small numbers. */
function decimalOf(dimension: UsageDimension, value: number): string {
  const isToken = dimension !== 'request' && dimension !== 'web_search';
  return plainDecimal(isToken ? value : value / CALLS_PER_THOUSAND, isToken);
}

/**
 * A price as a price list writes it.
 * @param value credits per million tokens, or for one piece when `isToken` is false
 */
export function plainDecimal(value: number, isToken: boolean): string {
  const text = value.toFixed(isToken ? TOKEN_DECIMALS : PIECE_DECIMALS);
  return text.replace(/\.?0+$/, '');
}

/**
 * The tiers of dimensions that have a base price; a dimension priced like another one follows that
 * one in every tier.
 */
function longContextOf(
  price: ModelPrice,
  base: { prices: PriceListText; derived: Readonly<Record<string, string>> },
): PriceSuggestion['long_context'] {
  const tiered = DIMENSIONS.map(([, name]) => price[name]).filter(isTiered);
  const starts = new Set(tiered.flatMap(({ tiers }) => tiers.map(({ start }) => start)));
  return [...starts]
    .sort((a, b) => a - b)
    .map((start) => {
      const atStart = (one: ModelPrice[string]): number | undefined =>
        isTiered(one) ? one.tiers.findLast((tier) => tier.start <= start)?.price : undefined;
      const prices = pricesOf(price, atStart, Object.keys(base.prices));
      for (const [dimension, other] of Object.entries(base.derived)) {
        const same = prices[other as UsageDimension];
        if (same !== undefined) prices[dimension as UsageDimension] = same;
      }
      const known = Object.entries(prices).filter(([name]) => name in base.prices);
      return { above_input_tokens: start, prices: Object.fromEntries(known) };
    })
    .filter(({ prices }) => Object.keys(prices).length > 0);
}

function othersOf(price: ModelPrice, priced: readonly string[]): Record<string, number> {
  const known = new Set(
    DIMENSIONS.flatMap(([dimension, name]) => (priced.includes(dimension) ? [name] : [])),
  );
  const others: Record<string, number> = {};
  for (const [name, one] of Object.entries(price)) {
    const value = baseOf(one);
    if (!known.has(name) && value !== undefined) others[name] = value;
  }
  return others;
}

function sourceOf({ provider, model }: PriceCalculation, at: Date): PriceSuggestion['source'] {
  return {
    name: SOURCE,
    version: VERSION,
    provider: provider.id,
    model: model.id,
    urls: provider.pricing_urls ?? [],
    since: Array.isArray(model.prices) ? sinceOf(model.prices, at) : null,
    comment: model.price_comments ?? null,
  };
}

/** The last day that a change came into force on. */
function sinceOf(prices: readonly ConditionalPrice[], at: Date): string | null {
  const today = at.toISOString().slice(0, 'YYYY-MM-DD'.length);
  const starts = prices.flatMap(({ constraint }) =>
    constraint?.type === 'start_date' && constraint.start_date <= today
      ? [constraint.start_date]
      : [],
  );
  return starts.sort().at(-1) ?? null;
}

const VERSION = readVersion();

/** The library says the version of its data in its manifest only. */
function readVersion(): string {
  const entry = createRequire(import.meta.url).resolve(SOURCE);
  const manifest: unknown = JSON.parse(
    readFileSync(new URL('../package.json', `file://${entry}`), 'utf8'),
  );
  return String((manifest as { version: unknown }).version);
}

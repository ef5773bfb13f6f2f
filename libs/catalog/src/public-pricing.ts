import type { PublicPricing } from '@tollgate/contract/models';
import { pricesFor } from '@tollgate/money/rating';
import type { ByDimension, DimensionPrices, Prices, UsageDimension } from '@tollgate/money/rating';
import { formatSinglePrices } from './prices.ts';

/**
 * The names that OpenRouter's list of models has for our dimensions; US dollars a token, but for
 * the pieces.
 */
export const PUBLIC_PRICE_NAMES: ByDimension<keyof PublicPricing> = {
  input: 'prompt',
  cache_read: 'input_cache_read',
  cache_write: 'input_cache_write',
  cache_write_1h: 'input_cache_write_1h',
  output: 'completion',
  reasoning: 'internal_reasoning',
  image_output: 'image_output',
  request: 'request',
  search_unit: 'search_unit',
  image: 'image',
  web_search: 'web_search',
  web_fetch: 'web_fetch',
  code_execution: 'code_execution',
  code_interpreter: 'code_interpreter',
  code_interpreter_4g: 'code_interpreter_4g',
  code_interpreter_16g: 'code_interpreter_16g',
  code_interpreter_64g: 'code_interpreter_64g',
  mcp: 'mcp',
  image_generation: 'image_generation',
  file_search: 'file_search',
};

/** The prices of a whole call whose prompt is longer than so many tokens. */
interface PublicTier {
  above_input_tokens: number;
  pricing: PublicPricing;
}

/** What nothing has to be paid for: readers of such lists ask for both names in every entry. */
const FREE = { prompt: '0', completion: '0' } as const;

/**
 * The prices of a call with a short prompt under their public names, with `upliftBp` on top; null:
 * free.
 */
export function publicPricing(prices: Prices | null, upliftBp: number): PublicPricing {
  return prices === null ? { ...FREE } : named(pricesFor(prices, 0), upliftBp);
}

/**
 * The whole price table of each longer prompt, with `upliftBp` on top; none for a model without
 * tiers.
 */
export function publicTiers(prices: Prices | null, upliftBp: number): PublicTier[] {
  return (prices?.longContext ?? []).map(({ aboveInputTokens }) => ({
    above_input_tokens: aboveInputTokens,
    pricing: named(pricesFor(prices ?? {}, aboveInputTokens + 1), upliftBp),
  }));
}

function named(prices: DimensionPrices, upliftBp: number): PublicPricing {
  const list = Object.entries(formatSinglePrices(prices, upliftBp));
  const renamed = list.map(([name, price]) => [
    PUBLIC_PRICE_NAMES[name as UsageDimension] ?? name,
    price,
  ]);
  return { ...FREE, ...(Object.fromEntries(renamed) as Partial<PublicPricing>) };
}

const READ = '2026-11-26';

/**
 * Tiers of OpenAI that bill tokens at prices of their own: a model has one where its approval
 * admits it and each kind of token has a price there. `scale` is capacity that was bought ahead.
 */
export const PRICED_TIERS = ['flex', 'priority'] as const;

/** One of {@link PRICED_TIERS}. */
export type PricedTier = (typeof PRICED_TIERS)[number];

/**
 * Everything with prices of its own: the tiers that callers ask for, and `batch`, which is what
 * lines of batches pay that go over the batch interface of a provider. A price alone admits it.
 */
export const SEPARATE_PRICES = [...PRICED_TIERS, 'batch'] as const;

/** One of {@link SEPARATE_PRICES}. */
export type SeparatePrice = (typeof SEPARATE_PRICES)[number];

/** Whether a tier has prices of its own. */
export function isPricedTier(word: unknown): word is PricedTier {
  return PRICED_TIERS.some((tier) => tier === word);
}

/** The tiers that a list of prices names, by its dimensions such as `flex_input`. */
export function tiersNamedBy(prices: object): SeparatePrice[] {
  const names = Object.keys(prices);
  return SEPARATE_PRICES.filter((tier) => names.some((name) => name.startsWith(`${tier}_`)));
}

/** Kinds of tokens that have a price in each tier. */
const TIERED = ['input', 'cache_read', 'cache_write', 'output', 'reasoning'];

/** Dimensions of tokens of a tier, such as `flex_input`. */
export const TIER_DIMENSION_PATTERN =
  '^(?:(?:flex|priority|batch)_(?:input|cache_read|cache_write|output|reasoning)|batch_cache_write_1h)$';

/** The dimensions that calls of a tier have, for a model with the given plain ones. */
export function tierDimensions(tier: PricedTier, dimensions: readonly string[]): string[] {
  return TIERED.filter((name) => dimensions.includes(name)).map((name) => `${tier}_${name}`);
}

/** The dimensions of what runs over a batch interface, for a model with the given plain ones. */
export function batchDimensions(dimensions: readonly string[]): string[] {
  return [...TIERED, 'cache_write_1h']
    .filter((name) => dimensions.includes(name))
    .map((name) => `batch_${name}`);
}

/** Whether a dimension is one of {@link batchDimensions}. */
export function isBatchDimension(name: string): boolean {
  return name.startsWith('batch_');
}

/**
 * The tiers of each provider that cost what its list of prices says. Every other tier has prices of
 * its own, see {@link PRICED_TIERS}, or is refused by name.
 * `standard_only` keeps Anthropic from capacity that was bought in advance.
 */
export const STANDARD_TIERS = {
  openai: {
    values: ['auto', 'default'],
    source:
      'https://developers.openai.com/api/reference/resources/chat/subresources/completions/methods/create',
    date: READ,
  },
  anthropic: {
    values: ['auto', 'standard_only'],
    source: 'https://platform.claude.com/docs/en/api/service-tiers',
    date: READ,
  },
} as const;

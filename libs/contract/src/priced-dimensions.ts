import type { RequestContract } from './request-contract.ts';
import { PRICED_TIERS, tierDimensions } from './service-tiers.ts';

type Capability = RequestContract['capability'];

/**
 * Fees that a call of a capability can have beside the dimensions of its contract: `request` for
 * each call, and `image` for each picture that the caller sends. Both are known before the call, so
 * that the quote, the hold and the charge have the same ones.
 */
const FEES: Readonly<Record<Capability, readonly string[]>> = Object.freeze({
  chat: ['request', 'image'],
  embeddings: ['request'],
  video: ['request', 'image'],
  image: ['request'],
});

const TOKENS = ['input', 'cache_read', 'cache_write', 'output', 'reasoning'];

/**
 * Dimensions that a contract of each capability can have; `second` means every kind of second of a
 * video, `image` of an image model every kind of image that it makes.
 */
const POSSIBLE: Readonly<Record<Capability, readonly string[]>> = Object.freeze({
  chat: [
    'input',
    'cache_read',
    'cache_write',
    'cache_write_1h',
    'output',
    'reasoning',
    ...PRICED_TIERS.flatMap((tier) => tierDimensions(tier, TOKENS)),
    'request',
    'image',
  ],
  embeddings: ['input', 'request'],
  video: ['input', 'output', 'request', 'image', 'second'],
  image: ['input', 'output', 'image_output', 'request', 'image'],
});

/**
 * The dimensions that a price of a model may name, in one order: those of its contract, and the
 * fees of its capability. A price for another dimension would never be quoted.
 */
export function pricedDimensions({
  capability,
  dimensions,
}: Pick<RequestContract, 'capability' | 'dimensions'>): string[] {
  const priced = new Set([...dimensions, ...FEES[capability]]);
  const inOrder = POSSIBLE[capability].filter((name) => priced.has(name));
  return [...new Set([...inOrder, ...priced])];
}

/**
 * Dimensions that an approval may still add to those of a model, by the parameter that it would
 * admit: prices can name them before, so that a model is not without a price in between.
 * @param given.hasTiers whether the provider of the model has tiers with prices of their own
 */
export function laterDimensions(
  dimensions: readonly string[],
  { hasTiers }: { hasTiers: boolean },
): string[] {
  return [
    ...(dimensions.includes('cache_write') ? ['cache_write_1h'] : []),
    ...(hasTiers ? PRICED_TIERS.flatMap((tier) => tierDimensions(tier, dimensions)) : []),
  ];
}

/** The names of a list of dimensions that no contract of the capability can have. */
export function foreignDimensions(capability: Capability, dimensions: readonly string[]): string[] {
  return dimensions.filter((name) => !POSSIBLE[capability].includes(name));
}

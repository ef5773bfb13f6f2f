import { pricedDimensions } from '@tollgate/contract/priced-dimensions';
import type { RequestContract } from '@tollgate/contract/request-contract';
import { dimensionsOf, parsePrices } from '@tollgate/money/rating';
import type { DimensionPrices, Prices, PricesJson } from '@tollgate/money/rating';

type Priced = Pick<RequestContract, 'capability' | 'dimensions'>;

/**
 * The prices of a version that count for a model: those for dimensions of its contract and for the
 * fees of its capability. A stored version never changes, and an earlier release took other
 * dimensions as well. Quotes, holds and charges all begin with the prices that this function gives,
 * so that a price which cannot be quoted is not charged either.
 */
export function pricesInForce(json: PricesJson, contract: Priced): Prices {
  const { longContext, ...base } = parsePrices(json);
  const names = pricedDimensions(contract);
  const tiers = (longContext ?? [])
    .map((tier) => ({ ...tier, prices: only(tier.prices, names) }))
    .filter(({ prices }) => dimensionsOf(prices).length > 0);
  const prices = only(base, names);
  return tiers.length === 0 ? prices : { ...prices, longContext: tiers };
}

function only(prices: DimensionPrices, names: readonly string[]): DimensionPrices {
  const kept: DimensionPrices = {};
  for (const name of dimensionsOf(prices)) {
    const price = prices[name];
    if (price !== undefined && names.includes(name)) kept[name] = price;
  }
  return kept;
}

import type { PriceSuggestion } from '@tollgate/contract/platform/models';
import { dimensionsOf, parsePrices, pricesFor } from '@tollgate/money/rating';
import type { DimensionPrices, Prices, PricesJson, UsageDimension } from '@tollgate/money/rating';
import { formatPriceList, parsePriceList } from './prices.ts';

/** A price of ours that is not the one in a public list, both as price lists write them. */
export interface PriceDifference {
  dimension: UsageDimension;
  /** From so many input tokens on; 0 for every prompt. */
  aboveInputTokens: number;
  ours: string;
  listed: string;
}

/** How the prices of a model differ from those of a public list. */
export interface PriceDrift {
  /** What costs more there: each call that uses it may lose money. */
  below: PriceDifference[];
  /** What costs less there. */
  above: PriceDifference[];
}

/**
 * Compares prices with a public list, also for the long prompts that the list prices apart. What
 * only one of both has a price for is not compared, and a model that was made free on purpose
 * differs from no list.
 */
export function priceDrift(
  json: PricesJson,
  listed: Pick<PriceSuggestion, 'prices' | 'long_context'>,
): PriceDrift {
  const ours = parsePrices(json);
  const drift: PriceDrift = { below: [], above: [] };
  if (isFree(ours)) return drift;
  const tiers = [{ above_input_tokens: 0, prices: {} }, ...listed.long_context];
  for (const { above_input_tokens: above, prices } of tiers) {
    compare(drift, above, {
      ours: pricesFor(ours, above === 0 ? 0 : above + 1),
      listed: exact({ ...listed.prices, ...prices }),
    });
  }
  return drift;
}

function isFree(prices: Prices): boolean {
  const { longContext: _, ...base } = prices;
  return Object.values<bigint>(base as Record<string, bigint>).every((price) => price === 0n);
}

/** The prices of a list that every entry of has been read before. */
function exact(list: PriceSuggestion['prices']): DimensionPrices {
  const read = parsePriceList(list, [], true);
  return 'prices' in read ? read.prices : {};
}

function compare(
  { below, above }: PriceDrift,
  aboveInputTokens: number,
  prices: { ours: DimensionPrices; listed: DimensionPrices },
): void {
  for (const dimension of dimensionsOf(prices.listed)) {
    const [ours, listed] = [prices.ours[dimension], prices.listed[dimension]];
    if (ours === undefined || listed === undefined || ours === listed) continue;
    const written = (price: bigint): string =>
      formatPriceList({ [dimension]: price })[dimension] ?? '';
    const difference = { ours: written(ours), listed: written(listed) };
    (ours < listed ? below : above).push({ dimension, aboveInputTokens, ...difference });
  }
}

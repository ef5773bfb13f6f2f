import type { PriceChange } from '@tollgate/contract/platform/models';
import { dimensionsOf, parsePrices } from '@tollgate/money/rating';
import type { DimensionPrices, PricesJson } from '@tollgate/money/rating';
import { formatPriceList } from './prices.ts';

/**
 * What a price version changed: each price that the version before has not, or has otherwise, then
 * each that is gone. Prices of long prompts are compared with those of the same length.
 * @param before null for the first version of a model, whose prices are all new
 */
export function priceChanges(before: PricesJson | null, after: PricesJson): PriceChange[] {
  const [old, fresh] = [before === null ? new Map() : tablesOf(before), tablesOf(after)];
  const lengths = [...new Set([...old.keys(), ...fresh.keys()])].sort((a, b) => a - b);
  return lengths.flatMap((length) =>
    between(length, old.get(length) ?? {}, fresh.get(length) ?? {}),
  );
}

/** The tables of a version by the prompts that they are for; 0: every prompt. */
function tablesOf(json: PricesJson): Map<number, DimensionPrices> {
  const { longContext = [], ...base } = parsePrices(json);
  return new Map<number, DimensionPrices>([
    [0, base],
    ...longContext.map((tier) => [tier.aboveInputTokens, tier.prices] as const),
  ]);
}

function between(length: number, old: DimensionPrices, fresh: DimensionPrices): PriceChange[] {
  const [before, after] = [formatPriceList(old), formatPriceList(fresh)];
  return dimensionsOf({ ...fresh, ...old }).flatMap((dimension) => {
    if (old[dimension] === fresh[dimension]) return [];
    return {
      dimension,
      above_input_tokens: length,
      before: before[dimension] ?? null,
      after: after[dimension] ?? null,
    };
  });
}

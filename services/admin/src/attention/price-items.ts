import type { CredentialDeps } from '@tollgate/catalog/credentials';
import type { ModelView } from '@tollgate/catalog/models';
import { priceDrift } from '@tollgate/catalog/price-drift';
import type { PriceDifference, PriceDrift } from '@tollgate/catalog/price-drift';
import { suggestPrices } from '@tollgate/catalog/bundled-prices';
import { ATTENTION_OF_KIND_MAX } from '@tollgate/contract/platform/attention';
import type { AttentionItemOut } from '@tollgate/contract/platform/attention';
import { pricedDimensions, toolsOf } from '@tollgate/contract/priced-dimensions';
import { growingCache } from '@tollgate/runtime/growing-cache';
import type { AdminDeps } from '../deps.ts';
import { countedItem, itemOf } from './item.ts';

/** Price versions whose comparison is remembered. */
const VERSIONS_MAX = 5_000;
const DAY_CHARACTERS = 'YYYY-MM-DD'.length;

/**
 * Says which prices differ from the price list that comes with this release. A comparison depends
 * on the version of a price and on the day, since lists name the day that a price begins on.
 */
export type PriceItems = (
  deps: Pick<AdminDeps, 'credentials'>,
  given: { approved: readonly ModelView[]; baseUrls: ReadonlyMap<string, string | null>; at: Date },
) => AttentionItemOut[];

/** Remembers what it has compared, for pages that ask every few seconds. */
export function createPriceItems(): PriceItems {
  const known = growingCache<string, { drift: PriceDrift | null }>(VERSIONS_MAX);
  return ({ credentials }, { approved, baseUrls, at }) => {
    const drifts = approved.flatMap((view) => {
      if (view.price === null) return [];
      const key = `${view.price.id} ${at.toISOString().slice(0, DAY_CHARACTERS)}`;
      const found = known.get(key) ?? { drift: driftOf(credentials, view, { baseUrls, at }) };
      known.set(key, found);
      return found.drift === null ? [] : [{ model: view.model.publicId, ...found.drift }];
    });
    const below = drifts.filter((one) => one.below.length > 0);
    const above = drifts.filter((one) => one.below.length === 0 && one.above.length > 0);
    return [
      ...below
        .slice(0, ATTENTION_OF_KIND_MAX)
        .map(({ model, below: differences }) =>
          itemOf('price_below_list', { id: model, name: model, detail: sayAll(differences) }),
        ),
      ...countedItem('prices_above_list', above.length),
    ];
  };
}

/** Null where the list knows the model by nothing but its name, which others may have given it. */
function driftOf(
  { providers }: CredentialDeps,
  { model, price }: ModelView,
  { baseUrls, at }: { baseUrls: ReadonlyMap<string, string | null>; at: Date },
): PriceDrift | null {
  if (price === null) return null;
  const family = providers.families.find(({ id }) => id === model.family);
  const contract = model.contract ?? model.draft;
  const suggestion = suggestPrices({
    provider: family?.pricesAs ?? family?.provider ?? null,
    baseUrl: baseUrls.get(model.provider) ?? null,
    model: model.upstreamModel,
    dimensions: contract.dimensions,
    priced: pricedDimensions(
      { ...contract, transcription: model.draft.transcription },
      toolsOf(model.draft),
    ),
    at,
  });
  if (suggestion === null || suggestion.found_by === 'model_name') return null;
  return priceDrift(price.prices, suggestion);
}

/** Such as `input 2 instead of 2.5, output above 200000 input tokens 10 instead of 15`. */
function sayAll(differences: readonly PriceDifference[]): string {
  return differences
    .map(({ dimension, aboveInputTokens: above, ours, listed }) => {
      const of = `${dimension.replaceAll('_', ' ')}${above === 0 ? '' : ` above ${above} input tokens`}`;
      return `${of} ${ours} instead of ${listed}`;
    })
    .join(', ');
}

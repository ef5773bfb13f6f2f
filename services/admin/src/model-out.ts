import { admissibleTiers, missingLimits, overridesOf } from '@tollgate/catalog/contract';
import type { ModelView } from '@tollgate/catalog/models';
import { shownContract } from '@tollgate/catalog/shown-contract';
import { formatLongContext, formatPriceList } from '@tollgate/catalog/prices';
import type { PriceVersionRow } from '@tollgate/catalog/rows';
import type { RouteSettings } from '@tollgate/contract/paid-routes';
import type { PlatformModelOut, PriceVersionOut } from '@tollgate/contract/platform/models';
import { toolsOf } from '@tollgate/contract/priced-dimensions';
import { parsePrices } from '@tollgate/money/rating';
import { hasBatchInterface } from '@tollgate/providers/families';
import { encodeId } from '@tollgate/runtime/ids';

/** A model as administrators see one. */
export function modelOut(view: ModelView, routes: RouteSettings): PlatformModelOut {
  const { model, price, upcoming, unroutableReason } = view;
  const contract = model.contract ?? model.draft;
  return {
    id: encodeId('mdl', model.id),
    public_id: model.publicId,
    provider: model.provider,
    family: model.family,
    upstream_model: model.upstreamModel,
    contract_source: contract.source ?? 'assumed',
    capability: contract.capability,
    state: model.state,
    enabled: model.enabled,
    routable: unroutableReason === null,
    unroutable_reason: unroutableReason,
    missing_limits: model.contract === null ? missingLimits(model.draft) : [],
    limits: contract.limits,
    dimensions: contract.dimensions,
    hard_output_tokens: model.hardOutputTokens,
    first_byte_seconds: model.firstByteSeconds,
    total_seconds: model.totalSeconds,
    parameter_overrides: overridesOf(model.draft, model.contract),
    admissible_tiers: admissibleTiers(model.draft),
    has_batch_prices: hasBatchInterface({ family: model.family, capability: contract.capability }),
    admissible_tools: toolsOf(model.draft),
    hears_audio: model.draft.transcription !== undefined,
    request_contract: model.contract && shownContract(model.contract, routes),
    price: price === null ? null : priceVersionOut(price),
    upcoming_prices: upcoming.map(priceVersionOut),
    discovered_at: model.discoveredAt.toISOString(),
    updated_at: model.updatedAt.toISOString(),
  };
}

/** A price version as administrators see one. */
export function priceVersionOut(version: PriceVersionRow): PriceVersionOut {
  const prices = parsePrices(version.prices);
  return {
    id: encodeId('prc', version.id),
    model_id: encodeId('mdl', version.modelId),
    prices: formatPriceList(prices),
    long_context: formatLongContext(prices, 0),
    effective_at: version.effectiveAt.toISOString(),
    created_by: encodeId('adm', version.createdBy),
    created_at: version.createdAt.toISOString(),
  };
}

import { GatewayError } from '@tollgate/contract/error-codes';
import type { ModelList, ModelListQuery, ModelOut } from '@tollgate/contract/models';
import { upliftFor } from '@tollgate/catalog/snapshot';
import type { CatalogSnapshot } from '@tollgate/catalog/snapshot';
import { dearestOf } from '@tollgate/catalog/dearest';
import type { UserRate } from '@tollgate/catalog/dearest';
import { publicPricing, publicTiers } from '@tollgate/catalog/public-pricing';
import { shownContract } from '@tollgate/catalog/shown-contract';
import { timeOfUuid } from '@tollgate/runtime/ids';
import type { Caller } from '../caller/caller.ts';
import type { RouteSettings } from '@tollgate/contract/paid-routes';
import { ceilingsFor, ceilingsOf } from '../bounds/output-policy.ts';
import { unknownModel, visibleModels } from './resolve.ts';
import type { VisibleModel } from './resolve.ts';

const MS_PER_SECOND = 1_000;

/**
 * The models and aliases that one caller may call, in the order of their ids: all of them, or the
 * page that the query asks for.
 * @throws GatewayError `invalid_request` for cursors that contradict each other
 */
export function listModels(
  catalog: CatalogSnapshot,
  caller: Caller,
  { query, settings }: { query: ModelListQuery; settings: RouteSettings },
): ModelList {
  const { capability } = query;
  const wanted = visibleModels(catalog, caller)
    .filter(({ contract }) => capability === undefined || contract.capability === capability)
    .sort((a, b) => (a.publicId < b.publicId ? -1 : 1));
  const { page, hasMore } = pageOf(wanted, query);
  return {
    object: 'list',
    catalog_revision: catalog.revision,
    data: page.map((model) => modelOut(model, caller, settings)),
    has_more: hasMore,
    first_id: page[0]?.publicId ?? null,
    last_id: page.at(-1)?.publicId ?? null,
  };
}

/**
 * One entry of the list.
 * @throws GatewayError `model_unavailable` for what the list does not show
 */
export function getModel(
  catalog: CatalogSnapshot,
  caller: Caller,
  { name, settings }: { name: string; settings: RouteSettings },
): ModelOut {
  const model = visibleModels(catalog, caller).find(({ publicId }) => publicId === name);
  if (model === undefined) throw unknownModel(catalog, caller, name);
  return modelOut(model, caller, settings);
}

/**
 * A cursor is compared and not looked up, so that a model which goes away between two pages ends no
 * listing.
 */
function pageOf(
  models: readonly VisibleModel[],
  query: ModelListQuery,
): { page: readonly VisibleModel[]; hasMore: boolean } {
  const { after, before } = cursorsOf(query);
  const rest = models.filter(
    ({ publicId }) =>
      (after === undefined || publicId > after) && (before === undefined || publicId < before),
  );
  const limit = query.limit ?? rest.length;
  const page = before === undefined ? rest.slice(0, limit) : rest.slice(-limit);
  return { page, hasMore: page.length < rest.length };
}

function cursorsOf({ after, after_id: afterId, before_id: before }: ModelListQuery): {
  after: string | undefined;
  before: string | undefined;
} {
  if (after !== undefined && afterId !== undefined && after !== afterId) {
    throw contradiction('after', 'must be the same as after_id where both are sent');
  }
  if (before !== undefined && (after ?? afterId) !== undefined) {
    throw contradiction('before_id', 'cannot be sent together with after_id or after');
  }
  return { after: after ?? afterId, before };
}

function contradiction(param: string, words: string): GatewayError {
  return new GatewayError('invalid_request', `${param} ${words}.`, { param });
}

function modelOut(model: VisibleModel, caller: Caller, settings: RouteSettings): ModelOut {
  const { contract, publicId } = model;
  const created = timeOfUuid(model.id);
  const shared = {
    id: publicId,
    object: 'model' as const,
    type: 'model' as const,
    name: publicId,
    display_name: publicId,
    created: Math.floor(created.getTime() / MS_PER_SECOND),
    created_at: created.toISOString(),
    owned_by: model.provider ?? 'tollgate',
    capability: contract.capability,
    context_tokens: contract.limits.context_tokens,
    context_length: contract.limits.context_tokens,
    ...pricesOf(model, caller),
    request_contract: shownContract(contract, settings),
  };
  const isOfImages = contract.capability === 'image';
  if (contract.limits.output_tokens === undefined || isOfImages) return shared;
  const ceilings = ceilingsFor(contract.limits, ceilingsOf(caller, model.hardOutputTokens));
  return {
    ...shared,
    output_tokens: contract.limits.output_tokens,
    managed_output_ceiling: ceilings.managed,
    hard_output_ceiling: ceilings.hard,
    max_completion_tokens: ceilings.hard,
  };
}

function pricesOf(
  { served }: VisibleModel,
  { policy }: Caller,
): Pick<ModelOut, 'pricing' | 'long_context'> {
  const [first = FREE, ...others] = served.map(({ id, prices }) => ({
    prices,
    upliftBp: upliftFor(policy, id).bp,
  }));
  const { prices, upliftBp } = dearestOf<UserRate>(first, others);
  const tiers = publicTiers(prices, upliftBp);
  const pricing = publicPricing(prices, upliftBp);
  return tiers.length === 0 ? { pricing } : { pricing, long_context: tiers };
}

/** The sandbox has no prices. */
const FREE: UserRate = { prices: null, upliftBp: 0 };

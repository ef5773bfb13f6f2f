import type { ModelList, ModelOut } from '@tollgate/contract/models';
import type { CatalogSnapshot } from '@tollgate/catalog/snapshot';
import { timeOfUuid } from '@tollgate/runtime/ids';
import type { Caller } from './caller.ts';
import { shownContract } from '@tollgate/providers/contract';
import { ceilingsFor, ceilingsOf } from './output-policy.ts';
import { unknownModel, visibleModels } from './resolve.ts';
import type { VisibleModel } from './resolve.ts';

/** The models and aliases that one caller may call. */
export function listModels(catalog: CatalogSnapshot, caller: Caller): ModelList {
  const data = visibleModels(catalog, caller)
    .map((model) => modelOut(model, caller))
    .sort((a, b) => (a.id < b.id ? -1 : 1));
  return { object: 'list', catalog_revision: catalog.revision, data };
}

/**
 * One entry of the list.
 * @throws GatewayError `model_unavailable` for what the list does not show
 */
export function getModel(catalog: CatalogSnapshot, caller: Caller, name: string): ModelOut {
  const model = visibleModels(catalog, caller).find(({ publicId }) => publicId === name);
  if (model === undefined) throw unknownModel(catalog, caller, name);
  return modelOut(model, caller);
}

function modelOut(model: VisibleModel, caller: Caller): ModelOut {
  const { contract } = model;
  const shared = {
    id: model.publicId,
    object: 'model' as const,
    created: Math.floor(timeOfUuid(model.id).getTime() / 1_000),
    owned_by: model.provider ?? 'tollgate',
    capability: contract.capability,
    context_tokens: contract.limits.context_tokens,
    request_contract: shownContract(contract),
  };
  if (contract.limits.output_tokens === undefined) return shared;
  const ceilings = ceilingsFor(contract.limits, ceilingsOf(caller, model.hardOutputTokens));
  return {
    ...shared,
    output_tokens: contract.limits.output_tokens,
    managed_output_ceiling: ceilings.managed,
    hard_output_ceiling: ceilings.hard,
  };
}

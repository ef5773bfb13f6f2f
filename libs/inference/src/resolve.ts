import { GatewayError } from '@tollgate/contract/errors';
import type { RequestContract } from '@tollgate/contract/request-contract';
import type { CatalogCredential, CatalogModel, CatalogSnapshot } from '@tollgate/catalog/snapshot';
import { upliftFor } from '@tollgate/catalog/snapshot';
import type { Prices } from '@tollgate/money/rating';
import type { Family, Target } from '@tollgate/providers/adapter';
import { familyById } from '@tollgate/providers/families';
import { SANDBOX_MODELS } from './sandbox-models.ts';
import type { Admitted } from './admit.ts';

/** How long a caller should wait for a model without a working credential, in seconds. */
const NO_CREDENTIAL_RETRY_SECONDS = 10;

/** One model that this caller may use now, with all that the call needs. */
export interface Route {
  modelId: string;
  publicId: string;
  provider: string;
  family: Family;
  target: Target;
  contract: RequestContract;
  hardOutputTokens: number | null;
  /** Absent for the sandbox, which costs nothing. */
  price: { id: string; prices: Prices; upliftBp: number } | null;
  /** Sealed; absent for the sandbox. */
  credential: CatalogCredential | null;
}

/** Models that a caller sees, in the order of their names. */
export function visibleModels(catalog: CatalogSnapshot, caller: Admitted): VisibleModel[] {
  if (caller.mode === 'test')
    return SANDBOX_MODELS.filter((model) => isAllowed(model.publicId, caller));
  return [...catalog.models.values()].filter(
    (model) => !caller.policy.disabledModelIds.has(model.id) && isAllowed(model.publicId, caller),
  );
}

/** What the model list shows of a model. */
export interface VisibleModel {
  id: string;
  publicId: string;
  provider: string;
  contract: RequestContract;
  hardOutputTokens: number | null;
}

function isAllowed(publicId: string, caller: Admitted): boolean {
  return caller.key.modelAllowList === null || caller.key.modelAllowList.includes(publicId);
}

/**
 * Step 3: the model by its exact id. It is never switched for another.
 * @throws GatewayError 404 when the caller can not see the model, 503 when nothing can serve it just now
 */
export function resolve(catalog: CatalogSnapshot, caller: Admitted, model: string): Route {
  if (!isAllowed(model, caller)) throw unknownModel(model);
  if (caller.mode === 'test') return sandboxRoute(model);
  const found = catalog.models.get(model);
  if (found === undefined) {
    if (catalog.unroutable.get(model)?.reason === 'no_active_credential') throw noCredential(model);
    throw unknownModel(model);
  }
  if (caller.policy.disabledModelIds.has(found.id)) throw unknownModel(model);
  return liveRoute(found, caller);
}

function liveRoute(model: CatalogModel, caller: Admitted): Route {
  const credential = model.credentials[0];
  const family = familyById(model.family);
  if (credential === undefined || family === undefined) throw noCredential(model.publicId);
  return {
    modelId: model.id,
    publicId: model.publicId,
    provider: model.provider,
    family,
    target: {
      family: model.family,
      provider: model.provider,
      upstreamModel: model.upstreamModel,
      baseUrl: credential.baseUrl,
    },
    contract: model.contract,
    hardOutputTokens: model.hardOutputTokens,
    price: {
      id: model.priceVersionId,
      prices: model.prices,
      upliftBp: upliftFor(caller.policy, model.id).bp,
    },
    credential,
  };
}

function sandboxRoute(name: string): Route {
  const model = SANDBOX_MODELS.find(({ publicId }) => publicId === name);
  if (model === undefined) throw unknownModel(name);
  return {
    modelId: model.publicId,
    publicId: model.publicId,
    provider: model.provider,
    family: model.family,
    target: {
      family: model.family.id,
      provider: model.provider,
      upstreamModel: model.upstreamModel,
      baseUrl: '',
    },
    contract: model.contract,
    hardOutputTokens: null,
    price: null,
    credential: null,
  };
}

function unknownModel(model: string): GatewayError {
  return new GatewayError(
    'model_unavailable',
    `The model or alias "${model.slice(0, 100)}" is unavailable. GET /v1/models lists what this key may use.`,
    { param: 'model' },
  );
}

function noCredential(model: string): GatewayError {
  return new GatewayError('routing_error', `The model "${model}" can not be served just now.`, {
    param: 'model',
    retryAfterSeconds: NO_CREDENTIAL_RETRY_SECONDS,
  });
}

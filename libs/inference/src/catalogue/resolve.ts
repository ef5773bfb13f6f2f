import { GatewayError } from '@tollgate/contract/error-codes';
import type { RequestContract } from '@tollgate/contract/request-contract';
import { comparedOf, inOrder } from '@tollgate/catalog/alias-order';
import { upliftFor } from '@tollgate/catalog/snapshot';
import type { CallTimes } from '@tollgate/catalog/rows';
import type {
  CatalogAlias,
  CatalogCredential,
  CatalogModel,
  CatalogSnapshot,
} from '@tollgate/catalog/snapshot';
import type { Prices } from '@tollgate/money/rating';
import type { Family, Endpoint } from '@tollgate/providers/adapter/adapter';
import { ownTtl } from '@tollgate/providers/adapter/cache-marks';
import { familyById } from '@tollgate/providers/families';
import type { Caller } from '../caller/caller.ts';
import type { CredentialPool } from '../credentials/credential-pool.ts';
import { candidateOf } from './alias-candidates.ts';
import type { AliasOrder } from './alias-candidates.ts';
import { SANDBOX_MODELS } from './sandbox-models.ts';

/** How long a caller should wait for a model without a working credential, in seconds. */
const NO_CREDENTIAL_RETRY_SECONDS = 10;

/** The most names that an error offers instead of one that does not exist. */
const NEAR_NAMES_MAX = 3;
const SHOWN_NAME_CHARACTERS = 100;

/** Nobody sets limits for the sandbox. */
export const UNLIMITED: CallTimes = { firstByteSeconds: null, totalSeconds: null };

/**
 * The limits that administrators set for a target: the narrower ones where there are some, else the
 * wider ones. An alias is narrower than a model, and a model than a credential.
 */
export function timesOf(narrower: CallTimes, wider: CallTimes): CallTimes {
  return {
    firstByteSeconds: narrower.firstByteSeconds ?? wider.firstByteSeconds,
    totalSeconds: narrower.totalSeconds ?? wider.totalSeconds,
  };
}

/** What may serve a call: one model at one provider with one credential. */
export interface Target {
  modelId: string;
  publicId: string;
  provider: string;
  family: Family;
  /** The model at its provider, without the credential. */
  endpoint: Endpoint;
  /** The contract of the model itself; an alias may promise less. */
  contract: Pick<RequestContract, 'parameters'>;
  /** The context limit of the model itself; an alias may promise less. */
  contextTokens: number;
  /** Absent for the sandbox, which costs nothing. */
  price: { id: string; prices: Prices; upliftBp: number } | null;
  /** Sealed; absent for the sandbox. */
  credential: CatalogCredential | null;
  /** How often this target is tried again before the next one; 0 for an exact id. */
  retries: number;
  /**
   * How long its calls may take, as administrators set it: for the alias, else for the model, else
   * for the credential.
   */
  times: CallTimes;
}

/**
 * The model or alias that a name resolves to: what it accepts, and its targets in the order in
 * which they are tried.
 */
export interface Resolved {
  /** The exact id or the alias, as asked for. */
  name: string;
  /** The revision of the catalogue in which the name was looked up. */
  catalogRevision: string;
  /** An alias has the intersection of its targets' contracts. */
  contract: RequestContract;
  hardOutputTokens: number | null;
  /** Never empty. Several for an alias, or for a model with several credentials. */
  targets: readonly Target[];
  /** How an alias ordered its targets for this call; absent for an exact id. */
  order?: AliasOrder;
}

/** What the model list shows of a model or an alias. */
export interface VisibleModel {
  /** A UUIDv7. */
  id: string;
  publicId: string;
  /** The provider prefix; null for an alias. */
  provider: string | null;
  contract: RequestContract;
  hardOutputTokens: number | null;
  /**
   * What may answer and is paid for: the model itself, or the targets of an alias; none in the
   * sandbox.
   */
  served: readonly CatalogModel[];
}

export interface ResolveDeps {
  catalog: CatalogSnapshot;
  pool: CredentialPool;
  /** From 0 to below 1; decides weighted aliases. */
  random(): number;
  /** What the name of the call resolves to, where that was decided before. */
  pinned?: Resolved;
}

/** Models and aliases that a caller sees. */
export function visibleModels(catalog: CatalogSnapshot, caller: Caller): VisibleModel[] {
  const allowed = (model: VisibleModel): boolean => isAllowed(model.publicId, caller);
  if (caller.mode === 'test') {
    return SANDBOX_MODELS.map((model) => ({ ...model, served: [] })).filter(allowed);
  }
  const models = [...catalog.models.values()]
    .filter((model) => isEnabled(model, caller))
    .map((model) => ({ ...model, served: [model] }));
  const aliases = [...catalog.aliases.values()].map((alias) => visibleAlias(alias, caller));
  return [...models, ...aliases.filter(({ served }) => served.length > 0)].filter(allowed);
}

function visibleAlias(alias: CatalogAlias, caller: Caller): VisibleModel {
  const { id, name: publicId, contract, hardOutputTokens } = alias;
  const served = alias.targets.map(({ model }) => model).filter((one) => isEnabled(one, caller));
  return { id, publicId, provider: null, contract, hardOutputTokens, served };
}

/** The model or alias of a name that a caller may use; null for every other name. */
export function findVisible(
  catalog: CatalogSnapshot,
  caller: Caller,
  name: string,
): 'model' | 'alias' | null {
  if (!isAllowed(name, caller)) return null;
  if (caller.mode === 'test') {
    return SANDBOX_MODELS.some(({ publicId }) => publicId === name) ? 'model' : null;
  }
  const model = catalog.models.get(name);
  if (model !== undefined) return isEnabled(model, caller) ? 'model' : null;
  const alias = catalog.aliases.get(name);
  return alias?.targets.some((target) => isEnabled(target.model, caller)) === true ? 'alias' : null;
}

/** @throws GatewayError 404 when the key's own list has no such model */
export function assertListed(catalog: CatalogSnapshot, caller: Caller, name: string): void {
  if (!isAllowed(name, caller)) throw unknownModel(catalog, caller, name);
}

function isAllowed(name: string, caller: Caller): boolean {
  return caller.key.modelAllowList === null || caller.key.modelAllowList.includes(name);
}

function isEnabled(model: CatalogModel, caller: Caller): boolean {
  return !caller.policy.disabledModelIds.has(model.id);
}

/**
 * Step 3: resolves a name. An exact id is never switched for another model; an alias goes through
 * its targets.
 * @throws GatewayError 404 when the caller cannot see it, 503 when nothing can serve it just now
 */
export function resolve(deps: ResolveDeps, caller: Caller, name: string): Resolved {
  if (deps.pinned !== undefined) return deps.pinned;
  return { ...lookUp(deps, caller, name), catalogRevision: deps.catalog.revision };
}

type Found = Omit<Resolved, 'catalogRevision'>;

function lookUp(deps: ResolveDeps, caller: Caller, name: string): Found {
  assertListed(deps.catalog, caller, name);
  if (caller.mode === 'test') return resolveSandbox(deps, caller, name);
  const model = deps.catalog.models.get(name);
  if (model !== undefined) return resolveModel(deps, caller, model);
  const alias = deps.catalog.aliases.get(name);
  if (alias !== undefined) return resolveAlias(deps, caller, alias);
  if (deps.catalog.unroutable.get(name)?.reason === 'no_active_credential') {
    throw noCredential(name, NO_CREDENTIAL_RETRY_SECONDS);
  }
  throw unknownModel(deps.catalog, caller, name);
}

function resolveModel(deps: ResolveDeps, caller: Caller, model: CatalogModel): Found {
  if (!isEnabled(model, caller)) throw unknownModel(deps.catalog, caller, model.publicId);
  const { first, last } = targetsOf(deps, caller, model);
  const targets = [...first, ...last];
  if (targets.length === 0) throw shut(deps, caller, { name: model.publicId, models: [model] });
  const { contract, hardOutputTokens } = model;
  return { name: model.publicId, contract, hardOutputTokens, targets };
}

function resolveAlias(deps: ResolveDeps, caller: Caller, alias: CatalogAlias): Found {
  const enabled = alias.targets.filter(({ model }) => isEnabled(model, caller));
  if (enabled.length === 0) throw unknownModel(deps.catalog, caller, alias.name);
  const { strategy } = alias;
  const of = candidateOf(deps.pool, caller);
  const ordered = inOrder(strategy, enabled, { of, random: () => deps.random() }).map((one) => {
    const { first, last } = targetsOf(deps, caller, one.model);
    const ofAlias = (target: Target): Target => ({
      ...target,
      retries: one.retries,
      times: timesOf(alias.times, target.times),
    });
    const isShut = first.length + last.length === 0;
    const { publicId } = one.model;
    const chosen = { publicId, compared: comparedOf(strategy, of(one)), isShut };
    return { chosen, first: first.map(ofAlias), last: last.map(ofAlias) };
  });
  const targets = [
    ...ordered.flatMap(({ first }) => first),
    ...ordered.flatMap(({ last }) => last),
  ];
  if (targets.length === 0)
    throw shut(deps, caller, { name: alias.name, models: enabled.map(({ model }) => model) });
  const { contract, hardOutputTokens } = alias;
  const order = { strategy, models: ordered.map(({ chosen }) => chosen) };
  return { name: alias.name, contract, hardOutputTokens, targets, order };
}

/** The targets of a model, in the order that the pool gives its credentials. */
function targetsOf(
  deps: ResolveDeps,
  caller: Caller,
  model: CatalogModel,
): { first: Target[]; last: Target[] } {
  const { ownerId } = caller.key;
  const { upliftBp, upliftBpByModel } = caller.policy;
  const bp = upliftBpByModel.size === 0 ? upliftBp : upliftFor(caller.policy, model.id).bp;
  const { first, last } = deps.pool.order(model.credentials, { ownerId, modelId: model.id });
  const targetWith = (credential: CatalogCredential): Target[] => {
    const target = targetAt(model, credential);
    if (target === null) return [];
    const { price } = target;
    return bp === price.upliftBp ? [target] : [{ ...target, price: { ...price, upliftBp: bp } }];
  };
  return { first: first.flatMap(targetWith), last: last.flatMap(targetWith) };
}

type PricedTarget = Target & { price: NonNullable<Target['price']> };

/**
 * Targets without an uplift, kept for as long as the snapshot of the catalogue that has the model
 * and the credential: a change of either makes other objects. Families keep what they know of an
 * endpoint by its object.
 */
const targetsByModel = new WeakMap<CatalogModel, WeakMap<CatalogCredential, PricedTarget>>();

/** A model behind a credential, without an uplift; null for a family that this version lacks. */
function targetAt(model: CatalogModel, credential: CatalogCredential): PricedTarget | null {
  const ofModel = targetsByModel.get(model) ?? new WeakMap<CatalogCredential, PricedTarget>();
  const known = ofModel.get(credential);
  if (known !== undefined) return known;
  const family = familyById(model.family);
  if (family === undefined) return null;
  const { publicId, provider, upstreamModel, contract } = model;
  const contextTokens = contract.limits.context_tokens;
  const { baseUrl } = credential;
  const cacheTtl = ownTtl(contract);
  const target = {
    modelId: model.id,
    publicId,
    provider,
    family,
    endpoint: {
      family: model.family,
      provider,
      upstreamModel,
      baseUrl,
      contextTokens,
      ...(cacheTtl === undefined ? {} : { cacheTtl }),
    },
    contract,
    contextTokens,
    price: { id: model.priceVersionId, prices: model.prices, upliftBp: 0 },
    credential,
    retries: 0,
    times: timesOf(model, credential),
  };
  targetsByModel.set(model, ofModel.set(credential, target));
  return target;
}

function resolveSandbox({ catalog }: ResolveDeps, caller: Caller, name: string): Found {
  const model = SANDBOX_MODELS.find(({ publicId }) => publicId === name);
  if (model === undefined) throw unknownModel(catalog, caller, name);
  const { id, publicId, provider, family, upstreamModel, contract } = model;
  const endpoint = { family: family.id, provider, upstreamModel, baseUrl: '' };
  const contextTokens = contract.limits.context_tokens;
  const shared = { provider, family, endpoint, contract, contextTokens, price: null };
  const target = {
    modelId: id,
    publicId,
    ...shared,
    credential: null,
    retries: 0,
    times: UNLIMITED,
  };
  return { name, contract, hardOutputTokens: null, targets: [target] };
}

/**
 * The error for a name that is not in the caller's list, with the names that may have been meant.
 */
export function unknownModel(catalog: CatalogSnapshot, caller: Caller, name: string): GatewayError {
  const near = nearNames(catalog, caller, name);
  const others = near.length === 0 ? '' : ` Did you mean ${near.join(' or ')}?`;
  const advice =
    caller.mode === 'test' ? ` Test keys reach models of the sandbox only.${others}` : others;
  const shown = name.slice(0, SHOWN_NAME_CHARACTERS);
  return new GatewayError(
    'model_unavailable',
    `The model or alias "${shown}" is unavailable.${advice} GET /v1/models lists what this key may use.`,
    { param: 'model' },
  );
}

/** Names of the caller's own list that differ in their prefix or in case only. */
function nearNames(catalog: CatalogSnapshot, caller: Caller, name: string): string[] {
  const wanted = withoutPrefix(name);
  if (wanted === '') return [];
  return visibleModels(catalog, caller)
    .map(({ publicId }) => publicId)
    .filter((publicId) => withoutPrefix(publicId) === wanted)
    .slice(0, NEAR_NAMES_MAX)
    .map((publicId) => `"${publicId}"`);
}

function withoutPrefix(name: string): string {
  return name.slice(name.lastIndexOf('/') + 1).toLowerCase();
}

function shut(
  deps: ResolveDeps,
  caller: Caller,
  { name, models }: { name: string; models: readonly CatalogModel[] },
): GatewayError {
  const { ownerId } = caller.key;
  const waitMs = Math.min(
    ...models.map(({ id: modelId, credentials }) =>
      deps.pool.readyInMs(credentials, { ownerId, modelId }),
    ),
  );
  return noCredential(name, Math.ceil(waitMs / 1_000));
}

function noCredential(name: string, retryAfterSeconds: number): GatewayError {
  return new GatewayError('routing_error', `"${name}" cannot be served just now.`, {
    param: 'model',
    retryAfterSeconds,
  });
}

import { createHash } from 'node:crypto';
import type { Knex, Db } from '@tollgate/db/connect';
import { currentEpoch } from '@tollgate/db/changes';
import type { AliasStrategy } from '@tollgate/contract/platform/aliases';
import type { RequestContract } from '@tollgate/contract/request-contract';
import type { Prices } from '@tollgate/money/rating';
import { familyById } from '@tollgate/providers/families';
import { listAliasTargets, listAllAliases } from './alias.queries.ts';
import type { AliasRow, AliasTargetRow } from './alias.queries.ts';
import { aliasStanding } from './alias-standing.ts';
import { isContract } from './contract.ts';
import { listActiveCredentials } from './credential.queries.ts';
import { databaseNow, listCurrentPrices, listUpcomingPrices } from './price-version.queries.ts';
import { listDecidedModels } from './model.queries.ts';
import { contractInForce, pricesInForce } from './prices-in-force.ts';
import { unroutableReason } from './routability.ts';
import type { UnroutableReason } from './routability.ts';
import type { CallTimes, CredentialRow, ModelRow, PriceVersionRow } from './rows.ts';
import type { Sealed } from './sealing.ts';
import { loadVectorStores } from './vector-stores.ts';
import type { CatalogVectorStores } from './vector-stores.ts';
import { findUserUplift, listUserModels, listUserModelUplifts } from './user.queries.ts';

const REVISION_LENGTH = 16;

/** A credential for calls; its secret is still sealed. */
export interface CatalogCredential extends CallTimes {
  id: string;
  family: string;
  provider: string;
  /** Root of the provider's API, without a slash at the end. */
  baseUrl: string;
  sealed: Sealed;
}

/** A model that can be called now. */
export interface CatalogModel extends CallTimes {
  id: string;
  publicId: string;
  provider: string;
  family: string;
  upstreamModel: string;
  contract: RequestContract;
  /** The most output tokens of one request; null: what the contract says. */
  hardOutputTokens: number | null;
  /**
   * Pico-credits a token (a call for `request`); every dimension of the contract is there, and no
   * other than fees.
   */
  prices: Prices;
  priceVersionId: string;
  /** At least one, oldest first. */
  credentials: readonly CatalogCredential[];
}

/** A name that stands for several models, with at least one that can be called now. */
export interface CatalogAlias {
  id: string;
  /** What callers send as `model`; it never holds a slash. */
  name: string;
  strategy: AliasStrategy;
  /** What every approved and enabled target allows, also while some of them cannot be called. */
  contract: RequestContract;
  /** The smallest of these targets; null when none of them has one. */
  hardOutputTokens: number | null;
  /** How long a call may take at each target; these limits go before those of the target. */
  times: CallTimes;
  /** The targets that can be called now, in the order that administrators set. At least one. */
  targets: readonly CatalogTarget[];
}

/** A model that an alias may lead to. */
export interface CatalogTarget {
  model: CatalogModel;
  /** Its share against the other targets of a weighted alias; 1 in an ordered one. */
  weight: number;
  /** How often the target is asked again before the next target is tried. */
  retries: number;
}

/** A model or an alias that is known and cannot be called now. */
export interface UnroutableModel {
  id: string;
  /** The public id, or the name of an alias. */
  publicId: string;
  reason: UnroutableReason;
}

/** Everything that can be called, as of one moment. */
export interface CatalogSnapshot {
  /** Routable models by public id. */
  models: ReadonlyMap<string, CatalogModel>;
  /** Routable aliases by name. */
  aliases: ReadonlyMap<string, CatalogAlias>;
  /** Approved or rejected models, and aliases, that cannot be called, by public id or name. */
  unroutable: ReadonlyMap<string, UnroutableModel>;
  /** Vector stores, by who may search them. */
  vectorStores: CatalogVectorStores;
  /**
   * A digest of ids, contracts, price versions and aliases; it changes whenever the part of the
   * catalogue that callers see changes.
   */
  revision: string;
  /** The newest change that the snapshot has seen. */
  epoch: bigint;
  /** When the next price version comes into force; null: none is scheduled. */
  nextPriceChange: Date | null;
  /** Milliseconds from the snapshot to then, by the database's clock; null as above. */
  reloadAfterMs: number | null;
}

/**
 * Reads the whole catalogue in one consistent view. The sandbox is not in it: it needs neither
 * approval nor price.
 */
export async function loadCatalog(db: Knex): Promise<CatalogSnapshot> {
  return db.transaction(readSnapshot, { isolationLevel: 'repeatable read', readOnly: true });
}

async function readSnapshot(db: Db): Promise<CatalogSnapshot> {
  const now = await databaseNow(db);
  const epoch = await currentEpoch(db);
  const rows = (await listDecidedModels(db)).map(withoutBroken);
  const prices = new Map((await listCurrentPrices(db)).map((price) => [price.modelId, price]));
  const credentials = Map.groupBy(await listActiveCredentials(db), ({ provider }) => provider);
  const next = (await listUpcomingPrices(db))[0]?.effectiveAt ?? null;
  const models = new Map<string, CatalogModel>();
  const unroutable = new Map<string, UnroutableModel>();
  for (const row of rows) {
    const sorted = sortModel(row, prices.get(row.id), credentials.get(row.provider) ?? []);
    if ('reason' in sorted) unroutable.set(row.publicId, sorted);
    else models.set(row.publicId, sorted);
  }
  const aliases = new Map<string, CatalogAlias>();
  const targets = Map.groupBy(await listAliasTargets(db, null), ({ aliasId }) => aliasId);
  for (const alias of await listAllAliases(db)) {
    const members = (targets.get(alias.id) ?? []).map(withoutBroken);
    const sorted = sortAlias(alias, members, { models, unroutable });
    if ('reason' in sorted) unroutable.set(alias.name, sorted);
    else aliases.set(alias.name, sorted);
  }
  return {
    models,
    aliases,
    unroutable,
    vectorStores: await loadVectorStores(db),
    revision: snapshotRevision(models, aliases),
    epoch,
    nextPriceChange: next,
    reloadAfterMs: next === null ? null : Math.max(0, next.getTime() - now.getTime()),
  };
}

/**
 * Takes an unreadable contract out of a row, so that one broken contract does not keep the other
 * models from being served.
 */
function withoutBroken<Row extends Pick<ModelRow, 'contract'>>(row: Row): Row {
  return isContract(row.contract) ? row : { ...row, contract: null };
}

function sortModel(
  row: ModelRow,
  price: PriceVersionRow | undefined,
  credentials: readonly CredentialRow[],
): CatalogModel | UnroutableModel {
  // A newer version may have approved models of a family that this one does not know.
  const known = familyById(row.family) === undefined ? { ...row, contract: null } : row;
  const reason = unroutableReason(known, price?.prices, credentials.length > 0);
  const { id, publicId, provider, family, upstreamModel, hardOutputTokens } = row;
  const contract = contractInForce(row, price?.prices);
  const { firstByteSeconds, totalSeconds } = row;
  if (reason !== null || contract === null || price === undefined) {
    return { id, publicId, reason: reason ?? 'contract_incomplete' };
  }
  return {
    id,
    publicId,
    provider,
    family,
    upstreamModel,
    contract,
    hardOutputTokens,
    firstByteSeconds,
    totalSeconds,
    prices: pricesInForce(price.prices, contract),
    priceVersionId: price.id,
    credentials: credentials.map(catalogCredential),
  };
}

function sortAlias(
  { id, name, strategy, enabled, firstByteSeconds, totalSeconds }: AliasRow,
  targets: readonly AliasTargetRow[],
  known: Pick<CatalogSnapshot, 'models' | 'unroutable'>,
): CatalogAlias | UnroutableModel {
  const members = targets.map((target) => ({
    ...target,
    contract: known.models.get(target.publicId)?.contract ?? target.contract,
    unroutableReason: known.unroutable.get(target.publicId)?.reason ?? null,
  }));
  const { contract, hardOutputTokens, unroutableReason: reason } = aliasStanding(enabled, members);
  if (reason !== null || contract === null) {
    return { id, publicId: name, reason: reason ?? 'contract_incomplete' };
  }
  const routable = targets.flatMap(({ publicId, weight, retries }) => {
    const model = known.models.get(publicId);
    return model === undefined ? [] : [{ model, weight, retries }];
  });
  const times = { firstByteSeconds, totalSeconds };
  return { id, name, strategy, contract, hardOutputTokens, times, targets: routable };
}

/** The parts of a stored credential that calls need. */
export function catalogCredential(row: CredentialRow): CatalogCredential {
  const { id, family, provider, baseUrl, masterVersion, wrappedKey, box } = row;
  const { firstByteSeconds, totalSeconds } = row;
  const sealed = { masterVersion, wrappedKey, box };
  return { id, family, provider, baseUrl, sealed, firstByteSeconds, totalSeconds };
}

function snapshotRevision(
  models: ReadonlyMap<string, CatalogModel>,
  aliases: ReadonlyMap<string, CatalogAlias>,
): string {
  const seenModels = [...models.values()].map((model) => [
    model.publicId,
    model.contract.revision,
    model.priceVersionId,
    model.hardOutputTokens,
  ]);
  const seenAliases = [...aliases.values()].map((alias) => [
    alias.name,
    alias.contract.revision,
    alias.strategy,
    alias.hardOutputTokens,
    alias.targets.map(({ model, weight, retries }) => [model.publicId, weight, retries]),
  ]);
  const seen = [seenModels, seenAliases];
  return createHash('sha256').update(JSON.stringify(seen)).digest('hex').slice(0, REVISION_LENGTH);
}

/** The differences of the catalogue for one user. */
export interface UserCatalogPolicy {
  /** Basis points on every model that has none of its own. */
  upliftBp: number;
  /** Basis points by model id; they go before `upliftBp`, zero included. */
  upliftBpByModel: ReadonlyMap<string, number>;
  /** Ids of the models that the user has switched off. */
  disabledModelIds: ReadonlySet<string>;
}

/** Where an uplift comes from. */
export type UpliftSource = 'model' | 'user' | 'default';

/** Reads the differences for one user; a user without any gets the defaults. */
export async function loadUserCatalogPolicy(db: Db, userId: string): Promise<UserCatalogPolicy> {
  const uplift = await findUserUplift(db, userId);
  const byModel = await listUserModelUplifts(db, userId);
  const choices = await listUserModels(db, userId);
  return {
    upliftBp: uplift?.bp ?? 0,
    upliftBpByModel: new Map(byModel.map(({ modelId, bp }) => [modelId, bp])),
    disabledModelIds: new Set(
      choices.filter(({ enabled }) => !enabled).map(({ modelId }) => modelId),
    ),
  };
}

/** The uplift of a user on a model: the model's own, else the user's, else none. */
export function upliftFor(
  policy: UserCatalogPolicy,
  modelId: string,
): { bp: number; source: UpliftSource } {
  const own = policy.upliftBpByModel.get(modelId);
  if (own !== undefined) return { bp: own, source: 'model' };
  return { bp: policy.upliftBp, source: policy.upliftBp === 0 ? 'default' : 'user' };
}

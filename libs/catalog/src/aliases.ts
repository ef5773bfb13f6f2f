import type { Knex, Db } from '@tollgate/db/connect';
import { GatewayError } from '@tollgate/contract/error-codes';
import type { AliasStrategy } from '@tollgate/contract/platform/aliases';
import { recordChange } from '@tollgate/db/changes';
import { isUniqueViolation } from '@tollgate/db/failures';
import { newUuid } from '@tollgate/runtime/ids';
import {
  deleteAlias,
  deleteAliasTargets,
  findAlias,
  insertAlias,
  insertAliasTargets,
  listAliases,
  listAliasesOfModel,
  listAllAliases,
  listAliasTargets,
  lockAlias,
  updateAlias,
} from './alias.queries.ts';
import type { AliasRow, AliasTargetRow } from './alias.queries.ts';
import { aliasStanding } from './alias-standing.ts';
import type { AliasStanding } from './alias-standing.ts';
import { checkTargets } from './alias-targets.ts';
import type { AliasTarget, AliasTargetInput } from './alias-targets.ts';
import { listBackedProviders } from './credential.queries.ts';
import { listCurrentPrices } from './price-version.queries.ts';
import type { CallTimes } from './rows.ts';
import { contractInForce } from './prices-in-force.ts';
import { unroutableReason } from './routability.ts';
import type { UnroutableReason } from './routability.ts';

/** A target, with the reason when it cannot be called. */
export interface AliasTargetView extends AliasTargetRow {
  unroutableReason: UnroutableReason | null;
}

/** An alias with its targets, in their order, and what it publishes. */
export interface AliasView extends AliasStanding {
  alias: AliasRow;
  targets: AliasTargetView[];
}

/** A page of aliases, newest first. */
export async function listAliasViews(
  db: Db,
  page: { before: string | null; limit: number },
): Promise<AliasView[]> {
  return viewsOf(db, await listAliases(db, page));
}

/** Every alias, by name. */
export async function listEveryAliasView(db: Db): Promise<AliasView[]> {
  return viewsOf(db, await listAllAliases(db));
}

/** Aliases that have a model among their targets, by name. */
export async function listAliasViewsOfModel(
  db: Db,
  of: { modelId: string; limit: number },
): Promise<AliasView[]> {
  return viewsOf(db, await listAliasesOfModel(db, of));
}

/**
 * One alias with its targets.
 * @throws GatewayError `not_found`; also for null, which stands for a malformed id
 */
export async function getAliasView(db: Db, id: string | null): Promise<AliasView> {
  const [view] = await viewsOf(db, [found(id === null ? null : await findAlias(db, id))]);
  if (view === undefined) throw noSuchAlias();
  return view;
}

async function viewsOf(db: Db, aliases: readonly AliasRow[]): Promise<AliasView[]> {
  const ids = aliases.map(({ id }) => id);
  const byAlias = Map.groupBy(await listAliasTargets(db, ids), ({ aliasId }) => aliasId);
  const prices = new Map((await listCurrentPrices(db)).map((price) => [price.modelId, price]));
  const backed = new Set((await listBackedProviders(db)).map(({ provider }) => provider));
  const viewOf = (target: AliasTargetRow): AliasTargetView => {
    const { modelId, provider } = target;
    const reason = unroutableReason(target, prices.get(modelId)?.prices, backed.has(provider));
    const contract = contractInForce(target, prices.get(modelId)?.prices);
    return { ...target, contract, unroutableReason: reason };
  };
  return aliases.map((alias) => {
    const targets = (byAlias.get(alias.id) ?? []).map(viewOf);
    return { alias, targets, ...aliasStanding(alias.enabled, targets) };
  });
}

/** An alias to create. */
export interface NewAlias extends Partial<CallTimes> {
  /** Without a slash, so that it is never taken for an exact id. */
  name: string;
  strategy: AliasStrategy;
  enabled: boolean;
  targets: readonly AliasTargetInput[];
  /** The uuid of the administrator. */
  createdBy: string;
}

/**
 * Creates an alias. Call it in a transaction and notify afterwards.
 * @throws InputError for targets that do not fit; GatewayError `conflict` for a name that is taken
 */
export async function createAlias(trx: Knex.Transaction, input: NewAlias): Promise<AliasRow> {
  const { name, strategy, enabled, createdBy } = input;
  const { firstByteSeconds = null, totalSeconds = null } = input;
  const targets = await checkTargets(trx, {
    strategy,
    targets: input.targets,
    present: new Set(),
  });
  const id = newUuid();
  const alias = { id, name, strategy, enabled, firstByteSeconds, totalSeconds, createdBy };
  const stored = await insertAlias(trx, alias).catch(nameTaken);
  await storeTargets(trx, id, targets);
  await recordChange(trx, 'catalog', null);
  return found(stored);
}

/**
 * Changes of an alias; absent properties stay. The name never changes, because callers and
 * allow-lists use it.
 */
export interface AliasChanges {
  /** A change to `ordered` without new targets forgets the weights. */
  strategy?: AliasStrategy | undefined;
  enabled?: boolean | undefined;
  /** Replaces all of them. */
  targets?: readonly AliasTargetInput[] | undefined;
  /** Null: the limit of model or credential holds. */
  firstByteSeconds?: number | null | undefined;
  totalSeconds?: number | null | undefined;
}

/**
 * Changes an alias. Call it in a transaction and notify afterwards.
 * @throws InputError for targets that do not fit; GatewayError `not_found`; also for null, which
 *   stands for a malformed id
 */
export async function changeAlias(
  trx: Knex.Transaction,
  id: string | null,
  changes: AliasChanges,
): Promise<AliasRow> {
  const current = found(id === null ? null : await lockAlias(trx, id));
  const strategy = changes.strategy ?? current.strategy;
  const targets = await changedTargets(trx, { ...current, strategy }, changes.targets);
  if (targets !== null) {
    await deleteAliasTargets(trx, current.id);
    await storeTargets(trx, current.id, targets);
  }
  const enabled = changes.enabled ?? current.enabled;
  const { firstByteSeconds = current.firstByteSeconds, totalSeconds = current.totalSeconds } =
    changes;
  const next = { id: current.id, strategy, enabled, firstByteSeconds, totalSeconds };
  const stored = await updateAlias(trx, next);
  await recordChange(trx, 'catalog', null);
  return found(stored);
}

/** The targets to store again; null when they stay as they are. */
async function changedTargets(
  trx: Knex.Transaction,
  { id, strategy }: AliasRow,
  wanted: readonly AliasTargetInput[] | undefined,
): Promise<AliasTarget[] | null> {
  if (wanted === undefined && strategy === 'weighted') return null;
  const present = await listAliasTargets(trx, [id]);
  if (wanted === undefined)
    return present.map(({ modelId, retries }) => ({ modelId, weight: 1, retries }));
  const ids = new Set(present.map(({ modelId }) => modelId));
  return checkTargets(trx, { strategy, targets: wanted, present: ids });
}

/**
 * Deletes an alias; calls that are under way finish. Call it in a transaction and notify
 * afterwards.
 * @throws GatewayError `not_found`; also for null, which stands for a malformed id
 */
export async function removeAlias(trx: Knex.Transaction, id: string | null): Promise<AliasRow> {
  const removed = found(id === null ? null : await deleteAlias(trx, id));
  await recordChange(trx, 'catalog', null);
  return removed;
}

async function storeTargets(
  trx: Knex.Transaction,
  aliasId: string,
  targets: readonly AliasTarget[],
): Promise<void> {
  const listed = targets.map(({ modelId, weight, retries }, position) => ({
    position,
    model_id: modelId,
    weight,
    retries,
  }));
  await insertAliasTargets(trx, { aliasId, targets: JSON.stringify(listed) });
}

function nameTaken(error: unknown): never {
  if (!isUniqueViolation(error)) throw error;
  throw new GatewayError('conflict', 'There is an alias of that name already.', {
    param: 'name',
    cause: error,
  });
}

function found(alias: AliasRow | null): AliasRow {
  if (alias === null) throw noSuchAlias();
  return alias;
}

function noSuchAlias(): GatewayError {
  return new GatewayError('not_found', 'There is no such alias.');
}

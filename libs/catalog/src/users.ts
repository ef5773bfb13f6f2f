import type { Knex, Db } from '@tollgate/db/connect';
import type { RequestContract } from '@tollgate/contract/request-contract';
import { recordChange } from '@tollgate/db/changes';
import type { Prices } from '@tollgate/money/rating';
import { findModel, listApprovedModels } from './model.queries.ts';
import { listBackedProviders } from './credential.queries.ts';
import { listCurrentPrices } from './price-version.queries.ts';
import { pricesInForce } from './prices-in-force.ts';
import { unroutableReason } from './routability.ts';
import type { UnroutableReason } from './routability.ts';
import { assertUpliftRepresentable } from './representable.ts';
import { loadUserCatalogPolicy, upliftFor } from './snapshot.ts';
import type { UpliftSource } from './snapshot.ts';
import {
  deleteUserModelUplift,
  deleteUserUplift,
  listUserUplifts,
  upsertUserModel,
  upsertUserModelUplift,
  upsertUserUplift,
} from './user.queries.ts';

/** An approved model from the view of one user. */
export interface UserModel {
  id: string;
  publicId: string;
  provider: string;
  contract: RequestContract;
  hardOutputTokens: number | null;
  /** What the user has chosen. */
  enabled: boolean;
  routable: boolean;
  unroutableReason: UnroutableReason | null;
  upliftBp: number;
  upliftSource: UpliftSource;
  /** List prices without uplift; null when there are none now. */
  prices: Prices | null;
  /** Since when the list prices are in force; null when there are none now. */
  pricesSince: Date | null;
}

/** Every approved model, by public id, with what applies to one user. */
export async function listModelsForUser(db: Db, userId: string): Promise<UserModel[]> {
  const policy = await loadUserCatalogPolicy(db, userId);
  const models = await listApprovedModels(db);
  const prices = await listCurrentPrices(db);
  const backed = await listBackedProviders(db);
  const priceOf = new Map(prices.map((price) => [price.modelId, price]));
  const providers = new Set(backed.map(({ provider }) => provider));
  return models.flatMap((model) => {
    if (model.contract === null) return [];
    const version = priceOf.get(model.id);
    const json = version?.prices;
    const reason = unroutableReason(model, json, providers.has(model.provider));
    const uplift = upliftFor(policy, model.id);
    return {
      id: model.id,
      publicId: model.publicId,
      provider: model.provider,
      contract: model.contract,
      hardOutputTokens: model.hardOutputTokens,
      enabled: !policy.disabledModelIds.has(model.id),
      routable: reason === null,
      unroutableReason: reason,
      upliftBp: uplift.bp,
      upliftSource: uplift.source,
      prices: json === undefined ? null : pricesInForce(json, model.contract),
      pricesSince: version?.effectiveAt ?? null,
    };
  });
}

/**
 * Switches a model on or off for one user; call it in a transaction and notify afterwards.
 * @returns false when there is no such approved model
 * @throws InputError where a call would cost more than the ledger can record
 */
export async function setUserModel(
  trx: Knex.Transaction,
  choice: { userId: string; modelId: string; enabled: boolean },
): Promise<boolean> {
  const model = await findModel(trx, choice.modelId);
  if (model?.state !== 'approved') return false;
  await upsertUserModel(trx, choice);
  await recordChange(trx, 'user', choice.userId);
  return true;
}

/** Uplifts of several users in basis points; users without one are not in it. */
export async function upliftsOfUsers(
  db: Db,
  userIds: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const found = await listUserUplifts(db, userIds);
  return new Map(found.map(({ userId, bp }) => [userId, bp]));
}

/**
 * Sets the uplift of a user on every model without one of its own; null takes it away.
 * @throws InputError where a call would cost more than the ledger can record
 */
export async function setUserUplift(
  trx: Knex.Transaction,
  uplift: { userId: string; bp: number | null },
): Promise<void> {
  const { userId, bp } = uplift;
  if (bp === null) await deleteUserUplift(trx, userId);
  else {
    await assertUpliftRepresentable(trx, { upliftBp: bp, modelId: null });
    await upsertUserUplift(trx, { userId, bp });
  }
  await recordChange(trx, 'user', userId);
}

/**
 * Sets the uplift of a user on one model; null takes it away, so that the user's holds again.
 * @returns false when there is no such approved model
 */
export async function setUserModelUplift(
  trx: Knex.Transaction,
  uplift: { userId: string; modelId: string; bp: number | null },
): Promise<boolean> {
  const { userId, modelId, bp } = uplift;
  if ((await findModel(trx, modelId))?.state !== 'approved') return false;
  if (bp === null) await deleteUserModelUplift(trx, { userId, modelId });
  else {
    await assertUpliftRepresentable(trx, { upliftBp: bp, modelId });
    await upsertUserModelUplift(trx, { userId, modelId, bp });
  }
  await recordChange(trx, 'user', userId);
  return true;
}

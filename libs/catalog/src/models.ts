import type { Knex, Db } from '@tollgate/db/connect';
import { GatewayError } from '@tollgate/contract/error-codes';
import {
  foreignDimensions,
  laterDimensions,
  pricedDimensions,
  toolsOf,
} from '@tollgate/contract/priced-dimensions';
import { recordChange } from '@tollgate/db/changes';
import { isKindDimension, pricesJson } from '@tollgate/money/rating';
import type { Prices } from '@tollgate/money/rating';
import { finishContract } from '@tollgate/providers/contract/contract';
import { familyById, hasBatchInterface } from '@tollgate/providers/families';
import { imageFaults } from '@tollgate/providers/contract/image-contract';
import { videoFaults, unsaidFaults } from '@tollgate/providers/contract/video-contract';
import { newUuid } from '@tollgate/runtime/ids';
import { readMoment } from '@tollgate/runtime/moments';
import {
  admissibleTiers,
  extendDraft,
  foreignParameters,
  limitFaults,
  markFaults,
  tierFaults,
  missingLimits,
} from './contract.ts';
import type { ContractAdditions } from './contract.ts';
import { InputError, inputError } from './input-error.ts';
import { contractInForce } from './prices-in-force.ts';
import {
  checkMoment,
  findPricesBefore,
  hasPriceVersionAt,
  insertPriceVersion,
  listCurrentPrices,
  listPricesOfModel,
  listUpcomingPrices,
} from './price-version.queries.ts';
import type { PriceVersionInTime } from './price-version.queries.ts';
import {
  findModel,
  listModels,
  lockModel,
  updateModelApproval,
  updateModelStanding,
} from './model.queries.ts';
import { listAddresses, listBackedProviders } from './credential.queries.ts';
import type { ModelFilter } from './model.queries.ts';
import { readPriceTable } from './prices.ts';
import type { NamedDimensions, PriceTableText } from './prices.ts';
import { assertNothingEndsSilently } from './price-ends.ts';
import { assertLimitsRepresentable, assertPricesRepresentable } from './representable.ts';
import { unroutableReason } from './routability.ts';
import type { UnroutableReason } from './routability.ts';
import type { CallTimes, ModelRow, PriceVersionRow } from './rows.ts';

/** A model with its prices and whether it can be called. */
export interface ModelView {
  model: ModelRow;
  price: PriceVersionRow | null;
  /** Soonest first. */
  upcoming: PriceVersionRow[];
  unroutableReason: UnroutableReason | null;
}

/** Models by public id, with prices. */
export async function listModelViews(db: Db, filter: ModelFilter): Promise<ModelView[]> {
  return viewsOf(db, await listModels(db, filter));
}

/**
 * One model with prices.
 * @throws GatewayError `not_found`; also for null, which stands for a malformed id
 */
export async function getModelView(db: Db, id: string | null): Promise<ModelView> {
  const [view] = await viewsOf(db, [found(id === null ? null : await findModel(db, id))]);
  if (view === undefined) throw noSuchModel();
  return view;
}

/**
 * The price versions of a model, the last to come into force first.
 * @param page.before the uuid of the last version of the page before; null for the first page
 * @throws GatewayError `not_found`; also for a model id of null, which stands for a malformed one
 */
export async function listPriceHistory(
  db: Db,
  page: { modelId: string | null; before: string | null; limit: number },
): Promise<PriceVersionInTime[]> {
  const { id } = found(page.modelId === null ? null : await findModel(db, page.modelId));
  return listPricesOfModel(db, { ...page, modelId: id });
}

async function viewsOf(db: Db, models: readonly ModelRow[]): Promise<ModelView[]> {
  const current = new Map((await listCurrentPrices(db)).map((price) => [price.modelId, price]));
  const upcoming = Map.groupBy(await listUpcomingPrices(db), (price) => price.modelId);
  const backed = new Set((await listBackedProviders(db)).map(({ provider }) => provider));
  return models.map((model) => {
    const price = current.get(model.id) ?? null;
    return {
      model: { ...model, contract: contractInForce(model, price?.prices) },
      price,
      upcoming: upcoming.get(model.id) ?? [],
      unroutableReason: unroutableReason(model, price?.prices, backed.has(model.provider)),
    };
  });
}

/** What an administrator approves. */
export interface Approval extends ContractAdditions, CallTimes {
  hardOutputTokens: number | null;
}

/**
 * Approves a model with what the family knows and the administrator adds; approving again replaces
 * all of it. Call it in a transaction and notify afterwards.
 * @throws InputError when the contract would be incomplete or contradict itself; GatewayError
 *   `not_found`
 */
export async function approveModel(
  trx: Knex.Transaction,
  id: string | null,
  approval: Approval,
): Promise<ModelRow> {
  const model = found(id === null ? null : await lockModel(trx, id));
  assertAdditions(model, approval, await listUnsaid(trx, model));
  const contract = finishContract(extendDraft(model.draft, approval));
  if (contract === null) throw inputError('limits', 'leave the contract incomplete');
  await assertLimitsRepresentable(trx, { ...model, contract });
  const stored = await updateModelApproval(trx, {
    id: model.id,
    contract: JSON.stringify(contract),
    hardOutputTokens: approval.hardOutputTokens,
    firstByteSeconds: approval.firstByteSeconds,
    totalSeconds: approval.totalSeconds,
  });
  await recordChange(trx, 'catalog', null);
  return found(stored);
}

/** What cannot be said to one or another of the addresses that a model is served at. */
async function listUnsaid(
  trx: Knex.Transaction,
  { family, provider }: ModelRow,
): Promise<string[]> {
  const video = familyById(family)?.video;
  if (video === undefined) return [];
  const addresses = await listAddresses(trx, provider);
  return addresses.flatMap(({ baseUrl }) => video({ provider, baseUrl })?.unsaid ?? []);
}

function assertAdditions(model: ModelRow, approval: Approval, unsaid: readonly string[]): void {
  const draft = extendDraft(model.draft, approval);
  const lost = model.draft.dimensions.filter(
    (name) => !isKindDimension(name) && !draft.dimensions.includes(name),
  );
  const faults = [
    ...missingLimits(draft).map((name) => ({ path: ['limits', name], message: 'is needed' })),
    ...limitFaults(draft).map((message) => ({ path: ['limits'], message })),
    ...[...videoFaults(draft), ...imageFaults(draft), ...unsaidFaults(draft, unsaid)].map(
      ({ name, message }) => ({
        path: ['parameters', name],
        message,
      }),
    ),
    ...[
      ...foreignParameters(model.draft, approval),
      ...markFaults(familyById(model.family)?.marksPrompts === true, approval),
      ...tierFaults(approval),
    ].map(({ name, message }) => ({
      path: ['parameters', ...(name === '' ? [] : [name])],
      message,
    })),
    ...foreignDimensions(draft.capability, approval.dimensions ?? []).map((name) => ({
      path: ['dimensions'],
      message: `cannot have ${name}, which calls of ${draft.capability} models never use`,
    })),
    ...lost.map((name) => ({
      path: ['dimensions'],
      message: `must keep ${name}, which answers of this model can have`,
    })),
  ];
  if (draft.capability !== 'chat' && approval.hardOutputTokens !== null) {
    faults.push({ path: ['hard_output_tokens'], message: 'is for chat models' });
  }
  if (faults.length > 0) throw new InputError(faults);
}

/** The decisions about a model. */
export type ModelDecision = 'enable' | 'disable' | 'reject';

/**
 * Where a decision puts a model.
 * @throws GatewayError `conflict` for a model that was not approved
 */
export function standingAfter(
  model: Pick<ModelRow, 'state' | 'enabled'>,
  decision: ModelDecision,
): Pick<ModelRow, 'state' | 'enabled'> {
  if (decision === 'reject') return { state: 'rejected', enabled: true };
  if (model.state !== 'approved') {
    throw new GatewayError('conflict', 'Only approved models can be enabled or disabled.');
  }
  return { state: 'approved', enabled: decision === 'enable' };
}

/**
 * Switches an approved model on or off, or rejects one. Call it in a transaction and notify
 * afterwards.
 * @throws GatewayError `not_found`, or `conflict` for a model that was not approved
 */
export async function decideModel(
  trx: Knex.Transaction,
  id: string | null,
  decision: ModelDecision,
): Promise<ModelRow> {
  const model = found(id === null ? null : await lockModel(trx, id));
  const stored = await updateModelStanding(trx, {
    id: model.id,
    ...standingAfter(model, decision),
  });
  await recordChange(trx, 'catalog', null);
  return found(stored);
}

/** A new price version. */
export interface NewPrices {
  modelId: string | null;
  table: PriceTableText;
  /** RFC 3339; null: now. */
  effectiveAt: string | null;
  allowFree: boolean;
  /** The uuid of the administrator. */
  createdBy: string;
}

/**
 * Adds a price version. Call it in a transaction and notify afterwards.
 * @throws InputError for prices that are missing, for a dimension that the model is not charged by,
 *   inexact, negative, zero without leave, silent about long prompts or service tiers that the version
 *   before has prices of, or beyond what the ledger can record, or a moment that has passed; GatewayError `not_found`
 */
export async function addPrices(trx: Knex.Transaction, input: NewPrices): Promise<PriceVersionRow> {
  const model = found(input.modelId === null ? null : await lockModel(trx, input.modelId));
  const prices = readPriceTable(input.table, namedBy(model), input.allowFree);
  await assertPricesRepresentable(trx, { model, prices, path: 'prices' });
  const effectiveAt = await momentOf(trx, input.effectiveAt);
  if (await hasPriceVersionAt(trx, { modelId: model.id, effectiveAt })) {
    throw inputError('effective_at', 'is that of another version of this model');
  }
  const before = await findPricesBefore(trx, { modelId: model.id, effectiveAt });
  assertNothingEndsSilently(input.table, before);
  const stored = await insertPriceVersion(trx, {
    id: newUuid(),
    modelId: model.id,
    prices: JSON.stringify(pricesJson(prices)),
    effectiveAt,
    createdBy: input.createdBy,
  });
  if (stored === null) throw new Error('the price version was not stored');
  await recordChange(trx, 'catalog', null);
  return stored;
}

/**
 * Checks prices for a model as {@link addPrices} does, without storing them.
 * @throws InputError, or GatewayError `not_found`
 */
export async function tryPrices(
  db: Db,
  input: Pick<NewPrices, 'modelId' | 'table' | 'allowFree'>,
): Promise<{ model: ModelRow; prices: Prices }> {
  const model = found(input.modelId === null ? null : await findModel(db, input.modelId));
  return { model, prices: readPriceTable(input.table, namedBy(model), input.allowFree) };
}

/**
 * An approval may narrow the videos and images that a model makes; nobody has to price what cannot
 * be asked for.
 */
function namedBy({ family, draft, contract }: ModelRow): NamedDimensions {
  const own = contract?.dimensions ?? [];
  const needed = [
    ...draft.dimensions.filter((name) => contract === null || !isKindDimension(name)),
    ...own,
  ];
  const { capability } = contract ?? draft;
  const hasTiers = admissibleTiers(draft).length > 0;
  const dimensions = [...needed, ...laterDimensions(needed, { hasTiers })];
  const hasBatches = hasBatchInterface({ family, capability });
  return {
    needed,
    priced: pricedDimensions(
      { capability, dimensions, transcription: draft.transcription },
      toolsOf(draft),
      hasBatches,
    ),
  };
}

async function momentOf(db: Db, text: string | null): Promise<string | null> {
  if (text === null) return null;
  const moment = readMoment(text);
  if (moment === null) throw inputError('effective_at', 'is no moment');
  const checked = await checkMoment(db, moment);
  if (checked?.past === true) throw inputError('effective_at', 'has passed');
  if (checked?.far === true) throw inputError('effective_at', 'is more than five years away');
  return moment;
}

function found(model: ModelRow | null): ModelRow {
  if (model === null) throw noSuchModel();
  return model;
}

function noSuchModel(): GatewayError {
  return new GatewayError('not_found', 'There is no such model.');
}

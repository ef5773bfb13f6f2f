import type { ContractDraft, RequestContract } from '@tollgate/contract/request-contract';
import type { Db } from '@tollgate/db/connect';
import type { PricesJson } from '@tollgate/money/rating';
import { finishContract } from '@tollgate/providers/contract/contract';
import { aliasStanding } from './alias-standing.ts';
import type { AliasStanding } from './alias-standing.ts';
import { listAliasViewsOfModel } from './aliases.ts';
import type { AliasTargetView, AliasView } from './aliases.ts';
import { extendDraft, missingLimits } from './contract.ts';
import { listBackedProviders } from './credential.queries.ts';
import { getModelView, standingAfter } from './models.ts';
import type { ModelDecision, ModelView } from './models.ts';
import { contractInForce } from './prices-in-force.ts';
import { unroutableReason } from './routability.ts';
import type { UnroutableReason } from './routability.ts';
import type { ModelRow } from './rows.ts';

/** The most aliases of a model that a difference names. */
const ALIASES_MAX = 50;

/** The state of a model, and whether it can be called. */
export interface ModelStanding extends Pick<ModelRow, 'state' | 'enabled'> {
  unroutableReason: UnroutableReason | null;
}

/** An alias of a model, as it is and as it would be. */
export interface AliasDifference {
  alias: AliasView['alias'];
  before: AliasStanding;
  after: AliasStanding;
  /** Targets that can be called. */
  callableBefore: number;
  callableAfter: number;
}

/** What a decision about a model would make different. */
export interface ModelDifference {
  view: ModelView;
  after: ModelStanding;
  /**
   * What callers would get; null for a model that nobody could call, and before limits are known
   * that an approval has to give.
   */
  contract: RequestContract | null;
  /** The limits that an approval has to give; `after` is shown as if the approval gave them. */
  missingLimits: string[];
  /** By name. */
  aliases: AliasDifference[];
  /** There are more aliases than are named. */
  hasMoreAliases: boolean;
}

/**
 * What a decision, or an approval as the family knows the model, would make different; it changes
 * nothing.
 * @throws GatewayError `not_found`, also for null, which stands for a malformed id; `conflict`
 *   where the decision would be refused
 */
export async function modelDifference(
  db: Db,
  id: string | null,
  decision: ModelDecision | 'approve',
): Promise<ModelDifference> {
  const view = await getModelView(db, id);
  const { model, price } = view;
  const isApproval = decision === 'approve';
  const missing = isApproval ? missingLimits(model.draft) : [];
  const standing = isApproval
    ? approved(model, price?.prices)
    : { ...model, ...standingAfter(model, decision) };
  const backed = new Set((await listBackedProviders(db)).map(({ provider }) => provider));
  const reason = unroutableReason(standing, price?.prices, backed.has(model.provider));
  const { state, enabled, contract, hardOutputTokens } = standing;
  const target = { state, enabled, contract, hardOutputTokens, unroutableReason: reason };
  const found = await listAliasViewsOfModel(db, { modelId: model.id, limit: ALIASES_MAX + 1 });
  return {
    view,
    after: { state, enabled, unroutableReason: reason },
    contract: reason === null && missing.length === 0 ? contract : null,
    missingLimits: missing,
    aliases: found.slice(0, ALIASES_MAX).map((one) => differenceOf(one, model.id, target)),
    hasMoreAliases: found.length > ALIASES_MAX,
  };
}

/** A model after an approval that adds nothing but the limits that it has to give. */
function approved(model: ModelRow, prices: PricesJson | undefined): ModelRow {
  const { draft } = model;
  const made = finishContract(extendDraft(draft, {})) ?? model.contract ?? unfinished(draft);
  const contract = contractInForce({ contract: made, draft }, prices);
  return { ...model, state: 'approved', contract, hardOutputTokens: null };
}

/**
 * A contract before its limits are given, enough to judge prices by; null where other things are
 * missing.
 */
function unfinished(draft: ContractDraft): RequestContract | null {
  return missingLimits(draft).length === 0
    ? null
    : { ...draft, limits: { context_tokens: 1, ...draft.limits }, revision: '' };
}

type TargetAfter = Pick<
  AliasTargetView,
  'state' | 'enabled' | 'contract' | 'hardOutputTokens' | 'unroutableReason'
>;

function differenceOf(view: AliasView, modelId: string, after: TargetAfter): AliasDifference {
  const { alias, targets, contract, hardOutputTokens, unroutableReason: reason } = view;
  const changed = targets.map((one) => (one.modelId === modelId ? { ...one, ...after } : one));
  return {
    alias,
    before: { contract, hardOutputTokens, unroutableReason: reason },
    after: aliasStanding(alias.enabled, changed),
    callableBefore: countCallable(targets),
    callableAfter: countCallable(changed),
  };
}

function countCallable(targets: readonly AliasTargetView[]): number {
  return targets.filter(({ unroutableReason: reason }) => reason === null).length;
}

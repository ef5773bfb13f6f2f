import { isDeepStrictEqual } from 'node:util';
import type {
  AliasDifference,
  ModelDifference,
  ModelStanding,
} from '@tollgate/catalog/model-difference';
import { shownContract } from '@tollgate/catalog/shown-contract';
import { DIFFERENCE_DAYS, DIFFERENCE_KEYS_MAX } from '@tollgate/contract/platform/models';
import type { ModelDifferenceOut } from '@tollgate/contract/platform/models';
import type { RouteSettings } from '@tollgate/contract/paid-routes';
import type { UsageMetrics } from '@tollgate/contract/usage-report';
import type { LimitedKey } from '@tollgate/keys/key-model.queries';
import { encodeId } from '@tollgate/runtime/ids';
import { priceVersionOut } from './model-out.ts';

/** Whom a decision about a model meets. */
interface Concerned {
  users: { on: number; off: number };
  keys: readonly LimitedKey[];
  usage: UsageMetrics;
  /** What the platform decides about the paid routes, which the contract says. */
  routes: RouteSettings;
}

/** A difference as administrators see one. */
export function differenceOut(
  decision: ModelDifferenceOut['decision'],
  difference: ModelDifference,
  { users, keys, usage, routes }: Concerned,
): ModelDifferenceOut {
  const { view, after, contract, missingLimits, aliases, hasMoreAliases } = difference;
  const { model, price, upcoming, unroutableReason } = view;
  const [next] = upcoming;
  return {
    model_id: encodeId('mdl', model.id),
    public_id: model.publicId,
    decision,
    before: standingOut({ ...model, unroutableReason }),
    after: standingOut(after),
    missing_limits: missingLimits,
    request_contract: contract && shownContract(contract, routes),
    price: price === null ? null : priceVersionOut(price),
    next_price: next === undefined ? null : priceVersionOut(next),
    aliases: aliases.map(aliasOut),
    more_aliases: hasMoreAliases,
    users: { switched_on: users.on, switched_off: users.off },
    keys: {
      limited: keys.length,
      only_this: keys.filter(({ isAlone }) => isAlone).length,
      some: keys.slice(0, DIFFERENCE_KEYS_MAX).map(({ id, name, ownerId, isAlone }) => ({
        id: encodeId('key', id),
        name,
        user_id: encodeId('usr', ownerId),
        only_this: isAlone,
      })),
    },
    usage: {
      days: DIFFERENCE_DAYS,
      requests: usage.requests,
      charged_credits: usage.credits,
    },
  };
}

function standingOut({ state, enabled, unroutableReason: reason }: ModelStanding) {
  return { state, enabled, routable: reason === null, unroutable_reason: reason };
}

function aliasOut(one: AliasDifference): ModelDifferenceOut['aliases'][number] {
  const { alias, before, after, callableBefore, callableAfter } = one;
  const isSame =
    before.hardOutputTokens === after.hardOutputTokens &&
    isDeepStrictEqual(before.contract, after.contract);
  return {
    id: encodeId('als', alias.id),
    name: alias.name,
    change: changeOf(callableAfter - callableBefore),
    targets_before: callableBefore,
    targets_after: callableAfter,
    routable_before: before.unroutableReason === null,
    routable_after: after.unroutableReason === null,
    unroutable_reason_after: after.unroutableReason,
    contract_changes: !isSame,
  };
}

function changeOf(targets: number): 'gains' | 'loses' | 'none' {
  if (targets === 0) return 'none';
  return targets > 0 ? 'gains' : 'loses';
}

import type { AliasView } from '@tollgate/catalog/aliases';
import { shownContract } from '@tollgate/catalog/shown-contract';
import type { AliasTargetInput as WantedTarget } from '@tollgate/catalog/alias-targets';
import type { RouteSettings } from '@tollgate/contract/paid-routes';
import type { AliasTargetInput, PlatformAliasOut } from '@tollgate/contract/platform/aliases';
import { decodeId, encodeId } from '@tollgate/runtime/ids';

/** An alias as administrators see one. */
export function aliasOut(view: AliasView, routes: RouteSettings): PlatformAliasOut {
  const { alias, targets, contract, hardOutputTokens, unroutableReason } = view;
  return {
    id: encodeId('als', alias.id),
    name: alias.name,
    strategy: alias.strategy,
    enabled: alias.enabled,
    routable: unroutableReason === null,
    unroutable_reason: unroutableReason,
    request_contract: contract && shownContract(contract, routes),
    hard_output_tokens: hardOutputTokens,
    first_byte_seconds: alias.firstByteSeconds,
    total_seconds: alias.totalSeconds,
    targets: targets.map((target) => ({
      model_id: encodeId('mdl', target.modelId),
      public_id: target.publicId,
      weight: alias.strategy === 'weighted' ? target.weight : null,
      retries: target.retries,
      routable: target.unroutableReason === null,
      unroutable_reason: target.unroutableReason,
    })),
    created_by: encodeId('adm', alias.createdBy),
    created_at: alias.createdAt.toISOString(),
    updated_at: alias.updatedAt.toISOString(),
  };
}

/** What an audit event says of an alias as it is now. */
export function aliasFacts(
  view: AliasView,
  routes: RouteSettings,
): Readonly<Record<string, unknown>> {
  const {
    name,
    strategy,
    enabled,
    targets,
    request_contract: contract,
    ...out
  } = aliasOut(view, routes);
  return {
    name,
    strategy,
    enabled,
    first_byte_seconds: out.first_byte_seconds,
    total_seconds: out.total_seconds,
    revision: contract?.['revision'] ?? null,
    targets: targets.map(({ public_id, weight, retries }) => ({
      model: public_id,
      weight,
      retries,
    })),
  };
}

/** Targets of a request body. */
export function wantedTargets(targets: readonly AliasTargetInput[]): WantedTarget[] {
  return targets.map(({ model_id, weight, retries }) => ({
    modelId: decodeId('mdl', model_id),
    weight,
    retries,
  }));
}

import { ALIAS_TARGETS_MAX } from '@tollgate/contract/platform/aliases';
import type { AliasStrategy } from '@tollgate/contract/platform/aliases';
import type { Db } from '@tollgate/db/connect';
import { contradictions, intersectContracts } from './alias-contract.ts';
import { listCandidates } from './alias.queries.ts';
import type { CandidateRow } from './alias.queries.ts';
import { InputError, inputError } from './input-error.ts';
import type { InputFault } from './input-error.ts';

/** A target as it is asked for. */
export interface AliasTargetInput {
  /** Null stands for a malformed id. */
  modelId: string | null;
  /** For weighted aliases; absent: 1. */
  weight?: number | undefined;
  /** Absent: 0. */
  retries?: number | undefined;
}

/** A target that has passed the checks. */
export interface AliasTarget {
  modelId: string;
  weight: number;
  retries: number;
}

/** A choice of targets to be checked. */
export interface TargetChoice {
  strategy: AliasStrategy;
  targets: readonly AliasTargetInput[];
  /** Models that are already targets; they may stay even when they are switched off now. */
  present: ReadonlySet<string>;
}

/**
 * Checks the targets of an alias.
 * @throws InputError that names each target at fault by its index: unknown, twice, not approved and
 *   switched on, of another capability than the first, with a weight where the order decides; or
 *   `targets` for contracts that no request fits
 */
export async function checkTargets(db: Db, choice: TargetChoice): Promise<AliasTarget[]> {
  const { targets, strategy } = choice;
  if (targets.length === 0) throw inputError('targets', 'must name a model');
  if (targets.length > ALIAS_TARGETS_MAX) {
    throw inputError('targets', `must not be more than ${ALIAS_TARGETS_MAX}`);
  }
  const ids = targets.flatMap(({ modelId }) => (modelId === null ? [] : [modelId]));
  const models = new Map((await listCandidates(db, ids)).map((model) => [model.id, model]));
  const candidates = targets.map(({ modelId }) => models.get(modelId ?? ''));
  const faults = [
    ...targets.flatMap((_target, index) => targetFaults(choice, candidates, index)),
    ...(strategy !== 'weighted' ? weightFaults(targets) : []),
  ];
  if (faults.length > 0) throw new InputError(faults);
  const known = candidates.filter((candidate) => candidate !== undefined);
  assertCommonGround(known);
  return known.map(({ id }, index) => ({
    modelId: id,
    weight: targets[index]?.weight ?? 1,
    retries: targets[index]?.retries ?? 0,
  }));
}

function targetFaults(
  choice: TargetChoice,
  candidates: readonly (CandidateRow | undefined)[],
  index: number,
): InputFault[] {
  const message = faultOf(choice, candidates, index);
  return message === null ? [] : [{ path: ['targets', index, 'model_id'], message }];
}

function faultOf(
  { present }: TargetChoice,
  candidates: readonly (CandidateRow | undefined)[],
  index: number,
): string | null {
  const model = candidates[index];
  if (model === undefined) return 'is not the id of a model';
  if (candidates.indexOf(model) < index) return 'is a target twice';
  const stands = model.state === 'approved' && model.enabled;
  if (!stands && !present.has(model.id)) return 'is not approved and switched on';
  const first = candidates.find((candidate) => candidate !== undefined);
  if (first !== undefined && first.capability !== model.capability) {
    return `is for ${model.capability}, others are for ${first.capability}`;
  }
  return null;
}

function weightFaults(targets: readonly AliasTargetInput[]): InputFault[] {
  return targets.flatMap(({ weight }, index) =>
    weight === undefined
      ? []
      : [{ path: ['targets', index, 'weight'], message: 'is for the strategy weighted' }],
  );
}

function assertCommonGround(models: readonly CandidateRow[]): void {
  const standing = models.filter(({ state, enabled }) => state === 'approved' && enabled);
  const contracts = standing.flatMap(({ contract }) => (contract === null ? [] : [contract]));
  const common = intersectContracts(contracts);
  const names = common === null ? [] : contradictions(common);
  if (names.length === 0) return;
  throw inputError(
    'targets',
    `take no request in common: ${names.join(', ')} is needed by one and not taken by another`,
  );
}

import { batchDimensions } from '@tollgate/contract/service-tiers';
import { GatewayError } from '@tollgate/contract/error-codes';
import type { BatchTarget } from '@tollgate/requests/batches/batch-job.queries';
import type { Caller } from '../caller/caller.ts';
import { resolve } from '../catalogue/resolve.ts';
import type { Resolved, Target } from '../catalogue/resolve.ts';
import { storedTarget } from '../jobs/stored-target.ts';
import type { BatchDeps } from './batch-deps.ts';

type Catalogue = Pick<BatchDeps, 'directory' | 'pool'>;

/**
 * The target whose batch interface has the lines of a model: the first one that has an interface
 * and a batch price for each kind of token. Null where our workers run them.
 */
export function batchTargetOf(deps: Catalogue, caller: Caller, model: string): BatchTarget | null {
  const found = resolved(deps, caller, model);
  const target = found?.targets.find(isPriced);
  if (target?.credential == null) return null;
  return { model, modelId: target.modelId, credentialId: target.credential.id };
}

/** Whether lines of a target pay the batch price of its model. */
function isPriced({ family, contract, price, credential }: Target): boolean {
  if (family.batches === undefined || price === null || credential === null) return false;
  const { prices } = price;
  const { dimensions = [] } = contract as Partial<Resolved['contract']>;
  const needed = batchDimensions(dimensions);
  const named: readonly string[] = Object.keys(prices);
  return needed.length > 0 && needed.every((name) => named.includes(name));
}

function resolved(deps: Catalogue, caller: Caller, model: string): Resolved | null {
  const { directory, pool } = deps;
  try {
    return resolve({ catalog: directory.catalog(), pool, random: Math.random }, caller, model);
  } catch (error) {
    // The line says why, when a worker runs it.
    if (error instanceof GatewayError) return null;
    throw error;
  }
}

/**
 * What lines are planned with at the target that was chosen for their model: as the catalogue has
 * it now for the caller, else as the database has it. Null where the model or the credential is
 * gone.
 */
export async function resolvedAt(
  deps: Catalogue & Pick<BatchDeps, 'db'>,
  { model, modelId, credentialId }: BatchTarget,
  caller: Caller | null,
): Promise<Resolved | null> {
  const found = caller === null ? null : resolved(deps, caller, model);
  const target = found?.targets.find(
    (one) => one.modelId === modelId && one.credential?.id === credentialId,
  );
  if (found !== null && target !== undefined) return { ...found, targets: [target] };
  const stored = await storedTarget(deps, { modelId, credentialId, price: null });
  if (stored === null) return null;
  const { target: only, ...rest } = stored;
  return { name: model, catalogRevision: '', ...rest, targets: [only] };
}

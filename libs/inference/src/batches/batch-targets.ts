import { batchDimensions } from '@tollgate/contract/service-tiers';
import { GatewayError } from '@tollgate/contract/error-codes';
import { openCredential } from '@tollgate/catalog/credential-secret';
import { SealError } from '@tollgate/catalog/sealing';
import type { BatchTarget } from '@tollgate/requests/batches/batch-job.queries';
import type { Caller } from '../caller/caller.ts';
import { resolve } from '../catalogue/resolve.ts';
import type { Resolved, Target } from '../catalogue/resolve.ts';
import { storedTarget } from '../jobs/stored-target.ts';
import type { BatchDeps } from './batch-deps.ts';

type Catalogue = Pick<BatchDeps, 'directory' | 'pool'>;

/** A target with the fewest lines that its provider takes as one job. */
export interface JobsAt {
  target: BatchTarget;
  linesMin: number;
}

/**
 * The target whose batch interface has the lines of a model: the first one that has an interface, a
 * batch price for each kind of token, and a credential with all that the interface needs. Null
 * where our workers run them.
 */
export function batchTargetOf(
  deps: Catalogue & Pick<BatchDeps, 'masterKey'>,
  caller: Caller,
  model: string,
): JobsAt | null {
  const found = resolved(deps, caller, model);
  const target = found?.targets.find((one) => isPriced(one) && isSetUp(deps, one));
  if (target?.credential == null) return null;
  const { modelId, credential, family } = target;
  const { linesMin = 1 } = family.batches ?? {};
  return { target: { model, modelId, credentialId: credential.id }, linesMin };
}

/** Whether a credential names the store that the interface of its provider works with, if any. */
function isSetUp(
  { masterKey }: Pick<BatchDeps, 'masterKey'>,
  { family, credential }: Target,
): boolean {
  const store = family.batches?.store;
  if (store === undefined || credential === null) return true;
  try {
    return store.isSetUp(openCredential(masterKey, credential));
  } catch (error) {
    // Calls with the credential fail as well, and say why.
    if (error instanceof SealError) return false;
    throw error;
  }
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

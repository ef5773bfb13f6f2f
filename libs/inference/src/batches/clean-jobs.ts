import { ProviderError } from '@tollgate/providers/adapter/adapter';
import {
  forgetLeftovers,
  listLeftovers,
  postponeJob,
} from '@tollgate/requests/batches/batch-job.queries';
import type { LeftJob } from '@tollgate/requests/batches/batch-job.queries';
import { storedTarget } from '../jobs/stored-target.ts';
import type { BatchDeps } from './batch-deps.ts';

/** Jobs that one look cleans up after. */
const CLEANED_MAX = 50;
/** How often what a job has left is tried to be deleted. */
const TRIES_MAX = 10;
const GONE: ReadonlySet<number | undefined> = new Set([404, 410]);

/** Deletes what jobs have left at their providers: files of requests and of results. */
export async function cleanJobs(
  deps: Pick<BatchDeps, 'db' | 'batchInterface' | 'timers' | 'logger'>,
): Promise<void> {
  for (const left of await listLeftovers(deps.db, CLEANED_MAX)) {
    try {
      await clean(deps, left);
    } catch (error) {
      const { id, tries } = left;
      const isLast = tries + 1 >= TRIES_MAX;
      deps.logger[isLast ? 'error' : 'warn']({ error, job: id }, 'a file stays at its provider');
      const pauseMs = Math.min(deps.timers.batchLookMax, deps.timers.batchLook * 2 ** tries);
      if (isLast) await forgetLeftovers(deps.db, id);
      else await postponeJob(deps.db, { id, pauseMs, tries: tries + 1 });
    }
  }
}

async function clean(
  { db, batchInterface }: Pick<BatchDeps, 'db' | 'batchInterface'>,
  { id, modelId, credentialId, leftovers }: LeftJob,
): Promise<void> {
  const stored = await storedTarget({ db }, { modelId, credentialId, price: null });
  // Without the credential nobody can delete anything.
  if (stored === null) return forgetLeftovers(db, id);
  for (const path of leftovers) {
    try {
      await batchInterface.remove(stored.target, path);
    } catch (error) {
      if (!(error instanceof ProviderError) || !GONE.has(error.failure.status)) throw error;
    }
  }
  await forgetLeftovers(db, id);
}

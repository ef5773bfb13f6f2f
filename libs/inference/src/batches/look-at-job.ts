import { ProviderError } from '@tollgate/providers/adapter/adapter';
import type { Failure } from '@tollgate/providers/adapter/adapter';
import type { ListedJob } from '@tollgate/providers/adapter/batch-wire';
import {
  endJob,
  keepNameOfJob,
  listKnownNames,
  noteCancelled,
  postponeJob,
  sendJobAgain,
} from '@tollgate/requests/batches/batch-job.queries';
import { listLinesOfJob } from '@tollgate/requests/batches/batch-line.queries';
import { noteMoved } from '@tollgate/requests/batches/batch-work.queries';
import type { BatchDeps } from './batch-deps.ts';
import { operationIdOf } from './line-operation.ts';
import { readResults, resultsIn, settleUnknown } from './read-results.ts';
import { countJob, dropJob, giveLinesBack, leftInStore, sendJob, siteOf } from './send-job.ts';
import type { JobOfBatch, JobSite } from './send-job.ts';

/** By how much the clocks of two houses may differ, in milliseconds. */
const CLOCKS_DIFFER_MS = 600_000;
/** Each so many milliseconds of work make the pause before the next look as long again. */
const SLOWER_EACH_MS = 60_000;
/** How often lines are sent again whose provider had no room for them. */
const FULL_RUNS_MAX = 3;
/** Failures in a row after which a job that its provider does not know is gone. */
const GONE_TRIES = 3;
/** Statuses under which every provider says that it has no such job. */
const NO_SUCH_JOB: ReadonlySet<number | undefined> = new Set([404, 410]);

interface Look extends JobOfBatch {
  /** Nothing more of the batch is sent. */
  isOver: boolean;
}

/**
 * Takes a job one step further: sends it, finds out whether it was begun, asks how it stands, or
 * reads its results. A step that cannot be taken now is taken later.
 */
export async function lookAtJob(deps: BatchDeps, look: Look): Promise<void> {
  const { batch, job } = look;
  const site = await siteOf(deps, look);
  try {
    if (site === null) await lose(deps, look);
    else await step(deps, look, site);
  } catch (thrown) {
    if (!(thrown instanceof ProviderError)) throw thrown;
    deps.logger.warn({ error: thrown, batch: batch.id, job: job.id }, 'a job is asked for again');
    if (site !== null && isGone(deps, look, thrown.failure)) await lose(deps, look, site);
    else await postpone(deps, look, thrown.failure);
  }
}

async function step(deps: BatchDeps, look: Look, site: JobSite): Promise<void> {
  const { job, isOver } = look;
  if (job.state === 'filling') {
    if (isOver) await dropJob(deps, look, { price: null, pauseMs: 0 });
    else await sendJob(deps, look);
  } else if (job.state === 'sending' || job.job === null) {
    await find(deps, look, site);
  } else {
    await follow(deps, look, { ...site, name: job.job });
  }
}

async function follow(
  deps: BatchDeps,
  look: Look,
  site: JobSite & { name: string },
): Promise<void> {
  const { batch, job, isOver } = look;
  const { target, name } = site;
  if (isOver && !job.isCancelled) {
    await cancel(deps, site);
    await noteCancelled(deps.db, job.id);
  }
  const { state, leftovers } = await deps.batchInterface.look(target, {
    job: name,
    file: job.file,
  });
  await noteMoved(deps.db, batch);
  if (state.kind === 'working') {
    if (job.sinceMs > deps.timers.batchHold) await lose(deps, look, site);
    else await postpone(deps, look, null);
  } else if (state.kind === 'refused') {
    deps.logger.warn({ batch: batch.id, job: job.id, said: state.detail }, 'a job was refused');
    countJob(target, state.isFull ? 'full' : 'refused');
    const { batchRetry } = deps.timers;
    await giveLinesBack(deps, look, ({ run }) => {
      const isAgain = isOver || (state.isFull && run < FULL_RUNS_MAX);
      return { price: isAgain ? null : 'standard', pauseMs: isAgain ? batchRetry * 2 ** run : 0 };
    });
    await endJob(deps.db, { id: job.id, leftovers });
  } else {
    if (!(await readResults(deps, look, { site, state }))) {
      await postpone(deps, look, null);
      return;
    }
    // What the provider has not run costs nothing, and is run by our workers while there is time.
    await giveLinesBack(deps, look, () => ({ price: isOver ? null : 'standard', pauseMs: 0 }));
    await endJob(deps.db, { id: job.id, leftovers });
    countJob(target, 'read');
  }
}

/** A job that is over by itself refuses to be cancelled. */
async function cancel(
  deps: BatchDeps,
  { target, name }: JobSite & { name: string },
): Promise<void> {
  try {
    await deps.batchInterface.cancel(target, name);
  } catch (thrown) {
    if (!(thrown instanceof ProviderError) || thrown.failure.kind !== 'rejected') throw thrown;
  }
}

/**
 * Finds out whether the provider has begun a job whose name was lost, because the process that
 * asked is gone, or no answer came. Where jobs have no token of ours, one of the size of ours that
 * is nobody else's is ours if its results have our ids.
 */
async function find(deps: BatchDeps, look: Look, site: JobSite): Promise<void> {
  const { db, timers } = deps;
  const { target } = site;
  const { job, isOver } = look;
  const since = new Date((job.sendingAt ?? new Date()).getTime() - CLOCKS_DIFFER_MS);
  const listed = await deps.batchInterface.list(target, since);
  const { credentialId } = job;
  const names = listed.map((one) => one.job);
  const known = new Set(await listKnownNames(db, { credentialId, jobs: names }));
  const mayBe = listed.filter(
    (one) =>
      !known.has(one.job) && (one.token === null ? one.lines === job.lines : one.token === job.id),
  );
  const ids = new Set((await listLinesOfJob(db, job.id)).map(operationIdOf));
  const isOurs = async (one: ListedJob): Promise<boolean> => {
    if (one.token !== null) return true;
    if (!one.isOver) return false;
    for await (const result of resultsIn(deps, site, { name: one.job, file: null })) {
      return ids.has(result.id);
    }
    return false;
  };
  for (const one of mayBe) {
    if (!(await isOurs(one))) continue;
    await keepNameOfJob(db, { id: job.id, job: one.job, pauseMs: 0 });
    const sent = { ...job, state: 'sent' as const, job: one.job };
    await follow(deps, { ...look, job: sent }, { ...site, name: one.job });
    return;
  }
  const isOpen = mayBe.some((one) => one.token === null && !one.isOver);
  if (isOpen || job.sinceMs <= timers.batchUnlisted) await postpone(deps, look, null);
  else if (isOver) await dropJob(deps, look, { price: null, pauseMs: 0 });
  else await sendJobAgain(db, { id: job.id, pauseMs: 0 });
}

/** Whether a provider says, again and again, by an error of its own, that it has no such job. */
function isGone({ timers }: BatchDeps, { job }: Look, failure: Failure): boolean {
  const isUnknown = failure.isDocument === true && NO_SUCH_JOB.has(failure.status);
  if (job.state === 'sent' && job.sinceMs > timers.batchHold) return true;
  return job.state === 'sent' && isUnknown && job.tries + 1 >= GONE_TRIES;
}

async function postpone(
  { db, timers }: BatchDeps,
  { job }: Look,
  failure: Failure | null,
): Promise<void> {
  const tries = failure === null ? 0 : job.tries + 1;
  const wantedMs = (failure?.retryAfterSeconds ?? 0) * 1_000;
  const slower = 1 + job.sinceMs / SLOWER_EACH_MS + Math.max(0, tries - 1);
  const pauseMs = Math.min(timers.batchLookMax, Math.max(wantedMs, timers.batchLook * slower));
  await postponeJob(db, { id: job.id, pauseMs: Math.round(pauseMs), tries });
}

/**
 * Ends a job whose provider gives no more answers about it. What the provider may have run costs
 * the operator alone, and is not run once more.
 */
async function lose(deps: BatchDeps, look: Look, site: JobSite | null = null): Promise<void> {
  const { batch, job } = look;
  deps.logger.error({ batch: batch.id, job: job.id, name: job.job }, 'a job is lost');
  if (site === null || job.state === 'filling') {
    await dropJob(deps, look, { price: look.isOver ? null : 'standard', pauseMs: 0 });
    return;
  }
  if (!(await settleUnknown(deps, look, site))) {
    await postpone(deps, look, null);
    return;
  }
  countJob(site.target, 'lost');
  await endJob(deps.db, { id: job.id, leftovers: leftInStore(site, job) });
}

import { asGatewayError } from '@tollgate/contract/error-codes';
import { ProviderError } from '@tollgate/providers/adapter/adapter';
import type { Failure } from '@tollgate/providers/adapter/adapter';
import type { BatchMapper } from '@tollgate/providers/adapter/batch-wire';
import { FAMILIES } from '@tollgate/providers/families';
import {
  endJob,
  keepFileOfJob,
  keepNameOfJob,
  markSending,
  postponeJob,
  sendJobAgain,
} from '@tollgate/requests/batches/batch-job.queries';
import type { OpenJob } from '@tollgate/requests/batches/batch-job.queries';
import { listLinesOfJob } from '@tollgate/requests/batches/batch-line.queries';
import type { LinePrice, WaitingLine } from '@tollgate/requests/batches/batch-line.queries';
import type { ClaimedBatch } from '@tollgate/requests/batches/batch-work.queries';
import { listSealedLines } from '@tollgate/requests/operations/operation-of-batch.queries';
import { counter } from '@tollgate/telemetry/metrics';
import { openCall } from '../async/stored-call.ts';
import { authenticateById } from '../caller/authenticate.ts';
import type { Resolved, Target } from '../catalogue/resolve.ts';
import { writerFor } from '../jobs/dispatch-stored.ts';
import type { RequestOver } from '../jobs/dispatch-stored.ts';
import type { BatchDeps } from './batch-deps.ts';
import { resolvedAt } from './batch-targets.ts';
import { callOf } from './begin-line.ts';
import { backFromJob } from './end-line.ts';
import { operationIdOf } from './line-operation.ts';

/** How often a job is sent that the provider does not begin. */
const SENDS_MAX = 5;
/** Lines of a job that are given back at once. */
const GIVEN_BACK_AT_ONCE = 8;
/** Statuses with which a provider says that it has not begun. */
const NOT_BEGUN: ReadonlySet<number> = new Set([429, 503, 529]);
/** Kinds of failures that mean the same under any status. */
const NOT_BEGUN_KINDS: ReadonlySet<Failure['kind']> = new Set(['credential', 'rate_limited']);
/** Kinds of failures after which the provider has begun nothing and another try cannot help. */
const REFUSED: ReadonlySet<Failure['kind']> = new Set([
  'rejected',
  'context_length',
  'model_unavailable',
]);

const jobs = counter({
  name: 'batch_jobs_total',
  help: 'Jobs at the batch interfaces of providers, by family and by what became of them.',
  labels: ['family', 'outcome'],
  words: {
    family: FAMILIES.flatMap(({ id, batches }) => (batches === undefined ? [] : [id])),
    outcome: ['sent', 'read', 'refused', 'full', 'few', 'lost'],
  },
});

/** A job of a batch. */
export interface JobOfBatch {
  batch: ClaimedBatch;
  job: OpenJob;
}

/** Counts what became of a job. */
export function countJob(
  target: Pick<Target, 'family'>,
  outcome: 'sent' | 'read' | 'refused' | 'full' | 'few' | 'lost',
): void {
  jobs.add([target.family.id, outcome]);
}

/** What a job is asked with. */
export interface JobSite {
  found: Resolved;
  target: Target;
  mapper: BatchMapper;
}

/** Where a job is; null where the model or the credential is gone. */
export async function siteOf(deps: BatchDeps, { batch, job }: JobOfBatch): Promise<JobSite | null> {
  const caller = await authenticateById(deps.directory, batch.apiKeyId).catch(() => null);
  const found = await resolvedAt(deps, job, caller);
  const target = found?.targets[0];
  const mapper = target?.family.batches;
  if (found === null || target === undefined || mapper === undefined) return null;
  return { found, target, mapper };
}

/**
 * Sends a job that was gathered. That the provider is about to be asked is committed before: a
 * worker that finds the job in that state looks it up, and never begins it again while the provider
 * may have it.
 */
export async function sendJob(deps: BatchDeps, { batch, job }: JobOfBatch): Promise<void> {
  const site = await siteOf(deps, { batch, job });
  const lines = await listLinesOfJob(deps.db, job.id);
  if (site === null || lines.length === 0) {
    await dropJob(deps, { batch, job }, { price: 'standard', pauseMs: 0 });
    return;
  }
  const { found, target, mapper } = site;
  const requests = await requestsOfJob(deps, batch, { lines, found });
  const written = new Set(requests.map(({ id }) => id));
  for (const line of lines.filter((one) => !written.has(operationIdOf(one)))) {
    await backFromJob(deps, { batch, line }, { price: 'standard', pauseMs: 0 });
  }
  if (requests.length < (mapper.linesMin ?? 1)) {
    if (requests.length > 0) countJob(target, 'few');
    await dropJob(deps, { batch, job }, { price: 'standard', pauseMs: 0 });
    return;
  }
  await begin(deps, { batch, job }, { site, requests });
}

/** Has a job begun whose requests are written. */
async function begin(
  deps: BatchDeps,
  { batch, job }: JobOfBatch,
  { site, requests }: { site: JobSite; requests: readonly NamedRequest[] },
): Promise<void> {
  const { target, mapper } = site;
  const sent = { token: job.id, path: job.path, lines: requests.map((one) => mapper.lineOf(one)) };
  const { batchInterface, db, timers, logger } = deps;
  let isAsked = false;
  let { file } = job;
  try {
    if ((mapper.upload ?? mapper.store) !== undefined && file === null) {
      file = await batchInterface.upload(target, sent);
      await keepFileOfJob(db, { id: job.id, file });
    }
    if (!(await markSending(db, job.id))) return;
    isAsked = true;
    const name = await batchInterface.begin(target, { job: sent, file });
    await keepNameOfJob(db, { id: job.id, job: name, pauseMs: timers.batchLook });
    countJob(target, 'sent');
  } catch (thrown) {
    if (!(thrown instanceof ProviderError)) throw thrown;
    logger.warn({ error: thrown, batch: batch.id, job: job.id }, 'a job was not begun');
    const of = { batch, job: { ...job, file } };
    await afterFailure(deps, of, { site, failure: thrown.failure, isAsked });
  }
}

async function afterFailure(
  deps: BatchDeps,
  of: JobOfBatch,
  { site, failure, isAsked }: { site: JobSite; failure: Failure; isAsked: boolean },
): Promise<void> {
  const { db, timers } = deps;
  const { id, tries } = of.job;
  if (REFUSED.has(failure.kind)) {
    countJob(site.target, 'refused');
    await dropJob(deps, of, { price: 'standard', pauseMs: 0 });
  } else if (isAsked && !isNotBegun(failure)) {
    // The provider may have begun it: its list says so.
    await postponeJob(db, { id, pauseMs: timers.batchLook, tries: 0 });
  } else if (tries + 1 >= SENDS_MAX) {
    countJob(site.target, 'refused');
    await dropJob(deps, of, { price: 'standard', pauseMs: 0 });
  } else {
    const wantedMs = (failure.retryAfterSeconds ?? 0) * 1_000;
    const pauseMs = Math.max(wantedMs, timers.batchLook * 2 ** tries);
    await sendJobAgain(db, { id, pauseMs: Math.min(timers.batchLookMax, pauseMs) });
  }
}

/** Whether the provider has said that it has not begun, or has not received the job. */
function isNotBegun({ kind, status }: Failure): boolean {
  if (status !== undefined) return NOT_BEGUN_KINDS.has(kind) || NOT_BEGUN.has(status);
  return kind === 'unavailable';
}

/**
 * Ends a job that its provider does not run, and gives its lines back.
 * @param again at which price they run then
 */
export async function dropJob(
  deps: BatchDeps,
  { batch, job }: JobOfBatch,
  again: { price: LinePrice | null; pauseMs: number },
): Promise<void> {
  await giveLinesBack(deps, { batch, job }, () => again);
  const site = job.file === null ? null : await siteOf(deps, { batch, job });
  await endJob(deps.db, { id: job.id, leftovers: site === null ? [] : leftInStore(site, job) });
}

/** What a job that is given up leaves in a store of the operator, where nothing goes by itself. */
export function leftInStore(
  { mapper }: Pick<JobSite, 'mapper'>,
  { file, job }: Pick<OpenJob, 'file' | 'job'>,
): string[] {
  if (mapper.store === undefined || file === null) return [];
  return job === null ? [file] : mapper.leftovers({}, { job, file });
}

/** Gives back the lines of a job that still wait. */
export async function giveLinesBack(
  deps: BatchDeps,
  { batch, job }: JobOfBatch,
  again: (line: WaitingLine) => { price: LinePrice | null; pauseMs: number },
): Promise<void> {
  const waiting = await listLinesOfJob(deps.db, job.id);
  for (let from = 0; from < waiting.length; from += GIVEN_BACK_AT_ONCE) {
    const some = waiting.slice(from, from + GIVEN_BACK_AT_ONCE);
    await Promise.all(some.map((line) => backFromJob(deps, { batch, line }, again(line))));
  }
}

/** A request of a job under the id of its operation. */
type NamedRequest = RequestOver & { id: string };

/**
 * Writes the requests of lines whose credit is held, in their order; those that cannot be written
 * any more are left out.
 */
export async function requestsOfJob(
  deps: BatchDeps,
  batch: ClaimedBatch,
  { lines, found }: { lines: readonly WaitingLine[]; found: Resolved },
): Promise<NamedRequest[]> {
  const ids = lines.map(operationIdOf);
  const sealed = new Map((await listSealedLines(deps.db, ids)).map((one) => [one.id, one]));
  const written: NamedRequest[] = [];
  for (const [index, line] of lines.entries()) {
    const id = ids[index] ?? '';
    const row = sealed.get(id);
    if (row === undefined) continue;
    const { masterVersion, wrappedKey, box } = row;
    const { body, caller } = openCall(deps.masterKey, id, { masterVersion, wrappedKey, box });
    const over = { resolved: found };
    const call = callOf({ batch, line }, { opId: id, firstAttempt: 1, body, over });
    const given = { opId: id, caller: { ...caller, mode: row.mode }, call, body, resolved: found };
    try {
      written.push({ id, ...(await writerFor(row.route)(deps, given)) });
    } catch (thrown) {
      if (asGatewayError(thrown).code === 'internal_error') throw thrown;
    }
  }
  return written;
}

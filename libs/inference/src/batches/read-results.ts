import { ProviderError } from '@tollgate/providers/adapter/adapter';
import type {
  BatchedResult,
  BatchJobState,
  BatchMapper,
} from '@tollgate/providers/adapter/batch-wire';
import { listLinesOfJob } from '@tollgate/requests/batches/batch-line.queries';
import type { WaitingLine } from '@tollgate/requests/batches/batch-line.queries';
import { findOperationOfBatch } from '@tollgate/requests/operations/operation-of-batch.queries';
import { claimOperationOfBatch } from '@tollgate/requests/operations/operation-turn.queries';
import { counter } from '@tollgate/telemetry/metrics';
import type { Target } from '../catalogue/resolve.ts';
import type { CredentialPool } from '../credentials/credential-pool.ts';
import type { ReadResult } from '../jobs/provider-batches.ts';
import { runOperation } from '../jobs/run-operation.ts';
import type { BatchDeps } from './batch-deps.ts';
import { collect } from './end-line.ts';
import { operationIdOf } from './line-operation.ts';
import { LineTooLong, linesOf } from './read-lines.ts';
import type { JobOfBatch, JobSite } from './send-job.ts';

/** The longest line of results, in bytes. */
const RESULT_BYTES_MAX = 33_554_432;
const NOT_FOUND = 404;
/** Results that are settled at once. */
const SETTLED_AT_ONCE = 8;

const results = counter({
  name: 'batch_results_total',
  help: 'Results that providers gave for lines of their batch interfaces, by what became of them.',
  labels: ['outcome'],
  words: { outcome: ['settled', 'unrun', 'repeated', 'unknown', 'unreadable'] },
});

type Ended = Extract<BatchJobState, { kind: 'ended' }>;
type Where = Pick<JobSite, 'mapper'> & { target: Target };

/**
 * Settles each line of a job by its result, in whatever order they come. Each is settled once: a
 * result that comes twice, and results that another worker has read, find their line ended. Lines
 * without a result stay as they are.
 * @returns false while another worker, which may be dead, has a line that has a result
 */
export async function readResults(
  deps: BatchDeps,
  of: JobOfBatch,
  { site, state }: { site: JobSite; state: Ended },
): Promise<boolean> {
  const waiting = await linesById(deps, of);
  const all = new Set(waiting.keys());
  const running = new Set<Promise<void>>();
  const failed: unknown[] = [];
  let areEnded = true;
  for await (const result of resultsOf(deps, site, state)) {
    const line = waiting.get(result.id);
    if (line === undefined) {
      results.add([all.has(result.id) ? 'repeated' : 'unknown']);
      continue;
    }
    waiting.delete(result.id);
    if (result.kind === 'unrun') {
      results.add(['unrun']);
      continue;
    }
    const work = settle(deps, { ...of, line, site }, result)
      .then((isEnded) => void (areEnded &&= isEnded))
      .catch((error: unknown) => void failed.push(error))
      .finally(() => running.delete(work));
    running.add(work);
    if (running.size >= SETTLED_AT_ONCE) await Promise.race(running);
    if (failed.length > 0) break;
  }
  await Promise.all(running);
  // What keeps one line from its charge keeps the others from theirs: all are read again later.
  if (failed.length > 0) throw failed[0];
  return areEnded;
}

/**
 * Ends the lines of a lost job: they are free, and a loss of the operator.
 * @returns false while another worker, which may be dead, has one of them
 */
export async function settleUnknown(
  deps: BatchDeps,
  of: JobOfBatch,
  site: JobSite,
): Promise<boolean> {
  let areEnded = true;
  for (const line of (await linesById(deps, of)).values()) {
    const isEnded = await settle(deps, { ...of, line, site }, null);
    areEnded &&= isEnded;
  }
  return areEnded;
}

async function linesById(
  { db }: BatchDeps,
  { job }: JobOfBatch,
): Promise<Map<string, WaitingLine>> {
  const lines = await listLinesOfJob(db, job.id);
  return new Map(lines.map((line) => [operationIdOf(line), line]));
}

/** The results of a job by its name; none while it goes on. */
export async function* resultsIn(
  deps: BatchDeps,
  where: Where,
  { name, file }: { name: string; file: string | null },
): AsyncGenerator<BatchedResult, void, void> {
  const { state } = await deps.batchInterface.look(where.target, { job: name, file });
  if (state.kind === 'ended') yield* resultsOf(deps, where, state);
}

async function* resultsOf(
  deps: BatchDeps,
  { target, mapper }: Where,
  { files, results: inline, mayLack }: Ended,
): AsyncGenerator<BatchedResult, void, void> {
  for (const one of inline) yield* readable(mapper, one);
  for (const path of files) {
    const pieces = deps.batchInterface.read(target, path);
    for await (const { bytes } of bounded(mayLack === true ? orNothing(pieces) : pieces)) {
      const text = bytes.toString('utf8');
      if (text.trim() !== '') yield* readable(mapper, parsed(text));
    }
  }
}

/** The lines of a file. A longer one than a result can have is a fault of the provider. */
async function* bounded(
  pieces: AsyncIterable<Uint8Array>,
): AsyncGenerator<{ bytes: Buffer }, void, void> {
  try {
    yield* linesOf(pieces, RESULT_BYTES_MAX);
  } catch (error) {
    if (!(error instanceof LineTooLong)) throw error;
    throw new ProviderError({ kind: 'malformed', message: 'A result is too long to be read.' });
  }
}

/** The bytes of a file; none where there is no such file. */
async function* orNothing(
  pieces: AsyncGenerator<Uint8Array, void, void>,
): AsyncGenerator<Uint8Array, void, void> {
  try {
    yield* pieces;
  } catch (error) {
    if (!(error instanceof ProviderError) || error.failure.status !== NOT_FOUND) throw error;
  }
}

function* readable(mapper: BatchMapper, line: unknown): Generator<BatchedResult, void, void> {
  const result = mapper.resultIn(line);
  if (result === null) results.add(['unreadable']);
  else yield result;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/**
 * Charges a line by its result, as the worker that had run it would have, and moves the answer to
 * the line. An operation that was charged before is only moved.
 * @returns whether the line has ended; false where another worker's claim of the operation is valid
 */
async function settle(
  deps: BatchDeps,
  { batch, line, site }: JobOfBatch & { line: WaitingLine; site: JobSite },
  result: ReadResult,
): Promise<boolean> {
  const id = operationIdOf(line);
  const claim = { id, worker: deps.workerId, leaseMs: deps.timers.lease };
  const row = await claimOperationOfBatch(deps.db, claim);
  if (row !== null) {
    const providers = deps.batchInterface.reading(result);
    const reading = { ...deps, providers, pool: unmoved(deps.pool) };
    await runOperation(reading, row, { resolved: site.found });
  }
  const ended = await findOperationOfBatch(deps.db, { id, batchId: batch.id });
  if (ended === null) return true;
  if (ended.status === null) return false;
  await collect(deps, { batch, line }, ended);
  results.add(['settled']);
  return true;
}

/** A result says nothing of how a credential does now. */
function unmoved(pool: CredentialPool): CredentialPool {
  const nothing = (): void => undefined;
  return { ...pool, sends: nothing, succeeded: nothing, failed: nothing, answered: nothing };
}

import { findOperationOfBatch } from '@tollgate/requests/operations/operation-of-batch.queries';
import { claimOperationOfBatch } from '@tollgate/requests/operations/operation-turn.queries';
import { runOperation } from '../jobs/run-operation.ts';
import type { BatchDeps } from './batch-deps.ts';
import { beginLine, LineRefused } from './begin-line.ts';
import type { LineOfBatch } from './begin-line.ts';
import { collect, giveUp, putOff, refused } from './end-line.ts';
import type { LineOutcome } from './end-line.ts';
import { operationIdOf } from './line-operation.ts';

/**
 * Brings a line one step further, mostly to its end. It may have been begun by a worker that died:
 * its operation is known by its id, and is gone on with.
 * @param isOver no line is to be begun any more
 */
export async function workLine(
  deps: BatchDeps,
  of: LineOfBatch,
  isOver: boolean,
): Promise<LineOutcome> {
  const { batch, line } = of;
  const opId = operationIdOf(line);
  const name = { id: opId, batchId: batch.id };
  try {
    const known = await findOperationOfBatch(deps.db, name);
    if (known === null) {
      if (isOver) return await giveUp(deps, of, opId);
      await beginLine(deps, of);
    }
    const claim = { id: opId, worker: deps.workerId, leaseMs: deps.timers.lease };
    const row = await claimOperationOfBatch(deps.db, claim);
    if (row !== null) await runOperation(deps, row);
    const ended = await findOperationOfBatch(deps.db, name);
    // Another worker has it, or had it until a moment ago; the other lines go on.
    if (ended?.status == null) return await putOff(deps, line, line.faults);
    return await collect(deps, of, ended);
  } catch (thrown) {
    if (thrown instanceof LineRefused) return refused(deps, of, thrown);
    deps.logger.error({ error: thrown, op: opId }, 'a line of a batch waits for another try');
    return { kind: 'waits', pauseMs: deps.timers.batchPause };
  }
}

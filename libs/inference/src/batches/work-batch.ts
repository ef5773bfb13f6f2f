import { BATCH_LINES_AT_ONCE, BATCH_RESULT_BYTES_MAX } from '@tollgate/contract/batches';
import { transaction } from '@tollgate/db/connect';
import type { BatchFault } from '@tollgate/requests/batches/batch.queries';
import {
  countWaitingLines,
  deleteLines,
  insertLines,
  listWaitingLines,
} from '@tollgate/requests/batches/batch-line.queries';
import {
  beginBatch,
  claimBatch,
  finalizeBatch,
  giveBackBatch,
  lockTurns,
  readBatch,
  refuseBatch,
  renewBatch,
  stopBatch,
} from '@tollgate/requests/batches/batch-work.queries';
import type { ClaimedBatch, StandingBatch } from '@tollgate/requests/batches/batch-work.queries';
import { newUuid } from '@tollgate/runtime/ids';
import { poll } from '@tollgate/runtime/timers';
import type { BatchDeps } from './batch-deps.ts';
import { checkFile } from './check-file.ts';
import { workLine } from './work-line.ts';
import type { LineOutcome } from './work-line.ts';
import { writeResults } from './write-results.ts';

/** Lines that are written in one statement. */
const LINES_PER_INSERT = 2_000;
/** The shortest pause of a batch all of whose lines wait, in milliseconds. */
const PAUSE_MS_MIN = 100;
/** The pause of a batch while other calls of its owner hold the credit, in milliseconds. */
const HELD_PAUSE_MS = 5_000;
/** The pause of a batch whose turn failed, in milliseconds. */
const FAILED_PAUSE_MS = 5_000;

/** Claims the batch whose turn it is; null when none waits. */
export function claimDueBatch({
  db,
  workerId,
  timers,
}: Pick<BatchDeps, 'db' | 'workerId' | 'timers'>): Promise<ClaimedBatch | null> {
  return transaction(db, async (trx) => {
    await lockTurns(trx);
    return claimBatch(trx, { worker: workerId, leaseMs: timers.lease });
  });
}

/**
 * Gives a claimed batch one turn: its file is checked, some of its lines run, or its results are
 * written. What a worker writes that has lost the claim is refused, and lines are operations with
 * claims of their own, so that a worker that dies leaves nothing that is done twice.
 * @param closing aborted when no further line is to be begun in this process
 */
export async function workBatch(
  deps: BatchDeps,
  batch: ClaimedBatch,
  closing: AbortSignal,
): Promise<void> {
  const fence = { id: batch.id, claims: batch.claims };
  const leases = poll({
    everyMs: deps.timers.heartbeat,
    look: () => renewBatch(deps.db, { ...fence, leaseMs: deps.timers.lease }),
    failed: (error) => deps.logger.warn({ error, batch: batch.id }, 'a batch keeps no lease'),
  });
  let pauseMs = FAILED_PAUSE_MS;
  try {
    pauseMs = await turnOf(deps, batch, closing);
  } finally {
    leases.stop();
    await giveBackBatch(deps.db, fence, pauseMs);
  }
}

/** @returns how long the batch waits for its next turn, in milliseconds */
async function turnOf(deps: BatchDeps, batch: ClaimedBatch, closing: AbortSignal): Promise<number> {
  if (batch.state === 'finalizing') {
    await writeResults(deps, batch);
    return 0;
  }
  if (batch.state === 'validating') {
    await check(deps, batch);
    return 0;
  }
  return new LineTurn(deps, batch, closing).run();
}

async function check(deps: BatchDeps, batch: ClaimedBatch): Promise<void> {
  const { lines, faults, model } = await checkFile(deps, batch);
  const fence = { id: batch.id, claims: batch.claims };
  if (faults.length > 0) {
    await refuseBatch(deps.db, { ...fence, errors: faults });
    return;
  }
  await transaction(deps.db, async (trx) => {
    if (!(await beginBatch(trx, { ...fence, lines: lines.length, model }))) return;
    await deleteLines(trx, batch.id);
    for (let from = 0; from < lines.length; from += LINES_PER_INSERT) {
      await insertLines(trx, batch.id, lines.slice(from, from + LINES_PER_INSERT));
    }
  });
}

/** One turn of the lines of a batch. */
class LineTurn {
  readonly #deps: BatchDeps;
  readonly #batch: ClaimedBatch;
  readonly #closing: AbortSignal;
  readonly #untilMs: number;
  readonly #running = new Map<number, Promise<void>>();
  /** How long the batch waits because of a line; null: no line was in the way. */
  #pauseMs: number | null = null;
  /** Credit was short while other lines ran: one of them has to end before the next is begun. */
  #short: BatchFault | null = null;

  constructor(deps: BatchDeps, batch: ClaimedBatch, closing: AbortSignal) {
    this.#deps = deps;
    this.#batch = batch;
    this.#closing = closing;
    this.#untilMs = performance.now() + deps.timers.batchTurn;
  }

  get #fence(): { id: string; claims: number } {
    return { id: this.#batch.id, claims: this.#batch.claims };
  }

  /** @returns how long the batch waits for its next turn, in milliseconds */
  async run(): Promise<number> {
    for (;;) {
      const standing = await this.#standing();
      if (standing === null) break;
      if (this.#mayBegin()) await this.#begin(standing.endsAs !== null);
      if (this.#running.size === 0) break;
      await Promise.race(this.#running.values());
    }
    await Promise.all(this.#running.values());
    return this.#end();
  }

  /** How the batch stands; its window may have ended meanwhile. Null when the claim is lost. */
  async #standing(): Promise<StandingBatch | null> {
    const { db } = this.#deps;
    const standing = await readBatch(db, this.#fence);
    if (standing === null || standing.endsAs !== null) return standing;
    if (standing.over) {
      await stopBatch(db, { ...this.#fence, as: 'expired', fault: null });
      return readBatch(db, this.#fence);
    }
    if (standing.resultBytes > BATCH_RESULT_BYTES_MAX) return this.#stop(RESULTS_TOO_LARGE);
    return standing;
  }

  async #stop(fault: BatchFault): Promise<StandingBatch | null> {
    await stopBatch(this.#deps.db, { ...this.#fence, as: 'failed', fault });
    return readBatch(this.#deps.db, this.#fence);
  }

  #mayBegin(): boolean {
    const isTime = performance.now() < this.#untilMs && !this.#closing.aborted;
    const isShort = this.#short !== null && this.#running.size > 0;
    return isTime && this.#pauseMs === null && !isShort;
  }

  /** @param isOver only lines that were begun before are brought to their end */
  async #begin(isOver: boolean): Promise<void> {
    const { db } = this.#deps;
    const limit = this.#short === null ? BATCH_LINES_AT_ONCE - this.#running.size : 1;
    if (limit <= 0) return;
    const besides = [...this.#running.keys()];
    const wanted = { batchId: this.#batch.id, besides, limit, isBegun: isOver };
    for (const line of await listWaitingLines(db, wanted)) {
      const work = workLine(this.#deps, { batch: this.#batch, line }, isOver)
        .then((outcome) => this.#heed(outcome))
        .finally(() => this.#running.delete(line.line));
      this.#running.set(line.line, work);
    }
  }

  async #heed(outcome: LineOutcome): Promise<void> {
    if (outcome.kind === 'ended') this.#short = null;
    if (outcome.kind === 'waits') this.#pauseMs = Math.max(this.#pauseMs ?? 0, outcome.pauseMs);
    if (outcome.kind === 'stops') await this.#stop(outcome.fault);
    if (outcome.kind !== 'short') return;
    // The line that was refused still counts as running.
    if (this.#running.size > 1 || this.#short === null) this.#short = outcome.fault;
    else if (outcome.isHeld) this.#pauseMs = HELD_PAUSE_MS;
    else await this.#stop(outcome.fault);
  }

  async #end(): Promise<number> {
    const { db } = this.#deps;
    const standing = await readBatch(db, this.#fence);
    if (standing === null) return 0;
    const isOver = standing.endsAs !== null;
    const waiting = await countWaitingLines(db, { batchId: this.#batch.id, isBegun: isOver });
    if (waiting.lines > 0) return this.#pauseMs ?? Math.max(PAUSE_MS_MIN, waiting.inMs);
    const files = { outputFileId: newUuid(), errorFileId: newUuid() };
    await finalizeBatch(db, { ...this.#fence, ...files });
    return 0;
  }
}

const RESULTS_TOO_LARGE: BatchFault = {
  code: 'results_too_large',
  message: `The results of a batch may have ${BATCH_RESULT_BYTES_MAX} bytes. Send the lines that are left in another batch.`,
  line: null,
  param: null,
};

import {
  BATCH_LINES_AT_ONCE,
  BATCH_RESULT_BYTES_MAX,
  roomOfResults,
} from '@tollgate/contract/batches';
import { transaction } from '@tollgate/db/connect';
import type { BatchFault } from '@tollgate/requests/batches/batch.queries';
import {
  countWaitingLines,
  deleteLines,
  insertLines,
  listUnsentLines,
  listWaitingLines,
} from '@tollgate/requests/batches/batch-line.queries';
import {
  beginBatch,
  claimBatch,
  doesAnotherWait,
  finalizeBatch,
  giveBackBatch,
  isBatchDue,
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
import type { LineOutcome } from './end-line.ts';
import { finishBatch } from './finish-batch.ts';
import { ProviderJobs } from './provider-jobs.ts';
import { workLine } from './work-line.ts';

/** Lines that are written in one statement. */
const LINES_PER_INSERT = 2_000;
/** A batch that has stood still pauses for this part of the time. */
const STILL_PART = 20;
/** The longest such pause, in pauses of a batch. */
const STILL_PAUSES_MAX = 5;
/** The shortest pause of a batch all of whose lines wait, in milliseconds. */
const PAUSE_MS_MIN = 100;

/** Claims the batch whose turn it is; null when none waits. */
export async function claimDueBatch({
  db,
  workerId,
  timers,
}: Pick<BatchDeps, 'db' | 'workerId' | 'timers'>): Promise<ClaimedBatch | null> {
  if (!(await isBatchDue(db))) return null;
  return transaction(db, async (trx) => {
    await lockTurns(trx);
    return claimBatch(trx, { worker: workerId, leaseMs: timers.lease });
  });
}

/** Who gives turns. */
export interface TurnGiver {
  /** Aborted when no further line is to be begun in this process. */
  closing: AbortSignal;
  /**
   * Called when the turn is over but for lines that still run: another batch may have its turn. May
   * be called several times.
   */
  rests(): void;
}

/**
 * Gives a claimed batch one turn: its file is checked, some of its lines run, or its results are
 * written. What a worker writes that has lost the claim is refused, and lines are operations with
 * claims of their own, so that a worker that dies leaves nothing that is done twice.
 */
export async function workBatch(
  deps: BatchDeps,
  batch: ClaimedBatch,
  worker: TurnGiver,
): Promise<void> {
  const fence = { id: batch.id, claims: batch.claims };
  const leases = poll({
    everyMs: deps.timers.heartbeat,
    look: () => renewBatch(deps.db, { ...fence, leaseMs: deps.timers.lease }),
    failed: (error) => deps.logger.warn({ error, batch: batch.id }, 'a batch keeps no lease'),
  });
  const { batchPause, batchRetry } = deps.timers;
  let pauseMs = batch.state === 'finalizing' ? batchRetry : batchPause;
  try {
    pauseMs = await turnOf(deps, batch, worker);
  } finally {
    leases.stop();
    await giveBackBatch(deps.db, fence, pauseMs);
  }
}

/** @returns how long the batch waits for its next turn, in milliseconds */
async function turnOf(deps: BatchDeps, batch: ClaimedBatch, worker: TurnGiver): Promise<number> {
  if (batch.state === 'finalizing' || batch.areResultsDue) return finishBatch(deps, batch);
  if (batch.state === 'validating') {
    await check(deps, batch);
    return 0;
  }
  return new LineTurn(deps, batch, worker).run();
}

async function check(deps: BatchDeps, batch: ClaimedBatch): Promise<void> {
  const { lines, faults, model, targets } = await checkFile(deps, batch);
  const fence = { id: batch.id, claims: batch.claims };
  if (faults.length > 0) {
    await refuseBatch(deps.db, { ...fence, errors: faults });
    return;
  }
  await transaction(deps.db, async (trx) => {
    const begun = { lines: lines.length, roomBytes: roomOfResults(lines.length), model, targets };
    if (!(await beginBatch(trx, { ...fence, ...begun }))) return;
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
  readonly #worker: TurnGiver;
  readonly #untilMs: number;
  readonly #running = new Map<number, Promise<void>>();
  readonly #jobs: ProviderJobs;
  /** Up to which line they were looked at in this turn for a job. */
  #gatheredTo = 0;
  /** How long the batch waits because of a line; null: no line was in the way. */
  #pauseMs: number | null = null;
  /** The time is over, and another batch waits. */
  #isOver = false;
  /** Lines in a row that failed and are run again. */
  #failures = 0;
  /** Credit was short while other lines ran: one of them has to end before the next is begun. */
  #short: BatchFault | null = null;

  constructor(deps: BatchDeps, batch: ClaimedBatch, worker: TurnGiver) {
    this.#deps = deps;
    this.#batch = batch;
    this.#worker = worker;
    this.#untilMs = performance.now() + deps.timers.batchTurn;
    this.#jobs = new ProviderJobs(deps, batch);
  }

  get #fence(): { id: string; claims: number } {
    return { id: this.#batch.id, claims: this.#batch.claims };
  }

  /** @returns how long the batch waits for its next turn, in milliseconds */
  async run(): Promise<number> {
    const { timers, logger } = this.#deps;
    const looks = poll({
      everyMs: timers.batchPump,
      look: () => this.#look(),
      failed: (error) => logger.warn({ error, batch: this.#batch.id }, 'a turn goes on'),
    });
    try {
      await this.#runLines();
    } finally {
      looks.stop();
    }
    return this.#end();
  }

  async #runLines(): Promise<void> {
    const begun = await this.#standing();
    if (begun !== null) await this.#jobs.look(begun.endsAs !== null);
    for (;;) {
      const standing = await this.#standing();
      if (standing === null) break;
      if (this.#mayBegin()) await this.#begin(standing.endsAs !== null);
      if (this.#running.size === 0) break;
      if (!this.#goesOn()) this.#worker.rests();
      await Promise.race(this.#running.values());
    }
    this.#worker.rests();
    await Promise.all(this.#running.values());
    await this.#jobs.flush(this.#isCutOff);
    if (this.#jobs.isFull) this.#wait(this.#deps.timers.batchLook);
  }

  /** A turn lasts until its time is over and another batch waits for one. */
  async #look(): Promise<void> {
    if (performance.now() < this.#untilMs) return;
    if (!(await doesAnotherWait(this.#deps.db, this.#fence))) return;
    this.#isOver = true;
    this.#worker.rests();
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
    const isShort = this.#short !== null && this.#running.size > 0;
    return this.#goesOn() && !isShort;
  }

  /** Whether lines that could be begun are left to the next turn. */
  get #isCutOff(): boolean {
    return this.#pauseMs === null && (this.#isOver || this.#worker.closing.aborted);
  }

  /** Whether lines are still begun in this turn. */
  #goesOn(): boolean {
    return !this.#isOver && !this.#worker.closing.aborted && this.#pauseMs === null;
  }

  /** @param isOver only lines that were begun before are brought to their end */
  async #begin(isOver: boolean): Promise<void> {
    const { db } = this.#deps;
    const limit = this.#short === null ? BATCH_LINES_AT_ONCE - this.#running.size : 1;
    if (limit <= 0) return;
    const besides = [...this.#running.keys()];
    const wanted = { batchId: this.#batch.id, besides, limit, isBegun: isOver };
    for (const line of await listWaitingLines(db, wanted)) {
      this.#follow(line, workLine(this.#deps, { batch: this.#batch, line }, isOver));
    }
    await this.#gather(isOver);
  }

  /** Puts lines into jobs of providers, beside those that our workers run. */
  async #gather(isOver: boolean): Promise<void> {
    const limit = this.#short === null ? BATCH_LINES_AT_ONCE - this.#running.size : 0;
    if (!this.#jobs.isUsed || this.#jobs.isFull || limit <= 0) return;
    const after = this.#gatheredTo;
    const wanted = { batchId: this.#batch.id, after, limit, isBegun: isOver };
    for (const line of await listUnsentLines(this.#deps.db, wanted)) {
      this.#gatheredTo = line.line;
      this.#follow(line, this.#jobs.take({ batch: this.#batch, line }, isOver));
    }
  }

  #follow({ line }: { line: number }, work: Promise<LineOutcome>): void {
    const heeded = work
      .then((outcome) => this.#heed(outcome))
      .finally(() => this.#running.delete(line));
    this.#running.set(line, heeded);
  }

  async #heed(outcome: LineOutcome): Promise<void> {
    if (outcome.kind === 'ended') this.#short = null;
    if (outcome.kind === 'ended') this.#failures = 0;
    if (outcome.kind === 'again') this.#countFailure();
    if (outcome.kind === 'waits') this.#wait(outcome.pauseMs);
    if (outcome.kind === 'stops') await this.#stop(outcome.fault);
    if (outcome.kind !== 'short') return;
    // The line that was refused still counts as running.
    if (this.#running.size > 1 || this.#short === null) this.#short = outcome.fault;
    // Lines at a provider give back what they do not use.
    else if (outcome.isHeld || this.#jobs.areOpen) this.#wait(this.#deps.timers.batchPause);
    else await this.#stop(outcome.fault);
  }

  /** What so many lines in a row have met the next ones would meet as well. */
  #countFailure(): void {
    this.#failures += 1;
    if (this.#failures >= BATCH_LINES_AT_ONCE) this.#wait(this.#deps.timers.batchRetry);
  }

  /** A batch that has stood still for long tries less often. */
  #wait(pauseMs: number): void {
    const { batchPause } = this.#deps.timers;
    const still = Math.min(this.#batch.stillMs / STILL_PART, batchPause * STILL_PAUSES_MAX);
    this.#pauseMs = Math.max(this.#pauseMs ?? 0, pauseMs, still);
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

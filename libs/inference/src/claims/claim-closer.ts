import { setTimeout as wait } from 'node:timers/promises';
import type { Knex } from '@tollgate/db/connect';
import { isDataFault } from '@tollgate/db/failures';
import { dropRow } from '@tollgate/db/write-behind';
import { dropClaim, keepAnswer, leaveClaimOpen } from '@tollgate/requests/operations/idempotency';
import type { Claim } from '@tollgate/requests/operations/idempotency';
import type { Logger } from '@tollgate/runtime/logger';
import { poll } from '@tollgate/runtime/timers';
import type { Timers } from '@tollgate/runtime/timers';

/**
 * Bytes of answers that wait for the database; beyond it only the fact that they were given is
 * kept.
 */
const WAITING_ANSWER_BYTES_MAX = 67_108_864;
/** Keys that wait for the database. */
const WAITING_MAX = 10_000;
/**
 * How often a process that leaves tries to close what waits, and how long it pauses in between, in
 * milliseconds.
 */
const CLOSE_TRIES_MAX = 10;
const CLOSE_PAUSE_MS = 500;

/** Answers a repetition when the answer itself is lost. */
const NO_ANSWER = { status: 409, headers: {}, body: null };

/** An answer to be kept under a key. */
export interface ClosingAnswer {
  status: number;
  headers: Record<string, string>;
  body: Buffer;
}

/**
 * Closes the idempotency keys that this process runs. No method rejects: while the database is away
 * the work is noted and done once the database is back, because the caller must hear how the call
 * itself ended.
 */
export interface ClaimCloser {
  /** Frees the key of a call that was refused before anything was sent. */
  drop(claim: Claim): Promise<void>;
  /** Leaves the key open for another attempt. */
  leaveOpen(claim: Claim): Promise<void>;
  /** Keeps the answer under the key. */
  keep(claim: Claim, answer: ClosingAnswer): Promise<void>;
  /** The charge is recorded and the answer is lost: the key is never run again. */
  forget(claim: Claim): Promise<void>;
  /** Does what still waits, as far as the database allows, and ends. */
  close(): Promise<void>;
}

export interface ClaimCloserDeps {
  db: Knex;
  processId: string;
  timers: Timers;
  logger: Logger;
}

interface Waiting {
  opId: string;
  bytes: number;
  work: () => Promise<void>;
  /** The smaller work that replaces this one when there is no room to wait. */
  lesser?: () => Promise<void>;
}

/** A closer that looks after what waits once each heartbeat. */
export function createClaimCloser(deps: ClaimCloserDeps): ClaimCloser {
  const { timers, logger } = deps;
  const waiting: Waiting[] = [];
  let bytes = 0;

  async function now(one: Waiting): Promise<void> {
    try {
      await workOn(one, logger);
    } catch (error) {
      logger.warn({ error, op: one.opId }, 'an idempotency key is closed later');
      if (waiting.length >= WAITING_MAX) {
        logger.error({ op: one.opId }, 'an idempotency key stays as it is until this process ends');
        return;
      }
      const fits = bytes + one.bytes <= WAITING_ANSWER_BYTES_MAX;
      waiting.push(fits ? one : { opId: one.opId, bytes: 0, work: one.lesser ?? one.work });
      bytes += fits ? one.bytes : 0;
    }
  }

  const small = ({ opId }: Claim, work: () => Promise<void>): Promise<void> =>
    now({ opId, bytes: 0, work });

  async function workOff(): Promise<void> {
    for (let first = waiting[0]; first !== undefined; first = waiting[0]) {
      await workOn(first, logger);
      waiting.shift();
      bytes -= first.bytes;
    }
  }

  const looks = poll({
    everyMs: timers.heartbeat,
    look: workOff,
    failed: (error) => logger.warn({ error }, 'idempotency keys wait for the database'),
  });

  return {
    drop: (claim) => small(claim, () => dropClaim(deps, claim)),
    leaveOpen: (claim) => small(claim, () => leaveClaimOpen(deps, claim)),
    keep: (claim, answer) =>
      now({
        opId: claim.opId,
        bytes: answer.body.length,
        work: () => keepAnswer(deps, claim, answer),
        lesser: () => keepAnswer(deps, claim, { ...answer, body: null }),
      }),
    forget: (claim) => small(claim, () => keepAnswer(deps, claim, NO_ANSWER)),
    async close() {
      looks.stop();
      if (await isDone(looks.now, waiting)) return;
      logger.error({ keys: waiting.length }, 'idempotency keys stay open');
    },
  };
}

/**
 * Closes a key, or gives up on one whose closing the database refuses for ever, so that those
 * behind it are closed.
 */
async function workOn(one: Waiting, logger: Logger): Promise<void> {
  try {
    await one.work();
  } catch (error) {
    if (!isDataFault(error)) throw error;
    dropRow({ table: 'requests.idempotency', nameOf: ({ opId }) => opId, logger }, one, error);
  }
}

/**
 * A key that is forgotten at the end would let its call run a second time, so the process waits a
 * while for the database.
 */
async function isDone(look: () => Promise<void>, waiting: readonly Waiting[]): Promise<boolean> {
  await look();
  for (let tries = 1; waiting.length > 0 && tries < CLOSE_TRIES_MAX; tries += 1) {
    await wait(CLOSE_PAUSE_MS);
    await look();
  }
  return waiting.length === 0;
}

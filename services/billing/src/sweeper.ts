import type { Knex } from 'knex';
import type { Logger } from '@tollgate/runtime/logger';
import { poll } from '@tollgate/runtime/timers';
import type { Looks, Timers } from '@tollgate/runtime/timers';
import { withRetries } from './transactions.ts';
import type { Continuity } from './continuity.ts';
import { countSwept } from './metrics.ts';
import type { SweepCounts } from './metrics.ts';
import { forgetOld, sweepEndedGrants, sweepEndedHolds, sweepOwners } from './sweep.queries.ts';
import type { SweepQuery } from './sweep.queries.ts';

/** Closes holds whose process is gone, and holds and grants whose time is over. */
export interface Sweeper {
  /** Begins to sweep by itself. */
  start(): void;
  stop(): void;
  /** Everything at once, now. */
  sweep(): Promise<SweepCounts>;
}

export interface SweeperDeps {
  db: Knex;
  timers: Timers;
  continuity: Continuity;
  logger: Logger;
}

/** Rows of one transaction of a sweep. */
const SWEEP_ROWS_MAX = 500;
/** Transactions of one sweep; what is left waits for the next. */
const SWEEP_TURNS_MAX = 200;
const FORGET_AFTER_DAYS = 7;

/** Any number of replicas may sweep at the same time, with the same effect as one. */
export function createSweeper(deps: SweeperDeps): Sweeper {
  const { db, timers, continuity, logger } = deps;
  const looks: Looks[] = [];

  async function owners(): Promise<number> {
    if (!continuity.isEstablished()) return 0;
    const lost = await sweepAll(db, sweepOwners(timers.lease));
    countSwept({ owner_lost: lost });
    if (lost > 0) logger.warn({ holds: lost }, 'holds of lost processes were given back');
    return lost;
  }

  async function ends(): Promise<{ holds: number; grants: number }> {
    const holds = await sweepAll(db, sweepEndedHolds);
    if (holds > 0) logger.error({ holds }, 'holds ran into their end: nobody had closed them');
    const grants = await sweepAll(db, sweepEndedGrants);
    countSwept({ holds_expired: holds, grants_expired: grants });
    await withRetries(() => forgetOld(FORGET_AFTER_DAYS)(db, SWEEP_ROWS_MAX));
    return { holds, grants };
  }

  function every(everyMs: number, look: () => Promise<unknown>): void {
    const failed = (error: unknown): void => logger.warn({ error }, 'a sweep failed');
    looks.push(poll({ everyMs, look, failed, keepsAlive: true }));
  }

  return {
    start() {
      continuity.start();
      every(timers.ownerSweep, owners);
      every(timers.expirySweep, ends);
    },
    stop() {
      continuity.stop();
      for (const look of looks.splice(0)) look.stop();
    },
    async sweep() {
      const owner_lost = await owners();
      const { holds, grants } = await ends();
      return { owner_lost, holds_expired: holds, grants_expired: grants };
    },
  };
}

async function sweepAll(db: Knex, query: SweepQuery): Promise<number> {
  let total = 0;
  for (let turn = 0; turn < SWEEP_TURNS_MAX; turn += 1) {
    const found = await withRetries(() => query(db, SWEEP_ROWS_MAX), { keyed: true });
    total += found;
    if (found < SWEEP_ROWS_MAX) break;
  }
  return total;
}

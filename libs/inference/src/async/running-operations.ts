import type { Knex } from '@tollgate/db/connect';
import { extendOperationLeases } from '@tollgate/requests/operation-queries';
import type { Logger } from '@tollgate/runtime/logger';
import type { Timers } from '@tollgate/runtime/timers';

/** The operations that this worker runs, with their leases kept up. */
export interface RunningOperations {
  /** Notes an operation; gives what notes its end. */
  enter(id: string): () => void;
  /** Stops keeping leases up. */
  close(): void;
}

/** One statement a heartbeat, however many operations run. A lease that another worker has taken is not taken back. */
export function createRunningOperations(deps: {
  db: Knex;
  workerId: string;
  timers: Timers;
  logger: Logger;
}): RunningOperations {
  const { db, workerId, timers, logger } = deps;
  const running = new Set<string>();
  const timer = setInterval(() => {
    if (running.size === 0) return;
    const leases = { ids: [...running], owner: workerId, leaseMs: timers.lease };
    extendOperationLeases(db, leases).catch((error: unknown) => {
      logger.warn({ error }, 'leases of operations could not be extended');
    });
  }, timers.heartbeat);
  timer.unref();
  return {
    enter(id) {
      running.add(id);
      return () => void running.delete(id);
    },
    close: () => clearInterval(timer),
  };
}

import type { Knex } from '@tollgate/db/connect';
import { extendOperationLeases } from '@tollgate/requests/operations/operation.queries';
import type { Logger } from '@tollgate/runtime/logger';
import { poll } from '@tollgate/runtime/timers';
import type { Timers } from '@tollgate/runtime/timers';

/** The operations that this worker runs, with their leases kept up. */
export interface RunningOperations {
  /** Notes an operation. @returns notes its end */
  enter(id: string): () => void;
  /** Stops keeping leases up. */
  close(): void;
}

/**
 * One statement a heartbeat, however many operations run. A lease that another worker has taken is
 * not taken back.
 */
export function createRunningOperations(deps: {
  db: Knex;
  workerId: string;
  timers: Timers;
  logger: Logger;
}): RunningOperations {
  const { db, workerId, timers, logger } = deps;
  const running = new Set<string>();
  const looks = poll({
    everyMs: timers.heartbeat,
    async look() {
      if (running.size === 0) return;
      const leases = { ids: [...running], owner: workerId, leaseMs: timers.lease };
      await extendOperationLeases(db, leases);
    },
    failed: (error) => logger.warn({ error }, 'leases of operations could not be extended'),
  });
  return {
    enter(id) {
      running.add(id);
      return () => void running.delete(id);
    },
    close: looks.stop,
  };
}

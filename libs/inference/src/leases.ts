import type { Knex } from '@tollgate/db/connect';
import { extendLeases } from '@tollgate/requests/queries';
import type { Logger } from '@tollgate/runtime/logger';
import type { Timers } from '@tollgate/runtime/timers';

/** Keeps up the leases of the idempotent operations that this process runs; gives what stops it. */
export function startLeases(deps: {
  db: Knex;
  processId: string;
  timers: Timers;
  logger: Logger;
}): () => void {
  const { db, processId, timers, logger } = deps;
  const timer = setInterval(() => {
    extendLeases(db, processId, timers.lease).catch((error: unknown) => {
      logger.warn({ error }, 'leases could not be extended');
    });
  }, timers.heartbeat);
  timer.unref();
  return () => clearInterval(timer);
}

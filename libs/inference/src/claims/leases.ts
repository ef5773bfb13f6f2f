import type { Knex } from '@tollgate/db/connect';
import { extendLeases } from '@tollgate/requests/operations/idempotency.queries';
import type { Logger } from '@tollgate/runtime/logger';
import { poll } from '@tollgate/runtime/timers';
import type { Timers } from '@tollgate/runtime/timers';

/** Keeps up the leases of the idempotent operations that this process runs. @returns stops that */
export function startLeases(deps: {
  db: Knex;
  processId: string;
  timers: Timers;
  logger: Logger;
}): () => void {
  const { db, processId, timers, logger } = deps;
  return poll({
    everyMs: timers.heartbeat,
    look: () => extendLeases(db, processId, timers.lease),
    failed: (error) => logger.warn({ error }, 'leases could not be extended'),
  }).stop;
}

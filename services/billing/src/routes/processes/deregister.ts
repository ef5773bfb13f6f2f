import { deregisterRoute } from '@tollgate/contract/routes/billing/processes';
import { route } from '@tollgate/http/route';
import type { MountedRoute } from '@tollgate/http/route';
import type { Logger } from '@tollgate/runtime/logger';
import type { Knex } from 'knex';
import { withRetries } from '../../transactions.ts';
import { deregister } from '../../process.queries.ts';

/** Closes what a leaving process still holds. */
export const handleDeregister = ({ db, logger }: { db: Knex; logger: Logger }): MountedRoute =>
  route(deregisterRoute, async ({ body }) => {
    const holds = await withRetries(() => deregister(db, body.process_id), { keyed: true });
    if (holds > 0) logger.warn({ holds, process: body.process_id }, 'a process left with holds');
    return undefined;
  });

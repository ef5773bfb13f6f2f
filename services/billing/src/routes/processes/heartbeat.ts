import { heartbeatRoute } from '@tollgate/contract/routes/billing/processes';
import { route } from '@tollgate/http/route';
import type { MountedRoute, RouteContext } from '@tollgate/http/route';
import type { Knex } from 'knex';
import type { ServiceCaller } from '@tollgate/http/service-token';
import { withRetries } from '../../transactions.ts';
import { heartbeat } from '../../process.queries.ts';

/** Notes that the caller's process lives. */
export const handleHeartbeat = ({ db }: { db: Knex }): MountedRoute =>
  route(heartbeatRoute, async ({ body }, { caller }: RouteContext<ServiceCaller>) => {
    await withRetries(() => heartbeat(db, { id: body.process_id, service: caller.service }), {
      keyed: true,
    });
    return undefined;
  });

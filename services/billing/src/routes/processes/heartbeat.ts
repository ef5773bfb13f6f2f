import type { Knex } from 'knex';
import type { heartbeatRoute } from '@tollgate/contract/billing';
import type { ServiceCaller } from '@tollgate/http/gates';
import type { Handler } from '@tollgate/http/serve';
import { withRetries } from '../../attempts.ts';
import { heartbeat } from '../../queries.ts';

/** Notes that the caller's process lives. */
export const handleHeartbeat =
  ({ db }: { db: Knex }): Handler<typeof heartbeatRoute, ServiceCaller> =>
  async ({ body }, { caller }) => {
    await withRetries(() => heartbeat(db, { id: body.process_id, service: caller.service }), {
      keyed: true,
    });
    return undefined;
  };

import { GatewayError } from '@tollgate/contract/error-codes';
import { putBackQuarantined } from '@tollgate/contract/routes/admin/quarantine';
import type { MountedRoute } from '@tollgate/http/route';
import { askPutBack, lockSpool } from '@tollgate/requests/quarantine/quarantine.queries';
import { decodeId } from '@tollgate/runtime/ids';
import type { AdminDeps } from '../../deps.ts';
import { platformRoute } from '../../platform-route.ts';
import { spoolOut } from '../../quarantine-out.ts';
import { change } from '../../trail.ts';

export const handlePutBackQuarantined = (deps: AdminDeps): MountedRoute =>
  platformRoute(putBackQuarantined, async ({ params, body }, context) => {
    const id = decodeId('spl', params.spool_id);
    return change(deps, context, async (trx, note) => {
      const spool = id === null ? null : await lockSpool(trx, id);
      if (spool === null) throw new GatewayError('not_found', 'There is no such spool.');
      // Its process is about to do it, or has begun.
      if (spool.askedAt !== null && spool.answeredAt === null) return spoolOut(spool);
      if (spool.setAside === 0) {
        throw new GatewayError('conflict', 'The spool has nothing set aside.');
      }
      const asked = await askPutBack(trx, spool.id);
      await note({
        action: 'quarantine.put_back',
        target: { kind: 'spool', id: spool.id },
        details: {
          service: spool.service,
          set_aside: spool.setAside,
          reason: body?.reason ?? null,
        },
      });
      return spoolOut(asked);
    });
  });

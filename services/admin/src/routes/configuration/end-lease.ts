import { endLease } from '@tollgate/contract/routes/admin/configuration';
import type { MountedRoute } from '@tollgate/http/route';
import { endConfigurationLease } from '@tollgate/identity/configuration-leases';
import { decodeId, encodeId } from '@tollgate/runtime/ids';
import type { AdminDeps } from '../../deps.ts';
import { platformRoute } from '../../platform-route.ts';
import { change } from '../../trail.ts';

export const handleEndLease = (deps: AdminDeps): MountedRoute =>
  platformRoute(endLease, async ({ params, body }, context) => {
    const administratorId = context.caller.administrator.id;
    await change(deps, context, async (trx, note) => {
      const id = decodeId('cfl', params.lease_id);
      const ended = await endConfigurationLease(trx, { id, administratorId });
      await note({
        action: 'configuration.apply_end',
        target: { kind: 'installation', id: null },
        details: {
          lease: encodeId('cfl', ended.id),
          document_sha256: ended.documentSha256,
          ...body,
        },
      });
    });
    return undefined;
  });

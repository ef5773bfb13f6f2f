import { takeLease } from '@tollgate/contract/routes/admin/configuration';
import type { MountedRoute } from '@tollgate/http/route';
import { takeConfigurationLease } from '@tollgate/identity/configuration-leases';
import { encodeId } from '@tollgate/runtime/ids';
import type { AdminDeps } from '../../deps.ts';
import { platformRoute } from '../../platform-route.ts';
import { change } from '../../trail.ts';

export const handleTakeLease = (deps: AdminDeps): MountedRoute =>
  platformRoute(takeLease, async ({ body }, context) => {
    const administratorId = context.caller.administrator.id;
    const documentSha256 = body.document_sha256;
    const lease = await change(deps, context, async (trx, note) => {
      const taken = await takeConfigurationLease(trx, { administratorId, documentSha256 });
      await note({
        action: 'configuration.apply',
        target: { kind: 'installation', id: null },
        details: {
          lease: encodeId('cfl', taken.id),
          document_sha256: documentSha256,
          changes: body.changes,
        },
      });
      return taken;
    });
    return {
      id: encodeId('cfl', lease.id),
      document_sha256: lease.documentSha256,
      expires_at: lease.expiresAt.toISOString(),
    };
  });

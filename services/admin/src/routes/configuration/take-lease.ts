import {
  ConfigurationLeaseCreate,
  ConfigurationLeaseOut,
} from '@tollgate/contract/platform/configuration';
import { defineRoute } from '@tollgate/contract/route';
import { takeConfigurationLease } from '@tollgate/identity/configuration-leases';
import { encodeId } from '@tollgate/runtime/ids';
import type { AdminDeps, AdminHandler } from '../../deps.ts';
import { change } from '../../trail.ts';

export const takeLease = defineRoute({
  method: 'post',
  path: '/api/platform/configuration-leases',
  auth: 'platform',
  needs: 'configuration',
  summary: 'Begin to apply a document of configuration; one is applied at a time',
  body: ConfigurationLeaseCreate,
  status: 201,
  errors: ['conflict'],
  response: ConfigurationLeaseOut,
});

export const handleTakeLease =
  (deps: AdminDeps): AdminHandler<typeof takeLease> =>
  async ({ body }, context) => {
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
  };

import { ConfigurationLeaseEnd } from '@tollgate/contract/platform/configuration';
import { defineRoute } from '@tollgate/contract/route';
import { endConfigurationLease } from '@tollgate/identity/configuration-leases';
import { decodeId, encodeId } from '@tollgate/runtime/ids';
import type { AdminDeps, AdminHandler } from '../../deps.ts';
import { LeaseIdParams } from '../../params.ts';
import { change } from '../../trail.ts';

export const endLease = defineRoute({
  method: 'post',
  path: '/api/platform/configuration-leases/:lease_id/end',
  auth: 'platform',
  needs: 'configuration',
  summary: 'Say how the apply of a document ended, and let the next one begin',
  params: LeaseIdParams,
  body: ConfigurationLeaseEnd,
  status: 204,
});

export const handleEndLease =
  (deps: AdminDeps): AdminHandler<typeof endLease> =>
  async ({ params, body }, context) => {
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
  };

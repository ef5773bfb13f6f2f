import { getCredential, removeCredential } from '@tollgate/catalog/credentials';
import { deleteProviderCredential } from '@tollgate/contract/routes/admin/credentials';
import type { MountedRoute } from '@tollgate/http/route';
import { decodeId, encodeId } from '@tollgate/runtime/ids';
import type { AdminDeps } from '../../deps.ts';
import { platformRoute } from '../../platform-route.ts';
import { change } from '../../trail.ts';

export const handleDeleteProviderCredential = (deps: AdminDeps): MountedRoute =>
  platformRoute(deleteProviderCredential, async ({ params, body }, context) => {
    const { id } = await getCredential(deps.db, decodeId('cred', params.credential_id));
    const unroutable = await change(deps, context, async (trx, note) => {
      const removal = await removeCredential(trx, {
        id,
        confirmName: body.confirm_name,
        acceptsUnroutable: body.accept_unroutable_models === true,
      });
      await note({
        action: 'credential.delete',
        target: { kind: 'provider_credential', id },
        details: {
          provider: removal.removed.provider,
          name: removal.removed.name,
          unroutable_models: removal.unroutable,
          reason: body.reason ?? null,
        },
      });
      return removal.unroutable;
    });
    return { id: encodeId('cred', id), deleted: true as const, unroutable_models: unroutable };
  });

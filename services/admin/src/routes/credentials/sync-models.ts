import { syncModels } from '@tollgate/catalog/probes';
import { syncProviderModels } from '@tollgate/contract/routes/admin/credentials';
import type { MountedRoute } from '@tollgate/http/route';
import { decodeId, encodeId } from '@tollgate/runtime/ids';
import type { AdminDeps } from '../../deps.ts';
import { platformRoute } from '../../platform-route.ts';
import { noteIn } from '../../trail.ts';

export const handleSyncProviderModels = (deps: AdminDeps): MountedRoute =>
  platformRoute(syncProviderModels, async ({ params }, context) => {
    const id = decodeId('cred', params.credential_id);
    const sync = await syncModels({ ...deps.credentials, db: deps.db }, id, (trx, found) =>
      noteIn(
        trx,
        context,
      )({
        action: 'credential.sync_models',
        target: { kind: 'provider_credential', id: found.credential.id },
        details: {
          discovered: found.discovered.length,
          known: found.known,
          ignored: found.ignored,
        },
      }),
    );
    return {
      discovered: sync.discovered.map((model) => ({
        id: encodeId('mdl', model.id),
        public_id: model.publicId,
      })),
      known: sync.known,
      ignored: sync.ignored,
      synced_at: (sync.credential.syncedAt ?? deps.now()).toISOString(),
    };
  });

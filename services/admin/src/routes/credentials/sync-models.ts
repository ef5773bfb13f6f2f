import { syncModels } from '@tollgate/catalog/probes';
import { ModelSyncOut } from '@tollgate/contract/platform/credentials';
import { defineRoute } from '@tollgate/contract/route';
import { decodeId, encodeId } from '@tollgate/runtime/ids';
import type { AdminDeps, AdminHandler } from '../../deps.ts';
import { CredentialIdParams } from '../../params.ts';
import { noteIn } from '../../trail.ts';

export const syncProviderModels = defineRoute({
  method: 'post',
  path: '/api/platform/provider-credentials/:credential_id/sync-models',
  auth: 'platform',
  needs: 'catalogue',
  summary: 'Look for models of the provider that are not known yet; they wait for approval',
  params: CredentialIdParams,
  status: 200,
  errors: ['conflict', 'rate_limit_exceeded'],
  response: ModelSyncOut,
});

export const handleSyncProviderModels =
  (deps: AdminDeps): AdminHandler<typeof syncProviderModels> =>
  async ({ params }, context) => {
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
  };

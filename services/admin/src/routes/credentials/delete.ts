import { getCredential, removeCredential } from '@tollgate/catalog/credentials';
import {
  PlatformProviderCredentialRemoval,
  ProviderCredentialRemoved,
} from '@tollgate/contract/platform/credentials';
import { defineRoute } from '@tollgate/contract/route';
import { decodeId, encodeId } from '@tollgate/runtime/ids';
import type { AdminDeps, AdminHandler } from '../../deps.ts';
import { CredentialIdParams } from '../../params.ts';
import { change } from '../../trail.ts';

export const deleteProviderCredential = defineRoute({
  method: 'delete',
  path: '/api/platform/provider-credentials/:credential_id',
  auth: 'platform',
  needs: 'catalogue',
  leased: true,
  summary: 'Delete a credential and its secret permanently',
  params: CredentialIdParams,
  body: PlatformProviderCredentialRemoval,
  status: 200,
  errors: ['conflict'],
  response: ProviderCredentialRemoved,
});

export const handleDeleteProviderCredential =
  (deps: AdminDeps): AdminHandler<typeof deleteProviderCredential> =>
  async ({ params, body }, context) => {
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
  };

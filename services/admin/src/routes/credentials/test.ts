import { testCredential } from '@tollgate/catalog/probes';
import { CredentialTestOut } from '@tollgate/contract/platform/credentials';
import { defineRoute } from '@tollgate/contract/route';
import { decodeId } from '@tollgate/runtime/ids';
import type { AdminDeps, AdminHandler } from '../../deps.ts';
import { CredentialIdParams } from '../../params.ts';
import { noteIn } from '../../trail.ts';
import { credentialTestOut } from '../../credential-out.ts';

export const testProviderCredential = defineRoute({
  method: 'post',
  path: '/api/platform/provider-credentials/:credential_id/test',
  auth: 'platform',
  needs: 'catalogue',
  summary: 'Ask the provider for its models with this credential',
  params: CredentialIdParams,
  status: 200,
  errors: ['conflict', 'rate_limit_exceeded'],
  response: CredentialTestOut,
});

export const handleTestProviderCredential =
  (deps: AdminDeps): AdminHandler<typeof testProviderCredential> =>
  async ({ params }, context) => {
    const id = decodeId('cred', params.credential_id);
    const test = await testCredential(
      { ...deps.credentials, db: deps.db },
      id,
      (trx, { credential, failure }) =>
        noteIn(
          trx,
          context,
        )({
          action: 'credential.test',
          target: { kind: 'provider_credential', id: credential.id },
          details: { failure },
        }),
    );
    const { failure, message } = test;
    return (
      credentialTestOut(test.credential) ?? {
        ok: failure === null,
        failure,
        message,
        tested_at: deps.now().toISOString(),
      }
    );
  };

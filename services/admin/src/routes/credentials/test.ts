import { testCredential } from '@tollgate/catalog/probes';
import { testProviderCredential } from '@tollgate/contract/routes/admin/credentials';
import type { MountedRoute } from '@tollgate/http/route';
import { decodeId } from '@tollgate/runtime/ids';
import { credentialTestOut } from '../../credential-out.ts';
import type { AdminDeps } from '../../deps.ts';
import { platformRoute } from '../../platform-route.ts';
import { noteIn } from '../../trail.ts';

export const handleTestProviderCredential = (deps: AdminDeps): MountedRoute =>
  platformRoute(testProviderCredential, async ({ params }, context) => {
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
  });

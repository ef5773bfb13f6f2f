import { changeCredential, getCredential } from '@tollgate/catalog/credentials';
import { updateProviderCredential } from '@tollgate/contract/routes/admin/credentials';
import type { MountedRoute } from '@tollgate/http/route';
import { decodeId } from '@tollgate/runtime/ids';
import { callTimesIn } from '../../call-times-in.ts';
import { credentialOut } from '../../credential-out.ts';
import type { AdminDeps } from '../../deps.ts';
import { platformRoute } from '../../platform-route.ts';
import { change } from '../../trail.ts';

export const handleUpdateProviderCredential = (deps: AdminDeps): MountedRoute =>
  platformRoute(updateProviderCredential, async ({ params, body }, context) => {
    const { name, status, base_url: baseUrl, credential: fields } = body;
    const { secret_version: secretVersion, proxy_url: proxyUrl } = body;
    const { first_byte_seconds: firstByteSeconds, total_seconds: totalSeconds } = body;
    const credential = await getCredential(deps.db, decodeId('cred', params.credential_id));
    const stored = await change(deps, context, async (trx, note) => {
      const changes = {
        name,
        status,
        baseUrl,
        fields,
        secretVersion,
        proxyUrl,
        firstByteSeconds,
        totalSeconds,
      };
      const changed = await changeCredential(trx, deps.credentials, {
        id: credential.id,
        changes,
      });
      await note({
        action: 'credential.update',
        target: { kind: 'provider_credential', id: changed.id },
        details: {
          ...(name === undefined ? {} : { name }),
          ...(status === undefined ? {} : { status }),
          ...(baseUrl === undefined ? {} : { base_url: changed.baseUrl }),
          ...(proxyUrl === undefined ? {} : { proxy_url: changed.proxyUrl }),
          ...callTimesIn(body),
          ...(fields === undefined
            ? {}
            : {
                credential: 'replaced',
                last4: changed.last4,
                secret_version: changed.secretVersion,
              }),
        },
      });
      return changed;
    });
    return credentialOut(stored, deps.now());
  });

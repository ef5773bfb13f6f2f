import { createCredential } from '@tollgate/catalog/credentials';
import { createProviderCredential } from '@tollgate/contract/routes/admin/credentials';
import type { MountedRoute } from '@tollgate/http/route';
import { callTimesIn } from '../../call-times-in.ts';
import { credentialOut } from '../../credential-out.ts';
import type { AdminDeps } from '../../deps.ts';
import { platformRoute } from '../../platform-route.ts';
import { change } from '../../trail.ts';

export const handleCreateProviderCredential = (deps: AdminDeps): MountedRoute =>
  platformRoute(createProviderCredential, async ({ body }, context) => {
    const { family, provider, name, base_url: baseUrl, credential: fields } = body;
    const { secret_version: secretVersion, proxy_url: proxyUrl } = body;
    const { first_byte_seconds: firstByteSeconds, total_seconds: totalSeconds } = body;
    const stored = await change(deps, context, async (trx, note) => {
      const input = {
        family,
        provider,
        name,
        baseUrl,
        fields,
        secretVersion,
        proxyUrl,
        firstByteSeconds,
        totalSeconds,
      };
      const made = await createCredential(trx, deps.credentials, input);
      await note({
        action: 'credential.create',
        target: { kind: 'provider_credential', id: made.id },
        details: {
          family,
          provider: made.provider,
          name,
          base_url: made.baseUrl,
          last4: made.last4,
          ...(made.proxyUrl === null ? {} : { proxy_url: made.proxyUrl }),
          ...callTimesIn(body),
        },
      });
      return made;
    });
    return credentialOut(stored, deps.now());
  });

import { createCredential } from '@tollgate/catalog/credentials';
import {
  ProviderCredentialCreate,
  ProviderCredentialOut,
} from '@tollgate/contract/platform/credentials';
import { defineRoute } from '@tollgate/contract/route';
import type { AdminDeps, AdminHandler } from '../../deps.ts';
import { change } from '../../trail.ts';
import { callTimesIn } from '../../call-times-in.ts';
import { credentialOut } from '../../credential-out.ts';

export const createProviderCredential = defineRoute({
  method: 'post',
  path: '/api/platform/provider-credentials',
  auth: 'platform',
  needs: 'catalogue',
  leased: true,
  summary: 'Keep a credential of a provider; its secret is sealed and never shown again',
  body: ProviderCredentialCreate,
  status: 201,
  errors: ['conflict'],
  response: ProviderCredentialOut,
});

export const handleCreateProviderCredential =
  (deps: AdminDeps): AdminHandler<typeof createProviderCredential> =>
  async ({ body }, context) => {
    const { family, provider, name, base_url: baseUrl, credential: fields } = body;
    const { secret_version: secretVersion } = body;
    const { first_byte_seconds: firstByteSeconds, total_seconds: totalSeconds } = body;
    const stored = await change(deps, context, async (trx, note) => {
      const input = {
        family,
        provider,
        name,
        baseUrl,
        fields,
        secretVersion,
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
          ...callTimesIn(body),
        },
      });
      return made;
    });
    return credentialOut(stored, deps.now());
  };

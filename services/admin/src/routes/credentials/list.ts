import { Type } from 'typebox';
import { listCredentials } from '@tollgate/catalog/credentials';
import { ProviderCredentialOut } from '@tollgate/contract/platform/credentials';
import { defineRoute } from '@tollgate/contract/route';
import type { AdminDeps, AdminHandler } from '../../deps.ts';
import { credentialOut } from '../../credential-out.ts';

export const listProviderCredentials = defineRoute({
  method: 'get',
  path: '/api/platform/provider-credentials',
  auth: 'platform',
  needs: 'read',
  summary: 'Provider credentials, without their secrets',
  status: 200,
  response: Type.Array(ProviderCredentialOut),
});

export const handleListProviderCredentials =
  ({ db, now }: AdminDeps): AdminHandler<typeof listProviderCredentials> =>
  async () => {
    const at = now();
    return (await listCredentials(db)).map((credential) => credentialOut(credential, at));
  };

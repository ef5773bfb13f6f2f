import { Type } from 'typebox';
import { ProviderFamilyOut } from '@tollgate/contract/platform/credentials';
import { defineRoute } from '@tollgate/contract/route';
import type { AdminDeps, AdminHandler } from '../../deps.ts';

export const listProviderFamilies = defineRoute({
  method: 'get',
  path: '/api/platform/provider-families',
  auth: 'platform',
  needs: 'read',
  summary: 'Kinds of providers, with what a credential of each needs',
  status: 200,
  response: Type.Array(ProviderFamilyOut),
});

export const handleListProviderFamilies =
  ({ credentials }: AdminDeps): AdminHandler<typeof listProviderFamilies> =>
  () =>
    credentials.providers.families.map((family) => ({
      id: family.id,
      label: family.id,
      provider: family.provider,
      base_url: family.baseUrl,
      credential_schema: family.credential as unknown as Record<string, unknown>,
      lists_models: family.listing !== undefined,
    }));

import { listProviderFamilies } from '@tollgate/contract/routes/admin/credentials';
import type { MountedRoute } from '@tollgate/http/route';
import type { AdminDeps } from '../../deps.ts';
import { platformRoute } from '../../platform-route.ts';

export const handleListProviderFamilies = ({ credentials }: AdminDeps): MountedRoute =>
  platformRoute(listProviderFamilies, () =>
    credentials.providers.families.map((family) => ({
      id: family.id,
      label: family.id,
      provider: family.provider,
      base_url: family.baseUrl,
      credential_schema: family.credential as unknown as Record<string, unknown>,
      lists_models: family.listing !== undefined,
    })),
  );

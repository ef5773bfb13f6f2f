import { platformSignInMethods } from '@tollgate/contract/routes/admin/auth';
import { route } from '@tollgate/http/route';
import type { MountedRoute } from '@tollgate/http/route';
import type { AdminDeps } from '../../deps.ts';

export const handlePlatformSignInMethods = ({ oidc }: AdminDeps): MountedRoute =>
  route(platformSignInMethods, () => ({
    password: true as const,
    oidc: oidc === null ? null : { name: oidc.provider.settings.name },
  }));

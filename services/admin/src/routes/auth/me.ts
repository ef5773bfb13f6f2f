import type { PlatformAdministratorOut } from '@tollgate/contract/platform/auth';
import { rightsOf } from '@tollgate/contract/platform/roles';
import { platformMe } from '@tollgate/contract/routes/admin/auth';
import type { MountedRoute } from '@tollgate/http/route';
import type { Administrator } from '@tollgate/identity/administrators';
import { encodeId } from '@tollgate/runtime/ids';
import { sourceOf } from '../../administrator-out.ts';
import { platformRoute } from '../../platform-route.ts';

export const handlePlatformMe = (): MountedRoute =>
  platformRoute(platformMe, (_input, { caller }) => administratorOut(caller.administrator));

/** An administrator as the platform plane shows one. */
export function administratorOut(administrator: Administrator): PlatformAdministratorOut {
  return {
    id: encodeId('adm', administrator.id),
    email: administrator.email,
    name: administrator.name,
    role: administrator.role,
    rights: rightsOf(administrator.role).join(' '),
    source: sourceOf(administrator),
    created_at: administrator.createdAt.toISOString(),
  };
}

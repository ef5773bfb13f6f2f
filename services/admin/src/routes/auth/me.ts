import { PlatformAdministratorOut } from '@tollgate/contract/platform/auth';
import { rightsOf } from '@tollgate/contract/platform/roles';
import { defineRoute } from '@tollgate/contract/route';
import type { Administrator } from '@tollgate/identity/administrators';
import { encodeId } from '@tollgate/runtime/ids';
import { sourceOf } from '../../administrator-out.ts';
import type { AdminHandler } from '../../deps.ts';

export const platformMe = defineRoute({
  method: 'get',
  path: '/api/platform/auth/me',
  auth: 'platform',
  needs: 'own_account',
  summary: 'Who is signed in',
  status: 200,
  response: PlatformAdministratorOut,
});

export const handlePlatformMe =
  (): AdminHandler<typeof platformMe> =>
  (_input, { caller }) =>
    administratorOut(caller.administrator);

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

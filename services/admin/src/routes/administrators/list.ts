import { listPlatformAdministrators } from '@tollgate/contract/routes/admin/administrators';
import type { MountedRoute } from '@tollgate/http/route';
import { listAdministrators } from '@tollgate/identity/administrators';
import { administratorRowOut } from '../../administrator-out.ts';
import type { AdminDeps } from '../../deps.ts';
import { platformRoute } from '../../platform-route.ts';

export const handleListPlatformAdministrators = ({ db }: AdminDeps): MountedRoute =>
  platformRoute(listPlatformAdministrators, async () =>
    (await listAdministrators(db)).map(administratorRowOut),
  );

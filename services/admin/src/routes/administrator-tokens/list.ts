import { listAdministratorTokens } from '@tollgate/contract/routes/admin/administrator-tokens';
import type { MountedRoute } from '@tollgate/http/route';
import { listAdministratorTokens as listTokens } from '@tollgate/identity/administrator-tokens';
import { administratorTokenOut } from '../../administrator-token-out.ts';
import type { AdminDeps } from '../../deps.ts';
import { platformRoute } from '../../platform-route.ts';

export const handleListAdministratorTokens = ({ db, now }: AdminDeps): MountedRoute =>
  platformRoute(listAdministratorTokens, async () =>
    (await listTokens(db)).map((token) => administratorTokenOut(token, now())),
  );

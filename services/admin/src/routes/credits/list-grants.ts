import { listCreditGrants } from '@tollgate/contract/routes/admin/credits';
import type { MountedRoute } from '@tollgate/http/route';
import { getUserByPublicId } from '@tollgate/identity/users';
import type { AdminDeps } from '../../deps.ts';
import { cursorOf } from '../../field-errors.ts';
import { grantOut } from '../../grant-out.ts';
import { platformRoute } from '../../platform-route.ts';

export const handleListCreditGrants = ({ db, billing }: AdminDeps): MountedRoute =>
  platformRoute(listCreditGrants, async ({ params, query }) => {
    const before = cursorOf('grt', query.before);
    const user = await getUserByPublicId(db, params.user_id);
    const page = { limit: query.limit, ...(before === undefined ? {} : { before }) };
    return (await billing.grants(user.id, page)).grants.map(grantOut);
  });

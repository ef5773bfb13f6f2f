import { Type } from 'typebox';
import { PlatformCreditGrantOut, PlatformCreditPage } from '@tollgate/contract/platform/credits';
import { defineRoute } from '@tollgate/contract/route';
import { getUserByPublicId } from '@tollgate/identity/users';
import type { AdminDeps, AdminHandler } from '../../deps.ts';
import { cursorOf } from '../../field-errors.ts';
import { UserIdParams } from '../../params.ts';
import { grantOut } from '../../grant-out.ts';

export const listCreditGrants = defineRoute({
  method: 'get',
  path: '/api/platform/users/:user_id/credit-grants',
  auth: 'platform',
  needs: 'read',
  summary: 'Credit grants of a user, newest first',
  params: UserIdParams,
  query: PlatformCreditPage,
  status: 200,
  response: Type.Array(PlatformCreditGrantOut),
});

export const handleListCreditGrants =
  ({ db, billing }: AdminDeps): AdminHandler<typeof listCreditGrants> =>
  async ({ params, query }) => {
    const before = cursorOf('grt', query.before);
    const user = await getUserByPublicId(db, params.user_id);
    const page = { limit: query.limit, ...(before === undefined ? {} : { before }) };
    return (await billing.grants(user.id, page)).grants.map(grantOut);
  };

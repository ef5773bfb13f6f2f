import { Type } from 'typebox';
import { AdministratorOut } from '@tollgate/contract/platform/administrators';
import { defineRoute } from '@tollgate/contract/route';
import { listAdministrators } from '@tollgate/identity/administrators';
import { administratorRowOut } from '../../administrator-out.ts';
import type { AdminDeps, AdminHandler } from '../../deps.ts';

export const listPlatformAdministrators = defineRoute({
  method: 'get',
  path: '/api/platform/administrators',
  auth: 'platform',
  needs: 'read',
  summary: 'Who may administer, oldest first',
  status: 200,
  response: Type.Array(AdministratorOut),
});

export const handleListPlatformAdministrators =
  ({ db }: AdminDeps): AdminHandler<typeof listPlatformAdministrators> =>
  async () =>
    (await listAdministrators(db)).map(administratorRowOut);

import { AdministratorOut, AdministratorUpdate } from '@tollgate/contract/platform/administrators';
import { defineRoute } from '@tollgate/contract/route';
import { setAdministratorStatus } from '@tollgate/identity/administrators';
import { decodeId } from '@tollgate/runtime/ids';
import { administratorRowOut } from '../../administrator-out.ts';
import type { AdminDeps, AdminHandler } from '../../deps.ts';
import { AdministratorIdParams } from '../../params.ts';
import { change } from '../../trail.ts';

export const updatePlatformAdministrator = defineRoute({
  method: 'patch',
  path: '/api/platform/administrators/:administrator_id',
  auth: 'platform',
  summary: 'Keep an administrator out, or let one in again; the last active one stays',
  params: AdministratorIdParams,
  body: AdministratorUpdate,
  status: 200,
  errors: ['conflict'],
  response: AdministratorOut,
});

export const handleUpdatePlatformAdministrator =
  (deps: AdminDeps): AdminHandler<typeof updatePlatformAdministrator> =>
  async ({ params, body }, context) => {
    const id = decodeId('adm', params.administrator_id);
    const administrator = await change(deps, context, async (trx, note) => {
      const changed = await setAdministratorStatus(trx, id, body.status);
      await note({
        action: 'administrator.set_status',
        target: { kind: 'administrator', id: changed.id },
        details: { email: changed.email, to: body.status, reason: body.reason ?? null },
      });
      return changed;
    });
    return administratorRowOut(administrator);
  };

import type { AdministratorUpdate } from '@tollgate/contract/platform/administrators';
import { updatePlatformAdministrator } from '@tollgate/contract/routes/admin/administrators';
import type { MountedRoute } from '@tollgate/http/route';
import { setAdministratorRole, setAdministratorStatus } from '@tollgate/identity/administrators';
import type { Administrator, AdministratorChange } from '@tollgate/identity/administrators';
import { decodeId } from '@tollgate/runtime/ids';
import type { Knex } from 'knex';
import { administratorRowOut } from '../../administrator-out.ts';
import type { AdminDeps } from '../../deps.ts';
import { fieldError } from '../../field-errors.ts';
import { platformRoute } from '../../platform-route.ts';
import { change } from '../../trail.ts';
import type { Note } from '../../trail.ts';

export const handleUpdatePlatformAdministrator = (deps: AdminDeps): MountedRoute =>
  platformRoute(updatePlatformAdministrator, async ({ params, body }, context) => {
    if (body.status === undefined && body.role === undefined) {
      throw fieldError('body', 'status', 'or role is required');
    }
    const asked = {
      id: decodeId('adm', params.administrator_id),
      by: context.caller.administrator.id,
    };
    const administrator = await change(deps, context, async (trx, note) => {
      const role = await changeRole(trx, { asked, body, note });
      return (await changeStatus(trx, { asked, body, note })) ?? role;
    });
    if (administrator === undefined) throw new Error('a change of nothing was let in');
    return administratorRowOut(administrator);
  });

interface Change {
  asked: AdministratorChange;
  body: AdministratorUpdate;
  note: Note;
}

async function changeRole(
  trx: Knex.Transaction,
  { asked, body: { role, reason }, note }: Change,
): Promise<Administrator | undefined> {
  if (role === undefined) return undefined;
  const { administrator, before } = await setAdministratorRole(trx, asked, role);
  await note({
    action: 'administrator.set_role',
    target: { kind: 'administrator', id: administrator.id },
    details: { email: administrator.email, from: before, to: role, reason: reason ?? null },
  });
  return administrator;
}

async function changeStatus(
  trx: Knex.Transaction,
  { asked, body: { status, reason }, note }: Change,
): Promise<Administrator | undefined> {
  if (status === undefined) return undefined;
  const administrator = await setAdministratorStatus(trx, asked, status);
  await note({
    action: 'administrator.set_status',
    target: { kind: 'administrator', id: administrator.id },
    details: { email: administrator.email, to: status, reason: reason ?? null },
  });
  return administrator;
}

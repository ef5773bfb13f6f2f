import { AdministratorCreate, AdministratorOut } from '@tollgate/contract/platform/administrators';
import { defineRoute } from '@tollgate/contract/route';
import { addAdministrator } from '@tollgate/identity/administrators';
import { administratorRowOut } from '../../administrator-out.ts';
import type { AdminDeps, AdminHandler } from '../../deps.ts';
import { change } from '../../trail.ts';

export const createPlatformAdministrator = defineRoute({
  method: 'post',
  path: '/api/platform/administrators',
  auth: 'platform',
  needs: 'administrators',
  summary: 'Add an administrator, with a role',
  body: AdministratorCreate,
  status: 201,
  errors: ['conflict'],
  response: AdministratorOut,
});

export const handleCreatePlatformAdministrator =
  (deps: AdminDeps): AdminHandler<typeof createPlatformAdministrator> =>
  async ({ body }, context) => {
    const passwordHash = await deps.passwords.hash(body.password);
    const { email, role = 'viewer' } = body;
    const by = context.caller.administrator.id;
    const name = body.name ?? email.slice(0, email.lastIndexOf('@'));
    const administrator = await change(deps, context, async (trx, note) => {
      const made = await addAdministrator(trx, { email, name, role, passwordHash }, by);
      await note({
        action: 'administrator.create',
        target: { kind: 'administrator', id: made.id },
        details: { email: made.email, role: made.role },
      });
      return made;
    });
    return administratorRowOut(administrator);
  };

import { createPlatformAdministrator } from '@tollgate/contract/routes/admin/administrators';
import type { MountedRoute } from '@tollgate/http/route';
import { addAdministrator } from '@tollgate/identity/administrators';
import { administratorRowOut } from '../../administrator-out.ts';
import type { AdminDeps } from '../../deps.ts';
import { platformRoute } from '../../platform-route.ts';
import { change } from '../../trail.ts';

export const handleCreatePlatformAdministrator = (deps: AdminDeps): MountedRoute =>
  platformRoute(createPlatformAdministrator, async ({ body }, context) => {
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
  });

import { LINK_HOURS_DEFAULT } from '@tollgate/contract/password-link';
import { createPasswordLink } from '@tollgate/contract/routes/admin/users';
import type { MountedRoute } from '@tollgate/http/route';
import { makePasswordLink } from '@tollgate/identity/password-links';
import { getUserByPublicId } from '@tollgate/identity/users';
import type { AdminDeps } from '../../deps.ts';
import { platformRoute } from '../../platform-route.ts';
import { change } from '../../trail.ts';

/** The page of the users' console on which a password is chosen. */
const PAGE = '/console/welcome';

export const handleCreatePasswordLink = (deps: AdminDeps): MountedRoute =>
  platformRoute(createPasswordLink, async ({ params, body }, context) => {
    const user = await getUserByPublicId(deps.db, params.user_id);
    const { expires_in_hours: hours = LINK_HOURS_DEFAULT } = body;
    const kind = user.lastSeenAt === null ? ('invitation' as const) : ('reset' as const);
    const { token, expiresAt } = await change(deps, context, async (trx, note) => {
      const made = await makePasswordLink(trx, user, hours);
      await note({
        action: 'user.password_link',
        target: { kind: 'user', id: user.id },
        userId: user.id,
        details: { kind, expires_at: made.expiresAt.toISOString() },
      });
      return made;
    });
    const origin = deps.usersOrigin ?? '';
    return { kind, link: `${origin}${PAGE}#${token}`, expires_at: expiresAt.toISOString() };
  });

import {
  LINK_HOURS_DEFAULT,
  PasswordLinkCreate,
  PasswordLinkOut,
} from '@tollgate/contract/password-link';
import { defineRoute } from '@tollgate/contract/route';
import { makePasswordLink } from '@tollgate/identity/password-links';
import { getUserByPublicId } from '@tollgate/identity/users';
import type { AdminDeps, AdminHandler } from '../../deps.ts';
import { UserIdParams } from '../../params.ts';
import { change } from '../../trail.ts';

/** The page of the users' console on which a password is chosen. */
const PAGE = '/console/welcome';

export const createPasswordLink = defineRoute({
  method: 'post',
  path: '/api/platform/users/:user_id/password-link',
  auth: 'platform',
  needs: 'users',
  summary: 'Make a link with which a user chooses a password, once; ends an earlier one',
  params: UserIdParams,
  body: PasswordLinkCreate,
  status: 201,
  errors: ['conflict'],
  response: PasswordLinkOut,
});

export const handleCreatePasswordLink =
  (deps: AdminDeps): AdminHandler<typeof createPasswordLink> =>
  async ({ params, body }, context) => {
    const user = await getUserByPublicId(deps.db, params.user_id);
    const { expires_in_hours: hours = LINK_HOURS_DEFAULT } = body;
    const kind = user.lastSeenAt === null ? 'invitation' : 'reset';
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
  };

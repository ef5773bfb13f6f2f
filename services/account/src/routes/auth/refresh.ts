import { refresh } from '@tollgate/contract/routes/account/auth';
import { transaction } from '@tollgate/db/connect';
import { route } from '@tollgate/http/route';
import type { MountedRoute } from '@tollgate/http/route';
import { assertOwnPage, credentialsOf, unauthenticated } from '@tollgate/identity/credentials';
import { rotateSession } from '@tollgate/identity/sessions';
import { findUser } from '@tollgate/identity/users';
import type { AccountDeps } from '../../deps.ts';
import { sessionSecretOf, signIn } from '../../sign-in.ts';
import { noteSessionReuse } from '../../trail.ts';

/**
 * Exchanges the session secret; 401 for an unknown one, and one that was exchanged before ends the
 * session.
 */
export const handleRefresh = (deps: AccountDeps): MountedRoute =>
  route(refresh, async (_input, context) => {
    const { request, response } = context;
    const secret = sessionSecretOf(request);
    if (secret === undefined) throw unauthenticated('no session cookie');
    assertOwnPage(credentialsOf(request), deps.settings.publicOrigin);
    const result = await transaction(deps.db, async (trx) => {
      const rotated = await rotateSession(trx, secret);
      if (rotated.outcome === 'reused') await noteSessionReuse(trx, context, rotated);
      return rotated;
    });
    if (result.outcome !== 'rotated')
      throw unauthenticated(`the session secret is ${result.outcome}`);
    const user = await findUser(deps.db, result.userId);
    if (user?.status !== 'active') throw unauthenticated('the user is not active');
    return signIn(deps, response, { user, session: result });
  });

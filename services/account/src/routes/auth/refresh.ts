import { AuthOut } from '@tollgate/contract/auth';
import { defineRoute } from '@tollgate/contract/route';
import { transaction } from '@tollgate/db/connect';
import { assertOwnPage, credentialsOf, unauthenticated } from '@tollgate/identity/credentials';
import { rotateSession } from '@tollgate/identity/sessions';
import { findUser } from '@tollgate/identity/users';
import type { Handler } from '@tollgate/http/serve';
import type { AccountDeps } from '../../deps.ts';
import { sessionSecretOf, signIn } from '../../sign-in.ts';
import { noteSessionReuse } from '../../trail.ts';

/** `POST /api/auth/refresh`. */
export const refresh = defineRoute({
  method: 'post',
  path: '/api/auth/refresh',
  auth: 'none',
  summary: 'Exchange the svc_session cookie for a new access token and a new svc_session cookie',
  status: 200,
  errors: ['unauthenticated', 'cross_site_request'],
  response: AuthOut,
});

/**
 * Exchanges the session secret; 401 for an unknown one, and one that was exchanged before ends the
 * session.
 */
export const handleRefresh =
  (deps: AccountDeps): Handler<typeof refresh> =>
  async (_input, context) => {
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
  };

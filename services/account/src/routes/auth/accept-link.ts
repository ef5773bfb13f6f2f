import { acceptLink } from '@tollgate/contract/routes/account/auth';
import { transaction } from '@tollgate/db/connect';
import { route } from '@tollgate/http/route';
import type { MountedRoute } from '@tollgate/http/route';
import { assertLinkGood, choosePasswordByLink } from '@tollgate/identity/password-links';
import { startSession } from '@tollgate/identity/sessions';
import type { AccountDeps } from '../../deps.ts';
import { originOf, sessionSecretOf, signIn } from '../../sign-in.ts';
import { noteEvent } from '../../trail.ts';

/**
 * Sets the password, ends every earlier session and logs in; 401 for every link that is not good.
 */
export const handleAcceptLink = (deps: AccountDeps): MountedRoute =>
  route(acceptLink, async ({ body }, context) => {
    const { request, response } = context;
    await assertLinkGood(deps.db, body.token);
    const passwordHash = await deps.passwords.hash(body.new_password);
    const accepted = await transaction(deps.db, async (trx) => {
      const user = await choosePasswordByLink(trx, { token: body.token, passwordHash });
      await noteEvent(trx, context, { action: 'password.set_by_link', user });
      const session = await startSession(trx, user.id, {
        origin: originOf(request),
        previousSecret: sessionSecretOf(request),
      });
      return { user, session };
    });
    return signIn(deps, response, accepted);
  });

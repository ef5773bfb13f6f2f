import { GatewayError } from '@tollgate/contract/error-codes';
import { changeUserPassword } from '@tollgate/contract/routes/account/auth';
import { transaction } from '@tollgate/db/connect';
import type { MountedRoute, RouteContext } from '@tollgate/http/route';
import { ValidationError } from '@tollgate/http/validate';
import type { UserCaller } from '@tollgate/identity/authentication';
import { changePassword } from '@tollgate/identity/login';
import { startSession } from '@tollgate/identity/sessions';
import type { AccountDeps } from '../../deps.ts';
import { originOf, signIn } from '../../sign-in.ts';
import { noteEvent } from '../../trail.ts';
import { userRoute } from '../../user-route.ts';

/** Replaces the password; 401 for a wrong current one, 422 for one that stays the same. */
export const handleChangePassword = (deps: AccountDeps): MountedRoute =>
  userRoute(changeUserPassword, async ({ body }, context) => {
    const { user } = context.caller;
    const change = {
      userId: user.id,
      currentPassword: body.current_password,
      newPassword: body.new_password,
      origin: originOf(context.request),
    };
    const outcome = await changePassword(deps, change, (trx) =>
      noteEvent(trx, context, { action: 'password.change', user }),
    );
    switch (outcome) {
      case 'changed':
        return renewCookies(deps, context);
      case 'wrong':
        await transaction(deps.db, (trx) =>
          noteEvent(trx, context, { action: 'password.change_failure', user }),
        );
        throw new GatewayError('invalid_credentials', 'The current password is wrong.', {
          param: 'current_password',
        });
      case 'same':
        throw new ValidationError([
          {
            loc: ['body', 'new_password'],
            msg: 'must differ from the current password',
            type: 'unchanged',
          },
        ]);
    }
  });

/** The browser that changed the password gets a new session; all earlier sessions have ended. */
async function renewCookies(
  deps: AccountDeps,
  { caller, request, response }: RouteContext<UserCaller>,
): Promise<undefined> {
  if (caller.via !== 'cookie') return;
  const { user } = caller;
  const session = await transaction(deps.db, (trx) =>
    startSession(trx, user.id, { origin: originOf(request) }),
  );
  await signIn(deps, response, { user, session });
}

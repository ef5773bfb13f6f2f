import { GatewayError } from '@tollgate/contract/error-codes';
import { login } from '@tollgate/contract/routes/account/auth';
import { transaction } from '@tollgate/db/connect';
import { route } from '@tollgate/http/route';
import type { MountedRoute } from '@tollgate/http/route';
import { logIn } from '@tollgate/identity/login';
import type { AccountDeps } from '../../deps.ts';
import { originOf, sessionSecretOf, signIn } from '../../sign-in.ts';
import { noteEvent, noteLoginFailure } from '../../trail.ts';

/** Logs in; unknown addresses, wrong passwords and closed accounts are one and the same 401. */
export const handleLogin = (deps: AccountDeps): MountedRoute =>
  route(login, async ({ body }, context) => {
    const { request, response } = context;
    const attempt = {
      ...body,
      origin: originOf(request),
      previousSecret: sessionSecretOf(request),
    };
    const result = await logIn(deps, attempt, (trx, user) =>
      noteEvent(trx, context, { action: 'login.success', user }),
    );
    if (result.outcome === 'ok') return signIn(deps, response, result);
    const { outcome: reason, userId } = result;
    await transaction(deps.db, (trx) =>
      noteLoginFailure(trx, context, { email: body.email, userId, reason }),
    );
    switch (reason) {
      case 'wrong':
        throw new GatewayError(
          'invalid_credentials',
          'The e-mail address or the password is wrong.',
        );
      case 'suspended':
        throw new GatewayError('account_suspended', 'This account is suspended.');
    }
  });

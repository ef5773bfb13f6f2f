import { AuthOut, LoginRequest } from '@tollgate/contract/auth';
import { GatewayError } from '@tollgate/contract/errors';
import { defineRoute } from '@tollgate/contract/route';
import { transaction } from '@tollgate/db/connect';
import { logIn } from '@tollgate/identity/login';
import type { Handler } from '@tollgate/http/serve';
import type { AccountDeps } from '../../deps.ts';
import { originOf, sessionSecretOf, signIn } from '../../sign-in.ts';
import { noteEvent, noteLoginFailure } from '../../trail.ts';

/** `POST /api/auth/login`. */
export const login = defineRoute({
  method: 'post',
  path: '/api/auth/login',
  auth: 'none',
  summary: 'Log in with an e-mail address and a password',
  body: LoginRequest,
  status: 200,
  errors: ['invalid_credentials', 'account_suspended', 'rate_limit_exceeded'],
  response: AuthOut,
});

/** Logs in; unknown addresses, wrong passwords and closed accounts are one and the same 401. */
export const handleLogin =
  (deps: AccountDeps): Handler<typeof login> =>
  async ({ body }, context) => {
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
  };

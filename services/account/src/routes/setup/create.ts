import { GatewayError } from '@tollgate/contract/error-codes';
import { createSetup } from '@tollgate/contract/routes/account/setup';
import { changeTransaction } from '@tollgate/db/changes';
import { route } from '@tollgate/http/route';
import type { MountedRoute } from '@tollgate/http/route';
import { startSession } from '@tollgate/identity/sessions';
import { createFirstUser, isSetupRequired, setupAlreadyDone } from '@tollgate/identity/users';
import { isSameSecret } from '@tollgate/runtime/same-secret';
import type { AccountDeps, SetupPolicy } from '../../deps.ts';
import { originOf, sessionSecretOf, signIn } from '../../sign-in.ts';
import { noteEvent } from '../../trail.ts';

/**
 * Makes the first account and logs it in; 409 once there is one, 403 without the token that is
 * asked for.
 */
export const handleCreateSetup = (deps: AccountDeps): MountedRoute =>
  route(createSetup, async ({ body }, context) => {
    const { request, response } = context;
    if (!(await isSetupRequired(deps.db))) throw setupAlreadyDone();
    assertMaySetUp(deps.settings.setup, body.setup_token);
    const passwordHash = await deps.passwords.hash(body.password);
    const made = await changeTransaction(deps, async (trx) => {
      const user = await createFirstUser(trx, { ...body, passwordHash });
      const session = await startSession(trx, user.id, {
        origin: originOf(request),
        previousSecret: sessionSecretOf(request),
      });
      await noteEvent(trx, context, { action: 'setup.complete', user });
      return { user, session };
    });
    return signIn(deps, response, made);
  });

function assertMaySetUp(policy: SetupPolicy, given: string | undefined): void {
  switch (policy.kind) {
    case 'open':
      return;
    case 'token':
      if (given !== undefined && isSameSecret(given, policy.token)) return;
      throw refusal('the set-up token is missing or wrong');
    case 'closed':
      throw refusal('SETUP_TOKEN is not set');
  }
}

function refusal(detail: string): GatewayError {
  return new GatewayError(
    'permission_denied',
    'The set-up needs the token that the service was started with, as setup_token.',
    { param: 'setup_token', detail },
  );
}

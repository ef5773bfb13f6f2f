import { recordAuditEvent } from '@tollgate/audit/audit-events';
import { GatewayError } from '@tollgate/contract/error-codes';
import { createPlatformSetup } from '@tollgate/contract/routes/admin/setup';
import { transaction } from '@tollgate/db/connect';
import { route } from '@tollgate/http/route';
import type { MountedRoute, RouteContext } from '@tollgate/http/route';
import {
  createFirstAdministrator,
  isFirstAdministratorMissing,
} from '@tollgate/identity/administrators';
import { isSameSecret } from '@tollgate/runtime/same-secret';
import type { AdminDeps } from '../../deps.ts';
import { administratorOut } from '../auth/me.ts';

/**
 * Makes the first administrator; 409 once there is one, whoever made it, and 403 without the token
 * that the service was started with. The last of two calls at once finds the first's administrator.
 */
export const handleCreatePlatformSetup = (deps: AdminDeps): MountedRoute =>
  route(createPlatformSetup, async ({ body }, context) => {
    const { address, requestId } = context;
    if (!(await isFirstAdministratorMissing(deps.db))) throw alreadyDone();
    // By address alone: nobody can use up the attempts of the operator.
    const attempt = { account: address, address, addressIsKnown: false };
    const takeBack = await deps.setup.throttle.take(attempt);
    await assertToken(deps, body.setup_token, context);
    const { email, name = email.slice(0, email.lastIndexOf('@')) } = body;
    const passwordHash = await deps.passwords.hash(body.password);
    const made = await transaction(deps.db, async (trx) => {
      const administrator = await createFirstAdministrator(trx, { email, name, passwordHash });
      if (administrator === null) throw alreadyDone();
      await recordAuditEvent(trx, {
        actor: { kind: 'administrator', id: administrator.id, label: administrator.email },
        action: 'administrator.create',
        target: { kind: 'administrator', id: administrator.id },
        requestId,
        address,
        details: { email: administrator.email, role: administrator.role, method: 'setup_token' },
      });
      return administrator;
    });
    await takeBack();
    return administratorOut(made);
  });

function alreadyDone(): GatewayError {
  return new GatewayError(
    'setup_already_done',
    'There is an administrator already. Sign in, or ask an owner for an account.',
  );
}

async function assertToken(
  { db, setup: { token } }: AdminDeps,
  given: string,
  { address, requestId }: Pick<RouteContext<unknown>, 'address' | 'requestId'>,
): Promise<void> {
  if (token !== undefined && isSameSecret(given, token)) return;
  await transaction(db, (trx) =>
    recordAuditEvent(trx, {
      actor: { kind: 'administrator', id: null, label: 'set-up' },
      action: 'setup.refuse',
      target: { kind: 'installation', id: null },
      requestId,
      address,
      details: { token_set: token !== undefined },
    }),
  );
  throw new GatewayError(
    'permission_denied',
    token === undefined
      ? 'The set-up is closed: start the service admin with PLATFORM_SETUP_TOKEN, or make an owner with create-admin.'
      : 'The set-up token is wrong. It is PLATFORM_SETUP_TOKEN of the service admin.',
    { param: 'setup_token' },
  );
}

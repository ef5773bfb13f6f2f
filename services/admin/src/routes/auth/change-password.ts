import { recordAuditEvent } from '@tollgate/audit/audit-events';
import { GatewayError } from '@tollgate/contract/error-codes';
import { changePlatformPassword } from '@tollgate/contract/routes/admin/auth';
import { transaction } from '@tollgate/db/connect';
import type { MountedRoute } from '@tollgate/http/route';
import { changeAdministratorPassword } from '@tollgate/identity/administrators';
import type { AdminDeps } from '../../deps.ts';
import { fieldError } from '../../field-errors.ts';
import { platformRoute } from '../../platform-route.ts';
import { withContext } from '../../trail.ts';

export const handleChangePlatformPassword = (deps: AdminDeps): MountedRoute =>
  platformRoute(changePlatformPassword, async ({ body }, context) => {
    const { id, issuer } = context.caller.administrator;
    if (issuer !== null) {
      throw new GatewayError(
        'conflict',
        'You sign in through the OpenID provider and have no password here.',
      );
    }
    const target = { kind: 'administrator', id } as const;
    const outcome = await changeAdministratorPassword(
      deps,
      {
        administratorId: id,
        currentPassword: body.current_password,
        newPassword: body.new_password,
        address: context.address,
      },
      (trx) =>
        recordAuditEvent(
          trx,
          withContext(context, { action: 'administrator.password_change', target }),
        ),
    );
    if (outcome === 'changed') return undefined;
    if (outcome === 'same') {
      throw fieldError('body', 'new_password', 'must differ from the current password');
    }
    await transaction(deps.db, (trx) =>
      recordAuditEvent(
        trx,
        withContext(context, { action: 'administrator.password_change_failure', target }),
      ),
    );
    throw new GatewayError('invalid_credentials', 'The current password is wrong.', {
      param: 'current_password',
    });
  });

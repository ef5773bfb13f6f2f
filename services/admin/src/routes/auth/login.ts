import { recordAuditEvent } from '@tollgate/audit/audit-events';
import { GatewayError } from '@tollgate/contract/error-codes';
import { COOKIE } from '@tollgate/contract/headers';
import { platformLogin } from '@tollgate/contract/routes/admin/auth';
import { transaction } from '@tollgate/db/connect';
import { route } from '@tollgate/http/route';
import type { MountedRoute } from '@tollgate/http/route';
import { logInAdministrator } from '@tollgate/identity/administrator-sessions';
import { cookieLine } from '@tollgate/identity/cookies';
import type { AdminDeps } from '../../deps.ts';
import { administratorOut } from './me.ts';

const MS_PER_SECOND = 1_000;

export const handlePlatformLogin = (deps: AdminDeps): MountedRoute =>
  route(platformLogin, async ({ body }, context) => {
    const { request, response, address, requestId } = context;
    const origin = { address, userAgent: request.headers['user-agent'] };
    const result = await logInAdministrator(deps, { ...body, origin });
    const isIn = result.outcome === 'ok';
    const id = isIn ? result.administrator.id : null;
    await transaction(deps.db, (trx) =>
      recordAuditEvent(trx, {
        actor: { kind: 'administrator', id, label: body.email },
        action: isIn ? 'administrator.login' : 'administrator.login_failure',
        target: { kind: 'administrator', id: isIn ? id : result.administratorId },
        requestId,
        address,
        details: { method: 'password', ...(isIn ? endOf(deps, result) : {}) },
      }),
    );
    if (!isIn) {
      throw new GatewayError('invalid_credentials', 'The e-mail address or the password is wrong.');
    }
    const { accessToken: value, expiresIn: lifeSeconds } = result;
    const secure = deps.settings.cookiesAreSecure;
    response.appendHeader(
      'set-cookie',
      cookieLine(COOKIE.platformAccess, { value, lifeSeconds, secure }),
    );
    return {
      access_token: value,
      token_type: 'Bearer' as const,
      expires_in: lifeSeconds,
      administrator: administratorOut(result.administrator),
    };
  });

/** When a session ends that nobody ends before: the trail has no event of that. */
function endOf({ now }: AdminDeps, { expiresIn }: { expiresIn: number }): { expires_at: string } {
  return { expires_at: new Date(now().getTime() + expiresIn * MS_PER_SECOND).toISOString() };
}

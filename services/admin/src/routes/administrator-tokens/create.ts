import { TOKEN_DAYS_DEFAULT } from '@tollgate/contract/platform/administrator-tokens';
import { createAdministratorToken } from '@tollgate/contract/routes/admin/administrator-tokens';
import type { MountedRoute } from '@tollgate/http/route';
import { makeAdministratorToken } from '@tollgate/identity/administrator-tokens';
import { mintAdministratorToken } from '@tollgate/keys/secret';
import { administratorTokenOut } from '../../administrator-token-out.ts';
import type { AdminDeps } from '../../deps.ts';
import { platformRoute } from '../../platform-route.ts';
import { change } from '../../trail.ts';

export const handleCreateAdministratorToken = (deps: AdminDeps): MountedRoute =>
  platformRoute(createAdministratorToken, async ({ body }, context) => {
    const { token, ...kept } = mintAdministratorToken(deps.pepper);
    const { name, role = 'viewer', expires_in_days: days = TOKEN_DAYS_DEFAULT } = body;
    const { administrator } = context.caller;
    const made = await change(deps, context, async (trx, note) => {
      const written = await makeAdministratorToken(trx, administrator, {
        name,
        role,
        days,
        ...kept,
      });
      await note({
        action: 'administrator_token.create',
        target: { kind: 'administrator_token', id: written.id },
        details: { name, role, expires_at: written.expiresAt.toISOString() },
      });
      return written;
    });
    const { email } = administrator;
    return { ...administratorTokenOut({ ...made, email }, deps.now()), token };
  });

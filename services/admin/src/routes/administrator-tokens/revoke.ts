import { revokeAdministratorToken } from '@tollgate/contract/routes/admin/administrator-tokens';
import type { MountedRoute } from '@tollgate/http/route';
import { revokeAdministratorToken as revoke } from '@tollgate/identity/administrator-tokens';
import { decodeId } from '@tollgate/runtime/ids';
import type { AdminDeps } from '../../deps.ts';
import { platformRoute } from '../../platform-route.ts';
import { change } from '../../trail.ts';

export const handleRevokeAdministratorToken = (deps: AdminDeps): MountedRoute =>
  platformRoute(revokeAdministratorToken, async ({ params }, context) => {
    const id = decodeId('tok', params.token_id);
    await change(deps, context, async (trx, note) => {
      const token = await revoke(trx, context.caller.administrator, id);
      if (token.revokedAt !== null) return;
      await note({
        action: 'administrator_token.revoke',
        target: { kind: 'administrator_token', id: token.id },
        details: { name: token.name, role: token.role },
      });
    });
    return undefined;
  });

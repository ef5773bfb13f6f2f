import type { AdministratorTokenOut } from '@tollgate/contract/platform/administrator-tokens';
import type { NamedAdministratorToken } from '@tollgate/identity/administrator-tokens';
import { encodeId } from '@tollgate/runtime/ids';

/** A token as administrators see it, at a moment. */
export function administratorTokenOut(
  token: NamedAdministratorToken,
  now: Date,
): AdministratorTokenOut {
  return {
    id: encodeId('tok', token.id),
    name: token.name,
    role: token.role,
    administrator_id: encodeId('adm', token.administratorId),
    administrator_email: token.email,
    last4: token.last4,
    state: token.revokedAt !== null ? 'revoked' : token.expiresAt > now ? 'active' : 'expired',
    created_at: token.createdAt.toISOString(),
    expires_at: token.expiresAt.toISOString(),
    last_used_at: token.lastUsedAt?.toISOString() ?? null,
  };
}

import type { AdministratorOut } from '@tollgate/contract/platform/administrators';
import type { Administrator } from '@tollgate/identity/administrators';
import { encodeId } from '@tollgate/runtime/ids';

/** An administrator as the others see one. */
export function administratorRowOut(administrator: Administrator): AdministratorOut {
  return {
    id: encodeId('adm', administrator.id),
    email: administrator.email,
    name: administrator.name,
    role: administrator.role,
    source: sourceOf(administrator),
    status: administrator.status,
    created_at: administrator.createdAt.toISOString(),
    last_seen_at: administrator.lastSeenAt?.toISOString() ?? null,
    password_changed_at: administrator.passwordChangedAt?.toISOString() ?? null,
  };
}

/** Who answers for an administrator. */
export function sourceOf({ issuer }: Pick<Administrator, 'issuer'>): AdministratorOut['source'] {
  return issuer === null ? 'local' : 'oidc';
}

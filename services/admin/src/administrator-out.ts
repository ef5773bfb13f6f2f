import type { AdministratorOut } from '@tollgate/contract/platform/administrators';
import type { Administrator } from '@tollgate/identity/administrators';
import { encodeId } from '@tollgate/runtime/ids';

/** An administrator as the others see one. */
export function administratorRowOut(administrator: Administrator): AdministratorOut {
  return {
    id: encodeId('adm', administrator.id),
    email: administrator.email,
    name: administrator.name,
    status: administrator.status,
    created_at: administrator.createdAt.toISOString(),
    last_seen_at: administrator.lastSeenAt?.toISOString() ?? null,
    password_changed_at: administrator.passwordChangedAt.toISOString(),
  };
}

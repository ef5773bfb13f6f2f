import { GatewayError } from '@tollgate/contract/error-codes';
import { mayUse, rolesWith } from '@tollgate/contract/platform/roles';
import type { PlatformRight, PlatformRole } from '@tollgate/contract/platform/roles';

/** @throws GatewayError `role_required`, which names the roles that have the right */
export function assertMayUse(role: PlatformRole, right: PlatformRight): void {
  if (mayUse(role, right)) return;
  const roles = rolesWith(right);
  throw new GatewayError(
    'role_required',
    `This needs the role ${roles.join(' or ')}; yours is ${role}.`,
    { facts: { role, needed_roles: roles.join(', ') } },
  );
}
